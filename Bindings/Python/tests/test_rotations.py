"""Nearest rotations and averages against NumPy's singular value decomposition."""

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
    np.testing.assert_allclose(nearest.rotation, u @ vt, atol=1e-12)
    np.testing.assert_allclose(nearest.gap, s[..., 1] + sign * s[..., 2], atol=1e-12)
    assert nearest.rotation.shape == (5, 40, 3, 3) and nearest.quaternion.shape == (5, 40, 4)
    assert nearest.unique.all() and nearest.unique.dtype == bool


def test_nearest_rotation_of_one_and_of_none():
    one = inertial.nearest_rotation(-np.eye(3))
    assert one.rotation.shape == (3, 3)
    assert not one.unique and np.linalg.det(one.rotation) == pytest.approx(1)
    assert inertial.nearest_rotation(np.empty((0, 3, 3))).rotation.shape == (0, 3, 3)
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
    assert mean.quaternion.shape == (4, 4)
    for index in range(4):
        unit = quaternions[index] / np.linalg.norm(quaternions[index], axis=1, keepdims=True)
        _, vectors = np.linalg.eigh((unit * weights[:, None]).T @ unit)
        expected = vectors[:, -1] * np.sign(vectors[3, -1])
        np.testing.assert_allclose(mean.quaternion[index], expected, atol=1e-12)
    first = inertial.mean_rotation(np.roll(quaternions, 1, axis=-1), weights, scalar_first=True)
    np.testing.assert_array_equal(np.roll(first.quaternion, -1, axis=-1), mean.quaternion)


def test_mean_rotation_errors():
    with pytest.raises(inertial.DataError, match="at least one"):
        inertial.mean_rotation(np.empty((0, 4)))
    with pytest.raises(inertial.DataError, match="weight 1 is negative"):
        inertial.mean_rotation(np.eye(4)[2:], [1, -1])
    with pytest.raises(inertial.UsageError, match="got 3 weights for 2 rotations"):
        inertial.mean_rotation(np.eye(4)[2:], [1, 1, 1])
    with pytest.raises(inertial.UsageError, match="chordal-l2"):
        inertial.mean_rotation(np.eye(4), method="mean")
    tie = inertial.mean_rotation([[0, 0, 0, 1], [0, 0, 1, 0]])
    assert not tie.unique and tie.gap == pytest.approx(0, abs=1e-15)
