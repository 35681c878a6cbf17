"""The page that needs no server: Scripts/web --site. SITE names its folder."""

import functools
import http.server
import importlib.util
import json
import math
import os
import pathlib
import random
import tempfile
import threading
import time

import studio as studios
from browser import Browser, wait_until
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

    def touch_write(self, page, points, between=None):
        left, top, width, height = page.box("#draw")
        scale = min(width, height) / 330
        placed = [(t, left + 10 + x * scale, top + 10 + y * scale) for t, x, y in points]
        if not between:
            return page.draw(placed, by="touch", speed=8)
        for index, (_, x, y) in enumerate(placed):
            if index == len(placed) // 2:
                between()
                before, (left, top, _, _) = (left, top), page.box("#draw")
            if index >= len(placed) // 2:
                x, y = x + left - before[0], y + top - before[1]
            page.call("Input.dispatchTouchEvent", type="touchMove" if index else "touchStart", touchPoints=[{"x": x, "y": y}])
        page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def move(self, page, path, is_apple, hold=True, between=None):
        """A recording as the `devicemotion` events of a phone: 60 Hz, its sign, its rounding.

        With `between`, a finger holds the button; it is called in the middle of the touch.
        """
        rows, last = [], -1
        for t, acceleration, rate, touch in self.samples(path):
            if t - last < 1 / 60 - 1e-6:
                continue
            last = t
            sign, places = (1, 9) if is_apple else (-1, 1)
            rows.append([t, *(round(sign * 9.80665 * a, places) for a in acceleration),
                         *(round(math.degrees(r), places) for r in rate), touch and hold])
        start = page.evaluate("(window.clock ?? 0) + 1000")
        if not between:
            return self.send(page, rows, start)
        touched = [i for i, row in enumerate(rows) if row[-1]]
        rows = [[*row[:-1], None] for row in rows]
        places = [0, touched[0], touched[len(touched) // 2], touched[-1] + 1, len(rows)]
        for index, (first, end) in enumerate(zip(places, places[1:])):
            if index == 1:
                left, top, width, height = page.box("#hold")
                page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": left + width / 2, "y": top + height / 2}])
            if index == 2:
                between()
            if index == 3:
                page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            self.send(page, rows[first:end], start)

    def send(self, page, rows, start):
        page.evaluate(f"""(async () => {{
            let isHeld = false;
            for (const [t, x, y, z, alpha, beta, gamma, touch] of {json.dumps(rows)}) {{
              if (touch !== null && touch !== isHeld) {{
                isHeld = touch;
                document.getElementById('hold').dispatchEvent(new KeyboardEvent(isHeld ? 'keydown' : 'keyup', {{ key: ' ', bubbles: true }}));
                await 0;
              }}
              const event = new DeviceMotionEvent('devicemotion', {{ accelerationIncludingGravity: {{ x, y, z }},
                rotationRate: {{ alpha, beta, gamma }}, interval: 16 }});
              Object.defineProperty(event, 'timeStamp', {{ value: {start} + 1000 * t }});
              window.clock = {start} + 1000 * t;
              dispatchEvent(event);
            }}
        }})()""")

    def turn(self, page, is_landscape):
        """Turns the screen: its size, its angle, and the events of both."""
        width, height = (740, 360) if is_landscape else (360, 740)
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True,
                  screenOrientation={"type": "landscapePrimary" if is_landscape else "portraitPrimary", "angle": 90 * is_landscape})
        page.wait(f"innerWidth === {width} && screen.orientation.angle === {90 * is_landscape}")
        page.evaluate("dispatchEvent(new Event('orientationchange'))")

    def offline(self, page):
        """Reloads without a network."""
        page.wait("navigator.serviceWorker.controller !== null", 30)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.site.cut()
        page.call("Page.reload")
        time.sleep(0.5)
        self.ready(page)

    def downloads(self, page, selector):
        """The path of the file that a control saves."""
        page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.studio.folder)
        before = set(os.listdir(self.studio.folder))
        page.click(selector)
        def files():
            return [f for f in set(os.listdir(self.studio.folder)) - before if not f.endswith(".crdownload")]
        wait_until(files, 15, f"{selector} saves nothing")
        return os.path.join(self.studio.folder, files()[0])

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
        self.offline(page)
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
        self.air(page, True)
        self.clean(page)

    def moving(self, page, is_apple):
        """Motion is allowed, and arrives."""
        page.click("#motion")
        page.wait("document.getElementById('motion').disabled")
        before = page.evaluate("studio.text.value")
        # A rest before the first press shows that motion arrives.
        self.move(page, self.recording("I", seed=2), is_apple, hold=False)
        page.wait("!document.getElementById('hold').disabled")
        self.assertEqual(page.evaluate("studio.text.value"), before)

    def air(self, page, is_apple):
        self.moving(page, is_apple)
        self.turn(page, True)
        self.move(page, self.recording("AIR"), is_apple)
        page.wait("studio.text.value === 'AIR'")
        self.turn(page, False)

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

    def test_learns_five_gestures_in_the_air(self):
        kinds = ["attack", "dodge", "shake", "swipe", "wave"]
        page = self.open("#air")
        self.moving(page, False)
        page.click("#teach-toggle")
        page.set("#base", "none")
        for kind in kinds:
            page.set("#teach-label", kind)
            for seed in range(3):
                before = page.evaluate("studio.state.examples.length")
                self.move(page, self.simulated(kind, seed), False)
                page.wait(f"studio.state.examples.length > {before}")
        page.click("#train")
        page.wait("studio.state.session.model === 'own'", 30)
        page.wait("document.getElementById('training-text').textContent.includes('of 15')")
        self.shot(page, "teach-air")
        self.move_own(page, kinds, 3)
        # The tool reads the files as the page does.
        model = self.downloads(page, "#save-model")
        examples = self.downloads(page, "#export")
        self.assertEqual([os.path.basename(path) for path in (model, examples)], ["motions.model", "motions.csv"])
        read = json.loads(studios.run("recognize", examples, "--model", model, "--json"))["gestures"]
        self.assertEqual([(g["label"], g["truth"]) for g in read], [(kind, kind) for kind in kinds for _ in range(3)])
        self.offline(page)
        self.moving(page, False)
        self.move_own(page, kinds, 4)
        self.clean(page)

    def simulated(self, kind, seed):
        path = os.path.join(self.studio.folder, "recording.csv")
        studios.run("simulate", kind, "--vocabulary", "gestures", "--writer", "5", "--seed", str(40 + seed), "--output", path)
        return path

    def move_own(self, page, kinds, seed):
        for kind in kinds:
            before = page.evaluate("studio.text.entries.length")
            self.move(page, self.simulated(kind, seed), False)
            page.wait(f"studio.text.entries.length > {before}")
            self.assertEqual(page.evaluate("studio.text.entries.at(-1)")["label"], kind)

    def test_a_turn_of_the_screen_loses_no_letter(self):
        page = self.open()
        # Within the pause after the letter.
        [(_, points)] = studios.strokes("C", 3)
        self.touch_write(page, points)
        self.turn(page, True)
        page.wait("studio.text.value === 'C'")
        # In the middle of a stroke; the finger stays at its place on the surface.
        [(_, points)] = studios.strokes("S", 3)
        self.touch_write(page, points, between=lambda: self.turn(page, False))
        page.wait("studio.text.entries.length === 2")
        self.assertEqual(page.evaluate("studio.text.value"), "CS")
        page.click("#mode-air")
        self.moving(page, False)
        self.move(page, self.recording("R"), False, between=lambda: self.turn(page, True))
        page.wait("studio.text.value === 'R'")
        self.clean(page)

    def test_can_be_installed(self):
        page = self.open()
        self.offline(page)
        found = page.call("Page.getAppManifest")
        self.assertEqual(found["errors"], [])
        manifest = json.loads(found["data"])
        # What browsers demand, as Lighthouse lists it.
        self.assertTrue(all(manifest[name] for name in ("name", "short_name", "background_color", "theme_color")))
        self.assertEqual([manifest[name] for name in ("start_url", "scope", "display")], ["./", "./", "standalone"])
        self.assertEqual(page.call("Page.getInstallabilityErrors")["installabilityErrors"], [])
        for icon in manifest["icons"]:
            size = page.evaluate(f"""new Promise((resolve) => {{ const image = new Image();
                image.onload = () => resolve([image.naturalWidth, image.naturalHeight]); image.onerror = () => resolve(null);
                image.src = {json.dumps(icon['src'])}; }})""")
            if icon["sizes"] != "any":
                self.assertEqual(f"{size[0]}x{size[1]}", icon["sizes"])
            self.assertTrue(size)
        self.assertEqual({icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}, {"192x192", "512x512"})
        # The address that an installed page opens, without a network.
        self.assertEqual(page.evaluate("fetch('./').then((a) => a.text()).then((t) => t.includes('manifest.webmanifest'))"), True)
        self.clean(page)

    def test_a_computer_shows_the_way_to_a_phone(self):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.open(self.site.address)
        self.ready(page)
        page.click("#devices-open")
        page.wait("document.getElementById('devices').open")
        self.assertEqual(page.text("#device-link"), f"{self.site.address}#air")
        self.assertIn("adb reverse", page.text("#device-note"))
        self.assertGreater(page.box("#qr")[2], 100)
        self.shot(page, "phone")
        self.clean(page)

    def test_axe_finds_nothing_serious(self):
        axe = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).with_name("axe.min.js").read_text()
        page = self.open()
        states = {
            "screen": lambda: self.touch_write(page, studios.strokes("C", 3)[0][1]),
            "teach": lambda: (page.click("#teach-toggle"), page.set("#teach-label", "C"), self.touch_write(page, studios.strokes("C", 4)[0][1])),
            "air": lambda: (page.click("#teach-toggle"), page.click("#mode-air"), page.click("#motion")),
            "denied": lambda: page.wait("document.getElementById('notice').textContent.includes('No motion arrives')"),
        }
        found = []
        for state, reach in states.items():
            reach()
            time.sleep(1)
            for is_landscape in (False, True):
                self.turn(page, is_landscape)
                for scheme in ("light", "dark"):
                    page.scheme(scheme)
                    time.sleep(0.3)
                    page.evaluate(axe + ";null")
                    result = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
                    found += [
                        f"{state} {'landscape' if is_landscape else 'portrait'} {scheme}: {v['impact']} {v['id']}: "
                        + "; ".join(f"{n['target']} {n.get('failureSummary', '')[:200]}" for n in v["nodes"][:4])
                        for v in result["violations"] if v["impact"] in ("serious", "critical")]
                    # Targets of 44 pixels: WCAG 2.2, 2.5.5, which axe checks at 24.
                    small = page.evaluate("""[...document.querySelectorAll('button, select, input, a')].filter((e) => e.checkVisibility()
                        && !e.closest('.visually-hidden, .skip')).map((e) => [e, e.getBoundingClientRect()]).filter(([, b]) => b.width && (b.height < 43.5 || b.width < 43.5))
                        .map(([e, b]) => `${e.id || e.className || e.textContent} ${b.width} x ${b.height}`)""")
                    found += [f"{state} {is_landscape} {scheme}: small {text}" for text in small]
        self.assertEqual(found, [], "\n".join(found))

    def read_own(self, page, kinds, seed):
        for kind in kinds:
            before = page.evaluate("studio.text.entries.length")
            self.touch_write(page, gesture(kind, seed))
            page.wait(f"studio.text.entries.length > {before}")
            self.assertEqual(page.evaluate("studio.text.entries.at(-1)")["label"], kind)
