// The text that all pages share, or the letters of a replay up to its position.
import { patient, sentence } from './server.js';
import { element, isReplaying, make, state, update, watch } from './store.js';

const page = Math.random().toString(36).slice(2, 10);

export class Text {
  constructor({ words, notice }) {
    this.words = words;
    this.notice = notice;
    this.letters = null; // The letters on the surface.
    this.count = 0;
    this.cleared = false; // Whether undo restores the text, before the server says so.
    element('undo').addEventListener('click', () => this.undo());
    element('space').addEventListener('click', () => this.add(' '));
    element('clear').addEventListener('click', () => {
      this.letters.clear();
      this.cleared = true;
      this.change({ action: 'clear' });
    });
    watch((s) => [s.entries, s.changes, s.slots, s.canRestore, s.replay.recording, s.contents, replayed(s)], () => this.show());
  }

  // What the server has, with the changes that are on their way to it.
  get entries() {
    return state.changes.reduce(apply, state.entries);
  }

  add(label, isRejected = false, scores = [], isSpotted = false, id = `${page}.${++this.count}`) {
    this.cleared = false;
    this.change({ action: 'add', entry: { id, label, isGesture: !isRejected, scores, isSpotted } });
  }

  correct(id, label) {
    this.change({ action: 'correct', id, label });
  }

  undo() {
    if (isReplaying() || this.letters.drop()) return;
    const last = this.entries.at(-1);
    if (!last && (state.canRestore || this.cleared)) {
      this.cleared = false;
      this.change({ action: 'restore' });
    } else if (last) this.change({ action: 'remove', id: last.id });
  }

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

  get shown() {
    if (!isReplaying()) return this.entries;
    const { position } = state.replay;
    return (state.contents?.marks ?? []).filter((mark) => mark.end <= position + 1e-9 && mark.best)
      .map(({ best, isGesture, truth }) => ({ label: best.label, isGesture, truth, scores: [best] }));
  }

  show() {
    const isReplay = isReplaying();
    const entries = this.shown;
    const line = element('text');
    const part = (entry, kind) => make('span', written(entry), kind ? { class: kind } : {});
    const pending = isReplay ? [] : state.slots.filter((slot) => !slot.example && !slot.error && slot.strokes.length).map((slot) => {
      const best = slot.answer?.detail?.best;
      if (!best) return make('span', '…', { class: 'pending' });
      const isGesture = Boolean(slot.corrected) || slot.answer.gestures[0].isGesture;
      return part({ label: slot.corrected ?? slot.answer.gestures[0].label ?? best.label, isGesture }, 'pending');
    });
    line.replaceChildren(...entries.slice(-400).map((e) => part(e, e.isGesture ? '' : 'rejected')), ...pending, make('span', '', { class: 'caret' }));
    line.scrollLeft = line.scrollWidth;
    // The truth of the file beside what was read.
    const truths = isReplay ? (state.contents?.marks ?? []).filter((mark) => mark.truth) : [];
    const right = truths.filter((mark) => mark.isGesture && mark.best?.label === mark.truth).length;
    element('truth').hidden = !truths.length;
    element('truth').textContent = new Set(truths.map((mark) => mark.truth)).size === 1 ? `The file says ${truths[0].truth}.` : `The file’s labels agree for ${right} of ${truths.length}.`;
    this.words.show(isReplay ? [] : entries);
    const isEmpty = !entries.length && !pending.length;
    element('undo').disabled = isReplay || (isEmpty && !state.canRestore && !this.cleared);
    element('clear').disabled = isReplay || isEmpty;
    element('space').disabled = isReplay;
    element('copy').disabled = isEmpty;
  }
}

// The number of letters before the position of a replay: the text changes with it only.
function replayed({ contents, replay }) {
  return contents?.marks.filter((mark) => mark.end <= replay.position + 1e-9).length ?? 0;
}

function apply(entries, { action, id, label, entry }) {
  switch (action) {
    case 'add': return entries.some((e) => e.id === entry.id) ? entries : [...entries, entry];
    case 'remove': return entries.filter((e) => e.id !== id);
    case 'correct': return entries.map((e) => (e.id === id ? { ...e, label, isGesture: true } : e));
    case 'clear': return [];
    default: return entries;
  }
}

// Names are apart from each other, letters are not.
function written({ label, isGesture }) {
  if (!isGesture) return '?';
  return [...label].length > 1 ? `${label} ` : label;
}
