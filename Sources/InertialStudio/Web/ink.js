// The writing surface: one pointer at a time, ink as it is written.
import { calm, colors, figure, trace } from './canvas.js';

export class Ink {
  /** @param {HTMLCanvasElement} canvas @param {Record<'start' | 'stroke' | 'cancelled', (time: number) => void>} listeners */
  constructor(canvas, { start, stroke, cancelled }) {
    this.canvas = canvas;
    /** @type {InkPoint[][]} */
    this.strokes = [];
    /** @type {InkPoint[]} */
    this.current = [];
    this.isWriting = false;
    this.faded = this.pointer = 0;
    // The surface on which the strokes were written.
    this.size = [1, 1];
    this.figure = figure(canvas, (...parts) => this.draw(...parts));
    canvas.addEventListener('pointerdown', (event) => {
      if (this.isWriting || event.button !== 0) return;
      this.pointer = event.pointerId;
      canvas.setPointerCapture(event.pointerId);
      start(event.timeStamp);
      if (!this.strokes.length) this.size = [canvas.clientWidth, canvas.clientHeight];
      this.current = [];
      this.isWriting = true;
      this.add(event);
      this.figure.redraw();
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!this.isCurrent(event)) return;
      /** @type {PointerEvent[]} */
      const events = event.getCoalescedEvents?.() ?? [];
      for (const part of events.length ? events : [event]) this.add(part);
      this.figure.schedule();
    });
    canvas.addEventListener('pointerup', (event) => {
      if (!this.isCurrent(event)) return;
      const last = this.current[this.current.length - 1];
      const point = this.point(event);
      if (point.x !== last.x || point.y !== last.y) this.add(event);
      this.strokes.push(this.current);
      this.current = [];
      this.isWriting = false;
      stroke(event.timeStamp);
      this.figure.schedule();
    });
    /** @param {any} event */
    const cancel = (event) => {
      if (this.isWriting && (event.type === 'keydown' ? event.key === 'Escape' : this.isCurrent(event))) {
        this.current = [];
        this.isWriting = false;
        this.figure.redraw();
        cancelled(event.timeStamp);
      }
    };
    canvas.addEventListener('pointercancel', cancel);
    canvas.addEventListener('keydown', cancel);
    canvas.addEventListener('contextmenu', (event) => this.isWriting && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  isCurrent(event) {
    return this.isWriting && event.pointerId === this.pointer;
  }

  /** @param {PointerEvent} event @returns {InkPoint} */
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, t: event.timeStamp / 1000 };
  }

  /** @param {PointerEvent} event */
  add(event) {
    const point = this.point(event);
    const last = this.current[this.current.length - 1];
    // Coalesced events may be older than the one before.
    if (last && point.t < last.t) point.t = last.t;
    this.current.push(point);
  }

  // The larger side of what was written, in CSS pixels.
  get extent() {
    const all = this.strokes.flat();
    /** @param {number[]} values */
    const range = (values) => Math.max(...values) - Math.min(...values);
    return all.length ? Math.max(range(all.map((p) => p.x)), range(all.map((p) => p.y))) : 0;
  }

  clear() {
    this.strokes = [];
    this.faded = 0;
    this.figure.redraw();
  }

  // What was read stays as a trace until the next stroke.
  fade() {
    const begin = performance.now();
    /** @param {number} now */
    const step = (now) => {
      this.faded = calm.matches ? 1 : Math.min(1, (now - begin) / 140);
      this.figure.redraw();
      if (this.faded < 1 && this.strokes.length) requestAnimationFrame(step);
    };
    if (this.strokes.length) requestAnimationFrame(step);
  }

  /** @type {Draw} */
  draw(context, width, height) {
    // A phone that is turned has another surface.
    const fit = Math.min(1, width / this.size[0], height / this.size[1]);
    if (!this.isWriting) context.scale(fit, fit);
    context.lineWidth = 5;
    context.lineCap = context.lineJoin = 'round';
    context.strokeStyle = colors.ink;
    context.globalAlpha = 1 - 0.78 * this.faded;
    for (const stroke of this.strokes) {
      trace(context, stroke);
      context.stroke();
    }
    context.globalAlpha = 1;
    if (this.current.length) {
      trace(context, this.current);
      context.stroke();
    }
  }
}
