/* oxlint-disable unicorn/require-post-message-target-origin -- Workers have none. */
// The engine of the page: WebAssembly, and what a browser keeps beyond a visit.
import { load, model } from './inertial.js';

/** The file of each model but that of letters on a screen, which is there from the start. */
const files = {
  digits: 'digits-strokes', lowercase: 'lowercase-strokes', characters: 'characters-strokes',
  symbols: 'symbols-strokes', gestures: 'hand-gestures', letters: 'letters-motions',
};
/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Values by their key, in the browser's database; only for this visit without one. */
class Store {
  /** @returns {Promise<Record<string, unknown>>} */
  async open() {
    try {
      /** @type {IDBDatabase} */
      this.database = await new Promise((resolve, reject) => {
        const request = indexedDB.open('inertial', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('kept');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      return await new Promise((resolve, reject) => {
        /** @type {Record<string, unknown>} */
        const values = {};
        const request = this.table('readonly').openCursor();
        request.onsuccess = () => {
          const cursor = request.result;
          if (!cursor) return resolve(values);
          values[String(cursor.key)] = cursor.value;
          cursor.continue();
        };
        request.onerror = () => reject(request.error);
      });
    } catch {
      return {};
    }
  }

  /** @param {IDBTransactionMode} mode */
  table(mode) {
    if (!this.database) throw new Error('There is no database.');
    return this.database.transaction('kept', mode).objectStore('kept');
  }

  /** @param {{ key: string, value: unknown }} event */
  keep({ key, value }) {
    if (!this.database) return;
    const table = this.table('readwrite');
    const request = value === null ? table.delete(key) : table.put(value, key);
    request.onerror = () => tell([{ type: 'error', error: `the browser keeps no more: ${request.error?.message}` }]);
  }
}

/** @param {object[]} events */
function tell(events) {
  if (events.length) postMessage({ lines: events.map((event) => JSON.stringify(event)).join('\n') });
}

// What the first letter needs is in inertial.wasm; the rest follows, at once where it is called before.
const later = new URL('later.wasm', import.meta.url);
/** @type {WebAssembly.Module | undefined} */
let rest;
function restAtOnce() {
  if (rest) return rest;
  const request = new XMLHttpRequest();
  request.open('GET', later, false);
  request.responseType = 'arraybuffer';
  request.send();
  return new WebAssembly.Module(request.response);
}

const store = new Store();
// Messages arrive while the module loads.
const started = Promise.all([store.open(), load(undefined, restAtOnce), model('letters-strokes')]).then(([kept, { Page }, strokes]) => (
  { kept, page: new Page({ strokes, kept, run: Math.random().toString(36).slice(2) }) }));
/** @type {Awaited<typeof started>['page']} */
let page;

/** Passes on the events, and keeps what is to be kept. */
function flush() {
  const events = page.events();
  for (const event of events) if (event.type === 'keep') store.keep(/** @type {any} */ (event));
  tell(events.filter(({ type }) => type !== 'keep'));
}

/** Fetches a built-in model, once. @param {keyof typeof files} name */
function fetched(name) {
  const before = loaded.get(name);
  if (before) return before;
  const now = model(files[name]).then((file) => page.load(name, file));
  now.catch(() => loaded.delete(name));
  loaded.set(name, now);
  return now;
}

/** @param {any} request */
async function answer(request) {
  const { method, path, body } = request;
  try {
    if (method === 'POST' && path === '/api/model' && body.id in files) await fetched(body.id);
  } catch {
    return { status: 503, content: { error: 'this model is not on this device yet: connect once' } };
  }
  return page.request(request);
}

onmessage = async ({ data }) => {
  const { kept, page: made } = await started;
  page = made;
  if (data.isOpen) {
    postMessage({ isReady: true });
    flush();
    rest = await fetch(later).then((file) => file.arrayBuffer()).then((bytes) => WebAssembly.compile(bytes)).catch(() => undefined);
    // The chosen model, and that for the air.
    const chosen = /** @type {any} */ (kept.memory)?.model;
    if (chosen in files) await fetched(chosen).catch(() => {});
    await fetched('letters').catch(() => {});
  } else if (data.message) page.send(data.message);
  else postMessage({ id: data.id, ...await answer(data.request) });
  flush();
};
