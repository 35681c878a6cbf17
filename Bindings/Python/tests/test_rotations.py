"""Nearest rotations and averages against NumPy's singular value decomposition."""

import pickle

import numpy as np
import pytest

import inertial


def test_nearest_rotation_against_svd():
    random = np.random.default_rng(1)
    matrices = random.normal(size=(5, 40, 3, 3))
    nearest = inertial.nearest_rotation(matrices)
    u, s, vt = np.linalg.svd(matrices)
    sign = np.sign(np.linalg.det(u @ vt))
    u[..., :, 2] *= sign[..., None]
    np.testing.assert_allclose(nearest.matrix, u @ vt, atol=1e-12)
    np.testing.assert_allclose(nearest.gap, s[..., 1] + sign * s[..., 2], atol=1e-12)
    assert nearest.matrix.shape == (5, 40, 3, 3) and nearest.rotation.shape == (5, 40, 4)
    assert nearest.is_unique.all() and nearest.is_unique.dtype == bool


def test_nearest_rotation_is_canonical():
    nearest = inertial.nearest_rotation(np.eye(3)).rotation
    np.testing.assert_allclose(nearest, [0, 0, 0, 1], atol=1e-15)
    assert not np.signbit(nearest).any()
    mean = inertial.mean_rotation([[0, 0, 0, -1], [0, 0, 0, -1]]).rotation
    assert not np.signbit(mean).any()


def test_nearest_rotation_of_one_and_of_none():
    one = inertial.nearest_rotation(-np.eye(3))
    assert one.matrix.shape == (3, 3)
    assert not one.is_unique and np.linalg.det(one.matrix) == pytest.approx(1)
    assert inertial.nearest_rotation(np.empty((0, 3, 3))).matrix.shape == (0, 3, 3)
    # A view that is not contiguous.
    matrices = np.arange(36.0).reshape(3, 3, 4).T
    np.testing.assert_array_equal(
        inertial.nearest_rotation(matrices).rotation,
        inertial.nearest_rotation(np.ascontiguousarray(matrices)).rotation,
    )


def test_nearest_rotation_errors():
    matrices = np.zeros((2, 3, 3))
    matrices[1, 0, 2] = np.inf
    with pytest.raises(inertial.DataError, match="matrix 1: "):
        inertial.nearest_rotation(matrices)
    with pytest.raises(inertial.UsageError, match=r"expected shape \(..., 3, 3\), got \(3,\)"):
        inertial.nearest_rotation([1, 2, 3])


def test_mean_rotation_is_batched():
    random = np.random.default_rng(2)
    quaternions = random.normal(size=(4, 10, 4)) * 0.2 + [0, 0, 0, 1]
    weights = random.uniform(size=10)
    mean = inertial.mean_rotation(quaternions, weights)
    assert mean.rotation.shape == (4, 4)
    for index in range(4):
        unit = quaternions[index] / np.linalg.norm(quaternions[index], axis=1, keepdims=True)
        _, vectors = np.linalg.eigh((unit * weights[:, None]).T @ unit)
        expected = vectors[:, -1] * np.sign(vectors[3, -1])
        np.testing.assert_allclose(mean.rotation[index], expected, atol=1e-12)
    first = inertial.mean_rotation(np.roll(quaternions, 1, axis=-1), weights, scalar_first=True)
    np.testing.assert_array_equal(np.roll(first.rotation, -1, axis=-1), mean.rotation)
    along = inertial.mean_rotation(np.moveaxis(quaternions, 1, 0), weights, axis=0)
    np.testing.assert_array_equal(along.rotation, mean.rotation)
    for axis in (-1, 2, 3, -4):
        with pytest.raises(inertial.UsageError, match="expected an axis before the last of 3"):
            inertial.mean_rotation(quaternions, axis=axis)


