// The label, how sure it is, and its rivals: the same for both modes. A press on a rival corrects the letter.
import { figure } from './canvas.js';
import * as figures from './figures.js';
import { sentence } from './server.js';
import { element, make, meter, on, put, reading, state, surface, watch } from './store.js';
import { act } from './text.js';

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(share > 0.9995 || share < 0.0005 ? 0 : 1)} %`;

// The surface in words.
/** @param {Reading} reading */
function describe({ answer, error, strokes }) {
  if (error || !answer?.detail?.best) return `Not read: ${error ?? answer?.gestures[0].reason ?? 'not readable'}`;
  const { label, confidence } = answer.detail.best;
  const count = strokes ? (strokes.length === 1 ? ', one stroke' : `, ${strokes.length} strokes`) : '. Drag to turn';
  return `${answer.gestures[0].isGesture ? label : `Not a letter, nearest ${label}`}, confidence ${Math.round(100 * confidence)} percent${count}`;
}

export class Result {
  /** @param {{ teach: import('./teach.js').Teach }} parts */
  constructor({ teach }) {
    this.teach = teach;
    this.figure = figure(element('rescaled'), (...parts) => figures.draw(...parts, this.input));
    on('keep', 'click', () => this.keep());
    watch((s) => [reading(s), s.mode], (latest, mode) => {
      this.show(latest);
      if (latest) surface(mode).setAttribute('aria-label', describe(latest));
    });
  }

  /** @param {Reading | null} latest */
  show(latest) {
    const answer = latest?.answer;
    const { best, scores, input } = answer?.detail ?? {};
    element('keep').hidden = true;
    this.classified(best ? input : null);
    if (!latest || !answer || !best) {
      const reason = latest && (latest.error ?? sentence(answer?.gestures[0].reason ?? 'not readable'));
      this.state(latest ? 'error' : 'empty', latest ? '?' : '', reason
        || (state.mode === 'air' ? 'Hold and write in the air.' : 'Write a letter to recognise it.'), null);
      this.rivals([]);
      return;
    }
    const [gesture] = answer.gestures;
    const { label, confidence, score } = best;
    const rivals = (scores ?? []).filter((s) => s.label !== label).sort((a, b) => b.confidence - a.confidence);
    if (latest.taught) {
      // An example is answered by its label, and not by a model that does not know it yet.
      this.state('sure', latest.taught.label, latest.taught.text, null);
      this.rivals([]);
      return;
    }
    if (latest.corrected) {
      this.state('sure', latest.corrected, `Corrected: ${latest.corrected}, read as ${label}.`, { confidence, score });
      element('keep').hidden = !(latest.strokes || latest.gesture);
      put('keep', `Keep as an example of ${latest.corrected}`);
    } else if (!gesture.isGesture) {
      this.state('rejected', label, `Not a letter. Nearest: ${label}.`, null);
    } else if (confidence >= 0.9) {
      this.state('sure', label, `Recognised as ${label}.`, { confidence, score });
    } else {
      const near = rivals.filter((s) => s.confidence > confidence / 4).slice(0, 2).map((s) => s.label);
      this.state('close', label, near.length ? `Probably ${label}, or ${near.join(' or ')}.` : `Probably ${label}.`, { confidence, score });
    }
    const shown = rivals.filter((s) => s.confidence >= 0.0005).slice(0, 4);
    this.rivals(gesture.isGesture && !latest.corrected ? shown : [best, ...shown].slice(0, 4), Boolean(scores));
  }

  // The picture of what was classified.
  /** @param {Input | null | undefined} input */
  classified(input) {
    this.input = input;
    element('classified').dataset.kind = input?.kind ?? 'none';
    const [title, note, label] = figures.describe(input);
    put('classified-title', title);
    put('classified-note', note);
    element('rescaled').setAttribute('aria-label', label);
    this.figure.redraw();
  }

  /** @param {string} name @param {string} label @param {string} text @param {Pick<Best, 'confidence' | 'score'> | null} numbers */
  state(name, label, text, numbers) {
    element('result').dataset.state = name;
    const output = element('label');
    const length = [...label].length;
    output.textContent = label;
    output.dataset.length = length > 4 ? 'many' : length > 1 ? 'few' : 'one';
    put('sentence', text);
    // What is announced says more than the letter, such as that it was rejected.
    put('announced', name === 'empty' ? '' : text);
    put('confidence', numbers ? percent(numbers.confidence) : '–');
    put('score', numbers ? numbers.score.toFixed(2) : '–');
  }

  /** @param {Best[]} list @param {boolean} isRead */
  rivals(list, isRead = false) {
    element('alternatives').dataset.none = isRead && !list.length ? 'No other class above 0.05 %.' : '';
    element('alternatives').replaceChildren(...list.map((rival) => {
      const parts = [make('span', rival.label, { class: 'name' }), meter(rival.confidence), make('span', percent(rival.confidence), { class: 'value' })];
      const button = make('button', parts, { title: `Correct to ${rival.label}` });
      button.addEventListener('click', () => this.correct(rival.label));
      return make('li', [button]);
    }));
  }

  /** @param {string} label */
  correct(label) {
    act({ type: 'correct', line: state.mode, label });
    element('keep').focus();
  }

  keep() {
    const { corrected: label = '', strokes, gesture } = reading(state) ?? {};
    this.teach.add(strokes ? { kind: 'stroke', label, strokes } : { kind: 'motion', label, gesture });
    element('keep').hidden = true;
    surface().focus();
  }
}
