// The phone's page: press and hold, write, release. Readings go to the studio as the browser gives them.
import { asks, feel, Motion } from './phonemotion.js';
import { connections, Live, sentence } from './server.js';
import { element, holds, make, on, put, written } from './store.js';

const pad = element('hold');
// What the air has written.
/** @type {Entry[]} */
let entries = [];
let connection = 'connecting';
// What the studio reads, and whether it is this phone of all that send.
let [kind, source, isRead, touch] = ['pages', '', true, false];

const live = new Live('/api/live', { event: onEvent, state: onState });
const motion = new Motion(live, show, () => ({ touch }));

// What the page can do now: waiting, ask, ready, silent or blocked. Only some states have the pad.
function show() {
  const [state, title, text] = advice();
  document.body.dataset.state = state;
  /** @type {[ElementId, string][]} */
  const parts = [['advice-title', title], ['advice-text', text]];
  // Words that stay are not announced again.
  for (const [id, words] of parts) if (element(id).textContent !== words) put(id, words);
  pad.disabled = state !== 'ready';
}

/** @returns {[state: string, title: string, text: string]} */
function advice() {
  const { state, reason: [title, text] } = motion;
  if (connection === 'refused') return ['blocked', 'The studio has a new address', 'Open the address that it printed, or scan its code again.'];
  if (state === 'blocked') return [state, title, text || 'Run inertial-studio-https on the computer (in a checkout: Scripts/studio-https), and open the address that it shows.'];
  if (state === 'ask') return [state, '', 'The phone asks once whether this page may use its motion.'];
  if (connection === 'closed') return ['silent', '', 'The studio does not answer. This page reconnects as soon as it does.'];
  if (state === 'silent') return [state, '', 'No motion arrives any more. Reload the page if it stays so.'];
  if (state === 'waiting' || connection !== 'open') return ['waiting', '', 'Waiting for motion.'];
  if (kind !== 'pages') return [state, '', `The studio reads ${source} now. Choose “Phone page or app” there.`];
  return [state, '', isRead ? 'Hold the pad while you write in the air.' : 'Another device writes now. Hold the pad to take over after it.'];
}

on('allow', 'click', () => motion.begin());
on('again', 'click', () => location.reload());

// MARK: pad

/** @param {boolean} down */
function press(down) {
  if (touch === down) return;
  touch = down;
  pad.setAttribute('aria-pressed', down);
  put('hold-text', down ? 'Write now' : 'Press and hold');
  if (down) navigator.vibrate?.(8);
  motion.flush();
}
pad.addEventListener('pointerdown', (event) => event.preventDefault());
holds(pad, press, ({ target }) => target === pad);
addEventListener('contextmenu', (event) => event.preventDefault());
document.addEventListener('visibilitychange', () => document.hidden && press(false));

// MARK: studio

/** @param {string} state */
function onState(state) {
  document.body.dataset.connection = connection = state;
  put('connection', put('status-text', connections[state]));
  if (state === 'open') motion.flush();
  show();
}

/** @param {ServerEvent} event */
function onEvent(event) {
  if (event.type === 'status') ({ kind, source } = event);
  if (event.type === 'pen') isRead = event.isYours;
  if (event.type === 'text' && event.line === 'air') {
    entries = [...entries.slice(0, event.start), ...event.entries];
    put('text', entries.slice(-24).map(written).join('').trim());
  }
  if (event.type !== 'gesture') return show();
  const [gesture] = event.gestures;
  const best = event.detail?.best;
  put('label', best?.label ?? '?');
  element('label').dataset.state = gesture.isGesture ? 'sure' : 'rejected';
  pad.dataset.labelled = '';
  put('confidence', best ? `${Math.round(100 * best.confidence)} %` : sentence(gesture.reason ?? 'not readable'));
  element('alternatives').replaceChildren(...(gesture.alternatives ?? []).filter((a) => a.confidence >= 0.01).slice(0, 3)
    .map((a) => make('li', `${a.label} ${Math.round(100 * a.confidence)} %`)));
  feel(gesture.isGesture);
}

setInterval(() => {
  if (connection === 'open') put('status-text', motion.count ? `${motion.count} samples a second` : 'Connected');
  motion.count = 0;
}, 1000);

if (asks) show();
else motion.begin();
