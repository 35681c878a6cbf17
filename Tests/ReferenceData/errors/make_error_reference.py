#!/usr/bin/env python3
"""Errors against a reference, by numpy 2.4.6 and scipy 1.17.1: errors.json beside this script.

Attitude errors come from rotation matrices, not from quaternions: with E = Q R^T the total is its
rotation angle, the inclination the angle between E z and z, and the heading the twist about z,
atan2(E10 - E01, E00 + E11). Velocities are SciPy's Savitzky-Golay filter.
"""

import json
import pathlib

import numpy
from scipy.signal import savgol_filter
from scipy.spatial.transform import Rotation

rng = numpy.random.default_rng(20)


def angles(turn):
    matrix = turn.as_matrix()
    heading = numpy.arctan2(matrix[:, 1, 0] - matrix[:, 0, 1], matrix[:, 0, 0] + matrix[:, 1, 1])
    tilted = matrix[:, :, 2]
    inclination = numpy.arctan2(numpy.hypot(tilted[:, 0], tilted[:, 1]), tilted[:, 2])
    return turn.magnitude(), heading, inclination


def root_mean_square(values):
    return float(numpy.sqrt(numpy.mean(numpy.square(values))))


def attitudes():
    reference = Rotation.random(40, rng=rng)
    # From a millionth of a radian to near a half turn, and all headings off by 2.5 more.
    sizes = numpy.logspace(-6, 0.49, 40)[:, None]
    directions = rng.normal(size=(40, 3))
    directions /= numpy.linalg.norm(directions, axis=1)[:, None]
    estimate = Rotation.from_rotvec(sizes * directions) * reference
    total, heading, inclination = angles(estimate * reference.inv())
    offset = Rotation.from_rotvec([0, 0, 2.5])
    turned = offset * estimate
    _, off, _ = angles(turned * reference.inv())
    mean = numpy.angle(numpy.mean(numpy.exp(1j * off)))
    back = Rotation.from_rotvec([0, 0, -mean])
    aligned = angles(back * turned * reference.inv())
    return {
        "estimate": estimate.as_quat().tolist(),
        "reference": reference.as_quat().tolist(),
        "total": total.tolist(),
        "heading": numpy.abs(heading).tolist(),
        "inclination": inclination.tolist(),
        "turned": turned.as_quat().tolist(),
        "alignedRootMeanSquare": [root_mean_square(part) for part in aligned],
    }


def paths():
    step = 0.01
    time = step * numpy.arange(61)
    truth = numpy.stack(
        [numpy.sin(7 * time), time**2 - 0.3 * numpy.cos(11 * time), 0.1 * time + 2], axis=1)
    path = truth + 0.05 * numpy.cumsum(rng.normal(size=truth.shape), axis=0) - [4, 5, 6]
    laid = (path - path[0]) - (truth - truth[0])
    centred = (path - path.mean(axis=0)) - (truth - truth.mean(axis=0))
    lengths = numpy.linalg.norm(laid, axis=1)
    velocity = savgol_filter(truth, 11, 3, deriv=1, delta=step, axis=0)
    return {
        "time": time.tolist(),
        "truth": truth.tolist(),
        "path": path.tolist(),
        "end": float(lengths[-1]),
        "rootMeanSquare": root_mean_square(lengths),
        "shape": root_mean_square(numpy.linalg.norm(centred, axis=1)),
        # Without the ends, where SciPy extrapolates.
        "velocity": velocity[5:-5].tolist(),
    }


out = pathlib.Path(__file__).with_name("errors.json")
out.write_text(json.dumps({"attitudes": attitudes(), "paths": paths()}) + "\n")
