// Strip charts of the last ten seconds, and the attitude as a small phone.
import { colors, figure, font, polyline } from './canvas.js';
import { act, product } from './rotation.js';

const seconds = 10;
const capacity = 4096;

export class Strip {
  /** @param {HTMLCanvasElement} canvas @param {number} least */
  constructor(canvas, least) {
    this.values = new Float32Array(4 * capacity);
    this.least = least;
    this.next = this.count = this.last = 0;
    this.figure = figure(canvas, (...parts) => this.draw(...parts));
  }

  clear() {
    this.next = this.count = 0;
  }

  /** @param {number} t @param {Vector} values */
  add(t, [x, y, z]) {
    // A replay that was set back starts over.
    if (this.count && t < this.last) this.clear();
    this.values.set([t, x, y, z], 4 * this.next);
    this.next = (this.next + 1) % capacity;
    this.count = Math.min(capacity, this.count + 1);
    this.last = t;
  }

  /** @type {Draw} */
  draw(context, width, height) {
    const right = width - 56;
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    polyline(context, [[0, height / 2], [right, height / 2]]);
    if (!this.count) return;
    let limit = this.least;
    const first = (this.next - this.count + capacity) % capacity;
    const v = this.values;
    for (let k = 0; k < this.count; k++) {
      const i = 4 * ((first + k) % capacity);
      if (v[i] < this.last - seconds) continue;
      limit = Math.max(limit, Math.abs(v[i + 1]), Math.abs(v[i + 2]), Math.abs(v[i + 3]));
    }
    /** @type {(value: number) => number} */
    const y = (value) => height / 2 - (value / limit) * (height / 2 - 2);
    context.font = font(14);
    /** @type {{ axis: string, y: number }[]} */
    const ends = [];
    ['x', 'y', 'z'].forEach((axis, a) => {
      context.strokeStyle = colors[axis];
      context.lineWidth = 1.5;
      context.beginPath();
      let before = -Infinity;
      for (let k = 0; k < this.count; k++) {
        const i = 4 * ((first + k) % capacity);
        if (v[i] < this.last - seconds) continue;
        const x = right * (1 - (this.last - v[i]) / seconds);
        // A gap, as between two gestures, stays open.
        if (v[i] - before < 0.25) context.lineTo(x, y(v[i + 1 + a]));
        else context.moveTo(x, y(v[i + 1 + a]));
        before = v[i];
      }
      context.stroke();
      const latest = 4 * ((this.next - 1 + capacity) % capacity);
      ends.push({ axis, y: y(v[latest + 1 + a]) });
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
