// Compares the module with the command-line tool, on recordings that the tool simulates.
//
// WEB is the folder of the module, INERTIAL the tool.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const address = pathToFileURL(join(process.env.WEB, "inertial.js")).href;
const { InertialError, load, model } = await import(address);
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...values) {
  const instance = new Instance(...values);
  memories.push(instance.exports.memory);
  return instance;
};
const { Orientation, Path, Recognizer, Teacher } = await load();
const letters = { strokes: await model("letters-strokes"), motions: await model("letters-motions") };

const folder = mkdtempSync(join(tmpdir(), "inertial-web-"));
after(() => rmSync(folder, { recursive: true }));

/** The output of the tool. */
function tool(...words) {
  return execFileSync(process.env.INERTIAL, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** The path of a simulated recording. */
function simulated(text, ...options) {
  const path = join(folder, `${text.replaceAll(" ", "-")}-${options.join("-").replaceAll("--", "")}.csv`);
  tool("simulate", text, ...options, "--output", path);
  return path;
}

/** The path of a copy of a table without some columns. */
function without(path, columns) {
  const table = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
  const copy = path.replace(".csv", "-copy.csv");
  const kept = table.map((row) => row.filter((_, index) => !columns.test(table[0][index])).join(","));
  writeFileSync(copy, `${kept.join("\n")}\n`);
  return copy;
}

/** The rows of a table, as objects. */
function rows(path) {
  const [header, ...lines] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
  return lines.map((line) => Object.fromEntries(header.map((name, index) => [name, line[index]])));
}

/** The samples of a table of sensors. */
function samples(path) {
  const table = rows(path);
  const vectors = (start, end) =>
    table.flatMap((row) => ["x", "y", "z"].map((axis) => Number(row[start + axis + end] || NaN)));
  return {
    time: table.map((row) => Number(row.time_s)), rotationRate: vectors("gyro_", "_rad_s"),
    acceleration: vectors("accel_", "_g"), magneticField: vectors("mag_", "_uT"),
    ...("touch" in table[0] ? { touch: table.map((row) => Number(row.touch)) } : {}),
  };
}

/** The gestures of a table of strokes: labels and points. */
function strokes(path) {
  const gestures = new Map();
  for (const row of rows(path)) {
    const gesture = gestures.get(row.recording) ?? { label: row.label, points: [] };
    gesture.points.push(Number(row.x), Number(row.y), Number(row.time_s), Number(row.stroke ?? 0));
    gestures.set(row.recording, gesture);
  }
  return [...gestures.values()];
}

/** The fields that the module and `recognize --json` have in common. */
function fields(gesture) {
  const { label, best, score, confidence, alternatives, isGesture, reason, start, end } = gesture;
  return { label, best, score, confidence, alternatives, isGesture, reason: reason ?? null, start, end };
}

function answers(path, ...options) {
  return JSON.parse(tool("recognize", path, ...options, "--json")).gestures.map(fields);
}

test("strokes: labels, scores and confidences are the tool's", () => {
  const recognizer = new Recognizer(letters);
  let count = 0;
  for (const writer of ["3", "4"]) {
    const path = simulated("SPHINX OF BLACK QUARTZ JUDGE MY VOW", "--kind", "strokes", "--writer", writer);
    const found = strokes(path).map(({ points }) => fields(recognizer.recognize(points)));
    assert.deepEqual(found, answers(path));
    count += found.length;
  }
  assert.equal(count, 58);
});

test("motion: the gestures between touches are the tool's", () => {
  const path = simulated("PACK MY BOX", "--seed", "7");
  const recognizer = new Recognizer(letters);
  const found = [...recognizer.update(samples(path)), ...recognizer.finish()];
  assert.equal(found.length, 9);
  assert.deepEqual(found.map(fields), answers(path));
});

test("motion sample by sample, without a touch: the gestures are the tool's", () => {
  const path = simulated("QUIZ", "--seed", "5");
  const untouched = without(path, /^touch$/);
  const stream = samples(untouched);
  assert.equal(stream.touch, undefined);
  const recognizer = new Recognizer(letters);
  const found = stream.time.flatMap((time, index) =>
    recognizer.update({
      time: [time], rotationRate: stream.rotationRate.slice(3 * index, 3 * index + 3),
      acceleration: stream.acceleration.slice(3 * index, 3 * index + 3),
    }));
  found.push(...recognizer.finish());
  assert.deepEqual(found.map(fields), answers(untouched));
  assert.ok(found.length >= 3);
});

test("the attitude is the tool's", () => {
  const path = simulated("HELLO", "--seed", "2");
  const output = join(folder, "attitude.csv");
  tool("orientation", path, "--mode", "6d", "--output", output);
  const expected = rows(output).map((row) => ["qx", "qy", "qz", "qw"].map((name) => Number(row[name])));
  const found = new Orientation().update(samples(path)).map((motion) => motion.attitude);
  assert.equal(found.length, expected.length);
  for (const [index, attitude] of found.entries()) {
    for (const [place, value] of attitude.entries()) {
      assert.ok(Math.abs(value - expected[index][place]) < 1e-12, `sample ${index}`);
    }
  }
});

test("the path is the tool's, once its corrections are applied", () => {
  // With a reference, the tool takes its heading.
  const path = without(simulated("S", "--seed", "3"), /^ref_/);
  const output = join(folder, "path.csv");
  tool("track", path, "--mode", "6d", "--output", output);
  const expected = rows(output).map((row) => ["x", "y", "z"].map((axis) => Number(row[axis])));
  const tracker = new Path();
  const points = [];
  for (const event of [...tracker.update(samples(path)), ...tracker.finish()]) {
    points.splice(event.first, event.points.length, ...event.points);
  }
  assert.equal(points.length, expected.length);
  for (const [index, point] of points.entries()) {
    for (const [place, value] of point.position.entries()) {
      assert.ok(Math.abs(value - expected[index][place]) < 1e-12, `sample ${index}`);
    }
  }
});

test("points as they are written, with a pause between gestures", () => {
  const recognizer = new Recognizer(letters);
  const gestures = strokes(simulated("LOVE", "--kind", "strokes", "--writer", "5"));
  const found = [];
  let time = 0;
  for (const { points } of gestures) {
    for (let index = 0; index < points.length; index += 4) {
      time += 0.01;
      found.push(...recognizer.point(points[index], points[index + 1], time, true));
      if (points[index + 7] !== points[index + 3]) {
        found.push(...recognizer.point(points[index], points[index + 1], (time += 0.01), false));
      }
    }
    assert.equal(recognizer.deadline > time + 0.59, true);
    found.push(...recognizer.advance(recognizer.deadline));
    time += 1;
  }
  assert.equal(found.map(({ label }) => label).join(""), "LOVE");
  assert.equal(recognizer.deadline, null);
});

test("a teacher's strokes: the model is the tool's, and the tool reads its file", () => {
  const vocabulary = ["--vocabulary", "symbols", "--kind", "strokes"];
  const train = simulated("square circle cross square circle cross", ...vocabulary, "--writer", "8");
  const written = simulated("circle square cross", ...vocabulary, "--writer", "9");
  const teacher = new Teacher({ kind: "strokes" });
  for (const { label, points } of strokes(train)) teacher.add(label, points);
  const file = teacher.model();
  const own = join(folder, "own.model");
  const tools = join(folder, "tools.model");
  writeFileSync(own, file);
  tool("train", "--dataset", train, "--output", tools);
  const recognizer = new Recognizer({ strokes: file });
  const found = strokes(written).map(({ points }) => fields(recognizer.recognize(points)));
  assert.deepEqual(found, answers(written, "--model", own));
  assert.deepEqual(found, answers(written, "--model", tools));
  assert.deepEqual(recognizer.strokeLabels, ["circle", "cross", "square"]);
});

test("a teacher's motions are added to the built-in letters, and the tool reads its file", () => {
  const recognizer = new Recognizer(letters);
  const taught = [...recognizer.update(samples(simulated("AB", "--seed", "11"))), ...recognizer.finish()];
  const teacher = new Teacher({ kind: "motion", model: letters.motions });
  for (const [index, gesture] of taught.entries()) teacher.add(["A", "hook"][index], gesture);
  const file = teacher.model();
  const own = join(folder, "own-motions.model");
  writeFileSync(own, file);
  const path = simulated("ABC", "--seed", "12");
  const reading = new Recognizer({ motions: file });
  assert.ok(reading.motionLabels.includes("hook"));
  const found = [...reading.update(samples(path)), ...reading.finish()];
  assert.deepEqual(found.map(fields), answers(path, "--model", own));
});

test("pipelines: the random kernels are the tool's, and scores up to rounding", () => {
  // The tool fuses products and sums of linear scores.
  const rounded = (gesture) =>
    JSON.parse(JSON.stringify(gesture, (_, value) => (typeof value === "number" ? value.toFixed(9) : value)));
  const options = ["--vocabulary", "gestures"];
  const data = join(folder, "gestures.csv");
  for (const writer of ["1", "2", "3"]) {
    tool("collect", simulated("shake wave swipe attack", ...options, "--writer", writer), "--dataset", data);
  }
  const path = simulated("wave attack shake swipe", ...options, "--writer", "4");
  for (const classifier of ["convolution-kernels", "logistic-regression", "gaussian-naive-bayes"]) {
    const own = join(folder, `${classifier}.model`);
    tool("train", "--dataset", data, "--classifier", classifier, "--output", own);
    const recognizer = new Recognizer({ motions: readFileSync(own) });
    const found = [...recognizer.update(samples(path)), ...recognizer.finish()].map(fields);
    assert.equal(found.length, 4);
    assert.deepEqual(found.map(rounded), answers(path, "--model", own).map(rounded));
  }
});

test("errors are exceptions with the library's texts", () => {
  const error = (message) => ({ name: "InertialError", message });
  assert.ok(new InertialError("") instanceof Error);
  assert.throws(
    () => new Recognizer({ strokes: new TextEncoder().encode("label,time\n") }),
    error("not a model file: expected it to begin with 'inertial model'"));
  const altered = letters.strokes.slice();
  altered[5000] ^= 1;
  assert.throws(
    () => new Recognizer({ strokes: altered }),
    error("the file was altered or damaged: its checksum does not match"));
  assert.throws(() => new Recognizer({}), error("expected a model of strokes or of motions"));
  assert.throws(
    () => new Recognizer(letters).recognize([1, 2, 3]),
    error("expected a multiple of 4 numbers, got 3"));
  assert.throws(
    () => new Orientation().update({ time: [0, 1], rotationRate: [0, 0, 0] }),
    error("expected 6 numbers of rotationRate for 2 times, got 3"));
  assert.throws(
    () => new Teacher({ kind: "strokes" }).add("a", [0, 0, 0, 0]),
    error("a gesture of 1 sample: expected at least 2"));
  const { reason, isGesture } = new Recognizer(letters).recognize([0, 0, 0, 0]);
  assert.equal(reason, "a gesture of 1 sample: expected at least 2");
  assert.equal(isGesture, false);
});

test("a worker", async () => {
  const script = `
    import { parentPort } from "node:worker_threads";
    import { load, model } from ${JSON.stringify(address)};
    const { Recognizer } = await load();
    const recognizer = new Recognizer({ strokes: await model("digits-strokes") });
    parentPort.postMessage(recognizer.strokeLabels);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const labels = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  assert.deepEqual(labels, [..."0123456789"]);
});

test("ten thousand gestures need no more memory than a thousand", () => {
  const recognizer = new Recognizer(letters);
  const points = strokes(simulated("W", "--kind", "strokes"))[0].points;
  const sizes = [];
  for (let count = 0; count <= 10_000; ++count) {
    assert.equal(recognizer.recognize(points).label, "W");
    if (count % 1000 === 0) sizes.push(memories[0].buffer.byteLength);
  }
  assert.equal(sizes.at(-1), sizes[1]);
});
