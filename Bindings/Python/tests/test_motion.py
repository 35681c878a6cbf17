"""Orientation, path and streams on samples with a known attitude."""

import gc
import threading

import numpy as np
import pytest
from conftest import angles, multiply

import inertial


def scalar_first(q):
    return np.roll(q, 1, axis=-1)


def test_known_attitude(turns):
    motion = inertial.orientation(
        turns.gyr, turns.acc, turns.mag, rate=turns.rate, heading="east", skip_startup=False
    )
    assert len(motion) == len(turns.gyr)
    errors = angles(scalar_first(motion.attitude), turns.attitude)
    # Noise-free turns and a bias of 0.4 deg/s, which the filter removes in the first rest.
    assert np.sqrt(np.mean(errors[600:] ** 2)) < 1.5
    np.testing.assert_allclose(motion.gravity[300], [0, 0, -1], atol=0.01)
    assert motion.report["pointsNorth"]


def test_wrong_units_are_reported(turns):
    with pytest.warns(inertial.SensorWarning, match="degrees"):
        inertial.orientation(np.rad2deg(turns.gyr), turns.acc, turns.mag, rate=turns.rate)
    with pytest.warns(inertial.SensorWarning, match="of 1 g"):
        inertial.orientation(turns.gyr, turns.acc / 9.81, turns.mag, rate=turns.rate)


def test_known_bias(turns):
    bias = np.array([0.2, -0.1, 0.3])
    biased = inertial.Samples.of(turns.gyr + bias, turns.acc, turns.mag, rate=turns.rate)
    expected = inertial.orientation(
        biased.gyr - bias, turns.acc, turns.mag, rate=turns.rate
    )
    motion = inertial.orientation(biased, gyro_bias=bias)
    np.testing.assert_array_equal(motion.attitude, expected.attitude)
    for wrong in ([1, 2], [1, 2, np.nan]):
        with pytest.raises(inertial.UsageError, match="gyro_bias"):
            inertial.orientation(biased, gyro_bias=wrong)


def test_stream_equals_batch(turns):
    estimator = inertial.MotionEstimator(heading="north")
    times = np.arange(len(turns.gyr)) / turns.rate
    rows = []
    for row in zip(times, turns.gyr, turns.acc, turns.mag, strict=True):
        rows.append(estimator.update(*row))
    batch = inertial.orientation(turns.gyr, turns.acc, turns.mag, times=times)
    assert batch.report["startupSamples"] == 0
    np.testing.assert_array_equal([row for row in rows if row is not None], batch.attitude)
    np.testing.assert_array_equal(estimator.user_acceleration, batch.user_acceleration[-1])
    assert estimator.heading == batch.heading[-1]
    assert estimator.inclination_deviation == batch.inclination_deviation[-1]
    assert estimator.heading_deviation == batch.heading_deviation[-1]
    np.testing.assert_array_equal(estimator.bias_deviation, batch.bias_deviation[-1])
    assert estimator.time == times[-1]


def test_path_stream_equals_track(turns):
    motion = inertial.orientation(turns.gyr, turns.acc, rate=turns.rate, skip_startup=False)
    expected = inertial.track(motion)
    estimator, tracker = inertial.MotionEstimator(), inertial.PathTracker()
    assert tracker.update(estimator) is None
    for index, (gyr, acc) in enumerate(zip(turns.gyr, turns.acc, strict=True)):
        estimator.update(index / turns.rate, gyr, acc)
        assert tracker.update(estimator) is not None
    np.testing.assert_array_equal(tracker.path(finish=True).position, expected.position)
    assert expected.stationary[:400].mean() > 0.5


def test_any_sequence_and_missing_sensors():
    estimator = inertial.MotionEstimator()
    assert estimator.attitude is None
    assert estimator.update(0, None, (0, 0, 9.81)) == (0, 0, 0, 1)
    assert estimator.update(0.01, [0, 0, 0], np.array([0, 0, 9.81], np.float32)) is not None
    assert estimator.update(0.02, np.zeros(6)[::2], None) is None
    strided = np.zeros((3, 2))[:, 0]
    strided[2] = 9.81
    assert estimator.update(0.03, None, strided) is not None


