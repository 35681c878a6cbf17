// The text that all pages share: a line for each mode.
import { complain } from './messages.js';
import { patient } from './server.js';
import { element, make, read, reading, state, update, watch, written } from './store.js';

const page = Math.random().toString(36).slice(2, 10);

export class Text {
  /** @param {{ words: import('./words.js').Words }} parts */
  constructor({ words }) {
    this.words = words;
    // The letters on the surface.
    /** @type {import('./letters.js').Letters | null} */
    this.letters = null;
    this.count = 0;
    this.isSending = false;
    // Whether undo restores the text, before the server says so.
    /** @type {Record<Mode, boolean>} */
    this.cleared = { screen: false, air: false };
    element('undo').addEventListener('click', () => this.undo());
    element('space').addEventListener('click', () => this.add(' '));
    element('clear').addEventListener('click', () => {
      if (state.mode === 'screen') this.letters?.clear();
      this.cleared[state.mode] = true;
      this.change({ action: 'clear' });
    });
    watch((s) => [s.lines[s.mode], s.changes, s.slots, s.mode], () => this.show());
  }

  // What the server has of the mode's line, with the changes that are on their way to it.
  get entries() {
    return state.changes.filter(({ line }) => line === state.mode).reduce(apply, state.lines[state.mode].entries);
  }

  /** @param {string} label @param {boolean} isRejected @param {Best[]} scores @param {boolean} isSpotted @param {string} id */
  add(label, isRejected = false, scores = [], isSpotted = false, id = `${page}.${++this.count}`, line = state.mode) {
    this.cleared[line] = false;
    this.change({ action: 'add', entry: { id, label, isGesture: !isRejected, scores, isSpotted } }, line);
  }

  /** @param {string} id @param {string} label */
  correct(id, label, line = state.mode) {
    this.change({ action: 'correct', id, label }, line);
  }

  undo() {
    if (state.mode === 'screen' && this.letters?.drop()) return;
    const last = this.entries.at(-1);
    const latest = reading(state);
    // What is taken back is no reading any more.
    if (last && latest && (latest.entry === last.id || (latest.gesture && latest.gesture === last.gesture))) read(state.mode, null);
    if (last) this.change({ action: 'remove', id: last.id });
    else if (this.canRestore) {
      this.cleared[state.mode] = false;
      this.change({ action: 'restore' });
    }
  }

  get canRestore() {
    return state.lines[state.mode].canRestore || this.cleared[state.mode];
  }

  /** @param {Omit<Change, 'line'>} change */
  change(change, line = state.mode) {
    update({ changes: [...state.changes, { ...change, line }] });
    this.send();
  }

  // One after another: a change is sent until it is answered.
  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (state.changes.length) {
      const [change] = state.changes;
      let failed = null;
      try {
        await patient('/api/text', change);
      } catch (failure) {
        failed = failure;
      }
      const known = state.lines[change.line];
      // The event with the new text may come after the answer.
      const lines = failed ? state.lines : { ...state.lines, [change.line]: { ...known, entries: apply(known.entries, change) } };
      update({ changes: state.changes.slice(1), lines });
      if (failed) complain(failed);
    }
    this.isSending = false;
  }

  get value() {
    return this.entries.map(written).join('').trimEnd();
  }

  show() {
    const { entries } = this;
    const line = element('text');
    /** @type {(entry: Pick<Entry, 'label' | 'isGesture'>, kind: string) => Widget} */
    const part = (entry, kind) => make('span', written(entry), kind ? { class: kind } : {});
    const slots = state.mode === 'screen' ? state.slots : [];
    const pending = slots.filter((slot) => !slot.example && !slot.error && slot.strokes.length).map((slot) => {
      const [gesture] = slot.answer?.gestures ?? [];
      const label = slot.corrected ?? gesture?.label ?? slot.answer?.detail?.best?.label;
      return label ? part({ label, isGesture: Boolean(slot.corrected) || gesture.isGesture }, 'pending') : make('span', '…', { class: 'pending' });
    });
    line.replaceChildren(...entries.slice(-400).map((e) => part(e, e.isGesture ? '' : 'rejected')), ...pending, make('span', '', { class: 'caret' }));
    line.scrollLeft = line.scrollWidth;
    this.words.show(entries);
    const isEmpty = !entries.length && !pending.length;
    element('undo').disabled = isEmpty && !this.canRestore;
    element('clear').disabled = isEmpty;
    element('copy').disabled = isEmpty;
  }
}

/** @param {Entry[]} entries @param {Change} change @returns {Entry[]} */
function apply(entries, { action, id, label, entry }) {
  switch (action) {
    case 'add': return !entry || entries.some((e) => e.id === entry.id) ? entries : [...entries, entry];
    case 'remove': return entries.filter((e) => e.id !== id);
    case 'correct': return entries.map((e) => (e.id === id ? { ...e, label: label ?? e.label, isGesture: true } : e));
    case 'clear': return [];
    default: return entries;
  }
}
