// The text that all pages share: a line for each mode.
import { complain } from './messages.js';
import { patient } from './server.js';
import { element, make, on, state, update, watch, written } from './store.js';
import { line, pending, write } from './writing.js';

// The page among those of the studio, for numbers of its own.
export const page = Math.random().toString(36).slice(2, 10);

// Changes what is written.
/** @param {Act} what */
export const act = (what) => update(write(state, what));

export class Text {
  /** @param {{ words: import('./words.js').Words }} parts */
  constructor({ words }) {
    this.words = words;
    // The letters on the surface.
    /** @type {import('./letters.js').Letters | null} */
    this.letters = null;
    this.count = 0;
    this.isSending = false;
    on('undo', 'click', () => this.undo());
    on('space', 'click', () => this.space());
    on('clear', 'click', () => {
      if (state.mode === 'screen') this.letters?.wipe();
      act({ type: 'clear', line: state.mode });
    });
    watch((s) => [s.lines[s.mode], s.changes, s.slots, s.mode], () => this.show());
    watch((s) => [s.changes], () => this.send());
  }

  // What the server has of the mode's line, with the changes that are on their way to it.
  get entries() {
    return line(state, state.mode).entries;
  }

  space() {
    const entry = { id: `${page}.${++this.count}`, label: ' ', isGesture: true, scores: [], isSpotted: false };
    act({ type: 'change', change: { line: state.mode, action: 'add', entry } });
  }

  undo() {
    if (state.mode === 'screen' && state.slots.length) this.letters?.wipe();
    act({ type: 'undo', line: state.mode });
  }

  // One after another: a change is sent until it is answered.
  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (state.changes.length) {
      let failed = null;
      try {
        await patient('/api/text', state.changes[0]);
      } catch (failure) {
        failed = failure;
      }
      act({ type: 'sent', failed: failed !== null });
      if (failed) complain(failed);
    }
    this.isSending = false;
  }

  get value() {
    return this.entries.map(written).join('').trimEnd();
  }

  show() {
    const { entries, canRestore } = line(state, state.mode);
    const text = element('text');
    /** @type {(entry: Pick<Entry, 'label' | 'isGesture'> | null, kind: string) => HTMLElement} */
    const part = (entry, kind) => make('span', entry ? written(entry) : '…', kind ? { class: kind } : {});
    const coming = state.mode === 'screen' ? pending(state) : [];
    text.replaceChildren(...entries.slice(-400).map((e) => part(e, e.isGesture ? '' : 'rejected')), ...coming.map((e) => part(e, 'pending')), make('span', '', { class: 'caret' }));
    text.scrollLeft = text.scrollWidth;
    this.words.show(entries);
    const isEmpty = !entries.length && !coming.length;
    element('undo').disabled = isEmpty && !canRestore;
    element('clear').disabled = element('copy').disabled = isEmpty;
  }
}
