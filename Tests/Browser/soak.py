"""Writes for a long time, by pointer and by motion, and reports memory. Run it by Scripts/soak-studio."""

import argparse
import json
import math
import statistics
import sys
import threading
import time
import urllib.request

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
            values = metrics(page)
            numbers[name] = round(values["JSHeapUsedSize"] / 1024)
            numbers[f"{name}Nodes"] = round(values["Nodes"])
        return numbers

    def latencies(self):
        return sorted(self.screen.evaluate("studio.letters.waits"))

    def errors(self):
        for page in (self.screen, self.air):
            page.evaluate("0")
        return self.screen.errors + self.air.errors


def uploads(count, megabytes):
    """Uploads recordings, and reads letters meanwhile: the server's memory and the waits."""
    studio = studios.Studio()
    try:
        head = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
        rows = (f"{0.01 * i:.2f},{math.sin(0.031 * i):.5f},{math.cos(0.017 * i):.5f},0.12345,0.00123,0.01234,0.99876\n"
                for i in range(1 << 30))
        parts, size = [head], len(head)
        while size < (megabytes << 20) - 200:
            parts.append(next(rows))
            size += len(parts[-1])
        body = "".join(parts).encode()
        letter = {"stroke": studios.strokes("L", seed=2)[0][1], "detail": True}

        def upload():
            for _ in range(count):
                request = urllib.request.Request(
                    f"http://127.0.0.1:{studio.port}/api/recordings", body,
                    {"Authorization": f"Bearer {studio.token}", "X-Name": "large.csv"})
                urllib.request.urlopen(request).read()

        thread = threading.Thread(target=upload)
        studio.call("/api/recognize", letter)
        before = studio.memory()
        thread.start()
        waits, peak = [], 0
        while thread.is_alive():
            start = time.monotonic()
            studio.call("/api/recognize", letter)
            waits.append(1000 * (time.monotonic() - start))
            peak = max(peak, studio.memory())
            time.sleep(0.02)
        waits.sort()
        return {"uploads": count, "megabytes": megabytes, "letters": len(waits), "p50": waits[len(waits) // 2],
                "p99": waits[int(0.99 * len(waits))], "most": waits[-1],
                "kilobytes": {"before": before, "peak": peak, "after": studio.memory()}}
    finally:
        studio.remove()


def requests(count):
    """Reads letters by requests: the server's memory and the waits."""
    studio = studios.Studio()
    try:
        letters = [{"stroke": points, "detail": True} for _, points in studios.strokes("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)]
        rows, waits = [], []
        for index in range(count):
            if index % max(1, count // 10) == 0:
                rows.append(studio.memory())
            start = time.monotonic()
            studio.call("/api/recognize", letters[index % 26])
            waits.append(1000 * (time.monotonic() - start))
            # Below the studio's limit of 500 a second.
            time.sleep(max(0, start + 0.0025 - time.monotonic()))
        waits.sort()
        return {"requests": count, "p50": waits[len(waits) // 2], "p99": waits[int(0.99 * len(waits))],
                "kilobytes": [*rows, studio.memory()]}
    finally:
        studio.remove()


def speed(browser, count):
    """The wait for letters written by mouse, and the frames of the ribbon in a plain replay."""
    studio = studios.Studio()
    try:
        page = browser.page()
        page.open(studio.address())
        page.wait("document.body.dataset.connection === 'open'")
        page.set("#pause", "0.3")
        letters = [points for _, points in studios.strokes("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)]
        for index in range(count):
            left, top, width, _ = page.box("#draw")
            page.draw(studios.placed(letters[index % 26], left + 0.3 * width, top + 40), speed=3)
            time.sleep(0.35)
        page.wait(f"studio.letters.waits.length >= {min(count, 1000)}", 60)
        waits = sorted(page.evaluate("studio.letters.waits"))
        page.click("#mode-air")
        recording = studios.run("simulate", "HELLO WORLD", "--writer", "1")
        page.call("Performance.enable")
        before = metrics(page)
        page.evaluate("(() => { const { ribbon } = studio.air; const draw = ribbon.draw.bind(ribbon); window.drawn = [];"
                      " ribbon.draw = (now) => { drawn.push(performance.now()); draw(now); }; })()")
        page.evaluate(f"studio.sources.load(new File([{json.dumps(recording)}], 'hello.csv'))")
        page.wait("studio.state.replay.playing", 60)
        page.wait("!studio.state.replay.playing", 120)
        drawn = page.evaluate("drawn")
        # Without motion nothing is drawn.
        gaps = sorted(b - a for a, b in zip(drawn, drawn[1:]) if 0 < b - a < 100)
        after = metrics(page)
        work = {name: round(after[name] - before[name], 3) for name in (
            "TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "LayoutCount", "RecalcStyleCount")}
        return {
            "letters": {"count": len(waits), "p50": waits[len(waits) // 2], "p99": waits[int(0.99 * len(waits))], "most": waits[-1]},
            "ribbon": {"frames": len(gaps), "perSecond": 1000 * len(gaps) / sum(gaps), "gap99": gaps[int(0.99 * len(gaps))]},
            "page": work}
    finally:
        studio.remove()


def metrics(page):
    return {m["name"]: m["value"] for m in page.call("Performance.getMetrics")["metrics"]}


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
    parser.add_argument("--uploads", type=int, metavar="N", help="instead, upload N recordings while letters are read")
    parser.add_argument("--megabytes", type=int, default=64, help="the size of an upload (default: 64)")
    parser.add_argument("--requests", type=int, metavar="N", help="instead, read N letters by requests")
    parser.add_argument("--speed", type=int, metavar="N", help="instead, measure the waits of N letters and a replay's frames")
    options = parser.parse_args()
    if options.uploads:
        print(json.dumps(uploads(options.uploads, options.megabytes)))
        return 0
    if options.requests:
        print(json.dumps(requests(options.requests)))
        return 0
    browser = Browser()
    try:
        if options.speed:
            print(json.dumps(speed(browser, options.speed)))
            return 0
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
