// The path of the device as a ribbon in 3-D: WebGL2, one draw call a part, or lines without it.
import { calm, colors, onSize, onTheme, rendersInSoftware, rgb } from './canvas.js';
import { drawFlat } from './flat.js';
import { act, half, normal, product } from './rotation.js';

const vertex = `#version 300 es
in vec3 position; in vec3 before; in vec4 turn; in float time; in float side; in vec3 after;
uniform mat4 view; uniform float width; uniform float morph; uniform vec2 thin;
out float age; out float light; out float across;
vec3 act(vec4 q, vec3 v) { vec3 t = 2.0 * cross(q.xyz, v); return v + q.w * t + cross(q.xyz, t); }
void main() {
  vec3 place = mix(before, position, morph) + side * width * act(turn, vec3(1, 0, 0));
  gl_Position = view * vec4(place, 1);
  if (thin.x > 0.0) {
    vec4 next = view * vec4(place + after - position, 1);
    vec2 way = (next.xy / next.w - gl_Position.xy / gl_Position.w) / thin;
    way = dot(way, way) > 0.0 ? normalize(way) : vec2(1, 0);
    gl_Position.xy += side * thin * vec2(-way.y, way.x) * gl_Position.w;
  }
  vec3 normal = act(turn, vec3(0, 0, 1));
  light = abs(dot(normal, normalize(vec3(view[0].w, view[1].w, view[2].w))));
  age = time;
  across = side;
}`;
// The smooth edges hide nothing.
const fragment = `#version 300 es
precision mediump float;
in float age; in float light; in float across; out vec4 color;
uniform vec3 early; uniform vec3 late; uniform float alpha; uniform float shade;
void main() {
  float edge = clamp((1.0 - abs(across)) / max(fwidth(across), 1e-4), 0.0, 1.0);
  gl_FragDepth = edge < 0.5 ? 1.0 : gl_FragCoord.z;
  color = vec4(mix(early, late, age) * mix(1.0, 0.62 + 0.38 * light, shade), 1) * alpha * edge;
}`;

// Position 3, before 3, turn 4, time 1, side 1. The place after a point is that of the next one, two vertices later.
const stride = 12;
const parts = { position: [3, 0], before: [3, 3], turn: [4, 6], time: [1, 10], side: [1, 11], after: [3, 2 * stride] };

