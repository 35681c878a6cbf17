"""Runs `inertial` and `inertial studio` for the browser tests."""

import csv
import io
import json
import os
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request


def tool():
    return os.environ["INERTIAL"]


def run(*arguments):
    return subprocess.run([tool(), *arguments], check=True, capture_output=True, text=True).stdout


class Studio:
    """A studio with a folder of its own."""

    def __init__(self, folder=None, port=0, host="127.0.0.1"):
        self.host = host
        self.own = None if folder else tempfile.TemporaryDirectory(prefix="inertial-studio-")
        self.folder = folder or self.own.name
        self.start(port)

    def start(self, port, *options):
        self.process = subprocess.Popen(
            [tool(), "studio", "--port", str(port), "--dataset", self.folder, "--json", *options,
             *(["--web", os.environ["INERTIAL_WEB"]] if "INERTIAL_WEB" in os.environ else []),
             *(["--origin", f"http://{self.host}:{port}"] if self.host != "127.0.0.1" else [])],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError("the studio did not start")
        answer = json.loads(line)
        self.url, self.port = answer["url"], answer["port"]
        self.token = answer["token"]
        self.origin = f"http://{self.host}:{self.port}"

    def call(self, path, body=None, method="POST", lines=None):
        """A request of a script, with a body of JSON or of lines of it."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method,
            data=None if method == "GET" else "\n".join(map(json.dumps, lines or [body or {}])).encode(),
            headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def address(self, path="/"):
        """The address of the whole studio, which works again in the browser that opened it."""
        return f"{self.origin}{path}?{self.url.split('?')[1]}"

    def invitation(self):
        """An address for one phone."""
        return f"{self.origin}/phone?code={self.call('/api/devices')['code']}"

    def stop(self):
        self.process.terminate()
        status = self.process.wait(15)
        self.process.stdout.close()
        return status

    def remove(self):
        """Stops the studio and removes its folder."""
        if self.process.poll() is None:
            self.stop()
        if self.own:
            self.own.cleanup()

    def restart(self):
        self.stop()
        self.start(self.port)

    def memory(self):
        """Resident memory in kilobytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    def descriptors(self):
        """The number of open files and connections."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def strokes_and_a_point(text):
    """The lines of a file of synthetic strokes, and of one more L, recording 99, that has no extent."""
    header, *rows = run("simulate", text, "--kind", "strokes").splitlines()
    point = {"recording": "99", "label": "L", "x": "5", "y": "5"}
    return [header, *rows, *(",".join({**point, "time_s": time}.get(name, "0") for name in header.split(","))
                             for time in ("0", "0.1"))]


def strokes(text, seed):
    """Synthetic strokes: (label, [(seconds, x, y)]) in pixels of a 300-pixel square at the origin."""
    table = csv.DictReader(io.StringIO(run("simulate", text, "--kind", "strokes", "--writer", str(seed))))
    letters = {}
    for row in table:
        points = letters.setdefault(row["recording"], (row["label"], []))[1]
        points.append((float(row["time_s"]), float(row["x"]), float(row["y"])))
    result = []
    for label, points in letters.values():
        xs, ys = [p[1] for p in points], [p[2] for p in points]
        scale = 300 / max(max(xs) - min(xs), max(ys) - min(ys))
        result.append((label, [(t, (x - min(xs)) * scale, (y - min(ys)) * scale) for t, x, y in points]))
    return result


def placed(points, x, y):
    return [(t, x + a, y + b) for t, a, b in points]
