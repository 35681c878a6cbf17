/* oxlint-disable unicorn/require-post-message-target-origin -- Workers have none. */
// The studio in a worker of the page, in place of a server: `ask` as fetch, `Socket` as a WebSocket.
const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
/** @type {Map<number, (answer: { status: number, content: unknown }) => void>} */
const waiting = new Map();
let count = 0;
/** @type {Socket | null} */
let socket = null;

worker.onmessage = ({ data }) => {
  if (data.lines) socket?.onmessage?.({ data: data.lines });
  if (data.id) {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  }
  if (data.isReady && socket) {
    socket.readyState = WebSocket.OPEN;
    socket.onopen?.();
  }
};
worker.onerror = ({ message }) => {
  document.body.dataset.failure = message ?? 'The worker does not start.';
};

/** @param {string} path @param {{ method: string, body?: unknown }} options */
export async function ask(path, { method, body }) {
  const url = new URL(path, location.href);
  const request = {
    method, path: url.pathname, query: Object.fromEntries(url.searchParams),
    body: typeof body === 'string' ? JSON.parse(body) : undefined,
  };
  const { status, content } = await new Promise((resolve) => {
    waiting.set(++count, resolve);
    worker.postMessage({ id: count, request });
  });
  return new Response(JSON.stringify(content), { status });
}

export class Socket {
  constructor() {
    this.readyState = WebSocket.CONNECTING;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: { data: string }) => void) | null} */
    this.onmessage = null;
    socket = this;
    worker.postMessage({ isOpen: true });
  }

  /** @param {string} text */
  send(text) {
    worker.postMessage({ message: JSON.parse(text) });
  }
}
