// QR codes of addresses: bytes, correction level L, versions 1 to 6 (ISO/IEC 18004), up to 134 characters.

// Data, correction, blocks.
const versions = [[19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2]];

/** @type {number[][]} */
const [powers, logs] = [[], []];
for (let i = 0, x = 1; i < 255; i++) {
  powers[i] = x;
  logs[x] = i;
  x = x << 1 ^ (x > 127 ? 0x11d : 0);
}
/** @type {(a: number, b: number) => number} */
const times = (a, b) => (a && b ? powers[(logs[a] + logs[b]) % 255] : 0);

// The Reed-Solomon code of a block.
/** @param {number[]} data @param {number} count */
function correction(data, count) {
  let factor = [1];
  for (let i = 0; i < count; i++) {
    factor = [...factor, 0].map((c, k) => c ^ (k ? times(factor[k - 1], powers[i]) : 0));
  }
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, i) => {
    const lead = rest[i];
    factor.forEach((c, k) => (rest[i + k] ^= times(c, lead)));
  });
  return rest.slice(data.length);
}

/** @type {(bytes: number[], sizes: number[]) => number[]} */
function codewords(bytes, [size, count, blocks]) {
  /** @type {number[]} */
  const bits = [];
  /** @type {(value: number, length: number) => void} */
  const put = (value, length) => {
    for (let i = length - 1; i >= 0; i--) bits.push(value >> i & 1);
  };
  put(4, 4);
  put(bytes.length, 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * size - bits.length));
  while (bits.length % 8) bits.push(0);
  /** @type {number[]} */
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; data.length < size; pad ^= 0xec ^ 0x11) data.push(pad);
  const parts = Array.from({ length: blocks }, (_, b) => data.slice((b * size) / blocks, ((b + 1) * size) / blocks));
  /** @type {(lists: number[][]) => number[]} */
  const woven = (lists) => lists[0].flatMap((_, i) => lists.map((list) => list[i]));
  return [...woven(parts), ...woven(parts.map((part) => correction(part, count)))];
}

// Rows of dark (1) and light (0) modules; null for longer text.
/** @param {string} text */
export function modules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versions.findIndex(([size]) => bytes.length <= size - 2) + 1;
  if (!version) return null;
  const n = 17 + 4 * version;
  /** @type {any[][]} */
  const grid = Array.from({ length: n }, () => Array(n).fill(null));
  /** @type {(row: number, column: number, rings: number[]) => void} */
  const square = (row, column, rings) => rings.forEach((dark, ring) => {
    for (let r = -ring; r <= ring; r++) {
      for (let c = -ring; c <= ring; c++) {
        if (Math.max(Math.abs(r), Math.abs(c)) === ring && grid[row + r]?.[column + c] !== undefined) grid[row + r][column + c] = dark;
      }
    }
  });
  for (const [row, column] of [[3, 3], [3, n - 4], [n - 4, 3]]) square(row, column, [1, 1, 0, 1, 0]);
  if (version > 1) square(n - 7, n - 7, [1, 0, 1]);
  for (let i = 8; i < n - 8; i++) grid[6][i] = grid[i][6] = 1 - i % 2;
  // The format: level L, mask 0.
  const format = 0x77c4;
  for (let i = 0; i < 15; i++) {
    const bit = format >> i & 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : n - 15 + i][8] = bit;
    grid[8][i < 8 ? n - 1 - i : i < 9 ? 7 : 14 - i] = bit;
  }
  grid[n - 8][8] = 1;
  const bits = codewords(bytes, versions[version - 1]).flatMap((word) => Array.from({ length: 8 }, (_, i) => word >> (7 - i) & 1));
  let next = 0;
  for (let right = n - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < n; i++) {
      const row = up ? n - 1 - i : i;
      for (const column of [right, right - 1]) {
        if (grid[row][column] === null) grid[row][column] = (bits[next++] ?? 0) ^ ((row + column) % 2 ? 0 : 1);
      }
    }
  }
  return grid;
}
