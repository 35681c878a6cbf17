// Canvases in CSS pixels on any display, and the colours of the style sheet.

const names = ['ground', 'ink', 'muted', 'line', 'accent', 'early', 'late', 'good', 'doubt', 'wash', 'x', 'y', 'z'];
/** @type {Record<string, string>} */
export const colors = {};
/** @type {Set<() => unknown>} */
const listeners = new Set();

function readColors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of names) colors[name] = style.getPropertyValue(`--${name}`).trim();
}
readColors();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  readColors();
  listeners.forEach((redraw) => redraw());
});

export const calm = matchMedia('(prefers-reduced-motion: reduce)');

// Calls `draw(context, width, height)` for each size and colour scheme, at `.redraw()`, and once in the frame after
// `.schedule()`. The size is that of the
// last layout: to ask for it at each frame would lay out the page again.
/** @type {(canvas: HTMLCanvasElement, draw: Draw) => Figure} */
export function figure(canvas, draw) {
  const context = /** @type {Ink2D} */ (canvas.getContext('2d'));
  let [width, height] = [0, 0];
  const redraw = () => {
    if (!width || !height) return;
    const scale = devicePixelRatio || 1;
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  };
  new ResizeObserver(([{ contentRect }]) => {
    ({ width, height } = contentRect);
    redraw();
  }).observe(canvas);
  listeners.add(redraw);
  let pending = 0;
  const schedule = () => {
    if (pending) return;
    pending = requestAnimationFrame(() => {
      pending = 0;
      redraw();
    });
  };
  return { redraw, schedule };
}

/** @param {string} color */
export function rgb(color) {
  const value = parseInt(color.slice(1), 16);
  return [value >> 16 & 255, value >> 8 & 255, value & 255];
}

const family = getComputedStyle(document.body).fontFamily;
// As large as the page's letters.
const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
export const font = (size = 14, weight = 400) => `${weight} ${size * rem}px ${family}`;

// A line from point to point.
/** @param {Ink2D} context @param {number[][]} points */
export function polyline(context, points) {
  context.beginPath();
  // The first one begins the path.
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

// A path through the midpoints of its points by quadratic Bezier curves.
/** @param {Ink2D} context @param {InkPoint[]} points */
export function trace(context, points) {
  const [first] = points;
  context.beginPath();
  context.moveTo(first.x, first.y);
  if (points.length === 1) return context.lineTo(first.x + 0.01, first.y);
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b] = [points[i], points[i + 1]];
    context.quadraticCurveTo(a.x, a.y, (a.x + b.x) / 2, (a.y + b.y) / 2);
  }
  const last = points[points.length - 1];
  context.lineTo(last.x, last.y);
}
