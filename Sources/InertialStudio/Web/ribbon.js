// The path of the device as a ribbon in 3-D, by the painter's way: what is farther from the eye is drawn first.
import { calm, colors, figure, polyline, rgb } from './canvas.js';
import { act, dot, half, normal, product } from './rotation.js';

// The most faces of the ribbon: a path of minutes is drawn by every few of its points.
const mostFaces = 1024;

export class Ribbon {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.frame = this.begun = 0;
    // Each with its place before the last correction.
    /** @type {(PathPoint & { before: Vector })[]} */
    this.path = [];
    // By integration alone.
    /** @type {Vector[]} */
    this.raw = [];
    // By a reference.
    /** @type {Vector[]} */
    this.truth = [];
    /** @type {number | undefined} */
    this.error = undefined;
    this.goal = this.center = [0, 0, 0];
    this.goalRadius = this.radius = 0.15;
    this.isFaced = false;
    this.morph = 1;
    // Called when the camera turns, and when the squares have another size.
    /** @type {(() => void) | null} */
    this.onTurn = null;
    /** @type {((square: string) => void) | null} */
    this.onScale = null;
    this.said = '';
    this.camera = [0, 0, 0, 1];
    this.plane = [0, 0, 0, 1];
    this.figure = figure(canvas, (...parts) => this.paint(...parts));
    this.turnable();
  }

  // MARK: path

  /** @param {Turn} [attitude] */
  begin(attitude) {
    this.path = [];
    this.raw = [];
    this.truth = [];
    this.error = undefined;
    this.morph = 1;
    if (attitude) this.face(attitude);
    this.changed();
  }

  // Points as the server sends them: { t, position, velocity, attitude }.
  /** @param {PathPoint[]} points */
  append(points) {
    this.path.push(...points.map((point) => ({ ...point, before: point.position })));
    this.fit();
  }

  get count() {
    return this.path.length;
  }

  get positions() {
    return this.path.map(({ position }) => position);
  }

  // Corrected points: the ribbon moves to them, the old path stays as a thin line.
  /** @param {number} start @param {PathPoint[]} points */
  revise(start, points) {
    if (points.length >= this.raw.length) this.raw = this.positions;
    const old = this.path;
    this.path = old.map((point) => ({ ...point, before: point.position }));
    points.forEach((point, i) => (this.path[start + i] = { ...point, before: (old[start + i] ?? point).position }));
    this.morph = calm.matches ? 1 : 0;
    this.begun = performance.now();
    this.fit();
  }

  // A path under other choices, with what integration alone gives, and the truth where it is known.
  /** @param {Path} path */
  replace({ points, raw, truth = [], error, plane }) {
    const same = this.count === points.length;
    if (same) this.revise(0, points);
    else {
      this.begin();
      this.append(points);
    }
    Object.assign(this, { raw: raw.map((p) => p.position), truth, error });
    if (plane && !same) this.face(plane);
    this.fit();
  }

  // Nothing is drawn but a line: the path of a whole recording.
  /** @param {PathPoint[]} points */
  outline(points) {
    this.begin();
    this.raw = points.map((p) => p.position);
    this.fit();
  }

  // How far the end is from the start, and the length of the way, in metres.
  get measures() {
    const points = this.count ? this.positions : this.raw;
    /** @type {(a: Vector, b: Vector) => number} */
    const distance = (a, b) => Math.hypot(...a.map((v, i) => v - b[i]));
    return points.length < 2 ? null : {
      closing: distance(points[0], points[points.length - 1]),
      length: points.slice(1).reduce((sum, p, i) => sum + distance(p, points[i]), 0),
      error: this.error,
    };
  }

  // The view goes to the box around the path, or around the line alone.
  fit() {
    this.changed();
    const places = this.count ? [...this.positions, ...this.truth] : this.raw;
    if (!places.length) return;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const place of places) {
      place.forEach((v, a) => {
        low[a] = Math.min(low[a], v);
        high[a] = Math.max(high[a], v);
      });
    }
    this.goal = low.map((v, a) => (v + high[a]) / 2);
    this.goalRadius = Math.max(0.12, Math.hypot(...low.map((v, a) => high[a] - v)) / 2);
  }

  // MARK: view

  /** @param {Turn} attitude */
  face(attitude) {
    this.plane = attitude;
    this.isFaced = true;
    this.camera = attitude;
    this.changed();
    this.onTurn?.();
  }

  turnable() {
    const canvas = this.canvas;
    /** @type {PointerEvent | null} */
    let last = null;
    canvas.addEventListener('pointerdown', (event) => {
      last = event;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!last || event.pointerId !== last.pointerId) return;
      this.turn(event.clientX - last.clientX, event.clientY - last.clientY);
      last = event;
    });
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => (last = null));
    canvas.addEventListener('dblclick', () => this.face(this.plane));
    canvas.addEventListener('keydown', (event) => {
      const place = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].indexOf(event.key);
      if (place >= 0) this.turn([-20, 20, 0, 0][place], [0, 0, -20, 20][place]);
      else if (event.key === 'Home') this.face(this.plane);
      else return;
      event.preventDefault();
    });
  }

  /** @param {number} dx @param {number} dy */
  turn(dx, dy) {
    const yaw = half([0, 1, 0], -dx * 0.008);
    const pitch = half([1, 0, 0], -dy * 0.008);
    this.camera = normal(product(this.camera, product(yaw, pitch)));
    this.changed();
    this.onTurn?.();
  }

  // Where a place is on the canvas, in pixels, and how far from the eye.
  /** @param {number} width @param {number} height @returns {(place: Vector) => number[]} */
  projection(width, height) {
    const [x, y, z] = axes(this.camera);
    const focal = 2.4;
    const distance = this.radius * 1.3 * focal * Math.max(1, height / width);
    const eye = this.center.map((c, i) => c + distance * z[i]);
    return (place) => {
      const way = place.map((v, i) => v - eye[i]);
      const depth = -dot(way, z);
      const scale = focal * height / 2 / depth;
      return [width / 2 + scale * dot(way, x), height / 2 - scale * dot(way, y), depth];
    };
  }

  // MARK: drawing

  changed() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.draw(now);
    });
  }

  /** @param {number} now */
  draw(now) {
    const ease = calm.matches || this.count < 2 ? 1 : 0.22;
    this.center = this.center.map((v, a) => v + ease * (this.goal[a] - v));
    // Nothing leaves the view meanwhile.
    const least = (this.goalRadius + Math.hypot(...this.center.map((v, a) => this.goal[a] - v))) / 1.2;
    this.radius = Math.max(least, this.radius + ease * (this.goalRadius - this.radius));
    if (Math.abs(this.goalRadius - this.radius) > 1e-3 * this.radius) this.changed();
    if (this.morph < 1) {
      const part = Math.min(1, (now - this.begun) / 150);
      this.morph = part * part * (3 - 2 * part);
      this.changed();
    }
    this.figure.redraw();
  }

  /** @type {Draw} */
  paint(context, width, height) {
    const at = this.projection(width, height);
    context.fillStyle = colors.ground;
    context.fillRect(0, 0, width, height);
    context.lineJoin = 'round';
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    if (this.count || this.isFaced) for (const ends of this.grid()) polyline(context, ends.map(at));
    context.lineWidth = 2;
    /** @type {(points: Vector[], color: string) => void} */
    const line = (points, color) => {
      context.globalAlpha = 0.75;
      context.strokeStyle = colors[color];
      polyline(context, points.map(at));
    };
    line(this.raw, 'muted');
    // The path before a correction fades while the ribbon moves away from it.
    for (const [morph, alpha] of [[this.morph, 1], [0, 0.6 * (1 - this.morph)]]) {
      context.globalAlpha = alpha;
      if (alpha) this.band(context, at, morph);
    }
    line(this.truth, 'good');
    context.globalAlpha = 1;
  }

  // The ribbon between its places before the last correction (0) and those now (1). Its colours run from the first
  // sample to the last; from its side it is a line.
  /** @param {Ink2D} context @param {(place: Vector) => number[]} at @param {number} morph */
  band(context, at, morph) {
    const step = Math.ceil(this.count / mostFaces);
    const [first, last] = [this.path[0]?.t, this.path[this.count - 1]?.t];
    const [early, late] = [rgb(colors.early), rgb(colors.late)];
    const [, , toEye] = axes(this.camera);
    const width = Math.max(0.01, 0.075 * this.radius);
    const edges = this.path.filter((_, i) => i % step === 0 || i === this.count - 1).map(({ t, position, before, attitude }) => {
      const place = before.map((v, a) => v + morph * (position[a] - v));
      const [side, , up] = axes(attitude);
      const share = (t - first) / Math.max(1e-6, last - first);
      const light = 0.62 + 0.38 * Math.abs(dot(up, toEye));
      return {
        ends: [-width, width].map((w) => at(place.map((v, a) => v + w * side[a]))), depth: at(place)[2],
        color: `rgb(${early.map((v, a) => Math.round(light * (v + share * (late[a] - v)))).join(' ')})`,
      };
    });
    const faces = edges.slice(1).map((to, i) => ({ from: edges[i], to })).sort((a, b) => b.to.depth - a.to.depth);
    for (const { from, to } of faces) {
      context.fillStyle = context.strokeStyle = to.color;
      polyline(context, [...from.ends, to.ends[1], to.ends[0], from.ends[0]]);
      context.fill();
    }
  }

  // The side of a square of the grid: 1, 2 or 5 times a power of ten of metres.
  get square() {
    const most = this.radius / 2.5;
    const power = 10 ** Math.floor(Math.log10(most));
    return power * ([5, 2].find((n) => n * power <= most) ?? 1);
  }

  // The ends of lines in the writing plane, a little behind the path.
  grid() {
    /** @type {Vector[][]} */
    const ends = [];
    const [r, n] = [this.radius * 1.15, Math.ceil((this.radius * 1.15) / this.square)];
    const [x, y, z] = axes(this.plane);
    /** @type {(a: number, b: number) => Vector} */
    const place = (a, b) => this.center.map((c, i) => c + this.square * (a * x[i] + b * y[i]) - 0.35 * r * z[i]);
    for (let i = -n; i <= n; i++) ends.push([place(i, -n), place(i, n)], [place(-n, i), place(n, i)]);
    const square = `Square: ${+(100 * this.square).toPrecision(1)} cm`;
    if (square !== this.said) this.onScale?.(this.said = square);
    return ends;
  }
}

// The axes of an attitude.
/** @param {Turn} attitude @returns {Vector[]} */
const axes = (attitude) => [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((v) => act(attitude, v));
