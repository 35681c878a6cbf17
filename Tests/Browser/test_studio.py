"""Tests of `inertial studio` in Chromium. Run them by Scripts/test-browser."""

import csv
import http.client
import io
import json
import os
import socket
import tempfile
import time
import unittest

import studio as studios
from browser import Browser, wait_until

# The Swift tests send all letters of many writers; these go through mouse and page.
LETTERS = "SWIFTBOGEA"


class StudioTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.studio = studios.Studio()
        self.addCleanup(self.studio.remove)

    def open(self, path="/", page=None):
        if page is None:
            page = self.browser.page()
            self.addCleanup(page.close)
        page.open(f"{self.studio.origin}{path}?token={self.studio.token}")
        page.wait("document.body.dataset.connection === 'open'")
        return page

    def write(self, page, points, by="mouse", x=0.3, y=0.2):
        left, top, width, height = page.box("#draw")
        page.draw(studios.placed(points, left + x * width, top + y * height), by=by)

    def read(self, page, points, by="mouse"):
        """Writes one letter and returns the text that was added."""
        before = page.evaluate("studio.text.entries.length")
        self.write(page, points, by)
        page.wait(f"studio.text.entries.length > {before}")
        return page.evaluate("studio.text.entries.at(-1)")["label"]

    def clean(self, page):
        self.assertEqual(page.errors, [])


class ScreenTests(StudioTest):
    def test_letters_by_mouse(self):
        page = self.open()
        page.set("#pause", "0.3")
        written = studios.strokes(LETTERS, seed=7)
        read = "".join(self.read(page, points) for _, points in written)
        right = sum(a == b for a, b in zip(read, LETTERS))
        self.assertGreaterEqual(right, len(LETTERS) - 1, read)
        self.assertEqual(page.text("#text"), read)
        self.assertGreater(page.evaluate("document.querySelectorAll('#alternatives li').length"), 0)
        self.assertRegex(page.text("#confidence"), r"^\d+(\.\d)? %$")
        self.assertRegex(page.evaluate("document.getElementById('draw').getAttribute('aria-label')"), "confidence")
        self.assertEqual(page.evaluate("studio.result.classified.input.kind"), "zones")
        page.click("#undo")
        self.assertEqual(page.text("#text"), read[:-1])
        page.click("#space")
        self.assertEqual(page.text("#text"), read[:-1] + " ")
        page.click("#clear")
        self.assertEqual(page.text("#text"), "")
        page.click("#undo")
        self.assertEqual(page.text("#text"), read[:-1] + " ")
        self.clean(page)

    def test_letters_by_touch_on_a_phone(self):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.size(390, 844, scale=2, mobile=True)
        page.emulate_touch()
        self.open(page=page)
        page.set("#pause", "0.3")
        points = [(label, [(t, 0.5 * x, 0.5 * y) for t, x, y in points])
                  for label, points in studios.strokes("HELLO", seed=9)]
        read = "".join(self.read(page, stroke, by="touch") for _, stroke in points)
        self.assertEqual(read, "HELLO")
        self.clean(page)

    def test_strokes_within_the_pause_are_one_letter(self):
        page = self.open()
        page.set("#pause", "1")
        self.write(page, [(0.03 * k, 0, 15 * k) for k in range(20)])
        page.wait("document.getElementById('label').textContent !== ''")
        self.write(page, [(0.03 * k, 12 * k, 285) for k in range(15)])
        page.wait("studio.text.entries.length === 1", 5)
        self.assertEqual(page.evaluate("studio.screen.ink.strokes.length"), 2)
        # Both were classified, as one stroke.
        self.assertEqual(
            page.evaluate("studio.result.classified.input.strokes[0].length"),
            page.evaluate("studio.screen.ink.strokes.flat().length"))

    def test_what_cannot_be_read(self):
        page = self.open()
        self.write(page, [(0, 0, 0), (0.05, 1, 1)])
        page.wait("document.getElementById('result').dataset.state === 'error'")
        self.assertIn("Too short", page.text("#sentence"))
        self.assertEqual(page.text("#text"), "")


