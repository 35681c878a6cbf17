// Letters on the writing surface: the ink, the pause that ends a letter, and its answer.
import { Ink } from './ink.js';
import { patient, sentence } from './server.js';
import { element, isCollecting, state, watch } from './store.js';
import { act, page } from './text.js';
import { unsent } from './writing.js';

export class Letters {
  /** @param {{ teach: import('./teach.js').Teach }} parts */
  constructor({ teach }) {
    this.teach = teach;
    this.timer = 0;
    // Milliseconds from the release to the letter.
    /** @type {number[]} */
    this.waits = [];
    this.ink = new Ink(element('draw'), {
      start: (time) => this.press(time),
      stroke: (time) => this.release(time),
      cancelled: (time) => {
        act({ type: 'cancel', time });
        this.wait(time);
      },
    });
    act({ type: 'reload', ...JSON.parse(sessionStorage.getItem('unsent') ?? '{"slots":[],"changes":[]}') });
    for (const slot of state.slots) this.ask(slot, performance.now());
    addEventListener('pagehide', () => sessionStorage.setItem('unsent', JSON.stringify(unsent(state))));
    watch((s) => [s.lessons], (lessons) => {
      if (lessons.length) act({ type: 'taken' });
      for (const lesson of lessons) teach.add(lesson);
    });
  }

  /** @param {number} time */
  press(time) {
    element('draw-hint').dataset.off = '';
    clearTimeout(this.timer);
    const { count } = state;
    act({ type: 'press', time, pause: state.pause, page, example: isCollecting() ? { kind: 'stroke', label: state.label.trim() } : null });
    if (state.count !== count) this.ink.clear();
  }

  /** @param {number} time */
  release(time) {
    act({ type: 'stroke', time, strokes: this.ink.strokes.map((stroke) => stroke.map(({ t, x, y }) => [t, x, y])) });
    this.wait(time);
    const slot = state.slots.at(-1);
    if (slot && !slot.isOver) this.ask(slot, time, this.ink.extent < 8);
  }

  // The letter ends a pause after its last stroke.
  /** @param {number} time */
  wait(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      act({ type: 'end' });
      this.ink.fade();
    }, time + 1000 * state.pause - performance.now());
  }

  /** @param {Slot} slot @param {number} time @param {boolean} isShort */
  async ask({ id, strokes, example }, time, isShort = false) {
    const count = strokes.length;
    const isStale = () => state.slots.find((slot) => slot.id === id)?.strokes.length !== count;
    let answer = null;
    let error = isShort ? 'Too short to read. Write the letter larger.' : null;
    if (!isShort) {
      try {
        answer = await patient('/api/recognize', { strokes, detail: true }, isStale);
      } catch (failure) {
        error = sentence(failure.message);
      }
    }
    if (isStale()) return;
    act({ type: 'answer', id, count, answer, error, taught: example && this.teach.count(example.label) });
    // Once the letter is in the page.
    if (answer) queueMicrotask(() => (this.waits = [...this.waits.slice(-999), performance.now() - time]));
  }

  // The surface without the letter in progress.
  wipe() {
    clearTimeout(this.timer);
    this.ink.clear();
  }
}
