"""Measures the page that needs no server in Chromium: the first letter, slowed, and frames. SITE names its folder."""

import gzip
import http.server
import json
import math
import os
import signal
import statistics
import threading
import time

import studio as studios
import test_site
from browser import Browser

RATE = 1.6e6 / 8


class Handler(test_site.Handler):
    """Compresses as hosts do, at a rate, with 150 ms for each request."""

    lock = threading.Lock()
    is_slow = False
    sent = 0

    def do_GET(self):
        path = self.translate_path(self.path)
        if os.path.isdir(path):
            path = os.path.join(path, "index.html")
        with open(path, "rb") as file:
            content = gzip.compress(file.read(), 9)
        if Handler.is_slow:
            time.sleep(0.15)
        self.send_response(200)
        for name, value in (("Content-Type", self.guess_type(path)), ("Content-Encoding", "gzip"),
                            ("Content-Length", str(len(content))), ("Cache-Control", "max-age=600")):
            self.send_header(name, value)
        self.end_headers()
        for place in range(0, len(content), 4000):
            part = content[place:place + 4000]
            with Handler.lock:
                Handler.sent += len(part)
                if Handler.is_slow:
                    time.sleep(len(part) / RATE)
            try:
                self.wfile.write(part)
            except ConnectionError:  # The page was closed.
                return


class Slow:
    """Lets all processes of a browser run a quarter of the time: threads of workers too, which the protocol leaves out."""

    def __init__(self, browser):
        self.root = browser.process.pid
        self.isOn = True
        self.thread = threading.Thread(target=self.run, daemon=True)

    def processes(self):
        children = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as file:
                    children.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(name))
            except OSError:
                pass
        found, left = [], [self.root]
        while left:
            found.append(left.pop())
            left += children.get(found[-1], [])
        return found

    def run(self):
        count = 0
        while self.isOn:
            if count % 20 == 0:
                processes = self.processes()
            count += 1
            for sign, seconds in ((signal.SIGSTOP, 0.015), (signal.SIGCONT, 0.005)):
                for process in processes:
                    try:
                        os.kill(process, sign)
                    except ProcessLookupError:
                        pass
                time.sleep(seconds)

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.isOn = False
        self.thread.join()


def first_letter(page, address):
    """Seconds from the opening to the first letter, which is written as soon as the page takes it."""
    [(_, points)] = studios.strokes("C", 3)
    page.call("Page.navigate", url=address)
    page.wait("window.studio && document.getElementById('draw').clientWidth > 0", 60)
    left, top, width, height = page.box("#draw")
    scale = min(width, height) / 330
    for index, (_, x, y) in enumerate(points[::6] + points[-1:]):
        page.call("Input.dispatchTouchEvent", type="touchMove" if index else "touchStart",
                  touchPoints=[{"x": left + 10 + x * scale, "y": top + 10 + y * scale}])
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    page.wait("studio.state.readings.screen?.answer?.gestures", 60)
    return page.evaluate("performance.now()") / 1000


def letters(page, count):
    """Milliseconds from the release to the answer, as the page counts them."""
    for label, points in studios.strokes("ABCDEFGHIJKLMNOP"[:count], 3):
        before = page.evaluate("studio.letters.waits.length")
        left, top, width, height = page.box("#draw")
        scale = min(width, height) / 330
        page.draw([(t, left + 10 + x * scale, top + 10 + y * scale) for t, x, y in points], by="touch", speed=8)
        page.wait(f"studio.letters.waits.length > {before}", 30)
        time.sleep(0.7)
    return page.evaluate("studio.letters.waits")[-count:]


def open_page(browser):
    page = browser.page()
    page.size(360, 740, 2, True)
    page.emulate_touch()
    return page


def show(name, value):
    print(f"{name:60} {value}")


def main():
    test_site.Handler = Handler
    site = test_site.Site()
    times = {}
    for name, is_slow in (("fast network", False), ("1.6 Mbit/s", True)):
        times[name] = []
        for _ in range(3):
            browser = Browser()
            Handler.is_slow = is_slow
            Handler.sent = 0
            page = open_page(browser)
            with Slow(browser):
                times[name].append(first_letter(page, site.address))
            sent = Handler.sent
            if not is_slow:
                page.wait("navigator.serviceWorker.controller !== null", 60)
                page.evaluate("navigator.serviceWorker.ready.then(() => null)")
                page.close()
                for _ in range(2):
                    page = open_page(browser)
                    with Slow(browser):
                        times.setdefault("from cache", []).append(first_letter(page, site.address))
                    page.close()
            browser.close()
        if is_slow:
            show("page: received until the first letter, gzip, kB", f"{sent / 1000:.0f}")
    for name, values in times.items():
        show(f"page: first letter, slowed 4 times, {name}, s: median, worst", f"{statistics.median(values):.2f}, {max(values):.2f}")
    Handler.is_slow = False
    browser = Browser()
    page = open_page(browser)
    page.open(site.address)
    page.wait("window.studio && studio.state.session && document.body.dataset.connection === 'open'", 30)
    time.sleep(5)
    show("page: a letter on the screen in the browser, ms", f"{statistics.median(letters(page, 12)):.1f}")
    with Slow(browser):
        show("page: the same, slowed 4 times, ms", f"{statistics.median(letters(page, 12)):.1f}")
    # Motion as it arrives, at 60 Hz, with the ribbon.
    page.click("#mode-air")
    page.click("#motion")
    table = studios.run("simulate", "HELLO", "--writer", "3").splitlines()
    header = table[0].split(",")
    places = [header.index(name) for name in (
        "time_s", "accel_x_g", "accel_y_g", "accel_z_g", "gyro_x_rad_s", "gyro_y_rad_s", "gyro_z_rad_s", "touch")]
    rows, last = [], -1
    for line in table[1:]:
        cells = line.split(",")
        t, *numbers, touch = [float(cells[place] or 0) for place in places]
        if t - last >= 1 / 60 - 1e-6:
            last = t
            rows.append([t, *(-9.80665 * a for a in numbers[:3]), *(math.degrees(r) for r in numbers[3:]), touch == 1])
    frames = page.evaluate(f"""new Promise((resolve) => {{
        const rows = {json.dumps(rows)}, hold = document.getElementById('hold');
        let next = 0, frames = 0, isHeld = false;
        const start = performance.now();
        const frame = () => {{ frames += 1; if (next < rows.length) requestAnimationFrame(frame); else resolve([frames, performance.now() - start]); }};
        requestAnimationFrame(frame);
        const timer = setInterval(() => {{
          while (next < rows.length && 1000 * rows[next][0] <= performance.now() - start) {{
            const [t, x, y, z, alpha, beta, gamma, touch] = rows[next++];
            if (touch !== isHeld) hold.dispatchEvent(new KeyboardEvent((isHeld = touch) ? 'keydown' : 'keyup', {{ key: ' ', bubbles: true }}));
            const event = new DeviceMotionEvent('devicemotion', {{ accelerationIncludingGravity: {{ x, y, z }}, rotationRate: {{ alpha, beta, gamma }}, interval: 16 }});
            Object.defineProperty(event, 'timeStamp', {{ value: start + 1000 * t }});
            dispatchEvent(event);
          }}
          if (next >= rows.length) clearInterval(timer);
        }}, 8);
    }})""")
    show("page: frames/s with motion at 60 Hz and the ribbon", f"{1000 * frames[0] / frames[1]:.1f}; read {page.evaluate('studio.text.value')}")
    browser.close()


main()
