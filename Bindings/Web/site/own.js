// The page on a phone of its own: its motion, its screen, and what works without a network.
import { showLink } from './devices.js';
import { attempt, say } from './messages.js';
import { feel, Motion } from './phonemotion.js';
import { get, sentence } from './server.js';
import { element, make, update, watch } from './store.js';

/** @type {any} */
const { live, save, sources, teach } = window.studio;
// Motion is asked for once, by a tap.
const button = make('button', 'Use this phone’s motion', { id: 'motion', class: 'primary' });
element('hint-example').before(button);
element('first').querySelector('p:last-child').textContent = 'Nothing leaves this phone. Recordings, words and other devices '
  + 'need inertial studio on a computer.';
const motion = new Motion(live, () => {
  const { state, reason } = motion;
  button.disabled = state === 'waiting';
  button.textContent = state === 'blocked' ? 'Try again' : 'Waiting for motion';
  if (state === 'ready') update({ isOpened: true });
  if (state === 'silent') live.send({ type: 'silent' });
  if (state === 'blocked') {
    say(`${reason.filter(Boolean).map(sentence).join(' ')} Writing on the screen works.`, {
      kind: 'bad', key: 'motion', actions: { 'Write on the screen': () => element('mode-screen').click() },
    });
  }
});
button.addEventListener('click', () => motion.begin());

setInterval(() => {
  const { failure } = document.body.dataset;
  if (failure) say(`This browser does not run the page: ${failure}`, { kind: 'bad' });
  delete document.body.dataset.failure;
}, 500);
// Before a press and a release count, the readings before them.
watch((s) => [s.isHeld], (isHeld) => isHeld && navigator.vibrate?.(8));
for (const name of ['pointerdown', 'pointerup']) element('hold').addEventListener(name, () => motion.flush(), { capture: true });
watch((s) => [s.readings.air], (reading) => reading?.answer && feel(reading.answer.gestures[0].isGesture));

// Files are read by the computer, and written here as it reads them.
sources.load = () => say('This page reads no files. inertial studio on a computer does.', { key: 'recording' });
const keep = make('button', 'Save the model', { id: 'save-model', type: 'button' });
element('train').after(keep);
watch((s) => [s.session?.model, s.isTraining], (model) => (keep.hidden = model !== 'own'));
/** @param {HTMLElement} control @param {string} path */
const saves = (control, path) => control.addEventListener('click', (event) => {
  event.preventDefault();
  attempt(async () => {
    const { name, text, hexadecimal } = await get(`/api/${path}/file?kind=${teach.kind}`);
    const bytes = Uint8Array.from((hexadecimal ?? '').match(/../g) ?? [], (digits) => parseInt(digits, 16));
    save(name, new Blob([text ?? bytes], { type: text ? 'text/csv' : 'application/octet-stream' }));
  });
});
saves(keep, 'model');
saves(element('export'), 'examples');

// On a computer: this address as a QR code. A phone reaches that of a host, or by a cable this computer's own.
const phone = element('devices-open');
phone.textContent = 'On your phone';
phone.hidden = !matchMedia('(hover: hover) and (pointer: fine)').matches;
phone.addEventListener('click', (event) => {
  event.stopImmediatePropagation();
  const link = new URL('#air', location.href).href;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  element('devices-title').textContent = 'Open this page on your phone';
  showLink(link, isLocal
    ? `This is the address of this computer. An Android phone on a cable opens it after adb reverse tcp:${location.port} tcp:${location.port}; any phone opens the folder on a host with https.`
    : location.protocol === 'https:' ? 'Scan it with the phone’s camera.' : 'Over http the phone reads the screen; motion needs https.');
}, { capture: true });
element('app-address').parentElement.hidden = true;

// The second visit needs no network. Its files follow the first letter's.
let isKept = false;
watch((s) => [s.session], (session) => {
  if (isKept || !session) return;
  isKept = true;
  navigator.serviceWorker?.register('sw.js').catch(() => {});
});

// What scrolls is reached by keys.
document.querySelector('aside').tabIndex = 0;