export class Ribbon {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    // In pixels of the display.
    this.wide = this.high = 0;
    this.count = this.sent = this.frame = this.begun = 0;
    this.vertices = new Float32Array(2 * stride * 512);
    // By integration alone.
    /** @type {Vector[]} */
    this.raw = [];
    // By a reference.
    /** @type {Vector[]} */
    this.truth = [];
    /** @type {number | undefined} */
    this.error = undefined;
    this.linesSent = false;
    this.low = this.top = this.goal = this.center = [0, 0, 0];
    this.span = [0, 1];
    this.goalRadius = this.radius = 0.15;
    this.isFaced = false;
    this.morph = 1;
    this.frames = 0;
    // Called when the camera turns, and when the squares have another size.
    /** @type {(() => void) | null} */
    this.onTurn = null;
    /** @type {((square: string) => void) | null} */
    this.onScale = null;
    // Which squares are in the buffer, and their side.
    this.squares = this.said = '';
    this.camera = [0, 0, 0, 1];
    this.plane = [0, 0, 0, 1];
    // In software, multisampling takes four times as long. The shader smooths the ribbon's edges.
    /** @type {{ array: any, buffer: any, size: number }[]} */
    this.buffers = [];
    /** @type {Record<string, any>} */
    this.uniforms = {};
    /** @type {WebGL2RenderingContext} */
    this.gl = /** @type {any} */ (canvas.getContext('webgl2', { alpha: false, antialias: !rendersInSoftware() }));
    if (this.gl) this.prepare();
    else this.flat = canvas.getContext('2d');
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      this.prepare();
      this.changed();
    });
    // At once: a canvas of another size is black until it is drawn.
    onSize(canvas, (width, height) => {
      const scale = devicePixelRatio || 1;
      this.wide = Math.round(width * scale);
      this.high = Math.round(height * scale);
      this.draw(performance.now());
    });
    onTheme(() => this.changed());
    this.turnable();
  }

  prepare() {
    const gl = this.gl;
    /** @type {any} */
    const program = gl.createProgram();
    /** @type {[number, string][]} */
    const shaders = [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]];
    for (const [kind, source] of shaders) {
      /** @type {any} */
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw Error(gl.getShaderInfoLog(shader) ?? '');
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    this.uniforms = Object.fromEntries(['view', 'width', 'morph', 'early', 'late', 'alpha', 'shade', 'thin'].map((n) => [n, gl.getUniformLocation(program, n)]));
    this.buffers = ['ribbon', 'raw', 'truth', 'grid'].map(() => {
      const [array, buffer] = [gl.createVertexArray(), gl.createBuffer()];
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      for (const [name, [size, offset]] of Object.entries(parts)) {
        const place = gl.getAttribLocation(program, name);
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, size, gl.FLOAT, false, 4 * stride, 4 * offset);
      }
      return { array, buffer, size: 0 };
    });
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.sent = 0;
    this.linesSent = false;
    this.squares = '';
  }

  // MARK: path

  /** @param {Turn} [attitude] */
  begin(attitude) {
    this.count = this.sent = 0;
    this.raw = [];
    this.truth = [];
    this.error = undefined;
    this.linesSent = false;
    this.morph = 1;
    if (attitude) this.face(attitude);
    this.changed();
  }

  // Points as the server sends them: { t, position, velocity, attitude }.
  /** @param {PathPoint[]} points */
  append(points) {
    while (2 * stride * (this.count + points.length + 1) > this.vertices.length) {
      const larger = new Float32Array(2 * this.vertices.length);
      larger.set(this.vertices);
      this.vertices = larger;
      this.sent = 0;
    }
    const first = this.count;
    for (const point of points) this.put(this.count++, point, point.position);
    this.fit(first);
    this.changed();
  }

  /** @param {number} index @param {PathPoint} point @param {Vector} before */
  put(index, point, before) {
    for (const side of [-1, 1]) {
      const start = stride * (2 * index + (side > 0 ? 1 : 0));
      this.vertices.set([...point.position, ...before, ...point.attitude, point.t, side], start);
    }
  }

  /** @param {number} index */
  position(index) {
    return [...this.vertices.subarray(2 * stride * index, 2 * stride * index + 3)];
  }

  get positions() {
    return Array.from({ length: this.count }, (_, i) => this.position(i));
  }

  /** @returns {[Vector[], string][]} */
  get lines() {
    return [[this.raw, 'muted'], [this.truth, 'good']];
  }

  // A point between its place before the last correction (0) and its place now (1).
  /** @param {number} index @param {number} morph */
  point(index, morph) {
    const v = this.vertices.subarray(2 * stride * index, 2 * stride * index + stride);
    return {
      place: [0, 1, 2].map((i) => v[3 + i] + morph * (v[i] - v[3 + i])), turn: [...v.subarray(6, 10)], time: v[10],
    };
  }

  // Corrected points: the ribbon moves to them, the old path stays as a thin line.
  /** @param {number} start @param {PathPoint[]} points */
  revise(start, points) {
    if (!this.raw.length || points.length >= this.raw.length) {
      this.raw = this.positions;
      this.linesSent = false;
    }
    const old = points.map((_, i) => (start + i < this.count ? this.position(start + i) : null));
    for (let i = 0; i < this.count; i++) this.settle(i);
    const missing = start + points.length - this.count;
    if (missing > 0) this.append(points.slice(points.length - missing));
    points.forEach((point, i) => this.put(start + i, point, old[i] ?? point.position));
    this.sent = 0;
    this.fit();
    this.morph = calm.matches ? 1 : 0;
    this.begun = performance.now();
    this.changed();
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
    Object.assign(this, { raw: raw.map((p) => p.position), truth, error, linesSent: false });
    if (plane && !same) this.face(plane);
    this.fit();
    this.changed();
  }

  // Nothing is drawn but a line: the path of a whole recording.
  /** @param {PathPoint[]} points */
  outline(points) {
    this.begin();
    this.append(points);
    this.raw = points.map((p) => p.position);
    this.count = this.sent = 0;
    this.changed();
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

  /** @param {number} index */
  settle(index) {
    for (const side of [0, 1]) {
      const start = stride * (2 * index + side);
      for (let i = 0; i < 3; i++) this.vertices[start + 3 + i] = this.vertices[start + i];
    }
  }

  // The box around the points; those before `first` are in it already.
  fit(first = 0) {
    if (!this.count) return;
    if (!first) {
      this.low = [Infinity, Infinity, Infinity];
      this.top = [-Infinity, -Infinity, -Infinity];
    }
    const { low, top: high } = this;
    /** @type {(v: number, a: number) => void} */
    const include = (v, a) => {
      low[a] = Math.min(low[a], v);
      high[a] = Math.max(high[a], v);
    };
    for (let i = first; i < this.count; i++) this.vertices.subarray(2 * stride * i, 2 * stride * i + 3).forEach(include);
    for (const point of this.truth) point.forEach(include);
    this.goal = low.map((v, a) => (v + high[a]) / 2);
    this.goalRadius = Math.max(0.12, Math.hypot(...low.map((v, a) => high[a] - v)) / 2);
    this.span = [this.vertices[10], this.vertices[2 * stride * (this.count - 1) + 10]];
    this.vertices.set(beyond(this.position(this.count - 1), this.position(Math.max(0, this.count - 2))), 2 * stride * this.count);
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

  // MARK: drawing

  changed() {
    if (this.frame) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      this.draw(now);
      this.frames++;
    });
  }

  /** @param {number} now */
  draw(now) {
    const gl = this.gl;
    const [w, h] = [this.wide, this.high];
    if (!w || !h) return;
    if (this.canvas.width !== w || this.canvas.height !== h) Object.assign(this.canvas, { width: w, height: h });
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
    if (!gl) return drawFlat(this, w, h);
    gl.viewport(0, 0, w, h);
    const [red, green, blue] = rgb(colors.ground);
    gl.clearColor(red, green, blue, 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix4fv(this.uniforms.view, false, this.matrix(w / h));
    if (this.count || this.isFaced) this.drawGrid();
    if (this.count > 1) this.drawRibbon();
    this.drawLines();
  }

  // Fills a buffer, or a part of it where it has the size.
  /** @param {{ array: any, buffer: any, size: number }} part @param {Float32Array} data @param {number} from @param {number} to */
  upload(part, data, from = 0, to = data.length) {
    const gl = this.gl;
    gl.bindVertexArray(part.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, part.buffer);
    if (part.size !== data.length) {
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
      part.size = data.length;
    } else gl.bufferSubData(gl.ARRAY_BUFFER, 4 * from, data.subarray(from, to));
  }

  // With a width in metres, or as a line of two pixels between its smooth edges.
  /** @param {{ early: string, late?: string, alpha?: number, shade?: number, width?: number, morph?: number, isLine?: boolean }} look */
  paint({ early, late = early, alpha = 1, shade = 0, width = 0, morph = 1, isLine = false }) {
    const pixels = isLine ? 3.5 * (devicePixelRatio || 1) : 0;
    const { gl, uniforms } = this;
    gl.uniform3fv(uniforms.early, rgb(early));
    gl.uniform3fv(uniforms.late, rgb(late));
    gl.uniform1f(uniforms.alpha, alpha);
    gl.uniform1f(uniforms.shade, shade);
    gl.uniform1f(uniforms.width, width);
    gl.uniform1f(uniforms.morph, morph);
    gl.depthMask(!isLine);
    gl.uniform2f(uniforms.thin, pixels / this.wide, pixels / this.high);
  }

  drawRibbon() {
    const { gl } = this;
    const [part] = this.buffers;
    const length = 2 * stride * this.count;
    if (this.sent < length) this.upload(part, this.vertices, this.sent, length + 2 * stride);
    this.sent = length;
    gl.bindVertexArray(part.array);
    /** @type {(morph: number, alpha: number) => void} */
    const draw = (morph, alpha) => {
      // From its side the ribbon is a line.
      for (const isLine of [false, true]) {
        this.paint({ early: colors.early, late: colors.late, shade: 1, width: isLine ? 0 : this.width, morph, alpha, isLine });
        this.span01();
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 2 * this.count);
      }
    };
    draw(this.morph, 1);
    // The path before a correction fades while the ribbon moves away from it.
    if (this.morph < 1) draw(0, 0.6 * (1 - this.morph));
  }

  get width() {
    return Math.max(0.01, 0.075 * this.radius);
  }

  // Colours run from the first sample to the last: early and late are set so that time maps to them.
  span01() {
    const [from, to] = this.span;
    const [a, b] = [rgb(colors.early), rgb(colors.late)];
    const range = Math.max(1e-6, to - from);
    /** @param {number} t */
    const at = (t) => a.map((v, i) => v + (b[i] - v) * ((t - from) / range));
    this.gl.uniform3fv(this.uniforms.early, at(0));
    this.gl.uniform3fv(this.uniforms.late, at(1));
  }

  drawLines() {
    this.lines.forEach(([points, color], i) => {
      if (!points.length) return;
      const part = this.buffers[1 + i];
      if (!this.linesSent) this.upload(part, lines(points));
      this.gl.bindVertexArray(part.array);
      this.paint({ early: colors[color], alpha: 0.75, isLine: true });
      this.gl.drawArrays(this.gl.TRIANGLE_STRIP, 0, 2 * points.length);
    });
    this.linesSent = true;
  }

  drawGrid() {
    const part = this.buffers[3];
    // The same squares stay in the buffer.
    const squares = [this.square, ...this.center, this.radius, ...this.plane].map((v) => v.toPrecision(4)).join();
    if (this.squares !== squares) this.upload(part, lines(this.grid(), [0]));
    this.squares = squares;
    this.gl.bindVertexArray(part.array);
    this.paint({ early: colors.line });
    this.gl.drawArrays(this.gl.LINES, 0, part.size / stride - 2);
  }

  // The side of a square of the grid: 1, 2 or 5 times a power of ten of metres.
  get square() {
    const most = this.radius / 2.5;
    const power = 10 ** Math.floor(Math.log10(most));
    return power * ([5, 2].find((n) => n * power <= most) ?? 1);
  }

  // Ends of lines in the writing plane, a little behind the path.
  grid() {
    const points = [];
    const [r, n] = [this.radius * 1.15, Math.ceil((this.radius * 1.15) / this.square)];
    const [x, y, z] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((v) => act(this.plane, v));
    /** @type {(a: number, b: number) => Vector} */
    const place = (a, b) => this.center.map((c, i) => c + this.square * (a * x[i] + b * y[i]) - 0.35 * r * z[i]);
    for (let i = -n; i <= n; i++) points.push(place(i, -n), place(i, n), place(-n, i), place(n, i));
    const square = `Square: ${+(100 * this.square).toPrecision(1)} cm`;
    if (square !== this.said) this.onScale?.(this.said = square);
    return points;
  }

  /** @param {number} aspect */
  matrix(aspect) {
    const [x, y, z] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((v) => act(this.camera, v));
    const focal = 2.4;
    const distance = this.radius * 1.3 * focal * Math.max(1, 1 / aspect);
    const eye = this.center.map((c, i) => c + distance * z[i]);
    const [near, far] = [distance / 50, distance * 20];
    /** @type {(a: Vector, b: Vector) => number} */
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const depth = -(far + near) / (far - near);
    /** @type {[number, Vector, number][]} */
    const rows = [[focal / aspect, x, 0], [focal, y, 0], [depth, z, -2 * far * near / (far - near)], [-1, z, 0]];
    const m = new Float32Array(16);
    rows.forEach(([factor, axis, offset], r) => {
      for (let c = 0; c < 3; c++) m[4 * c + r] = factor * axis[c];
      m[12 + r] = offset - factor * dot(axis, eye);
    });
    return m;
  }
}

/** @param {Vector[]} points @param {number[]} sides */
function lines(points, sides = [-1, 1]) {
  const data = new Float32Array(stride * (sides.length * points.length + 2));
  points.forEach((p, i) => sides.forEach((side, k) => {
    data.set([...p, ...p, 0, 0, 0, 1, 0, side], stride * (sides.length * i + k));
  }));
  data.set(beyond(points[points.length - 1], points[points.length - 2]), data.length - 2 * stride);
  return data;
}

// The place after the last one, in the direction of the way.
/** @param {Vector} last @param {Vector} before */
const beyond = (last, before = last) => last.map((v, i) => 2 * v - before[i]);