class TeachTests(StudioTest):
    def test_five_letters_are_taught_and_read_back(self):
        page = self.open()
        page.set("#pause", "0.3")
        page.click("#teach-toggle")
        page.wait("!document.getElementById('teach').hidden")
        self.assertTrue(page.evaluate("document.getElementById('train').disabled"))
        count = 0
        for seed in (11, 12):
            for label, points in studios.strokes("ACLOS", seed=seed):
                page.set("#teach-label", label.lower())
                self.write(page, points, y=0.05)
                count += 1
                page.wait(f"studio.teach.examples.length === {count}")
        self.assertEqual(page.text("#counts"), "a × 2c × 2l × 2o × 2s × 2")
        self.assertEqual(page.evaluate("document.querySelectorAll('#examples li').length"), 2)
        # One more, and it is deleted.
        self.write(page, points, y=0.05)
        page.wait("studio.teach.examples.length === 11")
        page.click("#examples li:last-child button")
        page.wait("studio.teach.examples.length === 10")
        page.click("#train")
        page.wait("!document.getElementById('confusion').hidden", 60)
        self.assertIn("read right", page.text("#training-text"))
        page.click("#teach-toggle")
        page.wait("document.getElementById('model').value === 'own'")
        read = "".join(self.read(page, points) for _, points in studios.strokes("ACLOS", seed=14))
        self.assertGreaterEqual(sum(a == b for a, b in zip(read, "aclos")), 3, read)
        # The model is a file for the tool.
        self.assertIn("strokes.model", os.listdir(self.studio.folder))
        answer = json.loads(studios.run(
            "recognize", f"{self.studio.folder}/strokes.csv", "--model", f"{self.studio.folder}/strokes.model", "--json"))
        self.assertGreaterEqual(answer["accuracy"], 0.9)
        self.clean(page)


class AirTests(StudioTest):
    def recording(self, text, writer=3):
        path = os.path.join(self.studio.folder, "recording.csv")
        studios.run("simulate", text, "--writer", str(writer), "--output", path)
        return path

    def letters(self, path):
        return json.loads(studios.run("recognize", path, "--json"))["text"]

    def upload(self, page, path):
        with open(path) as file:
            content = file.read()
        page.evaluate(
            f"studio.air.load(new File([{json.dumps(content)}], {json.dumps(os.path.basename(path))}))")

    def test_a_recording_is_replayed(self):
        path = self.recording("HEL")
        page = self.open()
        page.click("#mode-air")
        self.upload(page, path)
        page.wait("document.getElementById('source').value !== 'live'")
        page.set("#speed", "4")
        page.wait("studio.text.entries.length === 3", 20)
        self.assertEqual(page.text("#text"), self.letters(path))
        self.assertEqual(page.evaluate("studio.result.classified.input.kind"), "warping")
        self.assertGreater(page.evaluate("studio.air.ribbon.count"), 20)
        self.assertGreater(page.evaluate("studio.air.ribbon.raw.length"), 20)
        self.assertRegex(page.text("#numbers"), r"\d\.\d\d")
        # The same motion under other choices.
        for method in ("none", "exponential-damping", "navigator"):
            end = page.evaluate("[...studio.air.ribbon.position(studio.air.ribbon.count - 1)]")
            page.set("#method", method)
            page.wait(f"JSON.stringify([...studio.air.ribbon.position(studio.air.ribbon.count - 1)]) !== {json.dumps(json.dumps(end, separators=(',', ':')))}")
        page.set("#reading", "path")
        page.wait("studio.result.classified.input.kind === 'zones'")
        self.clean(page)

    def test_a_recording_that_cannot_be_read(self):
        page = self.open()
        page.evaluate("studio.air.load(new File(['hello'], 'hello.txt'))")
        page.wait("document.querySelector('#ribbon-hint strong').textContent.includes('cannot be read')")
        self.assertIn("hello.txt", page.text("#ribbon-hint"))
        page.evaluate("studio.air.settings.largestUpload = 3")
        page.evaluate("studio.air.load(new File(['hello'], 'large.csv'))")
        page.wait("document.querySelector('#ribbon-hint').textContent.includes('large.csv')")

    def test_the_phone_page_reads_as_the_file(self):
        path = self.recording("LOV", writer=5)
        with open(path) as file:
            samples = [
                (float(r["time_s"]), *(float(r[k]) if r[k] else None for k in (
                    "accel_x_g", "accel_y_g", "accel_z_g", "gyro_x_rad_s", "gyro_y_rad_s",
                    "gyro_z_rad_s")), r["touch"] == "1")
                for r in csv.DictReader(file)]
        page = self.browser.page()
        self.addCleanup(page.close)
        page.emulate_sensors()
        self.open("/phone", page)
        def ready():
            page.sense((0, 0, 9.81), (0, 0, 0.001))
            return not page.evaluate("document.getElementById('hold').disabled")
        wait_until(ready, 20, "no motion arrives at the phone page")
        start, isHeld = time.perf_counter(), False
        for t, ax, ay, az, gx, gy, gz, touch in samples:
            late = start + t - samples[0][0] - time.perf_counter()
            if late < -0.005 and touch == isHeld:
                continue
            if late > 0:
                time.sleep(late)
            page.sense((-9.80665 * ax, -9.80665 * ay, -9.80665 * az), (gx, gy, gz))
            if touch != isHeld:
                isHeld = touch
                kind = "pointerdown" if touch else "pointerup"
                page.evaluate(
                    f"document.getElementById('hold').dispatchEvent(new PointerEvent('{kind}', {{pointerId: 1, bubbles: true}}))")
        page.wait("document.getElementById('text').textContent.length === 3", 5)
        self.assertEqual(page.text("#text"), self.letters(path))


