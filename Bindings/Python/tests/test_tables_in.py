"""Tables, date times, slices and rotations of other packages as input."""

import datetime

import numpy as np
import pytest

import inertial


def samples():
    return inertial.simulate("I").samples[0]


class Frame(dict):
    """A table as pandas has it: names by keys(), columns by name."""

    @property
    def columns(self):
        return list(self)


class Rotation:
    """The methods of scipy.spatial.transform.Rotation that are used."""

    def as_quat(self):
        return np.array([[0, 0, 0, 1], [0, 0, np.sqrt(0.5), np.sqrt(0.5)]])

    def as_matrix(self):
        return np.stack([np.eye(3), [[0, -1, 0], [1, 0, 0], [0, 0, 1.0]]])


def test_a_table_of_its_own_columns():
    recording = samples()
    expected = inertial.orientation(recording)
    table = Frame(recording.columns())
    found = inertial.orientation(table)
    # The acceleration went to m/s^2 and back.
    np.testing.assert_allclose(found.attitude, expected.attitude, atol=1e-12)
    del table["gyr_y"]
    with pytest.raises(inertial.UsageError, match="gyr_y"):
        inertial.orientation(table)
    with pytest.raises(inertial.UsageError, match="times"):
        inertial.orientation(Frame(t=[0]))


@pytest.mark.parametrize("unit", ["ns", "us", "ms"])
def test_date_times(unit):
    times = np.datetime64("2026-11-27T10:00:00", unit) + np.arange(0, 3000, 10).astype("m8[ms]")
    acc = np.tile([0, 0, 9.81], (300, 1))
    motion = inertial.orientation(np.zeros((300, 3)), acc, times=times, skip_startup=False)
    np.testing.assert_allclose(np.diff(motion.times), 0.01, atol=1e-6)
    naive = [datetime.datetime(2026, 11, 27)] * 300
    with pytest.raises(inertial.UsageError, match="times: expected numbers"):
        inertial.orientation(np.zeros((300, 3)), acc, times=naive)


def test_nothing_is_an_error():
    with pytest.raises(inertial.UsageError, match="got none"):
        inertial.orientation(np.empty((0, 3)), np.empty((0, 3)), rate=100)


def test_slices_and_text():
    motion = inertial.orientation(samples())
    part = motion[100:200]
    assert len(part) == 100 and part.name == motion.name
    np.testing.assert_array_equal(part.attitude, motion.attitude[100:200])
    assert " Hz, " in repr(motion) and "attitude" in repr(motion) and len(repr(motion)) < 200
    assert repr(inertial.track(motion)).startswith("<Path: ")
    with pytest.raises(TypeError, match="slice"):
        motion[3]


def test_euler_angles():
    # A turn of 30 degrees about z, then pitch about the device's own x axis.
    yaw, pitch = np.radians(30), np.radians(20)
    quaternion = [
        np.cos(yaw / 2) * np.sin(pitch / 2), np.sin(yaw / 2) * np.sin(pitch / 2),
        np.sin(yaw / 2) * np.cos(pitch / 2), np.cos(yaw / 2) * np.cos(pitch / 2),
    ]  # fmt: skip
    zeros = np.zeros((1, 3))
    motion = inertial.Motion([0.0], [quaternion], zeros, None, zeros)
    np.testing.assert_allclose(motion.euler, [[pitch, 0, yaw]], atol=1e-15)


def test_rotations_of_scipy():
    np.testing.assert_allclose(
        inertial.nearest_rotation(Rotation()).matrix, Rotation().as_matrix(), atol=1e-15
    )
    for first in (True, False):
        mean = inertial.mean_rotation(Rotation(), scalar_first=first)
        turn = [0, 0, np.sin(np.pi / 8), np.cos(np.pi / 8)]
        expected = np.roll(turn, 1) if first else turn
        np.testing.assert_allclose(np.abs(mean.rotation), expected, atol=1e-12)
    path = inertial.slerp([0, 1], Rotation())
    np.testing.assert_allclose(path(0.5), turn, atol=1e-12)
