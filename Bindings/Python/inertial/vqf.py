"""The interface of the `vqf` package over this package's filter.

`from inertial.vqf import VQF, offlineVQF` takes the place of `from vqf import VQF, offlineVQF`:
signatures, keys and shapes are those of `vqf`, the estimates those of this package's filter. Quaternions
are w, x, y, z. The frame has z up; with a magnetometer x points east and y north.

The filter adapts most of its parameters itself. A parameter of `vqf` without a counterpart is
accepted with the default value of `vqf` only, and otherwise raises `UnsupportedError` with the
reason.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from . import _library, _stream
from ._library import Array, FilterOptions, InertialError, UsageError, array, check, pointers
from ._vqf_math import VQFMath
from .recordings import STANDARD_GRAVITY

__all__ = ["VQF", "UnsupportedError", "offlineVQF"]


class UnsupportedError(InertialError, NotImplementedError):
    """A parameter or a value of `vqf` that this filter does not have."""

    status = 64


_FIXED_BIAS = "the filter always estimates the gyroscope bias, weighted by its uncertainty"
_REST = "stationary phases have fixed thresholds, as published for VQF"
_HEADING = "the heading is corrected by a Kalman filter with fixed noise densities"
_FIELD = "disturbances are detected by fixed limits of strength and dip"

# The defaults of vqf 2.1, and why other values are rejected; None for parameters in use.
_PARAMETERS: dict[str, tuple[Any, str | None]] = {
    "tauAcc": (3.0, None),
    "tauMag": (9.0, _HEADING),
    "motionBiasEstEnabled": (True, _FIXED_BIAS),
    "restBiasEstEnabled": (True, _FIXED_BIAS),
    "magDistRejectionEnabled": (True, "the filter always rejects disturbed fields"),
    "biasSigmaInit": (0.5, _FIXED_BIAS),
    "biasForgettingTime": (100.0, _FIXED_BIAS),
    "biasClip": (2.0, None),
    "biasSigmaMotion": (0.1, _FIXED_BIAS),
    "biasVerticalForgettingFactor": (0.0001, _FIXED_BIAS),
    "biasSigmaRest": (0.03, _FIXED_BIAS),
    "restMinT": (1.5, _REST),
    "restFilterTau": (0.5, _REST),
    "restThGyr": (2.0, _REST),
    "restThAcc": (0.5, _REST),
    "magCurrentTau": (0.05, _FIELD),
    "magRefTau": (20.0, _FIELD),
    "magNormTh": (0.1, _FIELD),
    "magDipTh": (10.0, _FIELD),
    "magNewTime": (20.0, _FIELD),
    "magNewFirstTime": (5.0, _FIELD),
    "magNewMinGyr": (20.0, _FIELD),
    "magMinUndisturbedTime": (0.5, _FIELD),
    "magMaxRejectionTime": (60.0, _FIELD),
    "magRejectionFactor": (2.0, _FIELD),
}


def _reject(name: str, reason: str) -> NoReturn:
    raise UnsupportedError(f"{name} has no counterpart: {reason}")


def _checked(given: dict[str, Any]) -> dict[str, Any]:
    """The values of all parameters; rejects those without a counterpart."""
    values = {}
    for name, (default, reason) in _PARAMETERS.items():
        value = given.pop(name, None)
        if value is None:
            value = default
        elif reason is not None and value != default:
            _reject(f"{name} = {value!r}", f"{reason}; expected {default!r} or None")
        values[name] = value
    if given:
        raise TypeError(f"expected parameters of VQF, got {', '.join(given)}")
    return values


def _bounds(values: dict[str, Any], is_given: bool) -> tuple[float, float]:
    """The scale of the velocity and the largest bias; 0 for the filter's own."""
    tau = float(values["tauAcc"]) if is_given else 0.0
    if is_given and not (tau > 0 and np.isfinite(tau)):
        raise UsageError(f"tauAcc: expected a positive time in seconds, got {tau}")
    clip = float(values["biasClip"])
    if not (clip > 0 and np.isfinite(clip)):
        raise UsageError(f"biasClip: expected a positive rate in deg/s, got {clip}")
    return tau / 3.0, 0.0 if clip == 2.0 else np.deg2rad(clip)


def _step(value: float, name: str) -> float:
    value = float(value)
    if not (value > 0 and np.isfinite(value)):
        raise UsageError(f"{name}: expected a positive time in seconds, got {value}")
    return value


