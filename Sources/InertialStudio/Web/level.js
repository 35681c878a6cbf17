// A spirit level: the tilt of the device's x axis, in degrees, as it is and smoothed.
import { colors, figure, font, polyline } from './canvas.js';

// The tilt at the ends of the tube.
const range = 45;
// Below it the device is level.
const level = 0.5;

export class Level {
  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} text */
  constructor(canvas, text) {
    this.canvas = canvas;
    this.text = text;
    /** @type {number | undefined} */
    this.tilt = undefined;
    this.smoothed = 0;
    this.announced = 0;
    this.figure = figure(canvas, (...parts) => this.draw(...parts));
  }

  /** @param {number} tilt @param {number} smoothed */
  show(tilt, smoothed) {
    this.tilt = tilt;
    this.smoothed = smoothed;
    this.figure.redraw();
    const now = performance.now();
    if (now - this.announced < 250) return;
    this.announced = now;
    const value = smoothed.toFixed(1).replace(/^-(0\.0)$/, '$1');
    const words = Math.abs(smoothed) < level ? 'level' : `${smoothed > 0 ? 'right' : 'left'} side up`;
    this.text.textContent = `${value}°, ${words}`;
    this.canvas.setAttribute('aria-label', `Level: ${value} degrees, ${words}`);
  }

  /** @type {Draw} */
  draw(context, width, height) {
    const [middle, radius] = [height / 2 - 7, 9];
    const reach = width / 2 - radius - 4;
    /** @type {(degrees: number) => number} */
    const x = (degrees) => width / 2 + (Math.max(-range, Math.min(range, degrees)) / range) * reach;
    const isLevel = Math.abs(this.smoothed) < level;
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    context.fillStyle = colors.wash;
    context.beginPath();
    context.roundRect(1, middle - radius - 3, width - 2, 2 * radius + 6, radius + 3);
    context.fill();
    context.stroke();
    context.font = font(14);
    context.textAlign = 'center';
    context.fillStyle = colors.muted;
    for (let degrees = -40; degrees <= 40; degrees += 10) {
      polyline(context, [[x(degrees), middle + radius - 2], [x(degrees), middle + radius + 3]]);
      if (degrees % 20 === 0) context.fillText(`${Math.abs(degrees)}`, x(degrees), height - 1);
    }
    context.strokeStyle = colors.muted;
    /** @type {(place: number) => void} */
    const across = (place) => polyline(context, [[place, middle - radius - 3], [place, middle + radius + 3]]);
    for (const side of [-1, 1]) across(width / 2 + side * (radius + 3));
    if (this.tilt === undefined) return;
    // The bubble rises to the higher side.
    context.fillStyle = isLevel ? colors.good : colors.accent;
    context.beginPath();
    context.arc(x(this.smoothed), middle, radius, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = colors.ink;
    context.lineWidth = 1.5;
    across(x(this.tilt));
    context.textAlign = 'start';
  }
}
