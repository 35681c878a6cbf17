"""Nearest rotations and averages of rotations."""

from __future__ import annotations

import ctypes
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._library import Array, Average, UsageError, check, encode

__all__ = ["MeanRotation", "NearestRotation", "mean_rotation", "nearest_rotation"]


class NearestRotation(NamedTuple):
    """Nearest rotations, and how well they are determined.

    Attributes
    ----------
    rotation : ndarray, shape (..., 3, 3)
        The rotations, determinant +1.
    quaternion : ndarray, shape (..., 4)
        The same, x, y, z, w.
    gap : ndarray, shape (...)
        An error E of the matrix turns the rotation by about norm(E) / gap, in radians.
    unique : ndarray of bool, shape (...)
        Whether no other rotation is as near, to double precision.
    """

    rotation: Array
    quaternion: Array
    gap: Array
    unique: np.ndarray


class MeanRotation(NamedTuple):
    """Averages of rotations, and how well they are determined.

    Attributes
    ----------
    quaternion : ndarray, shape (..., 4)
        The average, x, y, z, w, with w of at least zero.
    spread : ndarray, shape (...)
        The root mean square angle to the average, in radians.
    gap : ndarray, shape (...)
        From 0 to 2; 0 where several averages are equally good.
    unique : ndarray of bool, shape (...)
        Whether no other rotation is as good an average.
    """

    quaternion: Array
    spread: Array
    gap: Array
    unique: np.ndarray


def nearest_rotation(matrices: ArrayLike) -> NearestRotation:
    """Find the rotations nearest to matrices in the Frobenius norm; never reflections.

    Parameters
    ----------
    matrices : array_like, shape (..., 3, 3)
        Finite matrices of any rank, scale and sign of the determinant.

    Returns
    -------
    NearestRotation

    Raises
    ------
    DataError
        A matrix is not finite.

    Examples
    --------
    >>> import numpy as np
    >>> nearest_rotation(2 * np.eye(3)).rotation
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    values = np.ascontiguousarray(matrices, dtype=np.float64)
    if values.ndim < 2 or values.shape[-2:] != (3, 3):
        raise UsageError(f"matrices: expected shape (..., 3, 3), got {values.shape}")
    batch = values.shape[:-2]
    count = int(np.prod(batch, dtype=np.int64))
    rotations = np.empty((*batch, 3, 3))
    quaternions = np.empty((*batch, 4))
    gaps, unique = np.empty(batch), np.empty(batch)
    check(
        "nearest_rotations", count, values.ctypes.data, rotations.ctypes.data,
        quaternions.ctypes.data, gaps.ctypes.data, unique.ctypes.data,
    )  # fmt: skip
    return NearestRotation(rotations, quaternions, gaps, unique != 0)


def mean_rotation(
    quaternions: ArrayLike,
    weights: ArrayLike | None = None,
    method: Literal[
        "chordal-l2", "geodesic-l2", "geodesic-l1", "chordal-l1", "robust"
    ] = "chordal-l2",
    *,
    scalar_first: bool = False,
) -> MeanRotation:
    """Average rotations.

    Parameters
    ----------
    quaternions : array_like, shape (..., n, 4)
        Sets of n quaternions, of any positive length and either sign.
    weights : array_like, shape (n,) or (..., n), optional
        Weights of at least zero (default: all equal).
    method : str
        The cost that the average minimises: squared chords (the default), squared angles, angles,
        chords, or capped square roots of angles for a majority of outliers.
    scalar_first : bool
        Whether quaternions are w, x, y, z, in and out (default: x, y, z, w).

    Returns
    -------
    MeanRotation

    Raises
    ------
    DataError
        No rotation has a positive weight, or a rotation or weight is invalid.

    Examples
    --------
    >>> mean_rotation([[0, 0, 0, 1], [0, 0, 0, -1]]).quaternion
    array([0., 0., 0., 1.])
    """
    values = np.asarray(quaternions, dtype=np.float64)
    if values.ndim < 2 or values.shape[-1] != 4:
        raise UsageError(f"quaternions: expected shape (..., n, 4), got {values.shape}")
    if scalar_first:
        values = np.roll(values, -1, axis=-1)
    values = np.ascontiguousarray(values)
    batch, count = values.shape[:-2], values.shape[-2]
    shared = None
    if weights is not None:
        weights = np.asarray(weights, dtype=np.float64)
        if weights.shape not in ((count,), (*batch, count)):
            raise UsageError(
                f"expected one weight per rotation, got {weights.shape[-1] if weights.ndim else 1} "
                f"weights for {count} rotations"
            )
        shared = np.ascontiguousarray(np.broadcast_to(weights, (*batch, count)))
    mean = np.empty((*batch, 4))
    spread, gap, unique = np.empty(batch), np.empty(batch), np.empty(batch)
    average = Average()
    for index in np.ndindex(batch):
        part = values[index]
        weight = None if shared is None else shared[index]
        check(
            "mean_rotation", count, part.ctypes.data,
            None if weight is None else weight.ctypes.data, encode(method),
            ctypes.byref(average),
        )  # fmt: skip
        mean[index] = average.quaternion
        spread[index], gap[index], unique[index] = average.spread, average.gap, average.unique
    if scalar_first:
        mean = np.roll(mean, 1, axis=-1)
    return MeanRotation(mean, spread, gap, unique != 0)
