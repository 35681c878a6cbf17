"""The page that needs no server: Scripts/web --site. SITE names its folder."""

import functools
import http.server
import json
import math
import os
import random
import tempfile
import threading
import time

import studio as studios
from browser import Browser
from cases import MotionTest

SITE = os.environ.get("SITE", os.path.join(os.path.dirname(__file__), "../../.build/site"))
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Site:
    """Serves the folder below a path, as hosts of project pages do."""

    def __init__(self):
        self.root = tempfile.TemporaryDirectory(prefix="inertial-site-")
        os.symlink(os.path.abspath(SITE), os.path.join(self.root.name, "inertial"))
        handler = functools.partial(Handler, directory=self.root.name)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/inertial/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def cut(self):
        """The network is gone."""
        self.server.shutdown()
        self.server.server_close()
        self.root.cleanup()


def gesture(kind, seed):
    """An own gesture of a person: (seconds, x, y) in a square of 240 pixels."""
    noise = random.Random(f"{kind} {seed}")
    steps = [i / 60 for i in range(61)]
    shape = {
        "spiral": lambda s: (0.5 + (0.1 + 0.4 * s) * math.cos(13 * s), 0.5 + (0.1 + 0.4 * s) * math.sin(13 * s)),
        "wave": lambda s: (s, 0.5 + 0.3 * math.sin(19 * s)),
        "step": lambda s: (math.floor(4 * s) / 4 + max(0, 2 * (4 * s % 1) - 1) / 4, 1 - math.floor(4 * s) / 4 - min(1, 2 * (4 * s % 1)) / 4),
        "heart": lambda s: (0.5 + 0.5 * math.sin(6.28 * s) ** 3, 0.5 - (13 * math.cos(6.28 * s) - 5 * math.cos(12.57 * s) - 2 * math.cos(18.85 * s)) / 34),
        "bow": lambda s: (0.5 + 0.5 * math.sin(6.28 * s), 0.5 + 0.4 * math.sin(12.57 * s)),
    }[kind]
    width, height, turn = noise.uniform(0.85, 1.15), noise.uniform(0.85, 1.15), noise.uniform(-0.12, 0.12)
    points = []
    for s in steps:
        x, y = shape(s)
        x, y = (x - 0.5) * width, (y - 0.5) * height
        x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        points.append((s, 120 + 180 * x, 120 + 180 * y))
    return points


