"""Tests of `inertial studio` in Chromium. Run them by Scripts/test-browser."""

import csv
import http.client
import io
import json
import os
import resource
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import uuid
import zipfile

import studio as studios
from browser import Browser, wait_until
from cases import MotionTest, StudioTest
from phones import Phyphox

# The Swift tests send all letters of many writers; these go through mouse and page.
LETTERS = "SWIFTBOGEA"

# The words as they are chosen.
SPELLED = "[...document.querySelectorAll('#words button')].map((word) => word.textContent).join(' ')"


class ScreenTests(StudioTest):
    def test_letters_by_mouse(self):
        page = self.open()
        page.set("#pause", "0.3")
        written = studios.strokes(LETTERS, seed=7)
        read = "".join(self.read(page, points) for _, points in written)
        right = sum(a == b for a, b in zip(read, LETTERS))
        self.assertGreaterEqual(right, len(LETTERS) - 1, read)
        self.assertEqual(page.text("#text"), read)
        # Of a clear letter no other class has a share.
        self.assertTrue(page.evaluate(
            "document.querySelectorAll('#alternatives li').length > 0 || document.getElementById('alternatives').dataset.none !== ''"))
        self.assertRegex(page.text("#confidence"), r"^\d+(\.\d)? %$")
        self.assertRegex(page.evaluate("document.getElementById('draw').getAttribute('aria-label')"), "confidence")
        self.assertEqual(page.evaluate("studio.result.input.kind"), "zones")
        # The built-in model is a stroke network: no zones are drawn.
        self.assertIn("directions", page.text("#classified-note"))
        self.assertFalse(page.evaluate("studio.result.input.areCompared"))
        page.click("#undo")
        self.assertEqual(page.text("#text"), read[:-1])
        page.click("#space")
        self.assertEqual(page.text("#text"), read[:-1] + " ")
        page.click("#clear")
        self.assertEqual(page.text("#text"), "")
        page.click("#undo")
        page.wait(f"document.getElementById('text').textContent === '{read[:-1]} '")
        self.clean(page)

    def add(self, label, scores=(), accepted=True, spotted=False):
        """Adds a letter to the text of the screen, with the shares of its classes."""
        self.studio.call("/api/text", {"line": "screen", "action": "add", "entry": {
            "id": uuid.uuid4().hex, "label": label, "isGesture": accepted, "isSpotted": spotted,
            "scores": [{"label": name, "score": score, "confidence": share} for name, score, share in scores]}})

    def test_words_by_a_list(self):
        self.restart_with_words("SWIFT", "BOAT", "GOAT", "TOAST")
        page = self.open()
        page.set("#pause", "0.3")
        self.assertTrue(page.evaluate("document.getElementById('words').hidden"))
        page.click("#words-toggle")
        written = studios.strokes("SWIFT", seed=7)
        for _, points in written:
            self.read(page, points)
        page.wait(f"{SPELLED} === 'SWIFT'")
        page.click("#space")
        # Between B and D, nearer to D: the word decides.
        page.wait("!studio.state.changes.length")
        self.add("D", [("D", 1, 0.52), ("B", 0.9, 0.4), ("G", 0, 0.08)])
        for letter in "OAT":
            self.add(letter)
        page.wait(f"{SPELLED} === 'SWIFT BOAT'")
        self.assertEqual(page.text("#text")[-4:], "DOAT")
        # A press chooses the next possible word.
        page.click("#words button:last-child")
        self.assertNotEqual(page.evaluate(SPELLED), "SWIFT BOAT")
        page.wait("document.activeElement === document.querySelector('#words button:last-child')")
        page.click("#space")
        page.wait("!studio.state.changes.length")
        for letter in "XQZ":
            self.add(letter)
        page.wait("document.querySelectorAll('#words button').length === 3")
        self.assertEqual(page.evaluate("document.querySelector('#words button:last-child').dataset.known"), "false")
        page.click("#clear")
        page.wait(f"{SPELLED} === ''")
        page.click("#undo")
        page.wait(f"{SPELLED}.startsWith('SWIFT ')")
        self.clean(page)

    def test_words_of_letters_spotted_in_the_air(self):
        self.restart_with_words("CAT", "CART")
        page = self.open()
        page.click("#words-toggle")
        shares = {}
        for spotted in (False, True):
            # A rejected gesture that may be no letter.
            for letter in "CART":
                self.add(letter, [(letter, 1, 0.6), ("X", 0, 0.4)], letter != "R", spotted)
            page.wait("studio.text.words.list.length === 1 && studio.text.words.list[0].count === 4")
            shares[spotted] = page.evaluate(
                "studio.text.words.list[0].choices.find((choice) => choice.text === 'CAT')?.confidence ?? 0")
            page.click("#clear")
            page.wait(f"{SPELLED} === '' && !studio.state.changes.length")
        self.assertGreater(shares[True], 2 * shares[False])
        self.clean(page)

    def test_letters_by_touch_on_a_phone(self):
        # With all its buttons.
        self.restart_with_words("HELLO")
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
        self.fits(page, "#written", 5)
        self.clean(page)

    def test_strokes_within_the_pause_are_one_letter(self):
        page = self.open()
        page.set("#pause", "2")
        self.write(page, [(0.03 * k, 0, 15 * k) for k in range(20)])
        self.write(page, [(0.03 * k, 12 * k, 285) for k in range(15)])
        page.wait("studio.text.entries.length === 1", 5)
        self.assertEqual(page.evaluate("studio.letters.ink.strokes.length"), 2)
        # Both were classified, as two strokes of one letter.
        self.assertEqual(
            page.evaluate("studio.result.input.strokes.map((stroke) => stroke.length)"),
            page.evaluate("studio.letters.ink.strokes.map((stroke) => stroke.length)"))

    def test_strokes_after_the_pause_are_two_letters(self):
        page = self.open()
        page.set("#pause", "0.3")
        for column in (0, 1):
            self.write(page, [(0.03 * k, 200 * column, 15 * k) for k in range(20)])
            page.wait(f"studio.text.entries.length === {column + 1}", 5)
            self.assertEqual(page.evaluate("studio.letters.ink.strokes.length"), 1)
        self.clean(page)

    def test_a_cancelled_stroke_leaves_the_letter(self):
        page = self.open()
        page.set("#pause", "2")
        line = [(0.03 * k, 0, 15 * k) for k in range(20)]
        self.write(page, line)
        # Another stroke within the pause, cancelled by Escape.
        left, top, width, height = page.box("#draw")
        x, y = left + 0.6 * width, top + 0.3 * height
        page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + 40, y=y + 40, button="left", buttons=1)
        for kind in ("keyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key="Escape", code="Escape", windowsVirtualKeyCode=27)
        page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
        page.wait("studio.text.entries.length === 1", 5)
        self.assertEqual(page.evaluate("studio.letters.ink.strokes.length"), 1)
        # The next letter is one of its own.
        self.write(page, line)
        page.wait("studio.text.entries.length === 2", 5)
        self.assertEqual(page.evaluate("studio.letters.ink.strokes.length"), 1)
        self.clean(page)

    def test_what_cannot_be_read(self):
        page = self.open()
        self.write(page, [(0, 0, 0), (0.05, 1, 1)])
        page.wait("document.getElementById('result').dataset.state === 'error'")
        self.assertIn("Too short", page.text("#sentence"))
        self.assertEqual(page.evaluate("document.getElementById('alternatives').dataset.none"), "")
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
                page.wait(f"studio.state.examples.length === {count}")
        self.assertEqual(page.text("#counts"), "a 2 of 5c 2 of 5l 2 of 5o 2 of 5s 2 of 5")
        self.assertEqual(page.evaluate("document.querySelectorAll('#examples li').length"), 2)
        # One more, and it is deleted.
        self.write(page, points, y=0.05)
        page.wait("studio.state.examples.length === 11")
        page.click("#examples li:last-child button")
        page.wait("studio.state.examples.length === 10")
        page.click("#train")
        page.wait("!document.getElementById('confusion').hidden", 60)
        self.assertIn("recognised correctly", page.text("#training-text"))
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

    def teach(self, page, text, seed):
        for label, points in studios.strokes(text, seed=seed):
            count = page.evaluate("studio.state.examples.length")
            page.set("#teach-label", label)
            self.write(page, points, y=0.05)
            page.wait(f"studio.state.examples.length === {count + 1}")

    def test_a_label_chosen_within_the_pause_is_for_the_next_letter(self):
        page = self.open()
        page.set("#pause", "1")
        page.click("#teach-toggle")
        page.set("#teach-label", "L")
        (_, points), = studios.strokes("L", seed=2)
        self.write(page, points, y=0.05)
        page.set("#teach-label", "M")
        page.wait("studio.state.examples.length === 1", 5)
        self.assertEqual(page.text("#counts"), "L 1 of 5")
        # So is a panel that is closed within the pause.
        self.write(page, points, y=0.05)
        page.click("#teach-toggle")
        page.wait("studio.state.examples.length === 2", 5)
        self.assertEqual(page.text("#counts"), "L 1 of 5M 1 of 5")
        self.assertEqual(page.text("#text"), "")
        self.clean(page)

    def test_examples_after_a_restart_are_those_of_the_studio(self):
        page = self.open()
        page.set("#pause", "0.3")
        page.click("#teach-toggle")
        self.teach(page, "LLO", 2)
        page.set("#teach-label", "L")
        before = page.evaluate("studio.state.examples.map((e) => e.id)")
        self.studio.restart()
        self.open()
        page.wait("document.body.dataset.connection === 'open'", 20)
        page.wait(f"studio.state.examples.length === 3 && !{before}.includes(studio.state.examples[0].id)")
        page.click("#examples li:first-child button")
        page.wait("studio.state.examples.length === 2")
        with open(os.path.join(self.studio.folder, "strokes.csv")) as file:
            labels = {row["recording"]: row["label"] for row in csv.DictReader(file)}
        self.assertEqual(sorted(labels.values()), ["L", "O"])
        # A page that still holds the old numbers deletes nothing.
        self.assertEqual(page.evaluate(
            f"fetch('/api/examples?kind=stroke&id={before[0]}', {{method: 'DELETE'}}).then((a) => a.status)"), 404)
        self.clean(page)

    def test_a_training_is_followed_and_cancelled_after_a_reload(self):
        path = os.path.join(self.studio.folder, "strokes.csv")
        studios.run("simulate", "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 70, "--kind", "strokes", "--output", path)
        page = self.open()
        page.click("#teach-toggle")
        page.wait("!document.getElementById('train').disabled")
        page.click("#train")
        page.wait("fetch('/api/train').then((a) => a.json()).then((a) => a.state === 'running')")
        second = self.open()
        page.open(f"{self.studio.origin}/")
        for tab in (page, second):
            tab.wait("document.body.dataset.connection === 'open'")
        page.click("#teach-toggle")
        shown = "!document.getElementById('train-cancel').hidden"
        page.wait(shown)
        # A page that was open before: its training is rejected, and it follows the other one.
        second.evaluate("studio.teach.resume = () => {}")
        second.click("#teach-toggle")
        second.wait("!document.getElementById('train').disabled")
        second.click("#train")
        second.wait("document.getElementById('notice').textContent.startsWith('A training is running')")
        second.wait(shown)
        second.click("#train-cancel")
        for tab in (page, second):
            tab.wait("document.getElementById('training-text').textContent.startsWith('Cancelled')", 90)
            self.clean(tab)


class AirTests(MotionTest):
    def test_a_recording_is_replayed(self):
        path = self.recording("HEL")
        page = self.open()
        page.click("#mode-air")
        self.replay(page, path)
        page.wait("studio.recording.letters.length === 3", 20)
        self.assertEqual(page.text("#document"), self.letters(path))
        self.assertEqual(page.evaluate("studio.result.input.kind"), "warping")
        self.assertGreater(page.evaluate("studio.air.ribbon.count"), 20)
        self.assertGreater(page.evaluate("studio.air.ribbon.raw.length"), 20)
        self.assertRegex(page.text("#numbers"), r"\d\.\d\d")
        self.assertRegex(page.text("#tilt"), r"\d\.\d°, (level|left side up|right side up)")
        self.assertGreater(abs(page.evaluate("studio.air.level.smoothed")), 0)
        # The same motion under other choices.
        for method in ("none", "exponential-damping", "navigator"):
            end = page.evaluate("JSON.stringify(studio.air.ribbon.positions.at(-1))")
            page.set("#method", method)
            page.wait(f"JSON.stringify(studio.air.ribbon.positions.at(-1)) !== {json.dumps(end)}")
        page.set("#reading", "path")
        page.wait("studio.result.input.kind === 'zones'")
        # A correction leaves the old path as a line, and comes to rest.
        page.wait("studio.air.ribbon.morph === 1")
        self.assertEqual(
            page.evaluate("studio.air.ribbon.raw.length"), page.evaluate("studio.air.ribbon.count"))
        self.clean(page)

    def test_controls_of_a_recording_fit_on_a_phone(self):
        page = self.open()
        page.size(390, 844, scale=2, mobile=True)
        page.click("#mode-air")
        self.replay(page, self.recording("HEL"))
        page.set("#method", "navigator")
        self.fits(page, "#controls", 9)
        self.clean(page)

    def test_the_built_in_letters_learn_own_examples(self):
        page = self.open()
        page.click("#mode-air")
        page.click("#teach-toggle")
        page.wait("!document.getElementById('base-field').hidden")
        self.assertTrue(page.evaluate("document.getElementById('train').disabled"))
        page.set("#teach-label", "@")
        # A gesture that is no letter: two of them without a release between them.
        for seed in (1, 2):
            self.push(self.held(self.recording("VO", writer=8, seed=seed)))
            page.wait(f"studio.state.examples.length === {seed}", 20)
        self.assertEqual(page.text("#counts"), "@ 2 of 5")
        page.set("#base", "none")
        self.assertTrue(page.evaluate("document.getElementById('train').disabled"))
        page.set("#base", "built-in")
        page.click("#train")
        page.wait("!document.getElementById('confusion').hidden", 60)
        page.click("#teach-toggle")
        page.wait("document.getElementById('model').value === 'own'")
        # The new class is read, and the built-in ones still are.
        # One after the other: both have the same file.
        for make, text in ((lambda: self.held(self.recording("VO", writer=8, seed=3)), "@"),
                           (lambda: self.recording("HELO", writer=8), "HELO")):
            self.replay(page, make())
            page.wait(f"document.getElementById('document').textContent === '{text}'", 30)
        self.clean(page)

    def test_motion_is_stored_once_and_in_air_mode_only(self):
        screen, first, second = self.open(), self.open(), self.open()
        for page, label in ((screen, "S"), (first, "A"), (second, "B")):
            if page is not screen:
                page.click("#mode-air")
            page.click("#teach-toggle")
            page.set("#teach-label", label)
        self.push(self.recording("L"))
        # One of the two pages has stored it, and both list it.
        for page in (first, second):
            page.wait("studio.state.examples.length === 1", 20)
        # The text takes none of it, and a replay stores nothing unasked.
        self.assertEqual(screen.text("#text"), "")
        self.replay(first, self.recording("HEL"))
        first.wait("studio.recording.letters.length === 3", 20)
        self.assertEqual(first.evaluate("studio.state.examples.length"), 1)
        first.click("#add-gesture")
        first.wait("studio.state.examples.length === 2")
        self.assertEqual(screen.evaluate("document.getElementById('result').dataset.state"), "empty")
        with open(os.path.join(self.studio.folder, "motions.csv")) as file:
            labels = {row["recording"]: row["label"] for row in csv.DictReader(file)}
        self.assertEqual(len(labels), 2)
        self.assertLessEqual(set(labels.values()), set("AB"))
        screen.click("#teach-toggle")
        for page in (screen, first, second):
            self.clean(page)

    def test_leaving_the_window_keeps_gestures_without_a_touch(self):
        path = self.recording("HELLO")
        with open(path) as file:
            rows = list(csv.DictReader(file))
        with open(path, "w") as file:
            table = csv.DictWriter(file, [name for name in rows[0] if name != "touch"], extrasaction="ignore")
            table.writeheader()
            table.writerows(rows)
        page = self.open()
        page.click("#mode-air")
        page.evaluate("dispatchEvent(new Event('blur'))")
        page.evaluate("dispatchEvent(new KeyboardEvent('keyup', {key: ' '}))")
        self.replay(page, path)
        page.wait("studio.recording.value.includes('L')", 30)
        self.clean(page)

    def test_the_detection_of_rests_is_a_choice(self):
        path = self.recording("L")
        page = self.open()
        page.click("#mode-air")
        self.replay(page, path)
        page.wait("studio.recording.letters.length === 1", 20)
        hidden = "document.getElementById('%s-field').hidden"
        self.assertTrue(page.evaluate(hidden % "statistic"))
        page.set("#method", "rest")
        self.assertFalse(page.evaluate(hidden % "statistic"))
        self.assertTrue(page.evaluate(hidden % "integrator"))
        page.wait("!studio.air.asking")
        path_of = "JSON.stringify(studio.air.ribbon.path)"
        paths = []
        for statistic in (
            "known-gravity", "shoe", "unknown-gravity", "ared", "moving-variance",
        ):
            page.set("#statistic", statistic)
            page.wait("!studio.air.asking")
            page.wait("studio.air.ribbon.morph === 1")
            paths.append(page.evaluate(path_of))
        self.assertGreater(len(set(paths)), 1)
        self.clean(page)

    def test_the_path_is_drawn_in_the_colours_of_time(self):
        path = self.recording("L")
        page = self.open()
        page.click("#mode-air")
        self.replay(page, path)
        page.wait("studio.recording.letters.length === 1", 20)
        page.wait("studio.air.ribbon.morph === 1")
        # Both ends of the colours of time are there.
        colors = page.evaluate(
            "(() => { const c = document.getElementById('ribbon'), n = c.width * c.height;"
            " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let blue = 0, red = 0;"
            " for (let i = 0; i < n; i++) { if (d[4*i+3] < 250) continue;"
            " if (d[4*i+2] > d[4*i] + 60) blue++; if (d[4*i] > d[4*i+2] + 60) red++; } return [blue, red]; })()")
        self.assertGreater(min(colors), 100)
        self.clean(page)

    def test_a_phone_is_connected_to(self):
        samples = self.samples(self.recording("L"))
        phone = Phyphox([
            (t, [-9.80665 * a for a in acceleration], rate) for t, acceleration, rate, _ in samples])
        self.addCleanup(phone.close)
        page = self.open()
        page.click("#mode-air")
        page.set("#source", "connection")
        page.set("#connect-url", phone.url)
        page.click("#connect-go")
        page.wait("document.getElementById('status-text').textContent.includes('Hz')", 20)
        self.assertIn(phone.url, page.text("#status-text"))
        self.assertTrue(page.evaluate("document.getElementById('connect').hidden"))
        # The button of the page marks a letter, as phyphox has no touch.
        page.evaluate("studio.live.send({type: 'hold', down: true})")
        time.sleep(0.6)
        page.evaluate("studio.live.send({type: 'hold', down: false})")
        page.wait("studio.air.gesture !== null")
        phone.close()
        page.wait("document.getElementById('notice').textContent.includes('not answered')", 20)
        page.wait("document.getElementById('source').value === 'pages'")
        self.clean(page)

    def test_sources_that_cannot_be_opened(self):
        page = self.open()
        page.click("#mode-air")
        page.set("#source", "connection")
        page.set("#connect-url", "ftp://127.0.0.1")
        page.click("#connect-go")
        page.wait("document.getElementById('notice').textContent.includes('expected the address of phyphox')")
        if not os.path.isdir("/sys/bus/iio/devices") or not os.listdir("/sys/bus/iio/devices"):
            page.set("#source", "machine")
            page.wait("document.getElementById('notice').textContent.includes('/sys/bus/iio/devices')")
            self.assertEqual(page.evaluate("document.getElementById('source').value"), "pages")
        self.clean(page)

    def test_a_recording_that_cannot_be_read(self):
        page = self.open()
        # The message stays, whatever moves, in both modes.
        for mode in ("screen", "air"):
            page.click(f"#mode-{mode}")
            # The last one takes the place of the others.
            for content, name in (("%PDF-1.7", "slides.pdf"), ("", "empty.csv"), ("hello", "hello.txt")):
                page.evaluate(f"studio.sources.load(new File([{json.dumps(content)}], '{name}'))")
                page.wait(f"document.querySelector('#notice [data-kind=bad]')?.textContent.includes('{name}')")
            self.assertEqual(page.evaluate("document.body.dataset.mode"), mode)
            self.push(self.recording("L"), after=100 * (mode == "air"))
            page.wait(f"studio.state.lines.air.entries.length === {1 + (mode == 'air')}", 20)
            self.assertTrue(page.evaluate("""(() => { const b = document.querySelector('#notice article').getBoundingClientRect();
                const layer = document.getElementById('notice'); layer.style.pointerEvents = 'auto';
                const top = document.elementFromPoint(b.left + 9, b.top + 9); layer.style.pointerEvents = '';
                return layer.contains(top); })()"""))
            page.click("#notice .close")
            page.wait("document.getElementById('notice').hidden")
        page.evaluate("studio.state.session.limits.upload = 3")
        page.evaluate("studio.sources.load(new File(['hello'], 'large.csv'))")
        page.wait("document.getElementById('notice').textContent.includes('large.csv')")
        self.assertIsNone(page.evaluate("document.querySelector('.columns')"))
        self.clean(page)

    def test_an_undecided_table_asks_for_its_columns(self):
        path = self.recording("HEL")
        with open(path) as file:
            rows = list(csv.DictReader(file))
        names = ["time_s"] + [f"gyro_{a}_rad_s" for a in "xyz"] + [f"accel_{a}_g" for a in "xyz"]
        # Without a header, and with the usual sign of the acceleration.
        lines = [",".join(row[n] if n[0] != "a" else str(-float(row[n])) for n in names) for row in rows]
        page = self.open()
        page.click("#mode-air")
        # While an example plays.
        page.click("#hint-example")
        page.wait("studio.state.replay.playing", 30)
        page.evaluate(f"studio.sources.load(new File([{json.dumps(chr(10).join(lines))}], 'plain.csv'))")
        chosen = "[...document.querySelectorAll('.columns select')].map((e) => e.value)"
        page.wait("document.querySelector('.columns') !== null")
        self.assertIn("plain.csv", page.text("#notice"))
        self.assertEqual(page.evaluate(chosen), ["#1", "s", "#2", "#3", "#4", "", "#5", "#6", "#7", ""])
        def pick(name, value):
            page.set(f".columns select[aria-label='{name}']", value)
        pick("Acceleration, z", "")
        pick("Angular rate, unit", "rad/s")
        page.click(".columns button")
        page.wait("document.getElementById('notice').textContent.includes('accel=X Y Z')")
        # A mistake leaves the rest as it was.
        self.assertEqual(page.evaluate(chosen), ["#1", "s", "#2", "#3", "#4", "rad/s", "#5", "#6", "", ""])
        pick("Acceleration, z", "#7")
        page.click(".columns button")
        page.wait("document.querySelector('.columns') === null && studio.recording.letters.length === 3", 30)
        self.assertEqual(page.text("#document"), self.letters(path))
        self.clean(page)


class PhoneTests(MotionTest):
    def phone(self, script="", agent=None):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.size(390, 844, scale=2, mobile=True)
        if agent:
            page.call("Emulation.setUserAgentOverride", userAgent=agent)
        if script:
            page.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        return page

    def shown(self, page, selector):
        return page.evaluate(f"getComputedStyle(document.querySelector('{selector}')).display !== 'none'")

    def test_the_phone_page_reads_as_the_file(self):
        path = self.recording("LOV", writer=5)
        samples = self.samples(path)
        page = self.browser.page()
        self.addCleanup(page.close)
        page.emulate_sensors()
        self.open("/phone", page)
        def ready():
            page.sense((0, 0, 9.81), (0, 0, 0.001))
            return not page.evaluate("document.getElementById('hold').disabled")
        wait_until(ready, 20, "no motion arrives at the phone page")
        start, isHeld = time.perf_counter(), False
        for t, acceleration, rate, touch in samples:
            late = start + t - samples[0][0] - time.perf_counter()
            if late < -0.005 and touch == isHeld:
                continue
            if late > 0:
                time.sleep(late)
            page.sense([-9.80665 * a for a in acceleration], rate)
            if touch != isHeld:
                isHeld = touch
                kind = "pointerdown" if touch else "pointerup"
                page.evaluate(
                    f"document.getElementById('hold').dispatchEvent(new PointerEvent('{kind}', {{pointerId: 1, bubbles: true}}))")
        page.wait("document.getElementById('text').textContent.length === 3", 5)
        self.assertEqual(page.text("#text"), self.letters(path))

    def test_the_pad_takes_the_space_key(self):
        page = self.phone()
        page.emulate_sensors()
        self.open("/phone", page)
        def ready():
            page.sense((0, 0, 9.81), (0, 0, 0.001))
            return not page.evaluate("document.getElementById('hold').disabled")
        wait_until(ready, 20, "no motion arrives at the phone page")
        page.evaluate("document.getElementById('hold').focus()")
        pressed = "document.getElementById('hold').getAttribute('aria-pressed')"
        for kind, state in (("keyDown", "true"), ("keyDown", "true"), ("keyUp", "false"), ("keyDown", "true")):
            page.call("Input.dispatchKeyEvent", type=kind, key=" ", code="Space", windowsVirtualKeyCode=32)
            self.assertEqual(page.evaluate(pressed), state)
        # Without the focus the release does not arrive.
        page.evaluate("document.getElementById('hold').blur()")
        self.assertEqual(page.evaluate(pressed), "false")
        # The label is announced: it is no part of the button, whose contents are not.
        self.assertIsNone(page.evaluate("document.querySelector('button [aria-live]')"))
        # The rate is not.
        self.assertEqual(page.text("[role=status]#connection"), "Connected")
        page.wait("document.getElementById('status-text').textContent.includes('samples a second')", 5)
        self.assertEqual(page.text("[role=status]#connection"), "Connected")
        self.clean(page)

    def test_of_two_phones_one_writes_and_the_other_is_told(self):
        devices = [self.phone(), self.phone()]
        for page in devices:
            self.open("/phone", page)
        path = self.recording("MO", writer=5)
        samples = self.samples(path)
        send = """(readings) => { for (const { t, acceleration, rotation, touch } of readings) {
            const event = new DeviceMotionEvent('devicemotion', { accelerationIncludingGravity: acceleration, rotationRate: rotation });
            Object.defineProperty(event, 'timeStamp', { value: 1000 * t });
            const pad = document.getElementById('hold');
            if (touch !== (pad.getAttribute('aria-pressed') === 'true')) pad.dispatchEvent(
              new PointerEvent(touch ? 'pointerdown' : 'pointerup', { pointerId: 1, bubbles: true }));
            dispatchEvent(event); } }"""
        for page in devices:
            page.evaluate("Element.prototype.setPointerCapture = () => {}")
        def motion(page, start, touches):
            page.evaluate(f"({send})({json.dumps([{'t': t, 'acceleration': dict(zip('xyz', (-9.80665 * a for a in acceleration))), 'rotation': dict(zip(('alpha', 'beta', 'gamma'), (57.29577951 * r for r in rate))), 'touch': touches and touch} for t, acceleration, rate, touch in samples[start:start + 20]])})")
        for first, second in ((0, 1), (1, 0)):
            for start in range(0, len(samples), 20):
                motion(devices[first], start, True)
                motion(devices[second], start, False)
                # As fast as the other page's, so that both are in one order.
                devices[second].evaluate("new Promise((done) => setTimeout(done, 15))")
            devices[first].wait("document.getElementById('label').textContent === 'O'", 10)
            devices[second].wait("document.getElementById('advice').textContent.includes('Another device')", 10)
            # Both show the text, which is one.
            expected = "MO" if first == 0 else "MOMO"
            for page in devices:
                page.wait(f"document.getElementById('text').textContent === '{expected}'", 10)
        # Undo on the laptop is undo on the phones.
        desk = self.open()
        desk.click("#mode-air")
        desk.wait("document.getElementById('text').textContent === 'MOMO'")
        desk.click("#undo")
        for page in devices:
            page.wait("document.getElementById('text').textContent === 'MOM'")
            self.clean(page)

    def test_permission_is_asked_for_and_may_be_denied(self):
        page = self.phone(
            "window.answer = 'denied'; DeviceMotionEvent.requestPermission = async () => window.answer",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148")
        self.open("/phone", page)
        self.assertTrue(self.shown(page, "#allow"))
        self.assertFalse(self.shown(page, "#hold"))
        page.click("#allow")
        page.wait("document.body.dataset.state === 'blocked'")
        self.assertIn("not allowed", page.text("#advice"))
        self.assertFalse(self.shown(page, "#hold"))
        self.assertTrue(self.shown(page, "#instead"))
        page.evaluate("window.answer = 'granted'; document.getElementById('allow').click()")
        page.wait("document.body.dataset.state === 'waiting'")
        self.assertTrue(self.shown(page, "#hold"))
        self.clean(page)

    def test_a_device_without_sensors(self):
        page = self.phone()
        self.open("/phone", page)
        page.wait("document.body.dataset.state === 'blocked'", 10)
        self.assertIn("No motion arrives", page.text("#advice"))
        self.clean(page)

    def test_another_source_is_said(self):
        page = self.phone()
        page.emulate_sensors()
        self.open("/phone", page)
        def sense():
            page.sense((0, 0, 9.81), (0, 0, 0.001))
            return page.evaluate("document.body.dataset.state") == "ready"
        wait_until(sense, 20, "no motion arrives at the phone page")
        samples = self.samples(self.recording("L"))
        phone = Phyphox([(t, [-9.80665 * a for a in acceleration], rate) for t, acceleration, rate, _ in samples])
        self.addCleanup(phone.close)
        desk = self.open()
        desk.click("#mode-air")
        # A recording belongs to its page.
        self.upload(desk, self.recording("L"))
        desk.wait("studio.state.replay.recording !== null")
        page.call("Page.bringToFront")
        wait_until(sense, 10, "a replay of another page stops the phone page")
        # A tab in the background learns late what is read.
        desk.evaluate("void (studio.live.onEvent = () => {})")
        desk.set("#source", "connection")
        desk.set("#connect-url", phone.url)
        desk.click("#connect-go")
        def said():
            sense()
            return phone.url in page.text("#advice")
        wait_until(said, 10, "the phone page does not say what is read")
        desk.set("#source", "pages")
        # A tab in the background has no motion.
        page.call("Page.bringToFront")
        def back():
            sense()
            return "Hold the pad" in page.text("#advice")
        wait_until(back, 10, "the phone page is not read again")


class InsecureTests(MotionTest):
    """The page at an address that is not secure: a name of the network, without TLS."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser("--host-resolver-rules=MAP studio.test 127.0.0.1")
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.studio = studios.Studio(port=studios.free_port(), host="studio.test")
        self.addCleanup(self.studio.remove)

    def test_the_phone_page_says_what_to_do(self):
        page = self.open("/phone")
        self.assertFalse(page.evaluate("isSecureContext"))
        self.assertEqual(page.evaluate("document.body.dataset.state"), "blocked")
        self.assertIn("Scripts/studio-https", page.text("#advice"))
        page.click("#instead a")
        page.wait("document.getElementById('draw') !== null")
        page.wait("document.body.dataset.connection === 'open'")
        self.clean(page)


@unittest.skipUnless(shutil.which("caddy") and shutil.which("qrencode") and shutil.which("openssl"),
                     "expected caddy, qrencode and openssl, which Scripts/studio-https installs")
class SecureTests(MotionTest):
    """Scripts/studio-https: Caddy with its own authority, and a browser that trusts that."""

    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory(prefix="inertial-https-")
        cls.addClassCleanup(cls.home.cleanup)
        port = studios.free_port()
        environment = os.environ | {
            "ADDRESS": "127.0.0.1", "TLS_PORT": str(port), "HOME": cls.home.name,
            "XDG_DATA_HOME": f"{cls.home.name}/data", "XDG_CONFIG_HOME": f"{cls.home.name}/config"}
        # As it is installed: beside the program, outside of the checkout.
        script = f"{cls.home.name}/inertial-studio-https"
        shutil.copy(os.path.join(os.path.dirname(__file__), "../../Scripts/studio-https"), script)
        os.symlink(studios.tool(), f"{cls.home.name}/inertial")
        environment.pop("INERTIAL")
        cls.process = subprocess.Popen(
            [script, "--dataset", f"{cls.home.name}/letters"], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        cls.addClassCleanup(cls.process.stdout.close)
        cls.addClassCleanup(cls.process.wait)
        cls.addClassCleanup(cls.process.terminate)
        lines = {}
        while len(lines) < 2:
            line = cls.process.stdout.readline()
            if not line:
                raise AssertionError("Scripts/studio-https did not start")
            name, _, url = line.partition(":")
            if "code=" in url:
                lines[name] = url.strip()
        cls.urls = lines
        # Only certificates that this Caddy has signed are trusted.
        authority = f"{cls.home.name}/data/caddy/pki/authorities/local/intermediate.crt"
        wait_until(lambda: os.path.exists(authority), 20, "Caddy made no certificate")
        key = subprocess.run(
            f"openssl x509 -in {authority} -pubkey -noout | openssl pkey -pubin -outform der"
            " | openssl dgst -sha256 -binary | openssl enc -base64", shell=True, check=True,
            capture_output=True, text=True).stdout.strip()
        cls.browser = Browser(f"--ignore-certificate-errors-spki-list={key}")
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        pass

    def test_motion_arrives_from_a_secure_page(self):
        phone, desk = self.browser.page(), self.browser.page()
        for page, name in ((phone, "Phone"), (desk, "Computer")):
            self.addCleanup(page.close)
            if page is phone:
                page.emulate_sensors()
            page.open(self.urls[name])
            page.wait("document.body.dataset.connection === 'open'")
        self.assertEqual(phone.evaluate("[isSecureContext, location.protocol]"), [True, "https:"])
        phone.call("Page.bringToFront")
        def ready():
            phone.sense((0, 0, 9.81), (0, 0, 0.001))
            return phone.evaluate("document.body.dataset.state") == "ready"
        wait_until(ready, 20, "no motion arrives at the phone page")
        def followed():
            ready()
            return "Phone page" in desk.text("#status-text")
        wait_until(followed, 10, "no motion arrives at the studio")
        self.clean(phone)
        self.clean(desk)


class ConnectionTests(StudioTest):
    def test_two_pages_and_a_restart(self):
        first, second = self.open(), self.open("/#air".split("#")[0])
        second.click("#mode-air")
        second.wait("document.getElementById('status-text').textContent.includes('2 pages')")
        self.studio.restart()
        # The new address, in another tab.
        self.open()
        for page in (first, second):
            page.wait("document.body.dataset.connection === 'open'", 20)
        first.set("#pause", "0.3")
        label, points = studios.strokes("L", seed=2)[0]
        self.assertEqual(self.read(first, points), label)

    def test_a_page_reconnects_once(self):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.call("Page.addScriptToEvaluateOnNewDocument", source=(
            "window.sockets = 0; const Socket = WebSocket, get = fetch;"
            "window.WebSocket = class extends Socket { constructor(...a) { super(...a); sockets++; } };"
            # A slow answer, during which the page comes back more than once.
            "window.fetch = async (...a) => { if (window.slow) await new Promise((r) => setTimeout(r, 500)); return get(...a); };"))
        self.open(page=page)
        self.assertEqual(page.evaluate("sockets"), 1)
        page.evaluate("window.slow = true; studio.live.socket.close()")
        page.wait("document.body.dataset.connection === 'closed'")
        for _ in range(4):
            page.evaluate("dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange'))")
            time.sleep(0.1)
        page.wait("document.body.dataset.connection === 'open'")
        time.sleep(1.5)
        self.assertEqual(page.evaluate("sockets"), 2)
        self.assertEqual(page.text("#status-text"), "Connected")
        self.clean(page)

    def test_a_new_token_is_said(self):
        page = self.open()
        self.studio.stop()
        page.wait("document.body.dataset.connection === 'closed'")
        self.studio.start(self.studio.port)
        page.wait("document.body.dataset.connection === 'refused'", 15)
        self.assertIn("new address", page.text("#notice"))
        # It is checked again when the page comes back.
        page.evaluate("window.asked = 0; const get = fetch; window.fetch = (...a) => { asked++; return get(...a); }")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait("asked === 1")

    def test_the_name_of_each_model_is_whole(self):
        page = self.open()
        for width, height in ((360, 740), (740, 360), (1280, 800)):
            page.size(width, height, mobile=width < 1000)
            for model in [m["id"] for m in page.evaluate("studio.state.session.models")]:
                page.set("#model", model)
                page.wait(f"studio.state.session.model === {json.dumps(model)}")
                for mode in ("screen", "air"):
                    page.click(f"#mode-{mode}")
                    # On a phone the name is beside the menu, otherwise in it.
                    self.assertEqual(page.evaluate("""(() => { const name = document.getElementById('model-name');
                        const menu = document.getElementById('model');
                        const option = menu.selectedOptions[0].text;
                        if (!name.offsetParent) { const pen = document.createElement('canvas').getContext('2d');
                          pen.font = getComputedStyle(menu).font;
                          return pen.measureText(option).width + 20 <= menu.clientWidth; }
                        return name.textContent === option && name.scrollWidth <= name.clientWidth
                          && name.scrollHeight <= name.clientHeight + 1; })()"""), True, f"{model}, {mode}, {width}")
        page.set("#model", "letters")
        self.clean(page)

    def test_an_address_that_opens_nothing_is_a_page(self):
        page = self.browser.page()
        self.addCleanup(page.close)
        # A browser keeps the sessions of each name apart.
        address = f"http://localhost:{self.studio.port}"
        for path in ("/", "/phone", "/?code=used"):
            for scheme, ground in (("light", "rgb(251, 251, 249)"), ("dark", "rgb(20, 22, 26)")):
                page.scheme(scheme)
                for width, height in ((360, 740), (740, 360), (1280, 800), (320, 480)):
                    page.size(width, height, mobile=width < 1000)
                    page.open(address + path)
                    self.assertEqual(page.text("h2"), "This address opens nothing")
                    self.assertIn("press Devices", page.text("main"))
                    self.assertEqual(page.evaluate("getComputedStyle(document.body).backgroundColor"), ground)
                    # All of it is seen.
                    self.assertEqual(page.evaluate("""[...document.querySelectorAll('h1, h2, p')].filter((e) => {
                        const b = e.getBoundingClientRect();
                        return b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight; }).map((e) => e.textContent)"""),
                        [], f"{path} at {width} x {height}")
        self.assertEqual(page.errors, [])
        # A page that asks for JSON gets JSON.
        self.assertEqual(page.evaluate("fetch('/api/state').then((a) => a.status, () => 'blocked')"), "blocked")

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
        for path in ("/../../../etc/passwd", "/..%2f..%2fetc/passwd", "/.studio-lock", "/strokes.csv"):
            self.assertEqual(self.request(path=path)[0], 404, path)
        policy = self.request(path="/")[2].getheader("Content-Security-Policy")
        self.assertIn("script-src 'self'", policy)
        self.assertNotIn("unsafe", policy)

    def test_a_holder_of_the_cookie_gets_no_token(self):
        """A server on another port of this machine sees the cookie, and may send what it likes."""
        def session(address):
            answer = self.request(path=address.split(str(self.studio.port))[1], headers={"Authorization": None})[2]
            return answer.getheader("Set-Cookie").split(";")[0]
        def ask(method, path, cookie, body=None):
            return self.request(method, path, body, {
                "Authorization": None, "Cookie": cookie, "Origin": self.studio.origin})[:2]
        browser = session(self.studio.url)
        status, answer = ask("POST", "/api/devices", browser)
        self.assertEqual(status, 200)
        self.assertNotIn(self.studio.token, answer.decode())
        invited = json.loads(answer)
        # What it gets is for a phone and for apps.
        phone = session(f"{self.studio.origin}/phone?code={invited['code']}")
        for method, path, status in (
                ("POST", "/api/devices", 403), ("POST", "/api/train", 403), ("POST", "/api/recordings/example", 403),
                ("GET", "/api/examples?kind=stroke", 403), ("GET", "/api/state", 200), ("GET", "/phone", 200)):
            self.assertEqual(ask(method, path, phone)[0], status, path)
        self.assertEqual(ask("POST", "/api/text", phone, '{"action": "clear"}')[0], 200)
        app = f"?token={invited['appToken']}"
        sample = '{"time_s": 0, "gyro_rad_s": [0, 0, 0], "accel_g": [0, 0, -1]}'
        self.assertEqual(self.request("POST", f"/api/motion{app}", sample, {"Authorization": None})[0], 200)
        self.assertEqual(self.request("GET", f"/api/state{app}", None, {"Authorization": None})[0], 401)
        # A restart ends all of it.
        old = self.studio.token
        self.studio.restart()
        self.assertNotEqual(self.studio.token, old)
        for cookie in (browser, phone):
            self.assertEqual(ask("GET", "/api/state", cookie)[0], 401)
        self.assertEqual(self.request("POST", f"/api/motion{app}", "", {"Authorization": None})[0], 401)
        self.assertEqual(self.request(headers={"Authorization": f"Bearer {old}"})[0], 401)

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

    def upload(self, content, name="a.csv"):
        return self.request("POST", "/api/recordings", content, {"X-Name": name})

    def test_an_archive_of_much_more_is_rejected(self):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.csv", "time_s,gyro_x_rad_s\n" + "0,0\n" * (20 << 20))
        before, start = self.studio.memory(), time.monotonic()
        status, answer, _ = self.upload(buffer.getvalue(), "a.zip")
        self.assertEqual(status, 413)
        self.assertIn(b"unpacks to 80 MB", answer)
        self.assertLess(time.monotonic() - start, 5)
        self.assertLess(self.studio.memory() - before, 40_000)

    def test_a_letter_is_read_during_an_upload(self):
        row = "%.3f,0.1,0.2,0.3,0,0,1\n"
        rows = "".join(row % (0.01 * i) for i in range(8_000))
        content = ("time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n" + rows).encode()
        (_, points), = studios.strokes("L", seed=2)
        letter = json.dumps({"stroke": points})
        read = lambda: self.request("POST", "/api/recognize", letter)
        self.assertEqual(read()[0], 200)
        statuses = []
        thread = threading.Thread(target=lambda: statuses.append(self.upload(content)[0]))
        start = time.monotonic()
        thread.start()
        waits = []
        while thread.is_alive():
            begin = time.monotonic()
            self.assertEqual(read()[0], 200)
            waits.append(time.monotonic() - begin)
        self.assertEqual(statuses, [200])
        # 200 ms in a release build on a machine with another core.
        self.assertGreater(len(waits), 3)
        self.assertLess(max(waits), 0.5 * (time.monotonic() - start) + 0.5)

    def test_thousands_of_connections(self):
        # All at once, as far as this process may open them.
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        count = min(10_000, hard - 500)
        before = self.studio.memory()
        clients = []
        try:
            for _ in range(count):
                clients.append(socket.create_connection(("127.0.0.1", self.studio.port), timeout=20))
            self.assertLess(self.studio.memory() - before, 80_000)
            # The studio closes those beyond its limit.
            wait_until(lambda: self.studio.descriptors() < 400, 60, "connections stay open")
        finally:
            for client in clients:
                client.close()
        wait_until(lambda: self.alive(), 20, "the studio does not answer any more")
        self.assertLess(self.studio.memory() - before, 80_000)

    def test_a_head_without_an_end(self):
        before = self.studio.memory()
        for start in (b"GET / HTTP/1.1\r\nX: ", b"GET /", b"GET / HTTP/1.1\r\n"):
            piece = b"X: y\r\n" * 10_000 if start.endswith(b"\n") else b"a" * 65536
            sent = 0
            with socket.create_connection(("127.0.0.1", self.studio.port), timeout=5) as client:
                # The studio answers 400 and closes the connection.
                with self.assertRaises(OSError):
                    client.sendall(start)
                    while sent < 100_000_000:
                        sent += client.send(piece)
            self.assertLess(sent, 10_000_000)
            self.assertTrue(self.alive())
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
        second = subprocess.run(
            [studios.tool(), "studio", "--port", str(self.studio.port), "--dataset", self.studio.folder],
            capture_output=True, text=True, timeout=20)
        self.assertNotEqual(second.returncode, 0)
        self.assertIn(f"port {self.studio.port} is in use", second.stderr)

    def test_exit_statuses(self):
        damaged = os.path.join(self.studio.folder, "damaged")
        with open(damaged, "w") as file:
            file.write("1 2 3\n")
        folder = os.path.join(self.studio.folder, "examples")
        os.mkdir(folder)
        with open(os.path.join(folder, "strokes.csv"), "w") as file:
            file.write("no examples\n")
        for status, *options in (
                (64, "--origin", "foo"), (66, "--model", f"{damaged}.model"), (65, "--model", damaged),
                (66, "--lexicon", f"{damaged}.words"), (65, "--lexicon", damaged), (65, "--dataset", folder),
                (73, "--dataset", f"{damaged}/folder")):
            ended = subprocess.run(
                [studios.tool(), "studio", "--port", "0", "--dataset", self.studio.folder, *options],
                capture_output=True, text=True, timeout=20)
            self.assertEqual(ended.returncode, status, f"{options}: {ended.stderr}")
            self.assertEqual(ended.stderr.count(options[1]), 1, ended.stderr)


if __name__ == "__main__":
    unittest.main()
