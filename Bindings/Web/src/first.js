// Runs what the page needs for its first letter, and writes the profile of `wasm-split --instrument`:
// node first.js INERTIAL.JS INSTRUMENTED.WASM MODEL PROFILE
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

const [, , script, module, letters, profile] = process.argv;
const { Instance } = WebAssembly;
let exported;
WebAssembly.Instance = function (...values) {
  const instance = new Instance(...values);
  exported = instance.exports;
  return instance;
};
const { load } = await import(script);
const { Page } = await load(readFileSync(module));
const file = readFileSync(letters);
// A new visit, and one with the memory of the first.
let kept = {};
let count = 0;
for (let visit = 0; visit < 2; ++visit) {
  const page = new Page({ strokes: file, kept, run: "first" });
  const ask = (method, path, body, query = {}) => page.request({ method, path, query, body });
  page.send({ type: "collect", collects: false });
  page.send({ type: "here" });
  ask("GET", "/api/state");
  const shapes = [(s) => [s, Math.abs(2 * s - 1)], (s) => [Math.sin(6 * s), Math.cos(6 * s)], (s) => [0.1 * s * s, s],
    (s) => [Math.sin(31 * s), Math.cos(47 * s)], () => [0, 0]];
  for (const shape of shapes) {
    const points = Array.from({ length: 60 }, (_, i) => [i / 60, ...shape(i / 60).map((x) => 150 + 100 * x)]);
    for (const strokes of [[points], [points.slice(0, 30), points.slice(30)], [points.slice(0, 1)]]) {
      const { content } = ask("POST", "/api/recognize", { strokes, detail: true, minSize: 16 });
      const best = content.detail?.best;
      if (!best) continue;
      const entry = { id: `a-${++count}`, label: best.label, isGesture: content.gestures[0].isGesture, scores: content.detail.scores };
      ask("POST", "/api/text", { line: "screen", action: "add", entry });
    }
  }
  for (const event of page.events()) if (event.type === "keep") kept = { ...kept, [event.key]: event.value };
}
const write = exported["__write_profile"];
const size = write(0, 0);
const address = exported.malloc(size);
write(address, size);
writeFileSync(profile, new Uint8Array(exported.memory.buffer, address, size));
