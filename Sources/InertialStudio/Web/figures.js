// What was classified, as the server sent it: zones of a stroke, or channels against a template.
import { colors, font, polyline } from './canvas.js';

/** @param {Ink2D} context @param {number} width @param {number} height @param {Input | null | undefined} input */
export function draw(context, width, height, input) {
  if (input?.kind === 'warping') drawChannels(context, width, height, input);
  else drawStrokes(context, Math.min(width, height), input);
}

// Title, note and words for the picture.
/** @param {Input | null | undefined} input */
export function describe(input) {
  if (input?.kind === 'warping') {
    return [`Channels on a template of ${input.label}`, `Distance ${input.distance.toFixed(2)}; ω angular rate, a acceleration.`,
      `Five channels of motion against the nearest template of ${input.label}.`];
  }
  if (!input) return ['What was classified', '', 'Nothing was classified yet.'];
  const { areCompared, columns, rows, strokes, zones } = input;
  if (!areCompared) {
    return ['Outline with directions', 'The model compares directions along the line and their order.',
      `Outline of ${strokes.length === 1 ? 'one stroke' : `${strokes.length} strokes`}, with directions.`];
  }
  const busiest = zones.reduce((best, zone, k) => (zone.share > zones[best].share ? k : best), 0);
  return [`Rescaled stroke in ${columns} × ${rows} zones`, `Share of time; arrows are displacements${strokes.length > 1 ? ', of jumps (dashed) too' : ''}.`,
    `Rescaled stroke. Most time, ${percent(zones[busiest].share)}, in row ${1 + Math.floor(busiest / columns)}, column ${1 + busiest % columns}.`];
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {Ink2D} context @param {number} size @param {ZonesInput | null | undefined} input */
function drawStrokes(context, size, input) {
  const [margin, columns, rows] = [6, input?.columns ?? 3, input?.rows ?? 3];
  const side = size - 2 * margin;
  /** @type {(x: number, y: number) => number[]} */
  const at = (x, y) => [margin + x * side, margin + y * side];
  const zones = input?.areCompared ? input.zones : [];
  context.lineWidth = 1;
  context.fillStyle = colors.accent;
  zones.forEach(({ share }, k) => {
    context.globalAlpha = 0.05 + 0.35 * Math.min(1, 2 * share);
    if (share > 0) {
      const [x, y] = at((k % columns) / columns, Math.floor(k / columns) / rows);
      context.fillRect(x, y, side / columns, side / rows);
    }
  });
  context.globalAlpha = 1;
  context.strokeStyle = colors.line;
  context.strokeRect(margin, margin, side, side);
  if (!input) return;
  for (let i = 1; zones.length && i < columns; i++) polyline(context, [at(i / columns, 0), at(i / columns, 1)]);
  for (let i = 1; zones.length && i < rows; i++) polyline(context, [at(0, i / rows), at(1, i / rows)]);
  // The samples joined by straight lines: this, not the smoothed ink, was classified.
  context.strokeStyle = context.fillStyle = colors.ink;
  context.lineWidth = 2.5;
  context.lineJoin = context.lineCap = 'round';
  input.strokes.forEach((stroke, i) => {
    polyline(context, stroke.map(([x, y]) => at(x, y)));
    context.beginPath();
    const [x, y] = at(stroke[0][0], stroke[0][1]);
    context.arc(x, y, 4.5, 0, 7);
    context.fill();
    if (!i || !zones.length) return;
    context.setLineDash([3, 5]);
    context.lineWidth = 1.5;
    const [endX, endY] = input.strokes[i - 1].at(-1) ?? [];
    polyline(context, [at(endX, endY), [x, y]]);
    context.setLineDash([]);
    context.lineWidth = 2.5;
  });
  if (!zones.length) for (const stroke of input.strokes) directions(context, stroke.map(([x, y]) => at(x, y)));
  zones.forEach(({ share, dx, dy }, k) => {
    const [x, y] = at((k % columns) / columns, Math.floor(k / columns) / rows);
    if (share > 0) {
      context.font = font(14, 500);
      context.lineWidth = 3;
      context.strokeStyle = colors.ground;
      context.strokeText(percent(share), x + 6, y + 18);
      context.fillStyle = colors.muted;
      context.fillText(percent(share), x + 6, y + 18);
    }
    arrow(context, x + side / columns / 2, y + side / rows / 2, dx * side, dy * side);
  });
}

// Arrows along a line, 44 pixels from one to the next.
/** @param {Ink2D} context @param {number[][]} points */
function directions(context, points) {
  let way = 22;
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
    const length = Math.hypot(bx - ax, by - ay);
    way += length;
    if (way < 44 || !length) continue;
    way = 0;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    arrow(context, bx, by, 14 * ux, 14 * uy);
  }
}

/** @param {Ink2D} context @param {number} x @param {number} y @param {number} dx @param {number} dy */
function arrow(context, x, y, dx, dy) {
  const length = Math.hypot(dx, dy);
  if (length < 6) return;
  const [fx, fy] = [x - dx / 2, y - dy / 2];
  const [tx, ty] = [x + dx / 2, y + dy / 2];
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(8, length / 2);
  context.strokeStyle = context.fillStyle = colors.late;
  context.lineWidth = 2;
  polyline(context, [[fx, fy], [tx - ux * head, ty - uy * head]]);
  context.beginPath();
  context.moveTo(tx, ty);
  context.lineTo(tx - head * (ux + 0.5 * uy), ty - head * (uy - 0.5 * ux));
  context.lineTo(tx - head * (ux - 0.5 * uy), ty - head * (uy + 0.5 * ux));
  context.fill();
}

/** @param {Ink2D} context @param {number} width @param {number} height @param {WarpingInput} input */
function drawChannels(context, width, height, input) {
  const rows = input.channels.length;
  const [left, gap] = [40, 4];
  const row = height / rows;
  const last = input.template[0].length - 1;
  /** @type {(j: number) => number} */
  const x = (j) => left + (j / last) * (width - left - 2);
  context.lineJoin = 'round';
  input.channels.forEach((name, c) => {
    const [template, gesture] = [input.template[c], input.gesture[c]];
    const limit = Math.max(...template.map(Math.abs), ...gesture.map(Math.abs), 0.5);
    const middle = row * (c + 0.5);
    /** @type {(v: number) => number} */
    const y = (v) => middle - (v / limit) * (row / 2 - gap);
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    polyline(context, [[left, middle], [width, middle]]);
    context.fillStyle = colors.muted;
    context.font = font(14, 500);
    context.fillText(name, 0, middle + 4);
    context.strokeStyle = colors.muted;
    context.lineWidth = 5;
    context.globalAlpha = 0.35;
    polyline(context, template.map((v, j) => [x(j), y(v)]));
    context.globalAlpha = 1;
    context.strokeStyle = colors.accent;
    context.lineWidth = 2;
    polyline(context, input.pairs.gesture.map((i, k) => [x(input.pairs.template[k]), y(gesture[i])]));
  });
}