def test_mean_rotation_errors():
    with pytest.raises(inertial.DataError, match="at least one"):
        inertial.mean_rotation(np.empty((0, 4)))
    with pytest.raises(inertial.DataError, match="weight 1 is negative"):
        inertial.mean_rotation(np.eye(4)[2:], [1, -1])
    with pytest.raises(inertial.DataError, match=r"set \(1,\): rotation 0 is not"):
        inertial.mean_rotation([[[0, 0, 0, 1]], [[0, 0, 0, 0]]])
    with pytest.raises(inertial.UsageError, match=r"expected shape \(2,\), got \(3,\)"):
        inertial.mean_rotation(np.eye(4)[2:], [1, 1, 1])
    with pytest.raises(inertial.UsageError, match="chordal-l2"):
        inertial.mean_rotation(np.eye(4), method="mean")
    tie = inertial.mean_rotation([[0, 0, 0, 1], [0, 0, 1, 0]])
    assert not tie.is_unique and tie.gap == pytest.approx(0, abs=1e-15)


def turn(angle):
    return [0, 0, np.sin(angle / 2), np.cos(angle / 2)]


def angles(quaternions):
    return 2 * np.arctan2(quaternions[..., 2], quaternions[..., 3])


def test_paths_take_arrays_of_times():
    times, keys = [0, 1, 3], [turn(0), turn(1), -np.array(turn(1.5))]
    path = inertial.slerp(times, keys)
    at = np.array([[0, 0.5, 1], [2, 2.5, 3]])
    assert path(at).shape == (2, 3, 4) and path(0.25).shape == (4,) and path([]).shape == (0, 4)
    np.testing.assert_allclose(angles(path(at)), [[0, 0.5, 1], [1.25, 1.375, 1.5]], atol=1e-15)
    # Views that are not contiguous.
    np.testing.assert_array_equal(path(at.T), np.moveaxis(path(at), 0, 1))
    first = inertial.slerp(times, np.roll(keys, 1, axis=-1), scalar_first=True)
    np.testing.assert_array_equal(np.roll(first(at), -1, axis=-1), path(at))
    for spline in (
        inertial.rotation_spline(times, keys),
        inertial.rotation_spline(times, keys, monotone=True),
    ):
        np.testing.assert_allclose(angles(spline(times)), [0, 1, 1.5], atol=1e-15)
    onward = inertial.slerp(times, keys, outside="extrapolated")
    np.testing.assert_allclose(angles(onward([-1, 5])), [-1, 2], atol=1e-14)
    still = inertial.slerp(times, keys, outside="clamped")
    np.testing.assert_allclose(angles(still([-1, 5])), [0, 1.5], atol=1e-15)
    copied = pickle.loads(pickle.dumps(first))
    np.testing.assert_array_equal(copied(at), first(at))


def test_paths_without_overshoot_stand_still():
    keys = [turn(angle) for angle in (0, 1, 1, 0.5)]
    at = np.linspace(0, 3, 61)
    path = angles(inertial.rotation_spline(range(4), keys, monotone=True)(at))
    assert (path <= 1 + 1e-15).all() and (np.abs(path[20:41] - 1) <= 1e-15).all()
    assert angles(inertial.rotation_spline(range(4), keys)(at)).max() > 1.01


def test_path_errors():
    keys = [turn(0), turn(1)]
    with pytest.raises(inertial.UsageError, match=r"times\[1\]: expected a time in 0.0...1.0, got 2"):
        inertial.slerp([0, 1], keys)([0.5, 2])
    with pytest.raises(inertial.DataError, match="expected increasing times"):
        inertial.slerp([1, 0], keys)
    with pytest.raises(inertial.DataError, match="at least 2 key frames"):
        inertial.slerp([0], keys[:1])
    with pytest.raises(inertial.UsageError, match=r"shape \(n, 4\), got \(2,\) and \(3, 4\)"):
        inertial.slerp([0, 1], np.ones((3, 4)))
    with pytest.raises(inertial.UsageError, match="clamped, extrapolated"):
        inertial.slerp([0, 1], keys, outside="repeat")


def test_slerp_of_dates():
    keys = [[0, 0, 0, 1], [0, 0, 1, 0]]
    days = np.array(["2020-01-01", "2020-01-03"], dtype="datetime64[s]")
    path = inertial.slerp(days, keys)
    middle = np.array(["2020-01-02T00"], dtype="datetime64[h]")
    for unit in ("h", "s", "ms", "ns"):
        found = path(middle.astype(f"datetime64[{unit}]"))
        np.testing.assert_allclose(found, [[0, 0, np.sqrt(0.5), np.sqrt(0.5)]], atol=1e-9)
    assert path(middle.reshape(1, 1)).shape == (1, 1, 4)
