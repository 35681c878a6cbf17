// What was classified, as the server sent it: zones of a stroke, or channels against a template.
import { colors, figure, font } from './canvas.js';

export class Classified {
  constructor(root) {
    this.root = root;
    this.canvas = root.querySelector('canvas');
    this.title = root.querySelector('figcaption');
    this.note = root.querySelector('p');
    this.figure = figure(this.canvas, (...parts) => this.draw(...parts));
    this.show(null);
  }

  show(input) {
    this.input = input;
    this.root.dataset.kind = input?.kind ?? 'none';
    if (input?.kind === 'zones') {
      const busiest = input.zones.reduce((best, zone, k) => (zone[0] > input.zones[best][0] ? k : best), 0);
      const place = `row ${1 + Math.floor(busiest / input.columns)}, column ${1 + busiest % input.columns}`;
      this.title.textContent = `Rescaled stroke in ${input.columns} × ${input.rows} zones`;
      this.note.textContent = 'Share of time; arrows are displacements.'
        + (input.areCompared ? '' : ' This model compares directions and course instead of zones.');
      this.canvas.setAttribute('aria-label', `Rescaled stroke. Most time, ${percent(input.zones[busiest][0])}, in ${place}.`);
    } else if (input?.kind === 'warping') {
      this.title.textContent = `Channels, warped onto the nearest template of ${input.label}`;
      this.note.textContent = `Distance to this example ${input.distance.toFixed(2)}; ω is angular rate, a acceleration.`;
      this.canvas.setAttribute('aria-label', `Five channels of motion against the nearest template of ${input.label}.`);
    } else {
      this.title.textContent = 'What was classified';
      this.note.textContent = '';
      this.canvas.setAttribute('aria-label', 'Nothing was classified yet.');
    }
    this.figure.redraw();
  }

  draw(context, width, height) {
    if (this.input?.kind === 'warping') drawChannels(context, width, height, this.input);
    else drawZones(context, Math.min(width, height), this.input);
  }
}

const percent = (share) => `${Math.round(100 * share)} %`;

function drawZones(context, size, input) {
  const [margin, columns, rows] = [6, input?.columns ?? 3, input?.rows ?? 3];
  const side = size - 2 * margin;
  const at = (x, y) => [margin + x * side, margin + y * side];
  context.lineWidth = 1;
  for (let k = 0; input && k < columns * rows; k++) {
    const [share] = input.zones[k];
    context.globalAlpha = 0.05 + 0.35 * Math.min(1, 2 * share);
    context.fillStyle = colors.accent;
    if (share > 0) context.fillRect(...at((k % columns) / columns, Math.floor(k / columns) / rows), side / columns, side / rows);
  }
  context.globalAlpha = 1;
  context.strokeStyle = colors.line;
  context.beginPath();
  for (let i = 0; i <= columns; i++) {
    context.moveTo(...at(i / columns, 0));
    context.lineTo(...at(i / columns, 1));
  }
  for (let i = 0; i <= rows; i++) {
    context.moveTo(...at(0, i / rows));
    context.lineTo(...at(1, i / rows));
  }
  context.stroke();
  if (!input) return;
  // The samples joined by straight lines: this, not the smoothed ink, was classified.
  context.strokeStyle = colors.ink;
  context.lineWidth = 2.5;
  context.lineJoin = context.lineCap = 'round';
  for (const stroke of input.strokes) {
    context.beginPath();
    stroke.forEach(([x, y], i) => (i ? context.lineTo(...at(x, y)) : context.moveTo(...at(x, y))));
    context.stroke();
  }
  const [start] = input.strokes[0];
  context.fillStyle = colors.ink;
  context.beginPath();
  context.arc(...at(...start), 4.5, 0, 7);
  context.fill();
  context.save();
  context.beginPath();
  context.rect(0, 0, size, size);
  context.clip();
  const size12 = columns * rows > 16 ? 10 : 12;
  for (let k = 0; k < columns * rows; k++) {
    const [share, dx, dy] = input.zones[k];
    const [x, y] = at((k % columns) / columns, Math.floor(k / columns) / rows);
    if (share > 0) {
      context.font = font(size12, 500);
      context.lineWidth = 3;
      context.strokeStyle = colors.ground;
      context.strokeText(percent(share), x + 6, y + 4 + size12);
      context.fillStyle = colors.muted;
      context.fillText(percent(share), x + 6, y + 4 + size12);
    }
    arrow(context, x + side / columns / 2, y + side / rows / 2, dx * side, dy * side);
  }
  context.restore();
}

