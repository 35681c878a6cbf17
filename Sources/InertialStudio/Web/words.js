// The words that the letters spell, by a list of words. A press on a word chooses the next possible one.
import { complain } from './messages.js';
import { post } from './server.js';
import { element, make, on, state, update, watch } from './store.js';

// Gestures of a request.
const longest = 256;

export class Words {
  constructor() {
    this.line = element('words');
    /** @type {Entry[]} */
    this.entries = [];
    this.count = 0;
    /** @type {{ entry: Entry, count: number, choices: Spelling[], choice: number }[]} */
    this.list = [];
    on('words-toggle', 'click', () => update({ spells: !state.spells }));
    watch((s) => [s.spells], (spells) => {
      element('words-toggle').setAttribute('aria-pressed', spells);
      this.line.hidden = !spells;
      this.read();
    });
    // Without a list of words there is nothing to switch on.
    watch((s) => [s.session?.decodesWords], (isAvailable) => (element('words-toggle').hidden = !isAvailable));
  }

  /** @param {Entry[]} entries */
  show(entries) {
    if (entries.length === this.entries.length && entries.every((e, i) => e.id === this.entries[i].id && e.label === this.entries[i].label)) return;
    this.entries = [...entries];
    this.read();
  }

  async read() {
    const count = ++this.count;
    if (!state.spells) return;
    let entries = this.entries.slice(-longest);
    // Of a longer text, from a space on.
    if (entries.length < this.entries.length) entries = entries.slice(entries.findIndex((e) => e.label === ' ') + 1);
    try {
      /** @type {{ words: Word[] }} */
      const { words } = entries.length ? await post('/api/words', { gestures: entries.map(gesture) }) : { words: [] };
      if (count !== this.count) return;
      const before = this.list;
      this.list = words.map((word) => {
        const entry = entries[word.first];
        const choices = [word, ...word.alternatives];
        // A choice holds while the word has the same letters.
        const known = before.find((old) => old.entry.id === entry.id && old.count === word.count);
        return { entry, count: word.count, choices, choice: known && known.choice < choices.length ? known.choice : 0 };
      });
      this.draw();
    } catch (failure) {
      if (count === this.count) complain(failure);
    }
  }

  draw() {
    this.line.replaceChildren(...this.list.map((word) => {
      const { text, isInLexicon, confidence } = word.choices[word.choice];
      const others = word.choices.filter((_, index) => index !== word.choice).map((other) => other.text);
      const title = `${(100 * confidence).toFixed(1)} %${isInLexicon ? '' : ', not in the list'}${others.length ? `; or ${others.join(', ')}` : ''}`;
      const button = make('button', text, { 'data-known': isInLexicon, title });
      button.addEventListener('click', () => {
        word.choice = (word.choice + 1) % word.choices.length;
        const place = [...this.line.children].indexOf(button);
        this.draw();
        /** @type {HTMLElement} */ (this.line.children[place]).focus();
      });
      return button;
    }));
    this.line.scrollLeft = this.line.scrollWidth;
  }
}

// An entry without scores, such as a space, is sure.
/** @param {Entry} entry */
function gesture({ label, isGesture, scores, isSpotted }) {
  return { scores: scores.length ? scores : [{ label, score: 0, confidence: 1 }], isGesture, isSpotted };
}
