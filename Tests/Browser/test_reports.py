"""Tests of the reports of `inertial orientation` and `inertial track` in Chromium."""

import bisect
import csv
import pathlib
import re
import tempfile
import unittest

import studio
from browser import Browser


class ReportTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.folder = tempfile.TemporaryDirectory(prefix="inertial-reports-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.recording = cls.path("air.csv")
        with open(cls.recording, "w") as file:
            file.write(studio.run("simulate", "HI"))
        for command in ("orientation", "track"):
            studio.run(command, cls.recording, "--mode", "6d", "--report", cls.path(f"{command}.html"),
                       "--output", cls.path(f"{command}.csv"))

    @classmethod
    def path(cls, name):
        return str(pathlib.Path(cls.folder.name, name))

    def open(self, name, width=1200, height=1400, **size):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.size(width, height, **size)
        page.open(pathlib.Path(self.path(f"{name}.html")).as_uri())
        page.wait("document.body.classList.contains('scripted')")
        return page

    def table(self, name):
        with open(self.path(f"{name}.csv")) as file:
            return [{key: float(value) for key, value in row.items() if value} for row in csv.DictReader(file)]

    def frame(self, page, plot):
        """The area of the curves: left, top, width and height in pixels."""
        return page.evaluate(f"""(() => {{
            const svg = document.querySelector('{plot}');
            svg.scrollIntoView({{ block: 'center' }});
            const box = svg.getBoundingClientRect();
            const scale = box.width / svg.viewBox.baseVal.width;
            const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
                scale * Number(svg.querySelector('svg.plot').getAttribute(name)));
            return [box.x + x, box.y + y, width, height];
        }})()""")

    def move(self, page, plot, across, up=0.5):
        left, top, width, height = self.frame(page, plot)
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=left + across * width, y=top + up * height)

    def drag(self, page, plot, start, end):
        left, top, width, height = self.frame(page, plot)
        page.draw([(place, left + width * (start[0] + (end[0] - start[0]) * place),
                    top + height * (start[1] + (end[1] - start[1]) * place)) for place in (0, 0.3, 0.7, 1)])

    def readouts(self, page, kind="time"):
        """For each plot the values by name at the cursor; the time has no name."""
        texts = page.evaluate(f"""[...document.querySelectorAll('svg.{kind} ~ output')].map((output) =>
            [...output.children].map((span) => span.textContent))""")
        parts = [[re.match(r"(.*?) ?(-?[\d.]+)\D*$", text).groups() for text in plot] for plot in texts]
        return [{name: float(value) for name, value in plot} for plot in parts]

    def ticks(self, page, group="across", kind="time"):
        return page.evaluate(f"""[...document.querySelectorAll('svg.{kind}')].map((svg) =>
            [...svg.querySelectorAll('g.{group} text')].map((text) => text.textContent))""")

    def test_values_under_the_pointer(self):
        page = self.open("track")
        rows = self.table("track")
        times = [row["t"] for row in rows]
        for share in (0.1, 0.5, 0.83):
            self.move(page, "svg.time", share)
            position, speed = self.readouts(page)
            time = times[0] + share * (times[-1] - times[0])
            self.assertAlmostEqual(position[""], time, delta=0.02)
            near = [rows[min(max(bisect.bisect(times, time) + k, 0), len(rows) - 1)] for k in range(-4, 4)]
            for name in "xyz":
                ends = [100 * row[name] for row in near]
                self.assertTrue(min(ends) - 0.2 <= position[name] <= max(ends) + 0.2, (name, position, ends))
                self.assertLess(abs(position[f"true {name}"] - position[name]), 10)
            speeds = [(row["vx"] ** 2 + row["vy"] ** 2 + row["vz"] ** 2) ** 0.5 for row in near]
            self.assertTrue(min(speeds) - 0.01 <= speed["speed"] <= max(speeds) + 0.01)
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
        self.assertEqual(self.readouts(page), [{}, {}])
        self.assertEqual(page.errors, [])

    def test_a_zoom_of_time_is_shared_and_undone(self):
        page = self.open("orientation")
        whole = self.ticks(page)
        self.drag(page, "svg.time", (0.4, 0.2), (0.6, 0.8))
        end = self.table("orientation")[-1]["t"]
        for plot in self.ticks(page):
            values = [float(text.split()[0]) for text in plot]
            self.assertTrue(0.39 * end <= min(values) and max(values) <= 0.61 * end, plot)
            self.assertGreaterEqual(len(values), 4)
        self.move(page, "svg.time", 0)
        self.assertAlmostEqual(self.readouts(page)[0][""], 0.4 * end, delta=0.02 * end)
        page.click("h2 button")
        self.assertEqual(self.ticks(page), whole)
        self.assertTrue(page.evaluate("document.querySelector('h2 button').hidden"))
        self.assertEqual(page.errors, [])

    def test_a_path_is_zoomed_in_proportion(self):
        page = self.open("track")
        self.drag(page, "svg.place", (0.5, 0.5), (0.7, 0.6))
        x, y, width, height = map(float, page.evaluate(
            "document.querySelector('svg.place svg.plot').getAttribute('viewBox')").split())
        base = page.evaluate("""['width', 'height'].map((name) =>
            Number(document.querySelector('svg.place svg.plot').getAttribute(name)))""")
        self.assertAlmostEqual(width / base[0], 0.2, delta=0.02)
        self.assertAlmostEqual(width / base[0], height / base[1], places=3)
        # A cursor on the path is at the same time in the charts.
        self.move(page, "svg.place", 0.5)
        times = {readout[""] for kind in ("time", "place") for readout in self.readouts(page, kind)}
        self.assertEqual(len(times), 1)
        self.assertEqual(page.errors, [])

    def test_keys(self):
        page = self.open("orientation")
        whole = self.ticks(page)

        def press(key):
            page.evaluate(f"""document.querySelector('svg.time').dispatchEvent(
                new KeyboardEvent('keydown', {{key: '{key}'}}))""")

        press("ArrowRight")
        first = self.readouts(page)[0][""]
        press("ArrowRight")
        self.assertGreater(self.readouts(page)[0][""], first)
        press("+")
        self.assertNotEqual(self.ticks(page), whole)
        press("-")
        press("+")
        press("Escape")
        self.assertEqual(self.ticks(page), whole)
        self.assertEqual(page.errors, [])

    def test_pages_fit_on_a_phone_and_in_print(self):
        for name in ("orientation", "track"):
            page = self.open(name, 390, 844, scale=2, mobile=True)
            self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
            pdf = page.call("Page.printToPDF")["data"]
            self.assertGreater(len(pdf), 10_000)
            self.assertEqual(page.errors, [])


if __name__ == "__main__":
    unittest.main()
