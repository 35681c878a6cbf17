"""Nearest rotations, averages of rotations, and paths through rotations."""

from __future__ import annotations

import ctypes
import weakref
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._library import Array, Average, DataError, UsageError, call, check, encode, numbers

__all__ = [
    "NearestRotation",
    "RotationAverage",
    "RotationPath",
    "mean_rotation",
    "nearest_rotation",
    "rotation_spline",
    "slerp",
]


class NearestRotation(NamedTuple):
    """Nearest rotations, and how well they are determined.

    Attributes
    ----------
    rotation : ndarray, shape (..., 4)
        The rotations as quaternions x, y, z, w.
    matrix : ndarray, shape (..., 3, 3)
        The rotations as matrices, determinant +1.
    gap : ndarray, shape (...)
        An error E of the matrix turns the rotation by at most sqrt(2) norm(E) / gap radians,
        to first order, with the Frobenius norm.
    is_unique : ndarray of bool, shape (...)
        Whether no other rotation is as near, to double precision.
    """

    rotation: Array
    matrix: Array
    gap: Array
    is_unique: np.ndarray


class RotationAverage(NamedTuple):
    """Averages of rotations, and how well they are determined.

    Attributes
    ----------
    rotation : ndarray, shape (..., 4)
        The average as a quaternion x, y, z, w, with w of at least zero.
    spread : ndarray, shape (...)
        The root mean square angle to the average, in radians.
    gap : ndarray, shape (...)
        From 0 to 2; 0 where several averages are equally good.
    is_unique : ndarray of bool, shape (...)
        Whether no other rotation is as good an average.
    """

    rotation: Array
    spread: Array
    gap: Array
    is_unique: np.ndarray


def _numbers(rotations: Any, method: str, scalar_first: bool = False) -> Any:
    """The numbers of rotations, those of a SciPy Rotation in the order asked for."""
    if not hasattr(rotations, method):
        return numbers(rotations, "rotations")
    values = getattr(rotations, method)()
    return np.roll(values, 1, axis=-1) if scalar_first else values


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
    >>> nearest_rotation(2 * np.eye(3)).matrix
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    values = np.ascontiguousarray(_numbers(matrices, "as_matrix"))
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
    return NearestRotation(quaternions, rotations, gaps, unique != 0)


def mean_rotation(
    quaternions: ArrayLike,
    weights: ArrayLike | None = None,
    method: Literal[
        "chordal-l2", "geodesic-l2", "geodesic-l1", "chordal-l1", "robust"
    ] = "chordal-l2",
    *,
    axis: int = -2,
    scalar_first: bool = False,
) -> RotationAverage:
    """Average rotations.

    Parameters
    ----------
    quaternions : array_like, shape (..., n, 4), or scipy.spatial.transform.Rotation
        Sets of n finite quaternions, of any length but zero and either sign.
    weights : array_like, shape (n,) or (..., n), optional
        Weights of at least zero (default: all equal).
    method : str
        The cost that the average minimises: squared chords (the default), squared angles, angles,
        chords, or capped square roots of angles for a majority of outliers.
    axis : int
        The axis of `quaternions` to average along (default: the last but one). The other axes
        remain, in their order.
    scalar_first : bool
        Whether quaternions are w, x, y, z, in and out (default: x, y, z, w).

    Returns
    -------
    RotationAverage

    Raises
    ------
    DataError
        No rotation has a positive weight, or a rotation or weight is invalid.

    Examples
    --------
    >>> mean_rotation([[0, 0, 0, 1], [0, 0, 0, -1]]).rotation
    array([0., 0., 0., 1.])
    """
    values = _numbers(quaternions, "as_quat", scalar_first)
    if values.ndim < 2 or values.shape[-1] != 4:
        raise UsageError(f"quaternions: expected shape (..., n, 4), got {values.shape}")
    if not -values.ndim <= axis < values.ndim or axis in (-1, values.ndim - 1):
        raise UsageError(f"axis: expected an axis before the last of {values.ndim}, got {axis}")
    values = np.moveaxis(values, axis, -2)
    if scalar_first:
        values = np.roll(values, -1, axis=-1)
    values = np.ascontiguousarray(values)
    batch, count = values.shape[:-2], values.shape[-2]
    shared = None
    if weights is not None:
        weights = numbers(weights, "weights")
        if weights.shape not in ((count,), (*batch, count)):
            shapes = f"({count},)" + (f" or {(*batch, count)}" if batch else "")
            raise UsageError(f"weights: expected shape {shapes}, got {weights.shape}")
        shared = np.ascontiguousarray(np.broadcast_to(weights, (*batch, count)))
    mean = np.empty((*batch, 4))
    spread, gap, unique = np.empty(batch), np.empty(batch), np.empty(batch)
    average = Average()
    for index in np.ndindex(batch):
        part = values[index]
        weight = None if shared is None else shared[index]
        try:
            check(
                "mean_rotation", count, part.ctypes.data,
                None if weight is None else weight.ctypes.data, encode(method),
                ctypes.byref(average),
            )  # fmt: skip
        except DataError as error:
            raise DataError(f"set {index}: {error}" if batch else str(error)) from None
        mean[index] = average.quaternion
        spread[index], gap[index], unique[index] = average.spread, average.gap, average.unique
    if scalar_first:
        mean = np.roll(mean, 1, axis=-1)
    return RotationAverage(mean, spread, gap, unique != 0)


