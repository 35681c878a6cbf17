// Letters on the writing surface. Where one ends follows from the times of release and press alone, however
// late the answers come: each letter is a slot of its own, which its answer fills.
import { Ink } from './ink.js';
import { patient, sentence } from './server.js';
import { element, isCollecting, read, state, update, watch } from './store.js';

const page = Math.random().toString(36).slice(2, 10);

export class Letters {
  /** @param {{ text: import('./text.js').Text, teach: import('./teach.js').Teach }} parts */
  constructor({ text, teach }) {
    this.text = text;
    this.teach = teach;
    // Those that are not written yet, in order.
    /** @type {Slot[]} */
    this.slots = [];
    // The one whose ink is seen.
    /** @type {Slot | null} */
    this.slot = null;
    this.timer = 0;
    this.count = 0;
    // Milliseconds from the release to the letter.
    /** @type {number[]} */
    this.waits = [];
    this.ink = new Ink(element('draw'), {
      start: (time) => this.press(time),
      stroke: (time) => this.release(time),
      cancelled: (time) => this.cancel(time),
    });
    // A reload within the pause loses nothing.
    const { slots, changes } = JSON.parse(sessionStorage.getItem('unsent') ?? '{"slots":[],"changes":[]}');
    this.slots = slots;
    this.count = slots.length;
    update({ changes });
    text.send();
    for (const slot of slots) this.ask(slot, false, performance.now());
    addEventListener('pagehide', () => sessionStorage.setItem('unsent', JSON.stringify({
      changes: state.changes, slots: this.slots.filter((slot) => slot.strokes.length && !slot.error).map((slot, i) => ({ ...slot, number: i + 1, answered: 0, answer: null, isOver: true })),
    })));
    watch((s) => [s.readings.screen], (reading) => reading && element('draw').setAttribute('aria-label', describe(reading)));
  }

  /** @param {number} time */
  press(time) {
    element('draw-hint').dataset.off = '';
    clearTimeout(this.timer);
    const slot = this.slot;
    if (slot && !slot.isOver && time - slot.released <= 1000 * state.pause) return;
    if (slot) slot.isOver = true;
    this.ink.clear();
    // What the letter is for is decided with its first stroke.
    this.slot = {
      id: `${page}-${++this.count}`, number: this.count, strokes: [], released: time, isOver: false,
      example: isCollecting() ? { kind: 'stroke', label: state.label.trim() } : null, answered: 0, answer: null,
    };
    this.slots.push(this.slot);
    this.settle();
  }

  /** @param {number} time */
  release(time) {
    /** @type {any} */
    const { slot } = this;
    slot.strokes = this.ink.strokes.map((stroke) => stroke.map(({ t, x, y }) => [t, x, y]));
    this.wait(time);
    this.ask(slot, this.ink.extent < 8, time);
  }

  // The strokes before a cancelled one are still a letter, which ends after another pause.
  /** @param {number} time */
  cancel(time) {
    if (this.slot?.strokes.length) return this.wait(time);
    this.slots = this.slots.filter((slot) => slot !== this.slot);
    this.slot = null;
    this.settle();
  }

  /** @param {number} time */
  wait(time) {
    /** @type {any} */
    const { slot } = this;
    slot.released = time;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      slot.isOver = true;
      this.ink.fade();
      this.settle();
    }, time + 1000 * state.pause - performance.now());
  }

  /** @param {Slot} slot @param {boolean} isShort @param {number} time */
  async ask(slot, isShort, time) {
    const count = slot.strokes.length;
    const isStale = () => slot.strokes.length !== count || !this.slots.includes(slot);
    let answer = null;
    let error = isShort ? 'Too short to read. Write the letter larger.' : null;
    if (!isShort) {
      try {
        answer = await patient('/api/recognize', { strokes: slot.strokes, detail: true }, isStale);
      } catch (failure) {
        error = sentence(failure.message);
      }
    }
    if (isStale()) return;
    Object.assign(slot, { answer, error, answered: count });
    // An answer that comes late leaves the reading of a later letter.
    if ((state.readings.screen?.number ?? 0) <= slot.number) {
      const taught = slot.example && this.teach.count(slot.example.label);
      read('screen', { answer, error, entry: slot.id, strokes: slot.strokes, number: slot.number, taught });
    }
    this.settle();
    // Once the letter is in the page.
    if (answer) queueMicrotask(() => (this.waits = [...this.waits.slice(-999), performance.now() - time]));
  }

  // Writes the letters that are over and answered, in the order of writing.
  settle() {
    for (let [slot] = this.slots; slot?.isOver && slot.answered === slot.strokes.length; [slot] = this.slots) {
      this.slots.shift();
      const { best, scores } = slot.answer?.detail ?? {};
      if (!slot.answer || !best) continue;
      const [gesture] = slot.answer.gestures;
      if (slot.example) this.teach.add({ ...slot.example, strokes: slot.strokes });
      else this.text.add(gesture.label ?? best.label, !gesture.isGesture, scores, false, slot.id, 'screen');
      if (slot.corrected) this.text.correct(slot.id, slot.corrected, 'screen');
    }
    update({ slots: this.slots.map((slot) => ({ ...slot })) });
  }

  // Takes back the letter in progress; whether there was one.
  drop() {
    clearTimeout(this.timer);
    this.ink.clear();
    this.slot = null;
    const last = this.slots.pop();
    if (last && state.readings.screen?.number === last.number) read('screen', null);
    this.settle();
    return last !== undefined;
  }

  clear() {
    this.slots = [];
    this.drop();
  }

  // Corrects a letter before it is in the text; whether it was there.
  /** @param {string} id @param {string} label */
  correct(id, label) {
    const slot = this.slots.find((s) => s.id === id);
    if (slot) slot.corrected = label;
    this.settle();
    return Boolean(slot);
  }
}

/** @param {Reading} reading */
function describe({ answer, error, strokes }) {
  if (error || !answer?.detail?.best) return `Not read: ${error ?? answer?.gestures[0].reason}`;
  const { label, confidence } = answer.detail.best;
  const count = strokes ? (strokes.length === 1 ? ', one stroke' : `, ${strokes.length} strokes`) : '';
  return `${answer.gestures[0].isGesture ? label : `Not a letter, nearest ${label}`}, confidence ${Math.round(100 * confidence)} percent${count}`;
}
