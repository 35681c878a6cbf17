// A recording is a document of the air: its own line, up to the position of the replay, and its truth.
import { element, isReplaying, make, markAt, put, state, watch, written } from './store.js';

export class Document {
  /** @param {{ seek: (position: number) => unknown }} parts */
  constructor({ seek }) {
    this.seek = seek;
    watch((s) => [s.replay.recording, s.contents, markAt(s.contents, s.replay.position)], () => this.show());
    watch((s) => [isReplaying() ? s.contents?.comparison ?? null : null], (comparison) => {
      element('truth').hidden = !comparison;
      if (comparison) this.compare(comparison);
    });
  }

  get letters() {
    const { contents, replay } = state;
    return (contents?.marks ?? []).flatMap(({ end, best, isGesture }) => (
      isReplaying() && end <= replay.position + 1e-9 && best ? [{ label: best.label, isGesture }] : []));
  }

  get value() {
    return this.letters.map(written).join('').trimEnd();
  }

  show() {
    const line = element('document');
    element('replayed').hidden = element('save-recording').hidden = !isReplaying();
    line.replaceChildren(...this.letters.map((letter) => make('span', written(letter), letter.isGesture ? {} : { class: 'rejected' })));
    line.scrollLeft = line.scrollWidth;
  }

  // The labels of the file beside what was read of the whole of it, letter by letter.
  /** @param {Comparison} comparison */
  compare(comparison) {
    const { letters, right, wrong, missed, extra, share } = comparison;
    const faults = Object.entries({ wrong, missed, extra }).filter(([, count]) => count).map(([name, count]) => `, ${count} ${name}`);
    put('truth-sum', `${right} of ${letters.length} right (${Math.round(100 * share)} %)${faults.join('')}`);
    element('truth-letters').replaceChildren(...letters.map(({ outcome, truth = '', read = '', gesture }) => {
      const [text, title] = {
        right: [read, `${truth}: right`], wrong: [`${truth}→${read}`, `${truth}: recognised as ${read}`],
        missed: [`${truth} –`, `${truth}: missed`], extra: [`+${read}`, `${read}: not in the file`],
      }[outcome];
      const button = make('button', text, { title, 'aria-label': title });
      const mark = state.contents?.marks.find(({ id }) => id === gesture);
      button.disabled = !mark;
      button.addEventListener('click', () => mark && this.seek(mark.end));
      return make('li', [button], { class: outcome });
    }));
  }
}