class RotationPath:
    """A path through rotations. Call it with times; see `slerp` and `rotation_spline`."""

    def __init__(
        self,
        kind: Literal["slerp", "spline", "monotone"],
        times: ArrayLike,
        rotations: ArrayLike,
        outside: Literal["clamped", "extrapolated"] | None = None,
        scalar_first: bool = False,
    ) -> None:
        at = np.array(numbers(times, "times"))
        keys = np.array(_numbers(rotations, "as_quat", scalar_first), order="C")
        if at.ndim != 1 or keys.shape != (len(at), 4):
            raise UsageError(
                "expected times of shape (n,) and rotations of shape (n, 4), got "
                f"{at.shape} and {keys.shape}"
            )
        self._arguments = (kind, at, keys, outside, scalar_first)
        keys = np.ascontiguousarray(np.roll(keys, -1, axis=-1)) if scalar_first else keys
        self._handle = ctypes.c_void_p()
        check(
            "rotation_path_new", encode(kind), len(at), at.ctypes.data, keys.ctypes.data,
            encode(outside), ctypes.byref(self._handle),
        )  # fmt: skip
        weakref.finalize(self, call, "rotation_path_free", self._handle)

    def __reduce__(self) -> tuple[Any, ...]:
        return RotationPath, self._arguments

    def __call__(self, times: ArrayLike) -> Array:
        """The rotations at times of any shape (...), as quaternions of shape (..., 4)."""
        at = numbers(times, "times")
        path = np.empty((*np.shape(times), 4))
        check("rotation_path_at", self._handle, at.size, at.ctypes.data, path.ctypes.data)
        return np.roll(path, 1, axis=-1) if self._arguments[-1] else path


def slerp(
    times: ArrayLike,
    rotations: ArrayLike,
    *,
    outside: Literal["clamped", "extrapolated"] | None = None,
    scalar_first: bool = False,
) -> RotationPath:
    """Interpolate rotations at constant rates between keys, along the shorter arcs.

    Parameters
    ----------
    times : array_like, shape (n,)
        The times of the keys, increasing, or datetime64; at least two.
    rotations : array_like, shape (n, 4), or scipy.spatial.transform.Rotation
        Quaternions at these times, of any positive length and either sign.
    outside : {"clamped", "extrapolated"}, optional
        The path before the first and after the last key (default: such times are an error).
    scalar_first : bool
        Whether quaternions are w, x, y, z, in and out (default: x, y, z, w).

    Returns
    -------
    RotationPath
        A function of times.

    Examples
    --------
    >>> slerp([0, 1], [[0, 0, 0, 1], [0, 0, 1, 0]])([0, 1]).round(12)
    array([[0., 0., 0., 1.],
           [0., 0., 1., 0.]])
    """
    return RotationPath("slerp", times, rotations, outside, scalar_first)


def rotation_spline(
    times: ArrayLike,
    rotations: ArrayLike,
    *,
    monotone: bool = False,
    outside: Literal["clamped", "extrapolated"] | None = None,
    scalar_first: bool = False,
) -> RotationPath:
    """Interpolate rotations with a continuous rate.

    Parameters
    ----------
    times, rotations, outside, scalar_first
        As in `slerp`.
    monotone : bool
        Whether the path does not overshoot its keys. Otherwise its acceleration is continuous.

    Returns
    -------
    RotationPath
        A function of times.
    """
    return RotationPath(
        "monotone" if monotone else "spline", times, rotations, outside, scalar_first
    )
