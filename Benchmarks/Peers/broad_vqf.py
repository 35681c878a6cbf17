#!/usr/bin/env python3
"""Errors of the inertial filter and of VQF on the same BROAD trials, by the same protocol.

Usage: Benchmarks/Peers/broad_vqf.py INERTIAL TRIAL.csv...

INERTIAL is the built tool. Needs numpy and vqf (2.1.1) from PyPI. Prints the mean errors over the
trials, in degrees, of the nine-axis, six-axis and offline attitudes with default parameters.
"""

import json
import subprocess
import sys

import numpy as np
import vqf

PERIOD = 7 / 2000


def errors(q, reference, counted, aligned):
    """Total, heading and inclination as root mean squares, in degrees."""
    use = (counted > 0) & np.isfinite(reference[:, 0])
    (w1, x1, y1, z1), (w2, x2, y2, z2) = q[use].T, (reference[use] * [1, -1, -1, -1]).T
    e = np.stack([
        w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
        w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
        w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
        w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
    ])
    heading = 2 * np.arctan2(e[3], e[0])
    tilt = 2 * np.arctan2(np.hypot(e[1], e[2]), np.hypot(e[0], e[3]))
    if aligned:
        heading = heading - np.angle(np.mean(np.exp(1j * heading)))
    heading = np.angle(np.exp(1j * heading))
    total = 2 * np.arccos(np.clip(np.cos(heading / 2) * np.cos(tilt / 2), -1, 1))
    return [np.rad2deg(np.sqrt(np.mean(part**2))) for part in (total, heading, tilt)]


def vqf_errors(path):
    rows = np.genfromtxt(path, delimiter=",", skip_header=1)
    gyro, accel, mag = (np.ascontiguousarray(rows[:, i : i + 3]) for i in (0, 3, 6))
    reference, counted = rows[:, 9:13], rows[:, 16]
    online = vqf.VQF(PERIOD).updateBatch(gyro, accel, mag)
    offline = vqf.offlineVQF(gyro, accel, mag, PERIOD)
    return {
        "9d": errors(online["quat9D"], reference, counted, False),
        "6d": errors(online["quat6D"], reference, counted, True),
        "9d offline": errors(offline["quat9D"], reference, counted, False),
        "6d offline": errors(offline["quat6D"], reference, counted, True),
    }


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, trials = sys.argv[1], sys.argv[2:]
    theirs = [vqf_errors(path) for path in trials]
    print(f"{'':12}{'ours: total heading incl.':>32}{'VQF: total heading incl.':>32}")
    for mode in theirs[0]:
        options = ["--mode", mode[:2]] + (["--offline"] if "offline" in mode else [])
        answer = subprocess.run(
            [program, "orientation", *trials, "--json", *options],
            check=True, capture_output=True)
        mean = json.loads(answer.stdout)["mean"]
        ours = [mean["totalRMSE"], mean["headingRMSE"], mean["inclinationRMSE"]]
        other = np.mean([trial[mode] for trial in theirs], axis=0)
        print(f"{mode:12}" + "".join(
            "".join(f"{value:9.3f}" for value in row).rjust(32) for row in (ours, other)))


if __name__ == "__main__":
    main()
