// The studio: two modes, one reading, one connection.
import { Air } from './air.js';
import { Result } from './result.js';
import { Screen } from './screen.js';
import { Live, get, post, sentence } from './server.js';
import { Teach } from './teach.js';
import { Text } from './text.js';
import { Words } from './words.js';

const element = (id) => document.getElementById(id);
const settings = { largestUpload: 64e6 };

const words = {
  connecting: 'Connecting', open: 'Connected', closed: 'Reconnecting', refused: 'Not allowed',
};
let noticeTimer = 0;
function notice(text, kind = 'plain', seconds = 8) {
  clearTimeout(noticeTimer);
  const line = element('notice');
  line.hidden = !text;
  line.textContent = text;
  line.dataset.kind = kind;
  if (text && seconds) noticeTimer = setTimeout(() => notice(''), 1000 * seconds);
}

const result = new Result();
const text = new Text(new Words({ notice }));
const teach = new Teach({ settings, notice, changed: () => refresh() });
const live = new Live('/api/live', { event: onEvent, state: onState });
const screen = new Screen({ result, text, teach, settings });
const air = new Air({ result, text, teach, settings, live, notice });

function onState(state) {
  document.body.dataset.connection = state;
  element('connection').textContent = element('status-text').textContent = words[state];
  if (state === 'open') {
    notice('');
    refresh();
  } else if (state === 'refused') {
    notice('The studio has a new address. Open the one that it printed.', 'bad', 0);
  } else if (state === 'closed') {
    notice('The studio does not answer. This page reconnects as soon as it does.', 'plain', 0);
  }
}

function onEvent(event) {
  if (event.type === 'status') return onStatus(event);
  if (event.type === 'error') return notice(sentence(event.error), 'bad');
  air.event(event);
}

// Where motion comes from, and whether it does.
function onStatus(status) {
  const { source, rate, pages } = status;
  air.status(status);
  if (document.body.dataset.connection !== 'open') return;
  element('status-text').textContent = rate > 0 ? `${source}, ${Math.round(rate)} Hz` : pages > 1 ? `Connected, ${pages} pages` : 'Connected';
}

async function refresh() {
  try {
    const state = await get('/api/state');
    settings.largestUpload = state.limits.upload;
    if (settings.pause === undefined) settings.pause = element('pause').value = state.pause;
    text.words.offer(state.decodesWords);
    const model = element('model');
    model.replaceChildren(...state.models.map((m) => new Option(m.name, m.id, false, m.id === state.model)));
    if (!state.models.length) model.replaceChildren(new Option('No model', ''));
    air.offer(state);
    air.sources(state.recordings);
    teach.offer(state);
  } catch (failure) {
    notice(sentence(failure.message), 'bad');
  }
}

element('model').addEventListener('input', async ({ target }) => {
  try {
    await post('/api/model', { id: target.value });
    result.clear();
  } catch (failure) {
    notice(sentence(failure.message), 'bad');
  }
  refresh();
});

function choose(mode) {
  document.body.dataset.mode = mode;
  teach.showBase();
  for (const name of ['screen', 'air']) element(`mode-${name}`).setAttribute('aria-pressed', name === mode);
  result.clear(mode === 'air' ? 'Hold and write in the air.' : 'Write a letter to recognise it.');
  if (teach.isOpen) teach.reload();
  history.replaceState(null, '', mode === 'air' ? '#air' : location.pathname);
}
for (const name of ['screen', 'air']) element(`mode-${name}`).addEventListener('click', () => choose(name));
air.onLoad = () => document.body.dataset.mode === 'air' || choose('air');
if (location.hash === '#air') choose('air');

element('pause').addEventListener('input', ({ target }) => (settings.pause = Number(target.value)));

addEventListener('keydown', (event) => {
  if (event.target.closest('input, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Backspace') text.undo();
  else if (event.key === ' ' && document.body.dataset.mode === 'screen' && !event.target.closest('button, a')) text.add(' ');
  else return;
  event.preventDefault();
});

// For tests: what the page holds.
window.studio = { air, result, screen, teach, text };
