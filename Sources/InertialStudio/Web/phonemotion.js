// The motion of this device, as its browser gives it. Swift's BrowserMotion knows signs and units.

// Safari's asks for permission.
/** @type {any} */
const motionEvent = globalThis.DeviceMotionEvent;
export const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
export const hasMotion = Boolean(motionEvent);
// Whether a tap has to ask.
export const asks = Boolean(motionEvent?.requestPermission) && isApple;

/** Asks, within a tap. */
export async function allowed() {
  try {
    return !asks || await motionEvent.requestPermission() === 'granted';
  } catch { // Asked outside of a tap.
    return false;
  }
}

/** @param {(reading: { t: number, acceleration: (number | null)[], rotation: (number | null)[] }) => unknown} take @param {() => unknown} missing */
export function listen(take, missing) {
  let hasArrived = false;
  addEventListener('devicemotion', ({ accelerationIncludingGravity: a, rotationRate: r, timeStamp }) => {
    if (a?.x == null || r?.alpha == null) return;
    hasArrived = true;
    take({ t: timeStamp / 1000, acceleration: [a.x, a.y, a.z], rotation: [r.alpha, r.beta, r.gamma] });
  });
  setTimeout(() => hasArrived || missing(), 2500);
}

/** @type {{ released: boolean } | null} */
let wake = null;

// The screen stays on, also after the page was hidden.
export async function stayAwake() {
  try {
    wake = await /** @type {any} */ (navigator).wakeLock?.request('screen');
  } catch { /* A low battery, for example. */ }
}
document.addEventListener('visibilitychange', () => !document.hidden && wake?.released && stayAwake());

// What was read is felt.
/** @param {boolean} isGesture */
export const feel = (isGesture) => navigator.vibrate?.(isGesture ? 20 : [20, 60, 20]);
