// Measures the module: times under node and memory. `Scripts/web --measure` runs it.
//
// WEB is the folder of the module; the arguments are a table of strokes and one of samples.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** The columns of a table, as numbers. */
function columns(path) {
  const [header, ...rows] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
  return (name) => rows.map((row) => Number(row[header.indexOf(name)] || NaN));
}

const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...values) {
  const instance = new Instance(...values);
  memories.push(instance.exports.memory);
  return instance;
};
const start = performance.now();
const { load, model } = await import(pathToFileURL(join(process.env.WEB, "inertial.js")).href);
const { Path, Recognizer } = await load();
const loaded = performance.now();
const models = { strokes: await model("letters-strokes"), motions: await model("letters-motions") };
const recognizer = new Recognizer(models);
const show = (name, value) => console.log(name.padEnd(60), value);
show("load the module, ms", (loaded - start).toFixed(0));
show("read both models of letters, ms", (performance.now() - loaded).toFixed(0));

const strokes = columns(process.argv[2]);
const [x, y, time] = ["x", "y", "time_s"].map(strokes);
const points = x.flatMap((_, index) => [x[index], y[index], time[index], 0]);
const letters = [];
for (let count = 0; count < 2000; ++count) {
  const before = performance.now();
  recognizer.recognize(points);
  letters.push(performance.now() - before);
}
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
show("a letter on the screen, ms", median(letters).toFixed(3));

const table = columns(process.argv[3]);
const duration = table("time_s").at(-1) + 0.01;
const vectors = ["gyro_#_rad_s", "accel_#_g"].map((name) => ["x", "y", "z"].map((axis) => table(name.replace("#", axis))));
const touch = table("touch");
const path = new Path();
const [single, found] = [[], []];
let [total, seconds, samples] = [0, 0, 0];
const sizes = [];
// An hour of writing in the air.
for (; seconds < 3600; seconds += duration) {
  for (const [index, moment] of table("time_s").entries()) {
    const [rotationRate, acceleration] = vectors.map((axes) => axes.map((axis) => axis[index]));
    const sample = { time: [seconds + moment], rotationRate, acceleration, touch: [touch[index]] };
    const before = performance.now();
    const gestures = recognizer.update(sample);
    const after = performance.now();
    path.update(sample);
    total += performance.now() - before;
    samples += 1;
    (gestures.length > 0 ? found : single).push(after - before);
  }
  sizes.push(memories[0].buffer.byteLength);
}
show("a letter in the air, ms: median, worst", `${median(found).toFixed(2)}, ${Math.max(...found).toFixed(1)} of ${found.length}`);
show("a sample of motion, µs", (1000 * median(single)).toFixed(1));
show("engine and path, share of a core at the recording's rate", `${(total / 10 / seconds).toFixed(2)} %`);
show("memory after the first minute and an hour, MB",
  [sizes[Math.ceil(60 / duration)], sizes.at(-1)].map((size) => (size / 1e6).toFixed(1)).join(", "));

// The engine of the page without a server, with its messages in JSON.
const site = pathToFileURL(join(process.env.SITE, "inertial.js")).href;
const rest = () => new WebAssembly.Module(readFileSync(join(process.env.SITE, "later.wasm")));
const { Page } = await (await import(site)).load(undefined, rest);
const page = new Page({ strokes: models.strokes, run: "measure" });
page.load("letters", models.motions);
const body = { strokes: [x.map((_, index) => [time[index], x[index], y[index]])], detail: true };
const requests = [];
for (let count = 0; count < 500; ++count) {
  const before = performance.now();
  page.request({ method: "POST", path: "/api/recognize", body });
  requests.push(performance.now() - before);
}
show("page: a letter on the screen, ms", median(requests).toFixed(2));
const messages = [];
const held = [];
let [moved, written] = [0, 0];
const used = process.cpuUsage();
for (; moved < 3600; moved += duration) {
  for (const [index, moment] of table("time_s").entries()) {
    const [rate, force] = vectors.map((axes) => axes.map((axis) => axis[index]));
    const reading = {
      t: moved + moment, rotation: rate.map((value) => value * 180 / Math.PI), acceleration: force.map((value) => value * 9.80665),
      touch: touch[index] === 1,
    };
    const before = performance.now();
    page.send({ type: "devicemotion", apple: true, readings: [reading] });
    const events = page.events();
    const spent = performance.now() - before;
    if (events.some(({ type }) => type === "gesture")) {
      messages.push(spent);
      written += 1;
    }
  }
  held.push(memories[1].buffer.byteLength);
}
const cpu = process.cpuUsage(used).user;
show("page: a letter in the air, ms: median, worst", `${median(messages).toFixed(1)}, ${Math.max(...messages).toFixed(1)} of ${written}`);
show("page: engine and path, share of a core at the recording's rate", `${(cpu / 10000 / moved).toFixed(2)} %`);
show("page: a letter in the air in the first and the last minute, ms",
  [messages.slice(0, 50), messages.slice(-50)].map((part) => median(part).toFixed(1)).join(", "));
show("page: memory after a minute, ten minutes and an hour, MB",
  [60, 600, 3600].map((end) => (held[Math.min(held.length - 1, Math.ceil(end / duration))] / 1e6).toFixed(1)).join(", "));
