// The page on a phone of its own: its motion, its screen, and what works without a network.
import { say } from './messages.js';
import { allowed, asks, feel, hasMotion, isApple, listen, stayAwake } from './phonemotion.js';
import { element, make, update, watch } from './store.js';

/** @type {any} */
const { live, sources } = window.studio;
/** @type {object[]} */
let queue = [];
let last = 0;

/** @param {string} text */
const unable = (text) => say(`${text} Writing on the screen works.`, {
  kind: 'bad', key: 'motion', actions: { 'Write on the screen': () => element('mode-screen').click() },
});

// Motion is asked for once, by a tap.
const button = make('button', 'Use this phone’s motion', { id: 'motion', class: 'primary', type: 'button' });
element('hint-example').before(button);
element('first').querySelector('p:last-child').textContent = 'Nothing leaves this phone. Recordings, words and other devices '
  + 'need inertial studio on a computer.';
button.addEventListener('click', async () => {
  if (!isSecureContext) return unable('Motion needs a page of https.');
  if (!hasMotion) return unable('This browser has no motion sensors.');
  if (!await allowed()) return unable('Motion was not allowed. Close this tab, open the page again, and choose Allow.');
  button.disabled = true;
  button.textContent = asks ? 'Allowed' : 'Waiting for motion';
  stayAwake();
  listen((reading) => {
    last = performance.now();
    update({ isOpened: true });
    queue.push(reading);
    // The engine takes every few readings at once.
    if (queue.length >= 3) flush();
  }, () => {
    button.disabled = false;
    button.textContent = 'Try again';
    unable('No motion arrives: this device has no sensors, or its browser keeps them off.');
  });
});

function flush() {
  if (queue.length && live.send({ type: 'devicemotion', apple: isApple, readings: queue })) queue = [];
}
setInterval(() => {
  const { failure } = document.body.dataset;
  if (failure) say(`This browser does not run the page: ${failure}`, { kind: 'bad' });
  delete document.body.dataset.failure;
  if (!last || performance.now() - last < 2000) return;
  last = 0;
  flush();
  live.send({ type: 'silent' });
}, 500);
// Before a press and a release count, the readings before them.
watch((s) => [s.isHeld], (isHeld) => isHeld && navigator.vibrate?.(8));
for (const name of ['pointerdown', 'pointerup']) element('hold').addEventListener(name, flush, { capture: true });
watch((s) => [s.readings.air], (reading) => reading?.answer && feel(reading.answer.gestures[0].isGesture));

// Files are for the computer.
sources.load = () => say('This page reads no files. inertial studio on a computer does.', { key: 'recording' });

// The second visit needs no network.
navigator.serviceWorker?.register('sw.js').catch(() => {});
