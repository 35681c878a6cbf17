// Screen mode: strokes to letters. Strokes within the pause belong to one letter.
import { Ink } from './ink.js';
import { post, sentence } from './server.js';

export class Screen {
  constructor({ result, text, teach, settings }) {
    Object.assign(this, { result, text, teach, settings });
    this.hint = document.getElementById('draw-hint');
    this.count = 0;
    this.waits = []; // Milliseconds from the release to the letter.
    this.ink = new Ink(document.getElementById('draw'), {
      start: () => this.start(),
      stroke: (time) => this.read(time),
      // The strokes before it are still a letter, which ends after another pause.
      cancelled: () => this.ink.strokes.length && this.read(performance.now()),
    });
    text.onUndo = () => this.drop();
  }

  start() {
    this.hint.dataset.off = '';
    clearTimeout(this.timer);
    if (this.done) {
      this.ink.clear();
      this.done = false;
    }
    // What the letter is for is decided with its first stroke.
    if (!this.ink.strokes.length) this.target = this.teach.isOpen ? { kind: 'stroke', label: this.teach.label } : null;
  }

  async read(released) {
    const count = ++this.count;
    const strokes = this.ink.strokes.map((stroke) => stroke.map(({ t, x, y }) => [t, x, y]));
    const pause = 1000 * this.settings.pause;
    if (this.ink.extent < 8) {
      this.result.error('Too short to read. Write the letter larger.');
      this.timer = setTimeout(() => this.finish(null), pause);
      return;
    }
    // The pause counts from the release, not from the answer.
    const end = performance.now() + pause;
    let letter = null;
    try {
      const answer = await post('/api/recognize', { strokes, detail: true });
      if (count !== this.count) return;
      const [gesture] = answer.gestures;
      const label = this.result.show(gesture, answer.detail);
      letter = { label: label ?? answer.detail?.best?.label ?? '?', rejected: label === null, scores: answer.detail?.scores };
      document.getElementById('draw').setAttribute('aria-label', describe(gesture, answer.detail, strokes.length));
      this.waits = [...this.waits.slice(-999), performance.now() - released];
    } catch (failure) {
      if (count !== this.count) return;
      this.result.error(sentence(failure.message));
    }
    if (this.ink.current) return;
    if (!this.target) this.text.suggest(letter?.label ?? null, letter?.rejected);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.finish(letter, strokes), Math.max(0, end - performance.now()));
  }

  // The pause is over: the letter is written.
  finish(letter, strokes) {
    this.done = true;
    this.ink.fade();
    if (!letter) return;
    if (this.target) this.teach.add({ ...this.target, strokes });
    else this.text.add(letter.label, letter.rejected, letter.scores);
  }

  drop() {
    clearTimeout(this.timer);
    this.count++;
    this.ink.clear();
  }
}

function describe(gesture, detail, count) {
  if (!detail?.best) return `Not read: ${gesture.reason}`;
  const strokes = `${count === 1 ? 'one stroke' : `${count} strokes`}`;
  return `${gesture.isGesture ? detail.best.label : `Rejected, nearest ${detail.best.label}`}, confidence ${Math.round(100 * detail.best.confidence)} percent, ${strokes}`;
}
