// The label, how sure it is, and its rivals: the same for both modes.
import { Classified, Scores } from './figures.js';
import { sentence } from './server.js';

const element = (id) => document.getElementById(id);
const percent = (share) => `${(100 * share).toFixed(share > 0.9995 || share < 0.0005 ? 0 : 1)} %`;

export class Result {
  constructor() {
    this.classified = new Classified(element('classified'));
    this.scores = new Scores(element('scores'));
    this.clear();
  }

  clear(sentence = 'Write a letter to recognise it.') {
    this.state('empty', '', sentence, null);
    this.rivals([]);
    this.classified.show(null);
    this.scores.show(null);
  }

  error(sentence) {
    this.state('error', '?', sentence, null);
    this.rivals([]);
    this.classified.show(null);
    this.scores.show(null);
  }

  // An answer for one gesture; returns the accepted label, or null.
  show(gesture, detail) {
    if (!detail?.best) {
      this.error(sentence(gesture.reason ?? 'not readable'));
      return null;
    }
    const { label, confidence, score } = detail.best;
    const rival = detail.scores.filter((s) => s.label !== label).sort((a, b) => b.confidence - a.confidence);
    if (!gesture.isGesture) {
      this.state('rejected', label, `Not similar enough. Nearest: ${label}.`, { confidence, score });
    } else if (confidence >= 0.9) {
      this.state('sure', label, `Recognised as ${label}.`, { confidence, score });
    } else {
      const near = rival.filter((s) => s.confidence > confidence / 4).slice(0, 2).map((s) => s.label);
      this.state('close', label, near.length ? `Probably ${label}, or ${near.join(' or ')}.` : `Probably ${label}.`, { confidence, score });
    }
    this.rivals(rival.filter((s) => s.confidence >= 0.0005).slice(0, 4));
    this.scores.show(detail.scores);
    this.classified.show(detail.input);
    return gesture.isGesture ? label : null;
  }

  state(name, label, text, numbers) {
    element('result').dataset.state = name;
    const output = element('label');
    output.textContent = label;
    output.dataset.length = label.length > 4 ? 'many' : label.length > 1 ? 'few' : 'one';
    element('sentence').textContent = text;
    element('confidence').textContent = numbers ? percent(numbers.confidence) : '–';
    element('score').textContent = numbers ? numbers.score.toFixed(2) : '–';
  }

  rivals(list) {
    const isRead = !['empty', 'error'].includes(element('result').dataset.state);
    element('alternatives').dataset.none = isRead && !list.length ? 'No other class above 0.05 %.' : '';
    element('alternatives').replaceChildren(...list.map((rival) => {
      const item = document.createElement('li');
      const [name, track, fill, value] = ['span', 'span', 'span', 'span'].map((tag) => document.createElement(tag));
      name.className = 'name';
      track.className = 'track';
      fill.className = 'fill';
      value.className = 'value';
      name.textContent = rival.label;
      fill.style.width = `${100 * rival.confidence}%`;
      value.textContent = percent(rival.confidence);
      track.append(fill);
      item.append(name, track, value);
      return item;
    }));
  }
}