@pytest.mark.parametrize("bad", [(1, 2), "abc", np.zeros((3, 1)), [1, 2, "x"], 5])
def test_bad_vectors(bad):
    with pytest.raises(ValueError, match="acc: expected 3 numbers"):
        inertial.MotionEstimator().update(0, None, bad)


def test_bad_arguments(turns):
    with pytest.raises(inertial.UsageError, match="acc: expected 3200 rows"):
        inertial.orientation(turns.gyr, turns.acc[1:], rate=100)
    with pytest.raises(inertial.UsageError, match=r"gyr: expected shape \(n, 3\), got \(3,\)"):
        inertial.orientation(turns.gyr[0], turns.acc, rate=100)
    with pytest.raises(inertial.UsageError, match="either times"):
        inertial.orientation(turns.gyr, turns.acc)
    with pytest.raises(inertial.UsageError, match="rate: expected hertz"):
        inertial.orientation(turns.gyr, turns.acc, rate=0)
    with pytest.raises(inertial.UsageError, match="heading: expected 'arbitrary'"):
        inertial.MotionEstimator("kalman")
    with pytest.raises(inertial.UsageError, match="acc: expected specific force"):
        inertial.orientation(turns.gyr, rate=100)
    with pytest.raises(inertial.UsageError, match="block_size: expected 1 to 3200, the number"):
        inertial.orientation(turns.gyr, turns.acc, rate=100, block_size=10**12)
    with pytest.raises(
        inertial.UsageError, match="heading: expected 'arbitrary', 'corrected' or 'no"
    ):
        inertial.MotionEstimator(heading="xTrueNorthZVertical")
    with pytest.raises(TypeError):
        inertial.PathTracker().update(None)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300])
def test_faulty_samples_are_counted(turns, value):
    acc = turns.acc.copy()
    acc[1000:1010, 1] = value
    with pytest.warns(inertial.LeftOutWarning, match="10 of 3200 samples .*: 10 with readings"):
        motion = inertial.orientation(turns.gyr, acc, rate=turns.rate, skip_startup=False)
    assert motion.report["faults"]["notFinite"] == 10
    assert np.isfinite(motion.attitude).all()


def test_layouts(turns):
    times = np.arange(len(turns.gyr)) / turns.rate
    expected = inertial.orientation(turns.gyr, turns.acc, times=times).attitude
    fortran = inertial.orientation(
        np.asfortranarray(turns.gyr), turns.acc.tolist(), times=times.astype(">f8")
    )
    np.testing.assert_array_equal(fortran.attitude, expected)
    samples = inertial.Samples(
        times,
        rotation_rate=np.asfortranarray(turns.gyr),
        core_motion_acceleration=(turns.acc * (-1 / 9.80665)).T.copy().T,
    )
    np.testing.assert_array_equal(inertial.orientation(samples).attitude, expected)
    motion = inertial.orientation(samples)
    strided = inertial.Motion(
        motion.times, np.asfortranarray(motion.attitude), motion.rotation_rate.tolist(), None,
        np.repeat(motion.user_acceleration, 2, axis=0)[::2],
        inclination_deviation=motion.inclination_deviation.tolist(),
        bias_deviation=np.asfortranarray(motion.bias_deviation),
    )  # fmt: skip
    np.testing.assert_array_equal(
        inertial.track(strided, skip_startup=False).position, inertial.track(motion).position
    )
    with pytest.raises(inertial.UsageError, match="rotation_rate: expected 3 rows"):
        inertial.Samples([0, 1, 2], rotation_rate=np.zeros((2, 3)))
    with pytest.raises(inertial.UsageError, match=r"attitude: expected shape \(n, 4\)"):
        inertial.Motion([0], np.zeros((1, 3)), np.zeros((1, 3)), None, np.zeros((1, 3)))


def test_backward_time_is_counted(turns):
    times = np.arange(len(turns.gyr)) / turns.rate
    times[1000] = times[999]
    with pytest.warns(inertial.LeftOutWarning, match="1 of 3200 samples .*: 1 not later"):
        motion = inertial.orientation(turns.gyr, turns.acc, times=times, skip_startup=False)
    assert motion.report["faults"]["backwardTime"] == 1


