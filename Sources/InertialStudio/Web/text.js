// The text that all pages share, or the letters of a replay up to its position.
import { patient, sentence } from './server.js';
import { element, isReplaying, make, state, update, watch } from './store.js';

const page = Math.random().toString(36).slice(2, 10);

export class Text {
  /** @param {{ words: import('./words.js').Words, notice: Notice, seek: (position: number) => unknown }} parts */
  constructor({ words, notice, seek }) {
    this.words = words;
    this.notice = notice;
    this.seek = seek;
    /** @type {Comparison | null} */
    this.compared = null;
    // The letters on the surface.
    /** @type {import('./letters.js').Letters | null} */
    this.letters = null;
    this.count = 0;
    this.isSending = false;
    // Whether undo restores the text, before the server says so.
    this.cleared = false;
    element('undo').addEventListener('click', () => this.undo());
    element('space').addEventListener('click', () => this.add(' '));
    element('clear').addEventListener('click', () => {
      this.letters?.clear();
      this.cleared = true;
      this.change({ action: 'clear' });
    });
    watch((s) => [s.entries, s.changes, s.slots, s.canRestore, s.replay.recording, s.contents, replayed(s)], () => this.show());
  }

  // What the server has, with the changes that are on their way to it.
  get entries() {
    return state.changes.reduce(apply, state.entries);
  }

  /** @param {string} label @param {boolean} isRejected @param {Best[]} scores @param {boolean} isSpotted @param {string} id */
  add(label, isRejected = false, scores = [], isSpotted = false, id = `${page}.${++this.count}`) {
    this.cleared = false;
    this.change({ action: 'add', entry: { id, label, isGesture: !isRejected, scores, isSpotted } });
  }

  /** @param {string} id @param {string} label */
  correct(id, label) {
    this.change({ action: 'correct', id, label });
  }

  undo() {
    if (isReplaying() || this.letters?.drop()) return;
    const last = this.entries.at(-1);
    if (!last && (state.canRestore || this.cleared)) {
      this.cleared = false;
      this.change({ action: 'restore' });
    } else if (last) this.change({ action: 'remove', id: last.id });
  }

  /** @param {Change} change */
  change(change) {
    update({ changes: [...state.changes, change] });
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
      const known = state.entries;
      // The event with the new text may come after the answer.
      const entries = failed ? known : apply(known, change);
      update({ changes: state.changes.slice(1), entries });
      if (failed) this.notice(sentence(failed.message), 'bad');
    }
    this.isSending = false;
  }

  get value() {
    return this.shown.map(written).join('').trimEnd();
  }

  /** @returns {Pick<Entry, 'label' | 'isGesture'>[]} */
  get shown() {
    if (!isReplaying()) return this.entries;
    const { position } = state.replay;
    return (state.contents?.marks ?? []).flatMap(({ end, best, isGesture }) => (end <= position + 1e-9 && best ? [{ label: best.label, isGesture }] : []));
  }

  show() {
    const isReplay = isReplaying();
    const entries = this.shown;
    const line = element('text');
    /** @type {(entry: Pick<Entry, 'label' | 'isGesture'>, kind: string) => Widget} */
    const part = (entry, kind) => make('span', written(entry), kind ? { class: kind } : {});
    const pending = isReplay ? [] : state.slots.filter((slot) => !slot.example && !slot.error && slot.strokes.length).map((slot) => {
      const [gesture] = slot.answer?.gestures ?? [];
      const label = slot.corrected ?? gesture?.label ?? slot.answer?.detail?.best?.label;
      return label ? part({ label, isGesture: Boolean(slot.corrected) || gesture.isGesture }, 'pending') : make('span', '…', { class: 'pending' });
    });
    line.replaceChildren(...entries.slice(-400).map((e) => part(e, e.isGesture ? '' : 'rejected')), ...pending, make('span', '', { class: 'caret' }));
    line.scrollLeft = line.scrollWidth;
    this.compare(isReplay ? state.contents : null);
    this.words.show(isReplay ? [] : this.entries);
    const isEmpty = !entries.length && !pending.length;
    element('undo').disabled = isReplay || (isEmpty && !state.canRestore && !this.cleared);
    element('clear').disabled = isReplay || isEmpty;
    element('space').disabled = isReplay;
    element('copy').disabled = isEmpty;
  }

  // The labels of the file beside what was read of the whole of it, letter by letter.
  /** @param {Contents | null} contents */
  compare(contents) {
    const comparison = contents?.comparison;
    element('truth').hidden = !comparison;
    if (!comparison || comparison === this.compared) return;
    this.compared = comparison;
    const { letters, right, wrong, missed, extra, share } = comparison;
    const faults = Object.entries({ wrong, missed, extra }).filter(([, count]) => count).map(([name, count]) => `, ${count} ${name}`);
    element('truth-sum').textContent = `${right} of ${letters.length} right (${Math.round(100 * share)} %)${faults.join('')}`;
    element('truth-letters').replaceChildren(...letters.map(({ outcome, truth = '', read = '', gesture }) => {
      const item = make('li', '', { class: outcome });
      const text = { right: read, wrong: `${truth}→${read}`, missed: `${truth} –`, extra: `+${read}` }[outcome];
      const words = { right: `${truth}: right`, wrong: `${truth}: recognised as ${read}`, missed: `${truth}: missed`, extra: `${read}: not in the file` }[outcome];
      const button = make('button', text, { type: 'button', title: words, 'aria-label': words });
      const mark = contents?.marks.find(({ id }) => id === gesture);
      button.disabled = !mark;
      button.addEventListener('click', () => mark && this.seek(mark.end));
      item.append(button);
      return item;
    }));
  }
}

// The number of letters before the position of a replay: the text changes with it only.
/** @param {State} state */
function replayed({ contents, replay }) {
  return contents?.marks.filter((mark) => mark.end <= replay.position + 1e-9).length ?? 0;
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

// Names are apart from each other, letters are not.
/** @param {Pick<Entry, 'label' | 'isGesture'>} entry */
function written({ label, isGesture }) {
  if (!isGesture) return '?';
  return [...label].length > 1 ? `${label} ` : label;
}
