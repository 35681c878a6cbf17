"""Writes for a long time, by pointer and by motion, and reports memory. Run it by Scripts/soak-studio."""

import argparse
import json
import statistics
import sys
import time

import studio as studios
from browser import Browser


class Soak:
    def __init__(self, browser):
        self.studio = studios.Studio()
        self.screen, self.air = browser.page(), browser.page()
        for page in (self.screen, self.air):
            page.open(self.studio.address())
            page.wait("document.body.dataset.connection === 'open'")
            page.call("Performance.enable")
            page.call("HeapProfiler.enable")
        self.screen.set("#pause", "0.3")
        self.letters = [points for seed in (1, 2) for _, points in studios.strokes("ABCDEFGHIJKLMNOPQRSTUVWXYZ", seed)]
        self.air.click("#mode-air")
        recording = studios.run("simulate", "HELLO WORLD", "--writer", "1")
        self.air.evaluate(f"studio.sources.load(new File([{json.dumps(recording)}], 'hello.csv'))")
        self.air.wait("!isNaN(document.getElementById('source').value)")
        self.written = 0

    def write(self, seconds):
        """Letters by mouse on one page, while the other one replays motion."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            points = self.letters[self.written % len(self.letters)]
            left, top, width, _ = self.screen.box("#draw")
            self.screen.draw(studios.placed(points, left + 0.3 * width, top + 40), speed=3)
            self.written += 1
            if self.written % 500 == 0:
                self.screen.click("#clear")
            if not self.air.evaluate("studio.state.replay.playing"):
                self.air.evaluate("studio.sources.control({action: 'play'})")
            # A gesture under other choices.
            method = ("gesture", "navigator", "exponential-damping", "none")[self.written % 4]
            self.air.set("#method", method)

    def memory(self):
        """Resident memory of the server in kB; heap in kB and nodes of each page after collection."""
        numbers = {"server": self.studio.memory()}
        for name, page in (("screen", self.screen), ("air", self.air)):
            page.call("HeapProfiler.collectGarbage")
            metrics = {m["name"]: m["value"] for m in page.call("Performance.getMetrics")["metrics"]}
            numbers[name] = round(metrics["JSHeapUsedSize"] / 1024)
            numbers[f"{name}Nodes"] = round(metrics["Nodes"])
        return numbers

    def latencies(self):
        return sorted(self.screen.evaluate("studio.letters.waits"))

    def errors(self):
        for page in (self.screen, self.air):
            page.evaluate("0")
        return self.screen.errors + self.air.errors


def growth(rows, name):
    """Growth per hour by least squares over the second half, when all caches are filled."""
    rows = rows[len(rows) // 2:]
    if len(rows) < 3:
        return 0.0
    return statistics.linear_regression([r["hours"] for r in rows], [r[name] for r in rows]).slope


def main():
    parser = argparse.ArgumentParser(prog="Scripts/soak-studio", description=__doc__.split(" Run")[0])
    parser.add_argument("--minutes", type=float, default=60, help="the duration (default: 60)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    browser = Browser()
    try:
        soak = Soak(browser)
        try:
            rows, start = [], time.monotonic()
            names = ["server", "screen", "air", "screenNodes", "airNodes"]
            steps = max(6, round(options.minutes * 2))
            if not options.json:
                print("minutes  letters  server kB  screen kB  air kB  nodes of each page", flush=True)
            for _ in range(steps):
                soak.write(60 * options.minutes / steps)
                row = {"hours": (time.monotonic() - start) / 3600, "letters": soak.written, **soak.memory()}
                rows.append(row)
                if not options.json:
                    print(f"{60 * row['hours']:7.1f}  {row['letters']:7}  {row['server']:9}  {row['screen']:9}"
                          f"  {row['air']:6}  {row['screenNodes']}, {row['airNodes']}", flush=True)
            waits, errors = soak.latencies(), soak.errors()
            result = {
                "letters": soak.written, "errors": errors, "rows": rows,
                "growthPerHour": {name: round(growth(rows, name)) for name in names},
                "latency": {"count": len(waits), "p50": waits[len(waits) // 2], "p99": waits[int(0.99 * len(waits))]},
            }
            if options.json:
                print(json.dumps(result))
            else:
                print("growth in an hour, over the second half:",
                      ", ".join(f"{name} {value}" for name, value in result["growthPerHour"].items()))
                print(f"from the release to the letter: p50 {result['latency']['p50']:.1f} ms, "
                      f"p99 {result['latency']['p99']:.1f} ms, of the last {len(waits)} letters")
            for error in errors:
                print(error, file=sys.stderr)
            return 1 if errors else 0
        finally:
            soak.studio.remove()
    finally:
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
