"""The page's types of answers and events are those of what the studio sends. Run by Scripts/test-browser."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import studio as studios
from cases import MotionTest

TYPES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.d.ts")
# The answers by path, as the page's scripts take them.
ANSWERS = {
    "/api/recognize": "Answer", "/api/gesture": "Answer", "/api/train": "Training", "/api/state": "Session",
    "/api/words": "{ words: Word[] }", "/api/recordings": "Opened", "/api/recordings/example": "Opened",
    "/api/devices": "Invitation", "GET /api/examples": "{ examples: Example[] }", "POST /api/examples": "{ example: Example }",
}
# Keeps all that the studio sends.
SCRIPT = """
window.sent = [];
const get = fetch, Socket = WebSocket;
window.fetch = async (...a) => {
  const answer = await get(...a);
  const path = String(a[0]).split('?')[0];
  sent.push([answer.ok ? `${a[1]?.method ?? 'GET'} ${path}` : 'failure', await answer.clone().json()]);
  return answer;
};
window.WebSocket = class extends Socket {
  set onmessage(take) {
    super.onmessage = (event) => {
      for (const line of event.data.split('\\n')) if (line) sent.push(['event', JSON.parse(line)]);
      take(event);
    };
  }
};
"""


def short(value):
    """A value whose lists have at most three elements of each shape."""
    if isinstance(value, dict):
        return {key: short(inner) for key, inner in value.items()}
    if isinstance(value, list):
        shapes, kept = {}, []
        for inner in map(short, value):
            count = shapes[shape(inner)] = shapes.get(shape(inner), 0) + 1
            if count <= 3:
                kept.append(inner)
        return kept
    return value


def shape(value):
    if isinstance(value, dict):
        return "{%s}" % ",".join(f"{key}:{shape(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return "[%s]" % ",".join(sorted(set(map(shape, value))))
    return value if isinstance(value, str) and value.isalpha() and len(value) < 12 else type(value).__name__


def keys(value):
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


@unittest.skipUnless(shutil.which("tsc"), "expected tsc, which Scripts/check-page installs")
class TypeTests(MotionTest):
    def journey(self):
        """Writes, replays, is taught and asks, and returns what the studio has sent."""
        self.restart_with_words("CAT")
        page = self.browser.page()
        self.addCleanup(page.close)
        page.call("Page.addScriptToEvaluateOnNewDocument", source=SCRIPT)
        self.open(page=page)
        page.set("#pause", "0.3")
        page.click("#words-toggle")
        for _, points in studios.strokes("CAT", seed=7):
            self.read(page, points)
        # A stroke without a direction, an undecided table, and another reader.
        page.evaluate("""(async () => { const ask = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
            await ask('/api/recognize', { stroke: [[0, 5, 5], [0.1, 5, 5]], detail: true });
            await ask('/api/recognize', { stroke: [] }); await fetch('/api/state');
            await ask('/api/settings', { ...studio.state.session.settings, statistic: 'shoe', restWindow: 0.1, restAcceleration: 0.1 });
            await ask('/api/settings', {}); })()""")
        page.click("#teach-toggle")
        header, *rows = studios.strokes_and_a_point("LOSLOSLOSLOS")
        # Three that are read as another letter.
        rows = [row.replace(",L,", ",O,") if row.startswith(("0,", "3,")) else row for row in rows]
        page.evaluate(f"studio.teach.import(new File([{json.dumps(chr(10).join([header, *rows]))}], 'more.csv'))")
        page.wait("studio.state.examples.length > 10")
        page.set("#teach-label", "O")
        (_, points), = studios.strokes("O", seed=2)
        self.write(page, points, y=0.05)
        page.wait("sent.some(([path]) => path === 'POST /api/examples')")
        page.click("#train")
        page.wait("!document.getElementById('confusion').hidden", 60)
        page.click("#teach-toggle")
        page.set("#model", "built-in")
        page.click("#mode-air")
        page.click("#devices-open")
        page.click("#devices-close")
        self.push(self.recording("L"))
        page.wait("studio.state.lines.air.entries.length === 1", 20)
        page.wait("sent.some(([path, { type }]) => type === 'revision')", 20)
        # A gesture that is collected, and another device while this one writes.
        page.click("#teach-toggle")
        page.set("#teach-label", "L")
        self.push(self.recording("L"), after=100)
        page.wait("sent.some(([path, { isCollected }]) => isCollected)", 20)
        page.click("#teach-toggle")
        page.evaluate("studio.live.send({ type: 'devicemotion', apple: false, readings: ["
                      "{ t: 1, acceleration: [0, 0, 9.81], rotation: [0, 0, 0], touch: false }] })")
        page.wait("sent.some(([path, { type }]) => type === 'pen')", 20)
        page.click("#hint-example")
        page.wait("studio.air.ribbon.truth.length > 20", 30)
        page.set("#reading", "path")
        page.wait("studio.result.input.kind === 'zones'")
        plain = "\\n".join(",".join(map(str, [t, *rate, *(-a for a in acceleration)]))
                           for t, acceleration, rate, _ in self.samples(self.recording("L")))
        page.evaluate(f"studio.sources.load(new File(['{plain}'], 'plain.csv'))")
        page.wait("document.querySelector('.columns') !== null")
        self.clean(page)
        return page.evaluate("sent")

    def test_each_message_has_its_type(self):
        messages, names = {}, set()
        for source, value in self.journey():
            method, _, path = source.partition(" ")
            known = {"event": "ServerEvent", "failure": "Rejection"}.get(source) or ANSWERS.get(path) or ANSWERS.get(source)
            if known is None:
                self.assertEqual(value, {} if path != "/api/examples/file" else value, source)
                continue
            names |= keys(value)
            value = short(value)
            messages[known, shape(value)] = value
        lines = [f"const value{i}: {known} = {json.dumps(value)};" for i, ((known, _), value) in enumerate(messages.items())]
        self.assertGreater(len(lines), 20)

        def check(lines):
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "messages.ts"), "w") as file:
                    file.write("\n".join([*lines, "declare global { interface ElementsById { draw: HTMLCanvasElement } }", "export {};\n"]))
                return subprocess.run(
                    ["tsc", "--noEmit", "--strict", "--lib", "ES2022,DOM", TYPES, os.path.join(folder, "messages.ts")],
                    capture_output=True, text=True).stdout
        found = check(lines)
        self.assertEqual(found, "", found[:3000])
        # A field that is missing, of another type, or unknown is found.
        gesture = next(value for (known, _), value in messages.items() if value.get("type") == "gesture")
        for wrong in ({**gesture, "id": "7"}, {**gesture, "idd": 7}, {k: v for k, v in gesture.items() if k != "gestures"}):
            self.assertIn("error TS", check([f"const wrong: ServerEvent = {json.dumps(wrong)};"]))
        # Each field of the types was sent.
        with open(TYPES) as file:
            types = re.search(r"MARK: from the server(.*)MARK: of the page", file.read(), re.S)[1]
        fields = set(re.findall(r"(\w+)\??: ", re.sub(r"//.*", "", types)))
        self.assertEqual(fields - names, set())


if __name__ == "__main__":
    unittest.main()