function arrow(context, x, y, dx, dy) {
  const length = Math.hypot(dx, dy);
  if (length < 6) return;
  const [fx, fy] = [x - dx / 2, y - dy / 2];
  const [tx, ty] = [x + dx / 2, y + dy / 2];
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(8, length / 2);
  context.strokeStyle = context.fillStyle = colors.late;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(fx, fy);
  context.lineTo(tx - ux * head, ty - uy * head);
  context.stroke();
  context.beginPath();
  context.moveTo(tx, ty);
  context.lineTo(tx - head * (ux + 0.5 * uy), ty - head * (uy - 0.5 * ux));
  context.lineTo(tx - head * (ux - 0.5 * uy), ty - head * (uy + 0.5 * ux));
  context.fill();
}

function drawChannels(context, width, height, input) {
  const rows = input.channels.length;
  const [left, gap] = [40, 4];
  const row = height / rows;
  const last = input.template[0].length - 1;
  const x = (j) => left + (j / last) * (width - left - 2);
  context.lineJoin = 'round';
  input.channels.forEach((name, c) => {
    const [template, gesture] = [input.template[c], input.gesture[c]];
    const limit = Math.max(...template.map(Math.abs), ...gesture.map(Math.abs), 0.5);
    const middle = row * (c + 0.5);
    const y = (v) => middle - (v / limit) * (row / 2 - gap);
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    context.beginPath();
    context.moveTo(left, middle);
    context.lineTo(width, middle);
    context.stroke();
    context.fillStyle = colors.muted;
    context.font = font(13, 500);
    context.fillText(name, 0, middle + 4);
    context.strokeStyle = colors.muted;
    context.lineWidth = 5;
    context.globalAlpha = 0.35;
    context.beginPath();
    template.forEach((v, j) => (j ? context.lineTo(x(j), y(v)) : context.moveTo(x(j), y(v))));
    context.stroke();
    context.globalAlpha = 1;
    context.strokeStyle = colors.accent;
    context.lineWidth = 2;
    context.beginPath();
    input.pairs.forEach(([i, j], k) => (k ? context.lineTo(x(j), y(gesture[i])) : context.moveTo(x(j), y(gesture[i]))));
    context.stroke();
  });
}

// The score of every class as a bar above its name.
export class Scores {
  constructor(canvas) {
    this.canvas = canvas;
    this.figure = figure(canvas, (...parts) => this.draw(...parts));
  }

  show(scores) {
    this.scores = scores;
    this.canvas.setAttribute('aria-label', scores
      ? `Scores of ${scores.length} classes, from ${Math.min(...scores.map((s) => s.score)).toFixed(2)} to ${Math.max(...scores.map((s) => s.score)).toFixed(2)}`
      : 'No scores yet');
    this.figure.redraw();
  }

  draw(context, width, height) {
    const scores = this.scores ?? Array.from({ length: 26 }, (_, i) => ({ label: String.fromCharCode(65 + i) }));
    const values = this.scores?.map((s) => s.score) ?? [];
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const step = width / scores.length;
    const base = height - 16;
    context.textAlign = 'center';
    context.font = font(Math.min(12, Math.max(8, step - 3)));
    scores.forEach(({ label, score }, i) => {
      const best = score === high;
      const bar = this.scores ? 2 + (base - 4) * (score - low) / (high - low || 1) : 2;
      context.fillStyle = !this.scores ? colors.line : best ? colors.accent : colors.muted;
      context.globalAlpha = best || !this.scores ? 1 : 0.5;
      context.fillRect(i * step + step * 0.2, base - bar, step * 0.6, bar);
      context.globalAlpha = 1;
      context.fillStyle = best && this.scores ? colors.accent : colors.muted;
      if (step >= 9 && label.length <= 2) context.fillText(label, (i + 0.5) * step, height - 2);
    });
    context.textAlign = 'start';
  }
}
