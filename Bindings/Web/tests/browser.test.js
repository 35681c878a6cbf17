// Loads the module in Chromium, on a page with a strict content policy and in a worker.
//
// WEB is the folder of the module, CHROMIUM the browser (default: chromium).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
// A V.
const points = Array.from({ length: 21 }, (_, index) =>
  [5 * index, 100 - 10 * Math.abs(index - 10), 0.02 * index, 0]).flat();
const read = `
  import { load, model } from "./inertial.js";
  const { Recognizer } = await load();
  const recognizer = new Recognizer({ strokes: await model("letters-strokes") });
  const { label, confidence } = recognizer.recognize(${JSON.stringify(points)});`;
const made = {
  "/page.html": `<!doctype html><script type="module" src="page.js"></script>`,
  "/page.js": `${read}
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) =>
      fetch("/report", { method: "POST", body: JSON.stringify([{ label, confidence }, data]) });`,
  "/worker.js": `${read} postMessage({ label, confidence });`,
};

test("a page and a worker read a letter", { timeout: 120_000 }, async () => {
  let report;
  const reported = new Promise((resolve) => { report = resolve; });
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    if (path === "/report") {
      let body = "";
      for await (const part of request) body += part;
      response.end();
      report(JSON.parse(body));
      return;
    }
    try {
      const content = made[path] ?? (await readFile(join(process.env.WEB, path)));
      const type = types[path.split(".").at(-1)] ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": policy });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  const profile = mkdtempSync(join(tmpdir(), "inertial-chromium-"));
  const browser = spawn(process.env.CHROMIUM ?? "chromium", [
    "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
    `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/page.html`,
  ], { stdio: "ignore" });
  try {
    const { load, model } = await import(join(process.env.WEB, "inertial.js"));
    const { Recognizer } = await load();
    const { label, confidence } =
      new Recognizer({ strokes: await model("letters-strokes") }).recognize(points);
    assert.equal(label, "V");
    assert.deepEqual(await reported, [{ label, confidence }, { label, confidence }]);
  } finally {
    browser.kill();
    await new Promise((resolve) => { browser.once("exit", resolve); });
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