def _scalar_first(q: Array) -> Array:
    return np.concatenate([q[..., 3:], q[..., :3]], axis=-1)


def _level(estimates: np.ndarray) -> Array:
    """quat6D: the identity before the first accelerometer reading."""
    q = _scalar_first(estimates["level_attitude"])
    q[np.isnan(q[..., 0])] = (1.0, 0.0, 0.0, 0.0)
    return q


def _turned(estimates: np.ndarray) -> Array:
    """quat9D: the attitude turned from x north to x east."""
    x, y, z, w = np.moveaxis(estimates["attitude"], -1, 0)
    half = np.sqrt(0.5)
    q = np.stack([half * (w - z), half * (x - y), half * (y + x), half * (z + w)], axis=-1)
    q[np.isnan(q[..., 0])] = (1.0, 0.0, 0.0, 0.0)
    return q


def _delta(turned: Array, level: Array) -> Array:
    """The angle about the vertical from quat6D to quat9D, in rad."""
    w = np.sum(turned * level, axis=-1)
    z = (
        level[..., 0] * turned[..., 3] - level[..., 3] * turned[..., 0]
        + level[..., 1] * turned[..., 2] - level[..., 2] * turned[..., 1]
    )  # fmt: skip
    # Of the two quaternions of a rotation the one within half a turn.
    return np.asarray(2 * np.arctan2(np.copysign(1.0, w) * z, np.abs(w)))


# The rows of estimates that are converted at once: 0.9 MB, which the cache holds.
_BLOCK = 1 << 12


def _blocks(count: int) -> Iterator[slice]:
    """The rows of each block."""
    for start in range(0, count, _BLOCK):
        yield slice(start, min(start + _BLOCK, count))


class _Results:
    """Arrays of `updateBatch` for n samples, filled in blocks."""

    def __init__(self, count: int, has_field: bool) -> None:
        self.values: dict[str, Any] = {"quat6D": np.empty((count, 4))}
        if has_field:
            self.values["quat9D"] = np.empty((count, 4))
            self.values["delta"] = np.empty(count)
        self.values["bias"] = np.empty((count, 3))
        self.values["biasSigma"] = np.empty(count)
        self.values["restDetected"] = np.empty(count, dtype=bool)
        if has_field:
            self.values["magDistDetected"] = np.empty(count, dtype=bool)

    def fill(self, rows: slice, estimates: np.ndarray) -> None:
        values = self.values
        level = _level(estimates)
        values["quat6D"][rows] = level
        values["bias"][rows] = estimates["bias"]
        values["biasSigma"][rows] = estimates["bias_deviation"]
        values["restDetected"][rows] = estimates["is_stationary"]
        if "quat9D" in values:
            turned = _turned(estimates)
            values["quat9D"][rows] = turned
            values["delta"][rows] = _delta(turned, level)
            values["magDistDetected"][rows] = estimates["is_field_disturbed"]


def _samples(gyr: Array, acc: Array, mag: Array | None, times: Array) -> Any:
    result = pointers(
        _library.Samples,
        len(times),
        {"times": times, "rotation_rates": gyr, "accelerations": acc, "magnetic_fields": mag},
    )
    result.acceleration_scale = -1 / STANDARD_GRAVITY
    return result


def _inputs(
    gyr: ArrayLike, acc: ArrayLike, mag: ArrayLike | None
) -> tuple[Array, Array, Array | None]:
    gyr = array(gyr, "gyr", 3)
    acc = array(acc, "acc", 3, len(gyr))
    return gyr, acc, None if mag is None else array(mag, "mag", 3, len(gyr))


