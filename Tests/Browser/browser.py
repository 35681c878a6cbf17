"""Drives headless Chromium over its debugging protocol."""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.request

import websocket


class Browser:
    """One Chromium with a profile of its own."""

    def __init__(self, *flags):
        self.profile = tempfile.mkdtemp(prefix="inertial-browser-")
        self.process = subprocess.Popen(
            [
                os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu-sandbox",
                "--remote-debugging-port=0", "--remote-allow-origins=*", "--no-first-run", "--disable-extensions",
                "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
                "--enable-unsafe-swiftshader", "--force-color-profile=srgb", f"--user-data-dir={self.profile}",
                *flags, "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        place = pathlib.Path(self.profile, "DevToolsActivePort")
        wait_until(lambda: place.exists() and "\n" in place.read_text(), 60, "Chromium does not start")
        self.port = int(place.read_text().split()[0])

    def page(self):
        """A new tab."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        return Page(json.load(urllib.request.urlopen(request)))

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    """One tab."""

    def __init__(self, target):
        self.socket = websocket.create_connection(target["webSocketDebuggerUrl"], timeout=60)
        self.count = 0
        self.errors = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.size(1440, 900)

    def call(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "Runtime.exceptionThrown":
                details = answer["params"]["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description", details["text"]))
            if answer.get("method") == "Log.entryAdded" and answer["params"]["entry"]["level"] == "error":
                entry = answer["params"]["entry"]
                if entry["source"] == "security":
                    self.errors.append(entry["text"])
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description"))
        return answer["result"].get("value")

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def wait(self, condition, seconds=15):
        """Waits until an expression is true."""
        def holds():
            try:
                return self.evaluate(condition)
            except RuntimeError:  # The page is changing.
                return False
        wait_until(holds, seconds, f"never true: {condition}")

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def click(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def set(self, selector, value):
        """Sets a field as if by the user."""
        self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.value = {json.dumps(value)};"
            " e.dispatchEvent(new Event('input', {bubbles: true})); })()")

    def box(self, selector):
        return self.evaluate(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [b.x, b.y, b.width, b.height]; })()")

    def size(self, width, height, scale=1, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=mobile)

    def scheme(self, name):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    # Pointers. Points are (seconds, x, y); `speed` shortens the time.

    def draw(self, points, speed=6, by="mouse"):
        # A tab in the background takes no input.
        self.call("Page.bringToFront")
        start = time.perf_counter()
        origin = points[0][0]
        for index, (seconds, x, y) in enumerate(points):
            late = start + (seconds - origin) / speed - time.perf_counter()
            if late > 0:
                time.sleep(late)
            if by == "mouse":
                if index == 0:
                    self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
                else:
                    self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
            else:
                kind = "touchStart" if index == 0 else "touchMove"
                self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        if by == "mouse":
            self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
        else:
            self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def emulate_touch(self, enabled=True):
        self.call("Emulation.setTouchEmulationEnabled", enabled=enabled)

    # Sensors.

    def emulate_sensors(self):
        for kind in ("accelerometer", "linear-acceleration", "gyroscope"):
            self.call("Emulation.setSensorOverrideEnabled", enabled=True, type=kind,
                      metadata={"available": True, "maximumFrequency": 100})

    def sense(self, acceleration, rate):
        """Readings as a browser has them: m/s^2 with gravity, +9.8 face up, and rad/s."""
        for kind, (x, y, z) in (("accelerometer", acceleration), ("linear-acceleration", (0, 0, 0)),
                                ("gyroscope", rate)):
            self.call("Emulation.setSensorOverrideReadings", type=kind, reading={"xyz": {"x": x, "y": y, "z": z}})

    def close(self):
        try:
            self.call("Page.close")
        except Exception:  # The tab is gone.
            pass
        self.socket.close()


def wait_until(condition, seconds, message):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(message)
        time.sleep(0.02)
