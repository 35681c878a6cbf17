// The motion of this device, as its browser gives it. Swift's BrowserMotion knows signs and units.

// Safari's asks for permission.
/** @type {any} */
const motionEvent = globalThis.DeviceMotionEvent;
const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
// Whether a tap has to ask.
export const asks = isSecureContext && isApple && Boolean(motionEvent?.requestPermission);

// Readings on their way to the studio.
export class Motion {
  /** @param {import('./server.js').Live} live @param {() => unknown} changed @param {() => { touch?: boolean }} more */
  constructor(live, changed, more = () => ({})) {
    this.live = live;
    this.changed = changed;
    /** @type {'ask' | 'waiting' | 'ready' | 'silent' | 'blocked'} */
    this.state = asks ? 'ask' : 'waiting';
    // Why it is blocked: a title and what to do.
    this.reason = ['', ''];
    /** @type {object[]} */
    this.queue = [];
    this.last = this.count = 0;
    /** @param {DeviceMotionEvent} event */
    this.take = ({ accelerationIncludingGravity: a, rotationRate: r, timeStamp }) => {
      if (a?.x == null || r?.alpha == null) return;
      this.last = performance.now();
      this.count++;
      const reading = { t: timeStamp / 1000, acceleration: [a.x, a.y, a.z], rotation: [r.alpha, r.beta, r.gamma], ...more() };
      this.queue.push(reading);
      if (this.state !== 'ready') this.to('ready');
      // The studio takes every few readings at once, and each one where none is held.
      if (this.queue.length >= 3 || reading.touch === false) this.flush();
    };
    setInterval(() => {
      if (this.state !== 'ready' || performance.now() - this.last < 2000) return;
      this.flush();
      this.to('silent');
    }, 500);
  }

  // Asks, within a tap where that is needed, and listens.
  async begin() {
    if (!isSecureContext) return this.block('Motion needs a secure page');
    if (!motionEvent) return this.block('No motion sensors', 'This browser offers none to pages.');
    // A request outside of a tap is rejected.
    const isAllowed = !asks || await motionEvent.requestPermission().catch(() => '') === 'granted';
    if (!isAllowed) return this.block('Motion was not allowed', 'Close this tab, open the address again, and choose Allow.');
    this.to('waiting');
    addEventListener('devicemotion', this.take);
    setTimeout(() => this.last || this.block('No motion arrives', 'This device has no motion sensors, or its browser keeps them off.'), 2500);
  }

  /** @param {Motion['state']} state */
  to(state) {
    this.state = state;
    if (state === 'ready') stayAwake();
    this.changed();
  }

  /** @param {string} title @param {string} text */
  block(title, text = '') {
    this.reason = [title, text];
    this.to('blocked');
  }

  flush() {
    if (!this.queue.length) return;
    // Readings wait through a short break of the connection, the newest ten seconds of them.
    if (this.live.send({ type: 'devicemotion', apple: isApple, readings: this.queue })) this.queue = [];
    else this.queue = this.queue.slice(-600);
  }
}

/** @type {{ released: boolean } | null} */
let wake = null;

// The screen stays on, also after the page was hidden.
async function stayAwake() {
  try {
    wake = await /** @type {any} */ (navigator).wakeLock?.request('screen');
  } catch { /* A low battery, for example. */ }
}
document.addEventListener('visibilitychange', () => !document.hidden && wake?.released && stayAwake());

// What was read is felt.
/** @param {boolean} isGesture */
export const feel = (isGesture) => navigator.vibrate?.(isGesture ? 20 : [20, 60, 20]);
