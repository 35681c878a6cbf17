"""What tests of the studio share: a studio of their own, and how people use the page."""

import csv
import json
import os
import time
import unittest

import studio as studios
from browser import Browser


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
        page.open(self.studio.address(path))
        # The state of the studio follows its first event.
        page.wait("document.body.dataset.connection === 'open' && (!window.studio || studio.state.session)")
        return page

    def restart_with_words(self, *words):
        """A list of its own: the distribution's may be installed or not."""
        path = os.path.join(self.studio.folder, "words")
        with open(path, "w") as file:
            file.writelines(f"{word}\n" for word in words)
        self.studio.stop()
        self.studio.start(0, "--lexicon", path)

    def write(self, page, points, by="mouse", x=0.3, y=0.2):
        left, top, width, height = page.box("#draw")
        page.draw(studios.placed(points, left + x * width, top + y * height), by=by)

    def read(self, page, points, by="mouse"):
        """Writes one letter and returns the text that was added."""
        before = page.evaluate("studio.text.entries.length")
        self.write(page, points, by)
        page.wait(f"studio.text.entries.length > {before}")
        return page.evaluate("studio.text.entries.at(-1)")["label"]

    def fits(self, page, place, least):
        """At least this many controls there, side by side on a phone of 390 pixels."""
        boxes = page.evaluate(f"""[...document.querySelectorAll('{place} :is(button, select, input)')]
            .filter((e) => e.offsetParent && !e.classList.contains('visually-hidden'))
            .map((e) => [e.id, e.getBoundingClientRect()]).map(([id, b]) => [id, b.left, b.top, b.right, b.bottom])""")
        self.assertGreaterEqual(len(boxes), least)
        for index, (name, left, top, right, bottom) in enumerate(boxes):
            self.assertTrue(0 <= left < right <= 390, name)
            for other, *box in boxes[:index]:
                overlaps = left < box[2] and box[0] < right and top < box[3] and box[1] < bottom
                self.assertFalse(overlaps, f"{name} and {other}")

    def clean(self, page):
        self.assertEqual(page.errors, [])


class MotionTest(StudioTest):
    def recording(self, text, writer=3, seed=1):
        path = os.path.join(self.studio.folder, "recording.csv")
        studios.run("simulate", text, "--writer", str(writer), "--seed", str(seed), "--output", path)
        return path

    def held(self, path):
        """The same recording, touched from the first touch to the last one."""
        with open(path) as file:
            rows = list(csv.DictReader(file))
        touched = [i for i, row in enumerate(rows) if row["touch"] == "1"]
        with open(path, "w") as file:
            table = csv.DictWriter(file, rows[0].keys())
            table.writeheader()
            for i, row in enumerate(rows):
                table.writerow(row | {"touch": int(touched[0] <= i <= touched[-1])})
        return path

    def letters(self, path):
        return json.loads(studios.run("recognize", path, "--json"))["text"]

    def samples(self, path):
        """Rows of a simulated recording: seconds, acceleration in g, rate in rad/s, touch."""
        with open(path) as file:
            return [
                (float(row["time_s"]), *([float(row[f"{sensor}_{axis}_{unit}"]) for axis in "xyz"] for sensor, unit in (
                    ("accel", "g"), ("gyro", "rad_s"))), row["touch"] == "1")
                for row in csv.DictReader(file) if row["accel_x_g"] and row["gyro_x_rad_s"]]

    def push(self, path, after=0):
        """Sends a recording as live motion, as a program does, `after` so many seconds."""
        self.studio.call("/api/motion", lines=[
            {"time_s": t + after, "gyro_rad_s": rate, "accel_g": acceleration, "touch": touch}
            for t, acceleration, rate, touch in self.samples(path)])

    def upload(self, page, path):
        with open(path) as file:
            content = file.read()
        page.evaluate(
            f"studio.sources.load(new File([{json.dumps(content)}], {json.dumps(os.path.basename(path))}))")

    def replay(self, page, path, speed=4):
        """Opens a recording, which is replayed at once."""
        source = "document.getElementById('source').value"
        before = page.evaluate(source)
        self.upload(page, path)
        page.wait(f"!isNaN({source}) && {source} !== {json.dumps(before)}")
        page.set("#speed", str(speed))
