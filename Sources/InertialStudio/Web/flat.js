// The ribbon without WebGL 2: the same view on a 2-D canvas, its faces in the order of time.
import { colors, rgb } from './canvas.js';
import { act } from './rotation.js';

export function drawFlat(ribbon, width, height) {
  const context = ribbon.flat;
  const m = ribbon.matrix(width / height);
  const at = ([x, y, z]) => {
    const [right, up, , near] = [0, 1, 2, 3].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r]);
    return [width * (1 + right / near) / 2, height * (1 - up / near) / 2];
  };
  context.clearRect(0, 0, width, height);
  context.lineWidth = devicePixelRatio || 1;
  context.strokeStyle = colors.line;
  if (ribbon.count || ribbon.isFaced) {
    const ends = ribbon.grid().map(at);
    context.beginPath();
    for (let i = 0; i < ends.length; i += 2) {
      context.moveTo(...ends[i]);
      context.lineTo(...ends[i + 1]);
    }
    context.stroke();
  }
  if (ribbon.raw.length > 1) {
    context.strokeStyle = colors.muted;
    context.beginPath();
    ribbon.raw.forEach((p, i) => (i ? context.lineTo(...at(p)) : context.moveTo(...at(p))));
    context.stroke();
  }
  if (ribbon.count < 2) return;
  drawBand(ribbon, context, at, ribbon.morph);
  if (ribbon.morph < 1) {
    context.globalAlpha = 0.6 * (1 - ribbon.morph);
    drawBand(ribbon, context, at, 0);
    context.globalAlpha = 1;
  }
}

function drawBand(ribbon, context, at, morph) {
  const [early, late] = [rgb(colors.early), rgb(colors.late)];
  const [from, to] = ribbon.span;
  let last = null;
  for (let i = 0; i < ribbon.count; i++) {
    const { place, turn, time } = ribbon.point(i, morph);
    const side = act(turn, [ribbon.width, 0, 0]);
    const edge = [at(place.map((v, a) => v - side[a])), at(place.map((v, a) => v + side[a]))];
    if (last) {
      const share = (time - from) / Math.max(1e-6, to - from);
      const color = early.map((v, a) => Math.round(255 * (v + share * (late[a] - v))));
      context.fillStyle = context.strokeStyle = `rgb(${color.join(' ')})`;
      context.beginPath();
      context.moveTo(...last[0]);
      for (const corner of [last[1], edge[1], edge[0]]) context.lineTo(...corner);
      context.closePath();
      context.fill();
      context.stroke();
    }
    last = edge;
  }
}
