#!/usr/bin/env python3
"""Tilts and their Kalman estimates, by numpy 2.4.6 and scipy 1.17.1: tilt.json beside this script.

The tilt is the elevation of the device's x axis, from SciPy's rotation matrices. The estimates are
not made by a recursion: each is the last state of the least-squares solution of the whole random
walk up to its time, with the inverse variances of steps, measurements and prior as weights.
"""

import json
import pathlib

import numpy
from scipy.spatial.transform import Rotation

rng = numpy.random.default_rng(23)


def estimate(measurements, process, noise, initial):
    """The last state and its variance, from the normal equations."""
    count = len(measurements)
    information = numpy.diag(numpy.full(count, 1 / noise))
    vector = numpy.asarray(measurements) / noise
    for index in range(1, count):
        step = numpy.zeros(count)
        step[index], step[index - 1] = 1, -1
        information += numpy.outer(step, step) / process
    if initial is not None:
        information[0, 0] += 1 / (initial + process)
        vector[0] += measurements[0] / (initial + process)
    return numpy.linalg.solve(information, vector)[-1]


def case(process, noise, initial):
    steps = Rotation.from_rotvec(rng.normal(scale=0.15, size=(40, 3)))
    turn = Rotation.random(rng=rng)
    quaternions, tilts = [], []
    for step in steps:
        turn = turn * step
        quaternions.append(turn.as_quat().tolist())
        tilts.append(float(numpy.arcsin(turn.as_matrix()[2, 0])))
    estimates = [
        float(estimate(tilts[: end + 1], process, noise, initial)) for end in range(len(tilts))
    ]
    return {
        "process_noise": process,
        "measurement_noise": noise,
        "initial_variance": initial,
        "quaternions": quaternions,
        "tilts": tilts,
        "estimates": estimates,
    }


cases = [case(0.1, 0.1, 0.1), case(0.001, 0.03, None), case(0.5, 0.01, 2.0)]
path = pathlib.Path(__file__).with_name("tilt.json")
path.write_text(json.dumps({"cases": cases}) + "\n")