class VQF(_stream.Filter, VQFMath):
    """The `VQF` class of the `vqf` package over this package's filter.

    Parameters
    ----------
    gyrTs : float
        The interval between gyroscope readings, in seconds.
    accTs, magTs : float
        Accepted as in `vqf`. Readings between two of the gyroscope belong to the first.
    tauAcc : float, optional
        Scales the time for which the vertical follows the gyroscope, by tauAcc / 3 s (default: it
        follows the motion).
    biasClip : float, optional
        The largest component of the gyroscope bias, in deg/s (default: that of the filter,
        also for 2).
    others
        The default of `vqf`, or None; another value raises `UnsupportedError`.

    Examples
    --------
    >>> import numpy as np
    >>> vqf = VQF(0.01)
    >>> vqf.update(np.zeros(3), np.array([0, 0, 9.81]))
    >>> vqf.getQuat6D()
    array([1., 0., 0., 0.])
    """

    def __init__(
        self,
        gyrTs: float,
        accTs: float = -1.0,
        magTs: float = -1.0,
        tauAcc: float | None = None,
        tauMag: float | None = None,
        motionBiasEstEnabled: bool | None = None,
        restBiasEstEnabled: bool | None = None,
        magDistRejectionEnabled: bool | None = None,
        biasSigmaInit: float | None = None,
        biasForgettingTime: float | None = None,
        biasClip: float | None = None,
        biasSigmaMotion: float | None = None,
        biasVerticalForgettingFactor: float | None = None,
        biasSigmaRest: float | None = None,
        restMinT: float | None = None,
        restFilterTau: float | None = None,
        restThGyr: float | None = None,
        restThAcc: float | None = None,
        magCurrentTau: float | None = None,
        magRefTau: float | None = None,
        magNormTh: float | None = None,
        magDipTh: float | None = None,
        magNewTime: float | None = None,
        magNewFirstTime: float | None = None,
        magNewMinGyr: float | None = None,
        magMinUndisturbedTime: float | None = None,
        magMaxRejectionTime: float | None = None,
        magRejectionFactor: float | None = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name in _PARAMETERS}
        self._params = _checked(given)
        super().__init__(_step(gyrTs, "gyrTs"), *_bounds(self._params, tauAcc is not None))
        self._step = float(gyrTs)
        self._record = np.zeros(1, dtype=_library.estimates_type)

    def _estimates(self) -> np.ndarray:
        self._read(self._record)
        return self._record

    def updateBatch(
        self, gyr: ArrayLike, acc: ArrayLike, mag: ArrayLike | None = None
    ) -> dict[str, Any]:
        """Take n samples and return the estimates after each.

        Parameters
        ----------
        gyr, acc, mag : array_like, shape (n, 3)
            Angular rate in rad/s, specific force in m/s^2, field in uT; `mag` may be None.

        Returns
        -------
        dict
            quat6D (n, 4), bias (n, 3) in rad/s, biasSigma (n,) in rad/s, restDetected (n,); with
            `mag` also quat9D (n, 4), delta (n,) in rad, magDistDetected (n,).
        """
        gyr, acc, mag = _inputs(gyr, acc, mag)
        results = _Results(len(gyr), mag is not None)
        estimates = np.zeros(min(_BLOCK, len(gyr)), dtype=_library.estimates_type)
        handle = self._address
        for rows in _blocks(len(gyr)):
            count = rows.stop - rows.start
            # As many additions as sample by sample: the same bits.
            times = np.cumsum(np.concatenate([[self._time], np.full(count, self._step)]))
            samples = _samples(
                gyr[rows], acc[rows], None if mag is None else mag[rows], times[:count]
            )
            check("filter_run", handle, ctypes.byref(samples), estimates.ctypes.data)
            self._time = float(times[count])
            results.fill(rows, estimates[:count])
        return results.values

    def updateBatchFullState(
        self, gyr: ArrayLike, acc: ArrayLike, mag: ArrayLike | None = None
    ) -> dict[str, Any]:
        """As `updateBatch`; the other keys of `vqf` are states of its own filter and absent."""
        result = self.updateBatch(gyr, acc, mag)
        if "magDistDetected" not in result:
            result["magDistDetected"] = np.ones(len(result["quat6D"]), dtype=bool)
            result["quat9D"] = result["quat6D"].copy()
            result["delta"] = np.zeros(len(result["quat6D"]))
        return result

    def getQuat3D(self) -> Array:
        """The integral of the gyroscope, bias removed: w, x, y, z."""
        return _scalar_first(self._estimates()["integrated_attitude"][0])

    def getQuat6D(self) -> Array:
        """The attitude without the magnetometer: w, x, y, z."""
        return np.asarray(_level(self._estimates())[0])

    def getQuat9D(self) -> Array:
        """The attitude with x east and y north: w, x, y, z."""
        return np.asarray(_turned(self._estimates())[0])

    def getDelta(self) -> float:
        """The angle about the vertical from 6D to 9D, in rad."""
        estimates = self._estimates()
        return float(_delta(_turned(estimates), _level(estimates))[0])

    def getBiasEstimate(self) -> tuple[Array, float]:
        """The gyroscope bias and its largest standard deviation, in rad/s."""
        estimates = self._estimates()
        return estimates["bias"][0].copy(), float(estimates["bias_deviation"][0])

    def getRestDetected(self) -> bool:
        """Whether the device is stationary."""
        return bool(self._estimates()["is_stationary"][0])

    def getMagDistDetected(self) -> bool:
        """Whether the magnetic field is disturbed and left out."""
        return bool(self._estimates()["is_field_disturbed"][0])

    def resetState(self) -> None:
        """Return to the initial state."""
        self._restart()

    @property
    def params(self) -> dict[str, Any]:
        """The parameters by the names of `vqf`."""
        return dict(self._params)

    def setTauAcc(self, tauAcc: float) -> None:
        """Raises `UnsupportedError`: the scale is fixed at the start."""
        _reject("setTauAcc", "the time constant is set by VQF(gyrTs, tauAcc=...)")

    def setTauMag(self, tauMag: float) -> None:
        """Raises `UnsupportedError`."""
        _reject("setTauMag", _HEADING)

    def setBiasEstimate(self, bias: ArrayLike, sigma: float = -1.0) -> None:
        """Raises `UnsupportedError`."""
        _reject("setBiasEstimate", "subtract a known bias from the readings instead")

    def setMotionBiasEstEnabled(self, enabled: bool) -> None:
        """Raises `UnsupportedError` unless `enabled`."""
        if not enabled:
            _reject("setMotionBiasEstEnabled(False)", _FIXED_BIAS)

    def setRestBiasEstEnabled(self, enabled: bool) -> None:
        """Raises `UnsupportedError` unless `enabled`."""
        if not enabled:
            _reject("setRestBiasEstEnabled(False)", _FIXED_BIAS)

    def setMagDistRejectionEnabled(self, enabled: bool) -> None:
        """Raises `UnsupportedError` unless `enabled`."""
        if not enabled:
            _reject("setMagDistRejectionEnabled(False)", "the filter always rejects them")

    def setRestDetectionThresholds(self, thGyr: float, thAcc: float) -> None:
        """Raises `UnsupportedError` for thresholds other than those of `vqf`."""
        if (thGyr, thAcc) != (2.0, 0.5):
            _reject("setRestDetectionThresholds", _REST)

    def getRelativeRestDeviations(self) -> Array:
        """Raises `UnsupportedError`."""
        _reject("getRelativeRestDeviations", "getRestDetected reports stationary phases")

    def getMagRefNorm(self) -> float:
        """Raises `UnsupportedError`."""
        _reject("getMagRefNorm", _FIELD)

    def getMagRefDip(self) -> float:
        """Raises `UnsupportedError`."""
        _reject("getMagRefDip", _FIELD)

    def setMagRef(self, norm: float, dip: float) -> None:
        """Raises `UnsupportedError`."""
        _reject("setMagRef", "the reference field is estimated")

    @property
    def coeffs(self) -> dict[str, Any]:
        """Raises `UnsupportedError`."""
        _reject("coeffs", "the filter steps by time stamps and has no coefficients per rate")

    @property
    def state(self) -> dict[str, Any]:
        """Raises `UnsupportedError`."""
        _reject("state", "the states of the two filters differ")


