// The ways of another device into the studio: a link of its own as a QR code, and an address for apps.
import { attempt } from './messages.js';
import { modules } from './qr.js';
import { post } from './server.js';
import { element, on, put } from './store.js';

async function invite() {
  const { code, origins, appToken } = await post('/api/devices');
  put('app-address', `${origins[0]}/api/motion?token=${appToken}`);
  showLink(`${origins[0]}/phone?code=${code}`, origins[0].startsWith('https') ? 'Scan it with the phone. It opens the studio once.'
    : `Over Wi-Fi, run inertial-studio-https instead (in a checkout: Scripts/studio-https). On a cable, run adb reverse tcp:${location.port} tcp:${location.port} first.`);
}

/** @param {string} link @param {string} note */
export function showLink(link, note) {
  element('device-link').href = put('device-link', link);
  put('device-note', note);
  draw(element('qr'), modules(link));
  element('devices').showModal();
}

export function offerDevices() {
  on('devices-close', 'click', () => element('devices').close());
  for (const button of [element('devices-open'), element('hint-devices')]) button.addEventListener('click', () => attempt(invite));
}

// Dark on light in both schemes, as cameras expect.
/** @param {HTMLCanvasElement} canvas @param {number[][] | null} rows */
function draw(canvas, rows) {
  canvas.hidden = !rows;
  if (!rows) return;
  const size = rows.length + 8;
  Object.assign(canvas, { width: 4 * size, height: 4 * size });
  const context = /** @type {Ink2D} */ (canvas.getContext('2d'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  rows.forEach((row, y) => row.forEach((dark, x) => dark && context.fillRect(4 * (x + 4), 4 * (y + 4), 4, 4)));
}