class SiteTest(MotionTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.site = Site()
        self.addCleanup(lambda: os.path.exists(self.site.root.name) and self.site.cut())
        folder = tempfile.TemporaryDirectory(prefix="inertial-site-")
        self.addCleanup(folder.cleanup)
        # What the recordings of MotionTest are written to.
        self.studio = type("Folder", (), {"folder": folder.name})

    def open(self, path="", before=""):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.size(360, 740, 2, True)
        page.emulate_touch()
        if before:
            page.call("Page.addScriptToEvaluateOnNewDocument", source=before)
        page.open(self.site.address + path)
        self.ready(page)
        return page

    def ready(self, page):
        page.wait("window.studio && studio.state.session && document.body.dataset.connection === 'open'", 30)

    def shot(self, page, name):
        if "SHOTS" not in os.environ:
            return
        for width, height in ((360, 740), (740, 360)):
            for scheme in ("light", "dark"):
                page.size(width, height, 2, True)
                page.scheme(scheme)
                time.sleep(0.3)
                page.screenshot(os.path.join(os.environ["SHOTS"], f"{name}-{width}-{scheme}.png"))
        page.size(360, 740, 2, True)
        page.scheme("light")

    def touch_write(self, page, points):
        left, top, width, height = page.box("#draw")
        scale = min(width, height) / 330
        page.draw([(t, left + 10 + x * scale, top + 10 + y * scale) for t, x, y in points], by="touch", speed=8)

    def move(self, page, path, is_apple, hold=True):
        """A recording as the `devicemotion` events of a phone: 60 Hz, its sign, its rounding."""
        rows, last = [], -1
        for t, acceleration, rate, touch in self.samples(path):
            if t - last < 1 / 60 - 1e-6:
                continue
            last = t
            sign, places = (1, 9) if is_apple else (-1, 1)
            rows.append([t, *(round(sign * 9.80665 * a, places) for a in acceleration),
                         *(round(math.degrees(r), places) for r in rate), touch and hold])
        page.evaluate(f"""(async () => {{
            const start = (window.clock ?? 0) + 1000;
            let isHeld = false;
            for (const [t, x, y, z, alpha, beta, gamma, touch] of {json.dumps(rows)}) {{
              if (touch !== isHeld) {{
                isHeld = touch;
                document.getElementById('hold').dispatchEvent(new KeyboardEvent(isHeld ? 'keydown' : 'keyup', {{ key: ' ', bubbles: true }}));
                await 0;
              }}
              const event = new DeviceMotionEvent('devicemotion', {{ accelerationIncludingGravity: {{ x, y, z }},
                rotationRate: {{ alpha, beta, gamma }}, interval: 16 }});
              Object.defineProperty(event, 'timeStamp', {{ value: start + 1000 * t }});
              window.clock = start + 1000 * t;
              dispatchEvent(event);
            }}
        }})()""")

    # MARK: journeys

    def test_writes_on_the_screen_keeps_it_and_works_offline(self):
        page = self.open()
        self.shot(page, "first")
        for label, points in studios.strokes("CAT", 3):
            before = page.evaluate("studio.text.entries.length")
            self.touch_write(page, points)
            page.wait(f"studio.text.entries.length > {before}")
            self.assertEqual(page.evaluate("studio.text.entries.at(-1)")["label"], label)
        self.shot(page, "screen")
        page.wait("navigator.serviceWorker.controller !== null", 30)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.site.cut()
        page.call("Page.reload")
        time.sleep(0.5)
        self.ready(page)
        page.wait("studio.text.value === 'CAT'")
        [(label, points)] = studios.strokes("S", 3)
        self.touch_write(page, points)
        page.wait(f"studio.text.value === 'CAT{label}'")
        # A model that was never chosen is not there, and says so.
        page.set("#model", "digits")
        page.wait("document.getElementById('notice').textContent.includes('connect once')")
        self.clean(page)

    def test_writes_in_the_air_on_android(self):
        page = self.open("#air")
        page.click("#motion")
        self.air(page, False)
        # The path is drawn, and can be drawn again under another correction.
        page.wait("studio.air.ribbon.count > 20")
        page.set("#method", "none")
        page.wait("document.getElementById('measures').textContent.includes('cm')")
        self.shot(page, "air")
        # Without motion there is nothing to hold.
        page.wait("document.getElementById('hold').disabled", 10)
        self.clean(page)

    def test_writes_in_the_air_on_an_iphone(self):
        page = self.open("#air", before=f"""
            Object.defineProperty(navigator, 'userAgent', {{ value: {json.dumps(IPHONE)} }});
            DeviceMotionEvent.requestPermission = async () => 'granted';""")
        page.click("#motion")
        self.air(page, True)
        self.clean(page)

    def air(self, page, is_apple):
        page.wait("document.getElementById('motion').disabled")
        still = self.recording("I", seed=2)
        # A rest before the first press shows that motion arrives.
        self.move(page, still, is_apple, hold=False)
        page.wait("!document.getElementById('hold').disabled")
        self.assertEqual(page.evaluate("studio.text.value"), "")
        # A turn of the screen changes nothing.
        page.size(740, 360, 2, True)
        self.move(page, self.recording("AIR"), is_apple)
        page.wait("studio.text.value === 'AIR'")
        page.size(360, 740, 2, True)

    def test_denied_and_without_sensors_the_screen_is_left(self):
        page = self.open("#air", before=f"""
            Object.defineProperty(navigator, 'userAgent', {{ value: {json.dumps(IPHONE)} }});
            DeviceMotionEvent.requestPermission = async () => 'denied';""")
        page.click("#motion")
        page.wait("document.getElementById('notice').textContent.includes('Motion was not allowed')")
        self.shot(page, "denied")
        page.evaluate("document.querySelector('#notice .actions button').click()")
        page.wait("document.body.dataset.mode === 'screen'")
        other = self.open("#air")
        other.click("#motion")
        other.wait("document.getElementById('notice').textContent.includes('No motion arrives')")
        self.clean(other)

    def test_learns_five_gestures_of_three_examples(self):
        kinds = ["spiral", "wave", "step", "heart", "bow"]
        page = self.open()
        page.click("#teach-toggle")
        for kind in kinds:
            page.set("#teach-label", kind)
            for seed in range(3):
                before = page.evaluate("studio.state.examples.length")
                self.touch_write(page, gesture(kind, seed))
                page.wait(f"studio.state.examples.length > {before}")
        self.shot(page, "teach")
        page.click("#train")
        page.wait("studio.state.session.model === 'own'")
        page.wait("document.getElementById('training-text').textContent.includes('of 15')")
        self.read_own(page, kinds, 7)
        self.shot(page, "own")
        page.call("Page.reload")
        time.sleep(0.5)
        self.ready(page)
        self.assertEqual(page.evaluate("studio.state.session.model"), "own")
        page.click("#teach-toggle")
        page.wait("studio.state.examples.length === 15")
        page.click("#teach-toggle")
        self.read_own(page, kinds, 8)
        # The built-in models are fetched as they are chosen.
        page.set("#model", "digits")
        page.wait("studio.state.session.model === 'digits'")
        self.clean(page)

    def read_own(self, page, kinds, seed):
        for kind in kinds:
            before = page.evaluate("studio.text.entries.length")
            self.touch_write(page, gesture(kind, seed))
            page.wait(f"studio.text.entries.length > {before}")
            self.assertEqual(page.evaluate("studio.text.entries.at(-1)")["label"], kind)
