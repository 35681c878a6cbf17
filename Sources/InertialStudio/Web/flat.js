// The ribbon without WebGL 2: the same view on a 2-D canvas, its faces in the order of time.
import { colors, polyline, rgb } from './canvas.js';
import { act } from './rotation.js';

/** @param {import('./ribbon.js').Ribbon} ribbon @param {number} width @param {number} height */
export function drawFlat(ribbon, width, height) {
  const context = /** @type {Ink2D} */ (ribbon.flat);
  const m = ribbon.matrix(width / height);
  /** @type {(place: Vector) => number[]} */
  const at = ([x, y, z]) => {
    const [right, up, , near] = [0, 1, 2, 3].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
    return [width * (1 + right / near) / 2, height * (1 - up / near) / 2];
  };
  context.clearRect(0, 0, width, height);
  context.lineWidth = devicePixelRatio || 1;
  context.strokeStyle = colors.line;
  if (ribbon.count || ribbon.isFaced) {
    const ends = ribbon.grid().map(at);
    for (let i = 0; i < ends.length; i += 2) polyline(context, ends.slice(i, i + 2));
  }
  context.lineWidth *= 2;
  for (const [points, color] of ribbon.lines) {
    context.strokeStyle = colors[color];
    polyline(context, points.map(at));
  }
  if (ribbon.count < 2) return;
  drawBand(ribbon, context, at, ribbon.morph);
  if (ribbon.morph < 1) {
    context.globalAlpha = 0.6 * (1 - ribbon.morph);
    drawBand(ribbon, context, at, 0);
    context.globalAlpha = 1;
  }
}

/** @param {import('./ribbon.js').Ribbon} ribbon @param {Ink2D} context @param {(place: Vector) => number[]} at @param {number} morph */
function drawBand(ribbon, context, at, morph) {
  const [early, late] = [rgb(colors.early), rgb(colors.late)];
  const [from, to] = ribbon.span;
  /** @type {number[][]} */
  let last = [];
  for (let i = 0; i < ribbon.count; i++) {
    const { place, turn, time } = ribbon.point(i, morph);
    const side = act(turn, [ribbon.width, 0, 0]);
    /** @type {number[][]} */
    const edge = [at(place.map((v, a) => v - side[a])), at(place.map((v, a) => v + side[a]))];
    if (last.length) {
      const share = (time - from) / Math.max(1e-6, to - from);
      const color = early.map((v, a) => Math.round(255 * (v + share * (late[a] - v))));
      context.fillStyle = context.strokeStyle = `rgb(${color.join(' ')})`;
      polyline(context, [...last, edge[1], edge[0], last[0]]);
      context.fill();
    }
    last = edge;
  }
}
