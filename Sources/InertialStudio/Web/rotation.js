// Quaternions as x, y, z, w, for the camera.

/** @type {(a: Turn, b: Turn) => Turn} */
export function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
  ];
}
/** @param {Turn} q @param {Vector} v */
export function act(q, v) {
  const t = cross(q, v).map((c) => 2 * c);
  const u = cross(q, t);
  return v.map((c, i) => c + q[3] * t[i] + u[i]);
}
/** @type {(a: number[], b: number[]) => Vector} */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @type {(axis: Vector, angle: number) => Turn} */
export const half = (axis, angle) => [...axis.map((v) => v * Math.sin(angle / 2)), Math.cos(angle / 2)];
/** @type {(q: Turn) => Turn} */
export const normal = (q) => q.map((v) => v / Math.hypot(...q));
/** @type {(a: Vector, b: Vector) => number} */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