def offlineVQF(
    gyr: ArrayLike,
    acc: ArrayLike,
    mag: ArrayLike | None,
    Ts: float,
    params: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The attitude of a whole recording by a forward and a backward pass.

    Parameters
    ----------
    gyr, acc, mag : array_like, shape (n, 3)
        Angular rate in rad/s, specific force in m/s^2, field in uT; `mag` may be None.
    Ts : float
        The interval between samples, in seconds.
    params : dict, optional
        Parameters of `VQF`.

    Returns
    -------
    dict
        As `VQF.updateBatch`. The bias is that of both passes; biasSigma, restDetected and
        magDistDetected are those of the forward pass.
    """
    gyr, acc, mag = _inputs(gyr, acc, mag)
    given = dict(params or {})
    is_given = given.get("tauAcc") is not None
    values = _checked(given)
    options = FilterOptions(1, *_bounds(values, is_given))
    estimates = np.zeros(len(gyr), dtype=_library.estimates_type)
    times = np.arange(len(gyr), dtype=np.float64) * _step(Ts, "Ts")
    samples = _samples(gyr, acc, mag, times)
    check("filter_smooth", ctypes.byref(options), ctypes.byref(samples), estimates.ctypes.data)
    results = _Results(len(gyr), mag is not None)
    for rows in _blocks(len(gyr)):
        results.fill(rows, estimates[rows])
    return results.values
