// Requests and the live connection. Every answer and event is JSON; a failure carries the server's words.

// The studio is a server, or a worker of this page: `Scripts/web --site` names its script.
/** @type {HTMLMetaElement | null} */
const engine = document.querySelector('meta[name="engine"]');
/** @type {{ ask: typeof fetch, Socket: typeof WebSocket }} */
const { ask, Socket } = engine ? await import(engine.content)
  : { ask: (...call) => fetch(...call), Socket: WebSocket };

export class Failure extends Error {
  /** @param {string} message @param {number} status @param {Question} [question] */
  constructor(message, status, question) {
    super(message);
    this.status = status;
    this.question = question;
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} headers */
export async function request(method, path, body, headers = {}) {
  /** @type {RequestInit} */
  const options = { method, headers, credentials: 'same-origin' };
  if (body instanceof Blob) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    headers['Content-Type'] = 'application/json';
  }
  let response;
  try {
    response = await ask(path, options);
  } catch {
    throw new Failure('The studio does not answer.', 0);
  }
  const text = await response.text();
  let answer;
  try {
    answer = text ? JSON.parse(text) : {};
  } catch {
    throw new Failure(`Unexpected answer (${response.status}).`, response.status);
  }
  if (!response.ok) throw new Failure(answer.error ?? `Error ${response.status}.`, response.status, answer.question);
  return answer;
}

/** @param {string} path */
export const get = (path) => request('GET', path);
/** @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] */
export const post = (path, body, headers) => request('POST', path, body, headers);
/** @param {string} path */
export const remove = (path) => request('DELETE', path);

// Asks until there is an answer: through a restart of the studio, a break of the connection, a full second.
/** @param {string} path @param {unknown} body */
export async function patient(path, body, isStale = () => false) {
  for (let pause = 200; ; pause = Math.min(2000, 2 * pause)) {
    try {
      return await post(path, body);
    } catch (failure) {
      if (isStale() || ![0, 401, 429, 503].includes(failure.status)) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

// A reason of the server as a sentence. Names of files keep their case.
/** @param {string} reason */
export const sentence = (reason) => {
  const text = /^[a-z]+[ ,]/.test(reason) ? reason[0].toUpperCase() + reason.slice(1) : reason;
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

// The states of the connection in words.
/** @type {Record<string, string>} */
export const connections = { connecting: 'Connecting', open: 'Connected', closed: 'Reconnecting', refused: 'Not allowed' };

// The WebSocket: reconnects by itself, with pauses from 0.25 to 4 s.
export class Live {
  /** @param {string} path @param {{ event: (event: any) => unknown, state: (connection: string) => unknown }} listeners */
  constructor(path, { event, state }) {
    this.path = path;
    this.onEvent = event;
    this.onState = state;
    this.pause = 250;
    this.timer = 0;
    this.isChecking = false;
    this.socket = this.open();
    // A sign of life: connections without one are closed.
    setInterval(() => this.send({ type: 'here' }), 25000);
    addEventListener('online', () => this.retry());
    document.addEventListener('visibilitychange', () => document.hidden || this.retry());
  }

  open() {
    const address = new URL(this.path, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new Socket(address);
    socket.onopen = () => {
      this.pause = 250;
      this.onState('open');
    };
    socket.onmessage = ({ data }) => {
      for (const line of data.split('\n')) if (line) this.onEvent(JSON.parse(line));
    };
    socket.onclose = () => {
      this.onState('closed');
      this.timer = setTimeout(() => this.check(), this.pause);
      this.pause = Math.min(4000, this.pause * 2);
    };
    return socket;
  }

  // A new session needs a new address, which may be open in another tab soon; anything else is a
  // matter of time. One check at a time: each opens a socket.
  async check() {
    if (this.isChecking) return;
    this.isChecking = true;
    clearTimeout(this.timer);
    try {
      await get('/api/state');
    } catch (failure) {
      if (failure.status === 401 || failure.status === 403) {
        this.timer = setTimeout(() => this.check(), 3000);
        return this.onState('refused');
      }
    } finally {
      this.isChecking = false;
    }
    this.socket = this.open();
  }

  retry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    this.pause = 250;
    this.check();
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** @param {object} message */
  send(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
