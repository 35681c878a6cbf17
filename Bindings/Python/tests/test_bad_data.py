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
            warnings.simplefilter("ignore", inertial.LeftOutWarning)
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


def test_masked_arrays(turns):
    mask = np.zeros(turns.gyr.shape, dtype=bool)
    mask[500:510] = True
    hidden = turns.gyr.copy()
    hidden[500:510] = 9.0
    empty = turns.gyr.copy()
    empty[500:510] = np.nan
    expected = inertial.orientation(empty, turns.acc, rate=100)
    found = inertial.orientation(np.ma.masked_array(hidden, mask), turns.acc, rate=100)
    np.testing.assert_array_equal(found.attitude, expected.attitude)
    with pytest.raises(inertial.DataError):
        inertial.nearest_rotation(np.ma.masked_array(np.eye(3), mask=np.eye(3) == 1))


def test_reversed_motion(turns):
    motion = inertial.orientation(turns.gyr, turns.acc, rate=100)
    with warnings.catch_warnings():
        warnings.simplefilter("error", inertial.LeftOutWarning)
        assert len(inertial.track(motion)) == len(motion)
    with pytest.warns(inertial.LeftOutWarning, match=r"yield no position: \d+ not later"):
        inertial.track(motion[::-1])


def test_wrong_types(turns, sensors):
    samples = inertial.read(sensors)
    for function, message in [
        (lambda: inertial.WritingSession("letters"), "recognizer: expected Recognizer, got str"),
        (lambda: inertial.Recognizer().words(samples, None), "lexicon: expected Lexicon, got None"),
        (lambda: inertial.train(None), "examples: expected Recordings, got NoneType"),
        (lambda: inertial.evaluate(None), "examples: expected Recordings, got NoneType"),
        (lambda: inertial.simulate(None), "text: expected str, got NoneType"),
        (lambda: inertial.WritingSession(pause="1"), "session new: an argument of another type"),
    ]:
        with pytest.raises(TypeError, match=message):
            function()
    for options, name in [({"rate": "100"}, "rate"), ({"rate": 100, "block_size": "2"}, "block")]:
        with pytest.raises(inertial.UsageError, match=name):
            inertial.orientation(turns.gyr, turns.acc, **options)
    with pytest.raises(inertial.InputError, match="'': no such file"):
        inertial.read("")
    with pytest.raises(inertial.InputError, match="'': no such file"):
        inertial.inspect("")
    with pytest.raises(inertial.UsageError, match="leave-one-user-out, got 'train-test'"):
        inertial.evaluate(samples, protocol="train-test")


def test_no_vertical(turns):
    with pytest.warns(inertial.LeftOutWarning, match="500 with a specific force that shows no"):
        inertial.orientation(turns.gyr[:500], np.zeros((500, 3)), rate=100)
