"""A stand-in for a phone with the app phyphox: its remote access, as documented by the app."""

import http.server
import json
import threading
import time
import urllib.parse


class Phyphox:
    """Serves samples (seconds, acceleration in m/s^2 with Android's sign, rate in rad/s) in real time."""

    def __init__(self, samples):
        self.samples = samples
        self.start = None
        phone = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path, _, query = self.path.partition("?")
                body = json.dumps(phone.answer(path, query)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, path, query):
        if path == "/config":
            return {"title": "Motion", "inputs": [
                {"source": source, "outputs": [{"x": f"{name}X"}, {"y": f"{name}Y"}, {"z": f"{name}Z"}, {"t": f"{name}_time"}]}
                for source, name in (("accelerometer", "acc"), ("gyroscope", "gyr"))]}
        if path == "/control":
            self.start = time.monotonic()
            return {"result": True}
        known = [] if self.start is None else [
            s for s in self.samples if s[0] - self.samples[0][0] <= time.monotonic() - self.start]
        buffers = {}
        for name, value in urllib.parse.parse_qsl(query, keep_blank_values=True):
            after = float(value.split("|")[0]) if "|" in value else None
            rows = known[-1:] if after is None else [s for s in known if s[0] > after]
            kind, axis = name[:3], name[3:]
            pick = {"_time": lambda s: s[0]} | {
                letter: lambda s, i=i: (s[1] if kind == "acc" else s[2])[i] for i, letter in enumerate("XYZ")}
            buffers[name] = {"size": 0, "updateMode": "partial", "buffer": [pick[axis](s) for s in rows]}
        return {"buffer": buffers, "status": {"session": "a1", "measuring": self.start is not None}}

    def close(self):
        self.server.shutdown()
        self.server.server_close()
