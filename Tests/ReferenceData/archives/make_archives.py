"""Makes archives.json: zip archives and deflated streams by a program we did not write.

Python 3.11 with its own zipfile and zlib (zlib 1.2.13). Run in this folder: python3 make_archives.py
The rows are made up.
"""

import base64
import io
import json
import random
import zipfile
import zlib


def deflated(name, data, level, strategy=zlib.Z_DEFAULT_STRATEGY):
    stream = zlib.compressobj(level, zlib.DEFLATED, -15, 8, strategy)
    packed = stream.compress(data) + stream.flush()
    return {
        "name": name,
        "deflated": base64.b64encode(packed).decode(),
        "size": len(data),
        "checksum": zlib.crc32(data),
    }


def rows(count, seed):
    r = random.Random(seed)
    return "".join(
        f"{1000000000 * i},{i / 100},{r.gauss(0, 1):.6f},{r.gauss(0, 1):.6f},{r.gauss(0, 1):.6f}\n"
        for i in range(count)
    ).encode()


r = random.Random(1)
noise = bytes(r.randrange(256) for _ in range(700))
streams = [
    deflated("nothing", b"", 9),
    deflated("one byte", b"a", 9),
    deflated("stored", noise, 0),
    deflated("fixed codes", rows(20, 2), 9, zlib.Z_FIXED),
    deflated("literals only", rows(20, 3), 9, zlib.Z_HUFFMAN_ONLY),
    deflated("overlapping copies", b"ab" * 40000 + b"c" * 258, 9),
    deflated("fast", rows(60, 4), 1),
    deflated("best", rows(60, 5), 9),
    deflated("far copies", noise + bytes(32000) + noise, 9),
]


def table(count, columns, row):
    lines = ["time,seconds_elapsed," + columns]
    lines += [f"{10000000 * i},{i / 100}," + row(i) for i in range(count)]
    return "\n".join(lines) + "\n"


def archive(files, outer=""):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as z:
        if outer:
            z.writestr(zipfile.ZipInfo(outer, (2026, 1, 1, 0, 0, 0)), "")
        for path, text in files.items():
            info = zipfile.ZipInfo(outer + path, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(info, text)
    return base64.b64encode(buffer.getvalue()).decode()


# A phone on its back, turning about the vertical.
android = {
    "Metadata.csv": "version,platform,standardisation\n3,android,false\n",
    "TotalAcceleration.csv": table(30, "z,y,x", lambda i: "9.80665,0,0"),
    "Gyroscope.csv": table(30, "z,y,x", lambda i: "0.5,0,0"),
}
phyphox = {
    "Accelerometer.csv": '"Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)",'
    '"Acceleration z (m/s^2)"\n' + "".join(f"{i / 100},0,0,9.80665\n" for i in range(30)),
    "Gyroscope.csv": '"Time (s)","Gyroscope x (rad/s)","Gyroscope y (rad/s)",'
    '"Gyroscope z (rad/s)"\n' + "".join(f"{i / 100},0,0,0.5\n" for i in range(30)),
    "meta/device.csv": '"property","value"\n"deviceModel","made up"\n',
}
cases = {
    "streams": streams,
    "sensorLogger": archive(android, "2026-01-01/"),
    "phyphox": archive(phyphox),
}
with open("archives.json", "w") as file:
    json.dump(cases, file, indent=1)
    file.write("\n")
