// The phone's page: press and hold, write, release. Readings go to the studio as the browser gives them.
import { Live } from './server.js';

const element = (id) => document.getElementById(id);
const pad = element('hold');
const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const written = [];
let touch = 0;
let queue = [];
let last = 0;
let count = 0;
let wake = null;

function advise(text, kind = 'plain') {
  element('advice').textContent = text;
  element('advice').dataset.kind = kind;
}

// MARK: motion

function listen() {
  addEventListener('devicemotion', ({ accelerationIncludingGravity: a, rotationRate: r, timeStamp }) => {
    if (a?.x == null || r?.alpha == null) return;
    if (!last) {
      advise('Hold the pad while you write in the air.');
      pad.disabled = false;
    }
    last = performance.now();
    count++;
    queue.push([timeStamp / 1000, a.x, a.y, a.z, r.alpha, r.beta, r.gamma, touch]);
    if (queue.length >= 3 || !touch) flush();
  });
  setTimeout(() => {
    if (!last) advise('No motion arrives. This device has no motion sensors, or the browser may not use them.', 'bad');
  }, 2500);
}

function flush() {
  if (!queue.length) return;
  // Readings wait through a short break of the connection, the newest ten seconds of them.
  if (live.send({ type: 'devicemotion', apple: isApple, readings: queue })) queue = [];
  else queue = queue.slice(-600);
}

async function begin() {
  if (!isSecureContext) {
    advise('Browsers give motion on secure pages only. Run Scripts/studio-https on the computer and open the address that it prints.', 'bad');
    return;
  }
  if (typeof DeviceMotionEvent === 'undefined') {
    advise('This browser has no motion sensors.', 'bad');
    return;
  }
  if (DeviceMotionEvent.requestPermission && isApple) {
    advise('The phone asks once whether this page may use its motion.');
    element('allow').hidden = false;
    return;
  }
  listen();
}

element('allow').addEventListener('click', async () => {
  let answer = 'denied';
  try {
    answer = await DeviceMotionEvent.requestPermission();
  } catch { /* Asked outside of a click. */ }
  if (answer !== 'granted') {
    advise('Motion was not allowed. Allow it in the browser’s settings for this page, then reload.', 'bad');
    return;
  }
  element('allow').hidden = true;
  listen();
});

// MARK: pad

function press(down) {
  if (touch === Number(down)) return;
  touch = Number(down);
  pad.setAttribute('aria-pressed', down);
  element('hold-text').textContent = down ? 'Write now' : 'Press and hold, write, release';
  if (down) navigator.vibrate?.(8);
  flush();
}
pad.addEventListener('pointerdown', (event) => {
  event.preventDefault();
  pad.setPointerCapture(event.pointerId);
  press(true);
});
for (const name of ['pointerup', 'pointercancel']) pad.addEventListener(name, () => press(false));
addEventListener('contextmenu', (event) => event.preventDefault());
addEventListener('blur', () => press(false));

// MARK: studio

const live = new Live('/api/live', { event: onEvent, state: onState });

function onState(state) {
  document.body.dataset.connection = state;
  element('status-text').textContent = { open: 'Connected', closed: 'Reconnecting', refused: 'Not allowed' }[state];
  if (state === 'refused') advise('The studio has a new address. Open the one that it printed.', 'bad');
  if (state === 'open') {
    flush();
    stayAwake();
  }
}

function onEvent(event) {
  if (event.type !== 'gesture') return;
  const [gesture] = event.gestures;
  const best = event.detail?.best;
  const label = element('label');
  label.textContent = best?.label ?? '?';
  label.dataset.state = gesture.isGesture ? 'sure' : 'rejected';
  element('confidence').textContent = best ? `${Math.round(100 * best.confidence)} %` : gesture.reason;
  element('alternatives').replaceChildren(...gesture.alternatives.filter((a) => a.confidence >= 0.01).slice(0, 3).map((a) => {
    const item = document.createElement('li');
    item.textContent = `${a.label} ${Math.round(100 * a.confidence)} %`;
    return item;
  }));
  if (best) written.push(gesture.isGesture ? best.label : '?');
  element('text').textContent = written.slice(-24).join('');
  navigator.vibrate?.(gesture.isGesture ? 20 : [20, 60, 20]);
}

async function stayAwake() {
  try {
    wake = await navigator.wakeLock?.request('screen');
  } catch { /* A low battery, for example. */ }
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) press(false);
  else if (wake?.released) stayAwake();
});

setInterval(() => {
  if (document.body.dataset.connection === 'open') {
    element('status-text').textContent = count ? `${count} samples a second` : 'Connected';
  }
  if (last && performance.now() - last > 2000) advise('No motion arrives any more.', 'bad');
  count = 0;
}, 1000);

pad.disabled = true;
begin();
