// The phone's page: press and hold, write, release. Readings go to the studio as the browser gives them.
import { allowed, asks, feel, hasMotion, isApple, listen, stayAwake } from './phonemotion.js';
import { connections, Live, sentence } from './server.js';
import { element, holds, make, on, put, written } from './store.js';

const pad = element('hold');
// What the air has written.
/** @type {Entry[]} */
let entries = [];
// Whether the studio reads this phone, and no other device.
let isRead = true;
let touch = 0;
/** @type {object[]} */
let queue = [];
let last = 0;
let count = 0;

// What the page can do now: waiting, ask, ready, silent or blocked. Only some states have the pad.
/** @param {string} state @param {string} title @param {string} text */
function advise(state, title, text) {
  document.body.dataset.state = state;
  /** @type {[ElementId, string][]} */
  const parts = [['advice-title', title], ['advice-text', text]];
  for (const [id, words] of parts) {
    // Words that stay are not announced again.
    if (element(id).textContent !== words) element(id).textContent = words;
  }
  pad.disabled = state !== 'ready';
}

// MARK: motion

function follow() {
  advise('waiting', '', 'Waiting for motion.');
  listen((reading) => {
    if (document.body.dataset.state !== 'ready' && live.isOpen) ready();
    last = performance.now();
    count++;
    queue.push({ ...reading, touch: touch === 1 });
    if (queue.length >= 3 || !touch) flush();
  }, () => advise('blocked', 'No motion arrives', 'This device has no motion sensors, or its browser keeps them off.'));
}

function ready() {
  advise('ready', '', isRead ? 'Hold the pad while you write in the air.' : 'Another device writes now. Hold the pad to take over after it.');
}

function flush() {
  if (!queue.length) return;
  // Readings wait through a short break of the connection, the newest ten seconds of them.
  if (live.send({ type: 'devicemotion', apple: isApple, readings: queue })) queue = [];
  else queue = queue.slice(-600);
}

function begin() {
  if (!isSecureContext) {
    advise('blocked', 'Motion needs a secure page', 'Run inertial-studio-https on the computer (in a checkout: Scripts/studio-https), and open the address that it shows.');
  } else if (!hasMotion) {
    advise('blocked', 'No motion sensors', 'This browser offers none to pages.');
  } else if (asks) {
    advise('ask', '', 'The phone asks once whether this page may use its motion.');
  } else follow();
}

on('allow', 'click', async () => {
  if (await allowed()) follow();
  else {
    advise('blocked', 'Motion was not allowed', 'Close this tab, open the address again, and choose Allow.');
  }
});
on('again', 'click', () => location.reload());

// MARK: pad

/** @param {boolean} down */
function press(down) {
  if (touch === Number(down)) return;
  touch = Number(down);
  pad.setAttribute('aria-pressed', down);
  put('hold-text', down ? 'Write now' : 'Press and hold');
  if (down) navigator.vibrate?.(8);
  flush();
}
pad.addEventListener('pointerdown', (event) => event.preventDefault());
holds(pad, press, ({ target }) => target === pad);
addEventListener('contextmenu', (event) => event.preventDefault());

// MARK: studio

const live = new Live('/api/live', { event: onEvent, state: onState });

/** @param {string} state */
function onState(state) {
  document.body.dataset.connection = state;
  element('connection').textContent = element('status-text').textContent = connections[state];
  if (state === 'refused') advise('blocked', 'The studio has a new address', 'Open the address that it printed, or scan its code again.');
  if (state === 'closed' && document.body.dataset.state === 'ready') advise('silent', '', 'The studio does not answer. This page reconnects as soon as it does.');
  if (state === 'open') {
    flush();
    stayAwake();
  }
}

/** @param {ServerEvent} event */
function onEvent(event) {
  if (event.type === 'status') return elsewhere(event);
  if (event.type === 'pen') {
    isRead = event.isYours;
    if (document.body.dataset.state === 'ready') ready();
  }
  if (event.type === 'text' && event.line === 'air') {
    entries = [...entries.slice(0, event.start), ...event.entries];
    put('text', entries.slice(-24).map(written).join('').trim());
  }
  if (event.type !== 'gesture') return;
  const [gesture] = event.gestures;
  const best = event.detail?.best;
  const label = element('label');
  label.textContent = best?.label ?? '?';
  label.dataset.state = gesture.isGesture ? 'sure' : 'rejected';
  pad.dataset.labelled = '';
  put('confidence', best ? `${Math.round(100 * best.confidence)} %` : sentence(gesture.reason ?? 'not readable'));
  element('alternatives').replaceChildren(...(gesture.alternatives ?? []).filter((a) => a.confidence >= 0.01).slice(0, 3)
    .map((a) => make('li', `${a.label} ${Math.round(100 * a.confidence)} %`)));
  feel(gesture.isGesture);
}

// A replay or another source is active: the studio drops these samples.
/** @param {Status} status */
function elsewhere({ source }) {
  if (!last || performance.now() - last > 2000) return;
  const isHere = source === 'Phone page';
  if (!isHere && document.body.dataset.state === 'ready') {
    advise('ready', '', `The studio reads ${source} now. Choose “Phone page or app” there.`);
  } else if (isHere && document.body.dataset.state === 'ready') ready();
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) press(false);
});

setInterval(() => {
  if (document.body.dataset.connection === 'open') {
    put('status-text', count ? `${count} samples a second` : 'Connected');
  }
  if (document.body.dataset.state === 'ready' && performance.now() - last > 2000) {
    advise('silent', '', 'No motion arrives any more. Reload the page if it stays so.');
  }
  count = 0;
}, 1000);

begin();
