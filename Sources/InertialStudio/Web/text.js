// What was written, as text. Undo takes back one entry.

export class Text {
  constructor(words) {
    this.words = words;
    this.entries = [];
    this.pending = null;
    this.line = document.getElementById('text');
    this.buttons = ['undo', 'clear'].map((id) => document.getElementById(id));
    document.getElementById('undo').addEventListener('click', () => this.undo());
    document.getElementById('space').addEventListener('click', () => this.add(' '));
    document.getElementById('clear').addEventListener('click', () => {
      this.cleared = this.entries;
      this.entries = [];
      this.pending = null;
      this.show();
    });
    this.show();
  }

  // `scores` are those of all classes, for words; `spotted` means in motion without a touch.
  add(label, rejected = false, scores = [], spotted = false) {
    this.pending = null;
    this.cleared = null;
    this.entries.push({ label, rejected, scores, spotted });
    if (this.entries.length > 2000) this.entries.splice(0, 1000);
    this.show();
  }

  // The letter of a gesture to which a stroke may still be added.
  suggest(label, rejected = false) {
    this.pending = label === null ? null : { label, rejected };
    this.show();
  }

  undo() {
    this.onUndo?.();
    if (this.cleared) this.entries = this.cleared;
    else if (this.pending) this.pending = null;
    else this.entries.pop();
    this.cleared = null;
    this.show();
  }

  get value() {
    return this.entries.map(shown).join('').trimEnd();
  }

  show() {
    const part = (entry, kind) => {
      const span = document.createElement('span');
      span.textContent = shown(entry);
      if (kind) span.className = kind;
      return span;
    };
    const caret = document.createElement('span');
    caret.className = 'caret';
    this.line.replaceChildren(
      ...this.entries.slice(-200).map((e) => part(e, e.rejected ? 'rejected' : '')),
      ...(this.pending ? [part(this.pending, 'pending')] : []), caret);
    this.line.scrollLeft = this.line.scrollWidth;
    this.words.show(this.entries);
    const empty = !this.entries.length && !this.pending && !this.cleared;
    this.buttons[0].disabled = empty;
    this.buttons[1].disabled = !this.entries.length && !this.pending;
  }
}

// Names are apart from each other, letters are not.
function shown({ label, rejected }) {
  if (rejected) return '?';
  return label.length > 1 ? `${label} ` : label;
}