class ConnectionTests(StudioTest):
    def test_two_pages_and_a_restart(self):
        first, second = self.open(), self.open("/#air".split("#")[0])
        second.click("#mode-air")
        second.wait("document.getElementById('status-text').textContent.includes('2 pages')")
        self.studio.restart()
        for page in (first, second):
            page.wait("document.body.dataset.connection === 'open'", 20)
        first.set("#pause", "0.3")
        label, points = studios.strokes("L", seed=2)[0]
        self.assertEqual(self.read(first, points), label)

    def test_a_new_token_is_said(self):
        page = self.open()
        self.studio.stop()
        page.wait("document.body.dataset.connection === 'closed'")
        os.remove(os.path.join(self.studio.folder, ".studio-token"))
        self.studio.start(self.studio.port)
        page.wait("document.body.dataset.connection === 'refused'", 15)
        self.assertIn("new address", page.text("#notice"))

    def test_it_ends_at_a_signal(self):
        self.open()
        self.assertEqual(self.studio.stop(), 0)


class SecurityTests(StudioTest):
    def request(self, method="GET", path="/api/state", body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.studio.port, timeout=20)
        given = {"Authorization": f"Bearer {self.studio.token}"}
        given.update(headers or {})
        try:
            connection.request(method, path, body, {k: v for k, v in given.items() if v is not None})
            answer = connection.getresponse()
            return answer.status, answer.read(), answer
        finally:
            connection.close()

    def test_token_host_and_origin(self):
        self.assertEqual(self.request()[0], 200)
        self.assertEqual(self.request(headers={"Authorization": None})[0], 401)
        self.assertEqual(self.request(headers={"Authorization": "Bearer " + "0" * 32})[0], 401)
        self.assertEqual(self.request(path="/?token=" + "0" * 32, headers={"Authorization": None})[0], 401)
        self.assertEqual(self.request(headers={"Host": "evil.example"})[0], 421)
        self.assertEqual(self.request(headers={"Origin": "http://evil.example"})[0], 403)
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==", "Origin": "http://evil.example"}
        self.assertEqual(self.request(path="/api/live", headers=upgrade)[0], 403)
        for path in ("/../../../etc/passwd", "/..%2f..%2fetc/passwd", "/.studio-token", "/strokes.csv"):
            self.assertEqual(self.request(path=path)[0], 404, path)
        policy = self.request(path="/")[2].getheader("Content-Security-Policy")
        self.assertIn("script-src 'self'", policy)
        self.assertNotIn("unsafe", policy)

    def test_a_page_of_another_site_gets_nothing(self):
        page = self.open()
        # Another studio is another origin with the same cookies' site.
        other = studios.Studio()
        self.addCleanup(other.remove)
        answer = page.evaluate(
            f"fetch('{other.origin}/api/state', {{mode: 'no-cors', credentials: 'include'}}).then(() => 'sent', () => 'blocked')")
        self.assertEqual(answer, "blocked")

    def test_bodies_that_are_too_large(self):
        before = self.studio.memory()
        for path, size in (("/api/recognize", 5 << 20), ("/api/recordings", 1 << 30), ("/api/motion", 1 << 30)):
            with socket.create_connection(("127.0.0.1", self.studio.port), timeout=20) as client:
                client.sendall((
                    f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\n"
                    f"Authorization: Bearer {self.studio.token}\r\nContent-Length: {size}\r\n\r\n").encode())
                answer, sent = b"", 0
                client.settimeout(0.05)
                while sent < 32 << 20:
                    try:
                        sent += client.send(b"\0" * 65536)
                    except (TimeoutError, ConnectionError):
                        break
                client.settimeout(5)
                try:
                    answer = client.recv(4096)
                except ConnectionError:
                    answer = b"HTTP/1.1 413"
                self.assertIn(b" 413 ", answer + b" ")
        with socket.create_connection(("127.0.0.1", self.studio.port), timeout=20) as client:
            client.sendall((
                f"POST /api/recognize HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\n"
                f"Authorization: Bearer {self.studio.token}\r\nTransfer-Encoding: chunked\r\n\r\n").encode())
            self.assertIn(b" 411 ", client.recv(4096))
        self.assertEqual(self.request()[0], 200)
        self.assertLess(self.studio.memory() - before, 80_000)

    def test_thousands_of_connections(self):
        before = self.studio.memory()
        clients = []
        try:
            for _ in range(900):
                try:
                    clients.append(socket.create_connection(("127.0.0.1", self.studio.port), timeout=5))
                except OSError:
                    break
        finally:
            for client in clients:
                client.close()
        wait_until(lambda: self.alive(), 20, "the studio does not answer any more")
        self.assertLess(self.studio.memory() - before, 80_000)

    def alive(self):
        try:
            return self.request()[0] == 200
        except OSError:
            return False

    def test_it_listens_on_127_0_0_1_only(self):
        inodes = set()
        for descriptor in os.listdir(f"/proc/{self.studio.process.pid}/fd"):
            try:
                target = os.readlink(f"/proc/{self.studio.process.pid}/fd/{descriptor}")
            except OSError:
                continue
            if target.startswith("socket:["):
                inodes.add(target[8:-1])
        addresses = []
        for table in ("/proc/net/tcp", "/proc/net/tcp6"):
            with open(table) as file:
                for line in list(file)[1:]:
                    fields = line.split()
                    if fields[3] == "0A" and fields[9] in inodes:
                        addresses.append(fields[1])
        self.assertEqual(addresses, [f"0100007F:{self.studio.port:04X}"])

    def test_a_port_in_use_is_said(self):
        import subprocess
        second = subprocess.run(
            [studios.tool(), "studio", "--port", str(self.studio.port), "--dataset", self.studio.folder],
            capture_output=True, text=True, timeout=20)
        self.assertNotEqual(second.returncode, 0)
        self.assertIn(f"port {self.studio.port} is in use", second.stderr)


if __name__ == "__main__":
    unittest.main()
