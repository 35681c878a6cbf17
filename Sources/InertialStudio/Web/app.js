// The studio: two modes, one state, one connection.
import { Air } from './air.js';
import { offerDevices } from './devices.js';
import { Letters } from './letters.js';
import { Document } from './document.js';
import { attempt, notice, say } from './messages.js';
import { Sources } from './replay.js';
import { Result } from './result.js';
import { connections, Live, post, sentence } from './server.js';
import { element, fill, isCollecting, isReplaying, on, put, read, reading, state, surface, update, watch } from './store.js';
import { Teach } from './teach.js';
import { act, Text } from './text.js';
import { Words } from './words.js';

/** Says whether the studio answers. @type {() => void} */
let closeConnection = () => {};
// Whether the connection has been opened anew.
let isNew = false;

const text = new Text({ words: new Words() });
/** @type {Live} */
const live = new Live('/api/live', { event: onEvent, state: onState });
const teach = new Teach();
const letters = new Letters({ teach });
text.letters = letters;
const result = new Result({ teach });
/** @type {Air} */
const air = new Air({ teach, live });
const sources = new Sources({ live, choose });
const recording = new Document({ seek: (position) => sources.control({ action: 'seek', position }) });
offerDevices();

// Events replace parts of the state; motion goes to its figures.
/** @param {ServerEvent} event */
function onEvent(event) {
  switch (event.type) {
    case 'status': return update({ status: event });
    case 'session': return onSession(event.state);
    case 'text': return act(event);
    case 'replay': return update({ replay: event, ...(event.recording === state.replay.recording ? {} : { contents: null }) });
    case 'contents': return update({ contents: event.recording === state.replay.recording || !isReplaying() ? event : state.contents });
    case 'pen': return;
    case 'sender': return (document.body.dataset.sender = event.sender);
    case 'error': return notice(sentence(event.error), 'bad');
    default: return air.event(event);
  }
}

/** @param {string} connection */
function onState(connection) {
  update({ connection });
  if (connection === 'open') isNew = true;
  if (connection === 'open') return closeConnection();
  const words = connection === 'refused' ? 'The studio has a new address. Open the one that it printed.'
    : 'The studio does not answer. This page reconnects as soon as it does.';
  closeConnection = say(words, { kind: connection === 'refused' ? 'bad' : 'plain', key: 'connection' });
}

/** @param {Session} session */
function onSession(session) {
  if (session.isModelLost) notice('The model of the last time is not there any more: the built-in letters read.', 'bad');
  // Another page has chosen another model.
  if (state.session && state.session.model !== session.model) {
    read('screen', null);
    if (!isReplaying()) read('air', null);
  }
  update({ session });
  if (isNew) sources.resume(session);
  isNew = false;
}

watch((s) => [s.connection, s.status, s.mode === 'air' ? s.replay.recording : null, s.session], (connection, status, id) => {
  document.body.dataset.connection = connection;
  put('connection', connections[connection]);
  const name = state.session?.recordings.find((r) => r.id === id)?.name;
  const words = id !== null ? `${name ?? 'Recording'}, ${Math.round(state.replay.rate)} Hz`
    : status.rate > 0 ? `${status.source}, ${Math.round(status.rate)} Hz` : status.pages > 1 ? `Connected, ${status.pages} pages` : 'Connected';
  put('status-text', connection === 'open' ? words : connections[connection]);
});
watch((s) => [s.session], (session) => {
  if (!session) return;
  fill('model', session.models, session.model);
  put('model-name', session.models.find((m) => m.id === session.model)?.name ?? '');
});
// The server leaves gestures that a page collects out of the text.
watch((s) => [isCollecting() && s.mode === 'air', s.connection], (collects) => live.send({ type: 'collect', collects }));

on('model', 'input', async ({ target }) => {
  if (!await attempt(() => post('/api/model', { id: target.value }))) target.value = state.session?.model ?? '';
});

/** @param {Mode} mode */
function choose(mode) {
  if (mode === state.mode) return;
  update({ mode });
  document.body.dataset.mode = mode;
  for (const name of /** @type {Mode[]} */ (['screen', 'air'])) element(`mode-${name}`).setAttribute('aria-pressed', name === mode);
  history.replaceState(null, '', mode === 'air' ? '#air' : location.pathname);
}
for (const name of /** @type {Mode[]} */ (['screen', 'air'])) element(`mode-${name}`).addEventListener('click', () => choose(name));
if (location.hash === '#air') choose('air');

on('pause', 'input', ({ target }) => update({ pause: Number(target.value) }));
on('stage', 'click', () => update({ isStage: !state.isStage }));
watch((s) => [s.isStage], (isStage) => {
  document.body.toggleAttribute('data-stage', isStage);
  element('stage').setAttribute('aria-pressed', isStage);
});

// MARK: text, path, picture and scores to take along

/** @param {string} name @param {Blob | string} content @param {string} type */
function save(name, content, type = 'text/csv') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
/** @type {Record<string, () => void>} */
const saving = {
  text: () => save('text.txt', `${text.value}\n`, 'text/plain'),
  recording: () => save('recording.txt', `${recording.value}\n`, 'text/plain'),
  path: () => {
    const rows = air.ribbon.path.map(({ t, position }) => [t, ...position].join());
    save('path.csv', `time_s,x_m,y_m,z_m\n${rows.join('\n')}\n`);
  },
  picture: () => surface().toBlob((blob) => blob && save('picture.png', blob)),
  scores: () => {
    const rows = (reading(state)?.answer?.detail?.scores ?? []).map((s) => [JSON.stringify(s.label), s.score, s.confidence].join());
    save('scores.csv', `label,score,confidence\n${rows.join('\n')}\n`);
  },
};
on('copy', 'click', async () => {
  try {
    await navigator.clipboard.writeText(text.value);
    notice('Copied.', 'plain', 2);
  } catch {
    notice('This browser copies on secure pages only: save the text instead.', 'bad');
  }
});
on('save', 'input', ({ target }) => {
  saving[target.value]?.();
  target.value = '';
});

addEventListener('keydown', (/** @type {any} */ event) => {
  if (event.key === 'Escape' && state.isStage) return update({ isStage: false });
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (event.target.closest('input, select, dialog') || (!isUndo && (event.ctrlKey || event.metaKey)) || event.altKey) return;
  const rival = /^[1-9]$/.test(event.key) && document.querySelectorAll('#alternatives button')[event.key - 1];
  if (event.key === 'Backspace' || isUndo) text.undo();
  else if (rival) /** @type {HTMLElement} */ (rival).click();
  else if (event.key === ' ' && state.mode === 'screen' && !event.target.closest('button, a')) text.space();
  else return;
  event.preventDefault();
});

// For tests, and for the page without a server: what the page holds.
Object.assign(window, { studio: { air, letters, live, recording, result, save, sources, state, teach, text } });