def test_samples_after_a_reset_clock_are_counted_once(turns):
    times = np.arange(len(turns.gyr)) / turns.rate
    times[2000:] -= 5
    with pytest.warns(inertial.LeftOutWarning) as caught:
        motion = inertial.orientation(turns.gyr, turns.acc, times=times, skip_startup=False)
    faults = motion.report["faults"]
    assert faults["clockResets"] == 1
    lost = len(times) - len(motion)
    assert lost == faults["backwardTime"] - 1 > 0
    text = [str(found.message) for found in caught if found.category is inertial.LeftOutWarning]
    assert text == [f"{lost} of 3200 samples yield no motion: {lost} not later than the one before"]


def test_samples_before_a_field_are_explained(turns):
    field = turns.mag.copy()
    field[: int(3 * turns.rate)] = np.nan
    with pytest.warns(inertial.LeftOutWarning, match=r"those of \d\.\d s before the magnetic"):
        motion = inertial.orientation(turns.gyr, turns.acc, field, rate=turns.rate)
    assert motion.report["timeToNorth"] > 2.5


def test_silent_rows_are_counted(turns):
    acc = turns.acc.copy()
    acc[1::2] = np.nan
    with pytest.warns(inertial.LeftOutWarning, match="1600 of 3200 .*: 1600 without an accelero"):
        motion = inertial.orientation(turns.gyr, acc, rate=turns.rate, skip_startup=False)
    assert len(motion) == 1600
    times = np.arange(len(turns.gyr)) / turns.rate
    times[1::4] = times[0::4]
    with pytest.warns(inertial.LeftOutWarning, match="800 not later than the one before"):
        inertial.orientation(turns.gyr, turns.acc, times=times, skip_startup=False)


def test_impossible_path():
    count = 2001
    motion = inertial.Motion(
        np.arange(count) / 100, np.tile([0.0, 0, 0, 1], (count, 1)), np.zeros((count, 3)), None,
        np.tile([-0.102, 0, 0], (count, 1)),
    )  # fmt: skip
    # One metre per square second for 20 s.
    with pytest.warns(inertial.PathWarning, match="mean speed under 3.0 m/s"):
        path = inertial.track(motion, method="none", skip_startup=False)
    assert len(path.report["findings"]) == 1


def test_empty():
    with pytest.raises(inertial.UsageError, match="one sample or more"):
        inertial.orientation(np.empty((0, 3)), np.empty((0, 3)), rate=100)
    nothing = np.empty((0, 3))
    assert len(inertial.track(inertial.Motion([], np.empty((0, 4)), nothing, None, nothing))) == 0


def test_threads(turns):
    expected = inertial.orientation(turns.gyr, turns.acc, turns.mag, rate=turns.rate).attitude
    results = []

    def work():
        motion = inertial.orientation(turns.gyr, turns.acc, turns.mag, rate=turns.rate)
        results.append(motion.attitude)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    for result in results:
        np.testing.assert_array_equal(result, expected)


def test_arrays_outlive_their_recording(sensors):
    recordings = inertial.read(sensors)
    samples = recordings.samples[0]
    expected = samples.core_motion_acceleration.copy()
    del recordings
    gc.collect()
    np.testing.assert_array_equal(samples.core_motion_acceleration, expected)
    assert samples.acc[0] == pytest.approx(-9.80665 * expected[0])
    assert samples.touch is not None and set(np.unique(samples.touch)) <= {0, 1}


def test_frame():
    # A quarter turn about x: the device's y axis points up.
    motion = inertial.orientation(
        np.zeros((300, 3)), np.tile([0, 9.81, 0], (300, 1)), rate=100, skip_startup=False
    )
    x, y, z, w = motion.attitude[-1]
    up = multiply(multiply(np.array([w, x, y, z]), np.array([0, 0, 1.0, 0])),
                  np.array([w, -x, -y, -z]))  # fmt: skip
    np.testing.assert_allclose(up[1:], [0, 0, 1], atol=1e-9)
