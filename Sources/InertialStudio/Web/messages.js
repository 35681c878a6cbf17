// Messages lie on a layer that nothing covers. News leaves by itself; an error or a question stays until it is
// answered, whatever moves.
import { sentence } from './server.js';
import { element, make, surface } from './store.js';

/** @type {Map<string, () => void>} */
const shown = new Map();

// Shows a message, once for each key, and returns what closes it.
/** @param {string} text @param {{ kind?: string, seconds?: number, key?: string, body?: HTMLElement, actions?: Record<string, () => unknown> }} options */
export function say(text, { kind = 'plain', seconds = 0, key = text, body, actions = {} } = {}) {
  shown.get(key)?.();
  const layer = element('notice');
  const card = make('article', '', { 'data-kind': kind, role: kind === 'plain' ? 'status' : 'alert' });
  const close = () => {
    if (shown.get(key) === close) shown.delete(key);
    const hadFocus = card.contains(document.activeElement);
    card.remove();
    layer.hidden = !shown.size;
    // The focus goes on to what the message lay over.
    if (hadFocus) surface().focus();
  };
  const buttons = Object.entries(actions).map(([name, act]) => {
    const button = make('button', name);
    button.addEventListener('click', () => {
      close();
      act();
    });
    return button;
  });
  card.append(make('p', text));
  if (body) card.append(body);
  if (!seconds) {
    const button = make('button', '×', { class: 'close', 'aria-label': 'Close this message' });
    button.addEventListener('click', close);
    card.append(button);
  }
  if (buttons.length) card.append(make('div', buttons, { class: 'actions' }));
  shown.set(key, close);
  layer.append(card);
  layer.hidden = false;
  if (seconds) setTimeout(close, 1000 * seconds);
  return close;
}

/** @type {Notice} */
export const notice = (text, kind = 'plain', seconds = kind === 'plain' ? 8 : 0) => say(text, { kind, seconds });

/** @param {Error} failure @param {string} [key] */
export const complain = ({ message }, key) => say(sentence(message), { kind: 'bad', key });

// Whether some work succeeds; a failure is shown.
/** @param {() => Promise<unknown>} work */
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (failure) {
    complain(failure);
    return false;
  }
}
