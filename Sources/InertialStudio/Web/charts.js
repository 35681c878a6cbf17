// Strip charts of the last ten seconds, and the attitude as a small phone.
import { colors, figure, font, polyline } from './canvas.js';
import { act, product } from './rotation.js';

const seconds = 10;
// Samples that are kept of a chart that is not drawn.
const most = 8192;

export class Strip {
  /** @param {HTMLCanvasElement} canvas @param {number} least */
  constructor(canvas, least) {
    // Each as time, x, y and z.
    /** @type {number[][]} */
    this.samples = [];
    this.least = least;
    this.figure = figure(canvas, (...parts) => this.draw(...parts));
  }

  clear() {
    this.samples = [];
  }

  /** @param {number} t @param {Vector} values */
  add(t, values) {
    // A replay that was set back starts over.
    if (t < (this.samples.at(-1)?.[0] ?? t)) this.clear();
    this.samples.push([t, ...values]);
    if (this.samples.length > most) this.samples.splice(0, most / 2);
  }

  /** @type {Draw} */
  draw(context, width, height) {
    const right = width - 56;
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    polyline(context, [[0, height / 2], [right, height / 2]]);
    const last = this.samples.at(-1);
    if (!last) return;
    const shown = this.samples.filter(([t]) => t >= last[0] - seconds);
    const limit = shown.reduce((largest, [, ...values]) => Math.max(largest, ...values.map(Math.abs)), this.least);
    /** @type {(value: number) => number} */
    const y = (value) => height / 2 - (value / limit) * (height / 2 - 2);
    context.font = font(14);
    const ends = ['x', 'y', 'z'].map((axis, a) => {
      context.strokeStyle = colors[axis];
      context.lineWidth = 1.5;
      context.beginPath();
      let before = -Infinity;
      for (const [t, ...values] of shown) {
        const x = right * (1 - (last[0] - t) / seconds);
        // A gap, as between two gestures, stays open.
        if (t - before < 0.25) context.lineTo(x, y(values[a]));
        else context.moveTo(x, y(values[a]));
        before = t;
      }
      context.stroke();
      return { axis, y: y(last[1 + a]) };
    });
    // The names of the lines at their ends, apart from each other.
    ends.sort((a, b) => a.y - b.y).forEach((end, k) => {
      end.y = Math.max(end.y + 4, k ? ends[k - 1].y + 14 : 11);
    });
    ends.reduceRight((next, end) => (end.y = Math.min(end.y, next - 14)), height + 12);
    for (const end of ends) {
      context.fillStyle = colors[end.axis];
      context.fillText(end.axis, right + 4, end.y);
    }
    context.fillStyle = colors.muted;
    context.textAlign = 'right';
    context.fillText(limit.toPrecision(2), width, 12);
    context.textAlign = 'start';
  }
}

export class Phone {
  /** @param {HTMLCanvasElement} canvas @param {() => Turn} camera */
  constructor(canvas, camera) {
    this.camera = camera;
    /** @type {Turn | null} */
    this.attitude = null;
    this.figure = figure(canvas, (...parts) => this.draw(...parts));
  }

  /** @param {Turn} attitude */
  show(attitude) {
    this.attitude = attitude;
    this.figure.redraw();
  }

  /** @type {Draw} */
  draw(context, width, height) {
    const { attitude } = this;
    if (!attitude) return;
    const [x, y, z, w] = this.camera();
    const turn = product([-x, -y, -z, w], attitude);
    const scale = Math.min(width, height) / 2.5;
    /** @type {(p: Vector) => number[]} */
    const at = (p) => {
      const [right, up, near] = act(turn, p);
      return [width / 2 + scale * (1 + 0.18 * near) * right, height / 2 - scale * (1 + 0.18 * near) * up];
    };
    /** @type {(points: Vector[], fill: string, line: string) => void} */
    const shape = (points, fill, line) => {
      context.fillStyle = fill;
      context.strokeStyle = line;
      polyline(context, [...points, points[0]].map(at));
      context.fill();
      context.stroke();
    };
    context.lineJoin = 'round';
    context.lineWidth = 1.5;
    const [a, b, c] = [0.46, 0.92, 0.06];
    /** @type {(depth: number, inset?: number) => Vector[]} */
    const plate = (depth, inset = 0) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => [i * (a - inset), j * (b - inset), depth]);
    const isFront = act(turn, [0, 0, 1])[2] > 0;
    const [far, near] = isFront ? [plate(-c), plate(c)] : [plate(c), plate(-c)];
    shape(far, colors.wash, colors.muted);
    far.forEach((p, i) => shape([p, far[(i + 1) % 4], near[(i + 1) % 4], near[i]], colors.wash, colors.muted));
    shape(near, isFront ? colors.ground : colors.wash, colors.muted);
    if (!isFront) return;
    shape(plate(c, 0.07), colors.wash, colors.line);
    context.strokeStyle = colors.accent;
    context.lineWidth = 2.5;
    polyline(context, [at([-0.12, b * 0.97, c]), at([0.12, b * 0.97, c])]);
  }
}
