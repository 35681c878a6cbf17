"""Random damage in every input: an error or an answer, never the end of the process."""

import contextlib
import warnings

import numpy as np
import pytest

import inertial
from inertial.vqf import VQF, offlineVQF

VALUES = [np.nan, np.inf, -np.inf, 0.0, 1e308, -1e308, 1e-320]
METHODS = [
    "navigator",
    "rest",
    "gesture",
    "exponential-damping",
    "constant-deceleration",
    "zero-end-velocity",
    "none",
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("share", [0.01, 0.3, 1.0])
def test_damage(seed, share):
    random = np.random.default_rng(seed)
    count = 300

    def damaged(values):
        values = np.array(values, dtype=float)
        chosen = random.random(values.shape) < share
        values[chosen] = random.choice(VALUES, int(chosen.sum()))
        return values

    times = damaged(np.arange(count) / 100) if seed % 2 else np.arange(count) / 100
    gyr = damaged(random.normal(size=(count, 3)))
    acc = damaged(random.normal(size=(count, 3)) + [0, 0, 9.8])
    mag = damaged(random.normal(size=(count, 3)) * 20)
    touch = damaged(random.integers(0, 2, count))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", inertial.SensorWarning)
        warnings.simplefilter("ignore", inertial.LeftOutWarning)
        for offline in (False, True):
            motion = inertial.orientation(gyr, acc, mag, times=times, offline=offline)
            assert np.isfinite(motion.attitude).all()
    attitude = damaged(random.normal(size=(count, 4)))
    attitude[np.isnan(attitude).all(axis=1)] = [0, 0, 0, 1]
    rates = damaged(random.normal(size=(count, 3)))
    motion = inertial.Motion(times, attitude, rates, None, damaged(rates), touch=touch)
    for method in METHODS:
        with contextlib.suppress(inertial.InertialError), warnings.catch_warnings():
            warnings.simplefilter("ignore", inertial.PathWarning)
            inertial.track(motion, method=method, skip_startup=True)
    stroke = inertial.Stroke(times, damaged(random.normal(size=(count, 2))))
    samples = inertial.Samples(
        times, rotation_rate=gyr, core_motion_acceleration=acc, magnetic_field=mag, touch=touch
    )
    for recording in (motion, samples, stroke):
        with contextlib.suppress(inertial.InertialError):
            for gesture in inertial.recognize(recording, whole=True):
                assert gesture.label is None or np.isfinite(gesture.confidence)
    for result in (offlineVQF(gyr, acc, mag, 0.01), VQF(0.01).updateBatch(gyr, acc, mag)):
        assert np.isfinite(result["quat6D"]).all() and np.isfinite(result["quat9D"]).all()
    estimator = inertial.MotionEstimator()
    for row in zip(times, gyr, acc, mag, strict=True):
        attitude = estimator.update(*row)
        assert attitude is None or np.isfinite(attitude).all()
    for method in ["chordal-l2", "geodesic-l1", "robust"]:
        with contextlib.suppress(inertial.DataError):
            rotations = damaged(random.normal(size=(20, 4)))
            inertial.mean_rotation(rotations, damaged(random.random(20)), method)
    with contextlib.suppress(inertial.DataError):
        nearest = inertial.nearest_rotation(damaged(random.normal(size=(20, 3, 3))))
        assert np.isfinite(nearest.rotation).all()
