/* oxlint-disable unicorn/require-post-message-target-origin -- Workers have none. */
// Compares the worker of the page without a server with the command-line tool, on the same strokes.
//
// SITE is the folder of the page, INERTIAL the tool.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const tool = (...words) =>
  execFileSync(process.env.INERTIAL, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1e9 });

const folder = mkdtempSync(join(tmpdir(), "inertial-site-"));
after(() => rmSync(folder, { recursive: true }));
const fields = ["label", "best", "score", "confidence", "alternatives", "isGesture", "start", "end"];
const compared = (gesture) => fields.map((name) => gesture[name] ?? null);

/** The worker of the page, with a browser's names for what node calls otherwise. */
function started() {
  const script = `
    import { readFileSync } from "node:fs";
    import { parentPort } from "node:worker_threads";
    class XMLHttpRequest {
      open(_, url) { this.url = url; }
      send() { this.response = readFileSync(this.url); }
    }
    Object.assign(globalThis, {
      XMLHttpRequest, onmessage: null, postMessage: (data) => parentPort.postMessage(data),
      fetch: async (url) => new Response(readFileSync(url)),
    });
    await import(${JSON.stringify(pathToFileURL(join(process.env.SITE, "worker.js")).href)});
    parentPort.on("message", (data) => onmessage({ data }));`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
}

/** The gestures of a table of strokes, as the page sends them: [time, x, y]. */
function gestures(table) {
  const [header, ...rows] = table.trim().split("\n").map((line) => line.split(","));
  const [recording, stroke, ...point] = ["recording", "stroke", "time_s", "x", "y"].map((name) => header.indexOf(name));
  const found = new Map();
  for (const row of rows) {
    const strokes = found.get(row[recording]) ?? new Map();
    const part = strokes.get(row[stroke]) ?? [];
    part.push(point.map((column) => Number(row[column])));
    found.set(row[recording], strokes.set(row[stroke], part));
  }
  return [...found.values()].map((strokes) => [...strokes.values()]);
}

test("1,508 strokes through the page's worker have the tool's bits", { timeout: 600_000 }, async () => {
  const worker = started();
  const waiting = new Map();
  const failed = new Promise((_, reject) => { worker.once("error", reject); });
  worker.on("message", ({ id, status, content }) => waiting.get(id)?.({ status, content }));
  let count = 0;
  const ask = (body) => {
    worker.postMessage({ id: ++count, request: { method: "POST", path: "/api/recognize", query: {}, body } });
    return Promise.race([failed, new Promise((resolve) => { waiting.set(count, resolve); })]);
  };
  // Writers whom no model was trained on.
  for (let writer = 100; writer < 158; ++writer) {
    const path = join(folder, "strokes.csv");
    tool("simulate", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "--kind", "strokes", "--writer", String(writer), "--output", path);
    const expected = JSON.parse(tool("recognize", path, "--json")).gestures;
    const answers = await Promise.all(gestures(readFileSync(path, "utf8")).map((strokes) => ask({ strokes })));
    const read = answers.flatMap(({ content }) => content.gestures);
    assert.deepEqual(read.map(compared), expected.map(compared), `writer ${writer}`);
  }
  assert.equal(count, 1508);
  await worker.terminate();
});
