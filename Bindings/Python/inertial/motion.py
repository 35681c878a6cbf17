"""Orientation and path of a recording, and sample by sample."""

from __future__ import annotations

import ctypes
import warnings
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from . import _library, _stream
from ._library import Array, OrientationOptions, UsageError, check, empty, encode, numbers
from ._stream import MotionEstimator
from .recordings import LeftOutWarning, Motion, PathWarning, Samples, SensorWarning, _Table

__all__ = ["MotionEstimator", "Path", "PathTracker", "orientation", "track"]

PathMethod = Literal[
    "navigator", "rest", "gesture", "exponential-damping", "constant-deceleration",
    "zero-end-velocity", "none",
]  # fmt: skip


def orientation(
    gyr: Any = None,
    acc: ArrayLike | None = None,
    mag: ArrayLike | None = None,
    *,
    times: ArrayLike | None = None,
    rate: float | None = None,
    magnetometer: bool = True,
    offline: bool = False,
    skip_startup: bool = True,
    heading: Literal["north", "east"] = "north",
    block_size: int = 1,
    gyro_bias: ArrayLike | None = None,
) -> Motion:
    """Estimate the attitude of a device from its samples, as `inertial orientation` does.

    Parameters
    ----------
    gyr : array_like, shape (n, 3), Samples or DataFrame
        Angular rate in rad/s; or the samples of a recording instead of the other arrays, also as
        the table that `Samples.to_pandas` and `to_arrow` make.
    acc : array_like, shape (n, 3)
        Specific force in m/s^2: (0, 0, 9.81) face up at rest.
    mag : array_like, shape (n, 3), optional
        Magnetic field in uT, uncalibrated.
    times : array_like, shape (n,)
        Seconds, or datetime64; or `rate`.
    rate : float
        Samples per second, evenly spaced; or `times`.
    magnetometer : bool
        Whether the magnetometer, if there is one, determines the heading.
    offline : bool
        Whether the recording is smoothed by a forward and a backward pass.
    skip_startup : bool
        Whether the start-up transient of the sensors is left out.
    heading : {'north', 'east'}
        The direction of x with a magnetometer; 'east' is ENU.
    block_size : int
        Average blocks of this many samples first.
    gyro_bias : array_like, shape (3,), optional
        The known bias of the gyroscope in rad/s, which is subtracted first.

    Returns
    -------
    Motion
        One row for each sample with an accelerometer reading, start-up excluded.

    Raises
    ------
    UsageError
        Shapes that differ, or arguments outside their range.

    Warns
    -----
    SensorWarning
        The samples contradict their units, axes or signs.
    LeftOutWarning
        Samples yield no motion: start-up, invalid readings or times, no accelerometer reading.
    """
    if hasattr(gyr, "column_names") or hasattr(gyr, "columns") and not isinstance(gyr, Samples):
        gyr = Samples.from_table(gyr)
    if not isinstance(gyr, Samples):
        recording = Samples.of(gyr, acc, mag, times=times, rate=rate)
    elif any(value is not None for value in (acc, mag, times, rate)):
        raise UsageError("expected samples alone, got arrays as well")
    else:
        recording = gyr
    if gyro_bias is not None:
        recording = _without_bias(recording, gyro_bias)
    if recording.acc is None:
        raise UsageError("acc: expected specific force, which shows the vertical, got None")
    samples = recording._pointers()
    if heading not in ("north", "east"):
        raise UsageError(f"heading: expected 'north' or 'east', got {heading!r}")
    if isinstance(block_size, str) or not 1 <= block_size <= max(1, len(recording)):
        raise UsageError(
            f"block_size: expected 1 to {len(recording)}, the number of samples, got {block_size!r}"
        )
    options = OrientationOptions(
        int(magnetometer), int(offline), int(skip_startup), int(heading == "east"), block_size
    )
    has_field = samples.magnetic_fields is not None
    target, arrays = empty(_library.Motions, samples.count)
    if not has_field or not magnetometer:
        target.headings = None
    if not has_field or not magnetometer or offline:
        target.magnetic_fields = None
    if samples.touches is None:
        target.touches = None
    report = ctypes.c_void_p()
    check(
        "orientation", ctypes.byref(samples), ctypes.byref(options), ctypes.byref(target),
        ctypes.byref(report),
    )  # fmt: skip
    summary = _library.take_json(report)
    for finding in summary["findings"]:
        warnings.warn(finding, SensorWarning, stacklevel=2)
    silent = np.isnan(recording.core_motion_acceleration).all(axis=1).sum()  # type: ignore[arg-type]
    causes = {
        "of the start-up (skip_startup=False keeps them)": summary["startupSamples"],
        "without an accelerometer reading": silent,
    }
    left_out = _left_out(len(recording) // block_size, target.count, summary, causes)
    if left_out:
        warnings.warn(left_out, LeftOutWarning, stacklevel=2)

    def rows(name: str) -> Array | None:
        return arrays[name][: target.count] if getattr(target, name) is not None else None

    count = target.count
    return Motion(
        times=arrays["times"][:count],
        attitude=arrays["attitudes"][:count],
        rotation_rate=arrays["rotation_rates"][:count],
        gravity=arrays["gravities"][:count],
        user_acceleration=arrays["user_accelerations"][:count],
        magnetic_field=rows("magnetic_fields"),
        heading=rows("headings"),
        touch=rows("touches"),
        inclination_deviation=arrays["inclination_deviations"][:count],
        heading_deviation=arrays["heading_deviations"][:count],
        bias_deviation=arrays["bias_deviations"][:count],
        name=recording.name,
        label=recording.label,
        user=recording.user,
        report=summary,
    )


def _without_bias(recording: Samples, bias: ArrayLike) -> Samples:
    """The samples with the bias subtracted from the angular rate."""
    value = numbers(bias, "gyro_bias")
    if value.shape != (3,) or not np.isfinite(value).all():
        raise UsageError(f"gyro_bias: expected three finite numbers in rad/s, got {bias!r}")
    if recording.rotation_rate is None:
        raise UsageError("gyro_bias: expected samples with gyr, got None")
    return replace(recording, rotation_rate=recording.rotation_rate - value)


def _left_out(
    expected: int, count: int, summary: dict[str, Any], causes: dict[str, int], of: str = "motion"
) -> str | None:
    """The number of samples without a motion or a position, and the causes."""
    missing = expected - count
    if missing <= 0:
        return None
    faults = {
        "notFinite": "with readings that are not finite",
        "backwardTime": "not later than the one before",
        "withoutDirection": "with a specific force that shows no vertical",
    }
    counts = summary["faults"]
    causes |= {cause: counts.get(fault, 0) for fault, cause in faults.items()}
    # The sample at which a clock was set back is taken.
    causes[faults["backwardTime"]] -= counts.get("clockResets", 0)
    known = [f"{number} {cause}" for cause, number in causes.items() if number]
    if (seconds := summary.get("timeToNorth", 0)) >= 0.5:
        known.append(f"those of {seconds:.1f} s before the magnetic field showed the heading")
    text = f"{missing} of {expected} samples yield no {of}"
    return f"{text}: {', '.join(known)}" if known else text


@dataclass(frozen=True, eq=False, repr=False)
class Path(_Table):
    """A path in the reference frame.

    Attributes
    ----------
    times : ndarray, shape (n,)
        Seconds.
    position : ndarray, shape (n, 3)
        Metres from the start.
    velocity : ndarray, shape (n, 3)
        m/s.
    attitude : ndarray, shape (n, 4)
        Device to reference, x, y, z, w.
    stationary : ndarray of bool, shape (n,)
        Whether the device is stationary.
    position_deviation : ndarray, shape (n,)
        The standard deviation of the position in metres; NaN for methods without one.
    report : dict
        Of `track`: length, loopClosureError, stationaryPhases, faults.
    """

    times: Array
    position: Array
    velocity: Array
    attitude: Array
    stationary: np.ndarray
    position_deviation: Array
    report: dict[str, Any] = field(default_factory=dict)

    def plot(self, axes: Any = None) -> Any:
        """Plot the path and its stationary phases from above, and return the axes (matplotlib)."""
        from .plot import plot_path

        return plot_path(self, axes)


def _path(count: int, arrays: dict[str, Array], report: dict[str, Any]) -> Path:
    rows = {name: value[:count] for name, value in arrays.items()}
    return Path(
        rows["times"], rows["positions"], rows["velocities"], rows["attitudes"],
        rows["stationary"] != 0, rows["position_deviations"], report,
    )  # fmt: skip


def track(
    motion: Motion | Samples,
    *,
    method: PathMethod = "navigator",
    damping_rate: float = 2.0,
    skip_startup: bool | None = None,
) -> Path:
    """Estimate the path of a device, as `inertial track` does.

    Parameters
    ----------
    motion : Motion or Samples
        Device motion; the motion of samples is estimated by `orientation`.
    method : str
        'navigator', 'rest', 'gesture', 'exponential-damping', 'constant-deceleration',
        'zero-end-velocity' or 'none'.
    damping_rate : float
        The rate of exponential damping, in 1/s.
    skip_startup : bool, optional
        Whether the start-up transient is left out (default: of samples and of recorded motion, not
        of motion by `orientation`, which has left it out).

    Returns
    -------
    Path

    Warns
    -----
    PathWarning
        An implausible or highly uncertain path, by its mean speed or its standard deviation.
    LeftOutWarning
        Samples beyond the start-up yield no position, such as those that go back in time.
    """
    if isinstance(motion, Samples):
        motion = orientation(motion, skip_startup=skip_startup is not False)
        skip_startup = False
    if not isinstance(motion, Motion):
        raise TypeError(f"motion: expected Motion or Samples, got {type(motion).__name__}")
    if skip_startup is None:
        skip_startup = not motion.report
    source = motion._pointers()
    target, arrays = empty(_library.Points, len(motion))
    report = ctypes.c_void_p()
    check(
        "track", ctypes.byref(source), encode(method), damping_rate, int(skip_startup),
        ctypes.byref(target), ctypes.byref(report),
    )  # fmt: skip
    summary = _library.take_json(report)
    for finding in summary["findings"]:
        warnings.warn(finding, PathWarning, stacklevel=2)
    expected = len(motion) - summary["startupSamples"]
    left_out = _left_out(expected, target.count, summary, {}, "position")
    if left_out:
        warnings.warn(left_out, LeftOutWarning, stacklevel=2)
    return _path(target.count, arrays, summary)


class PathTracker(_stream.Path):
    """The path of a device, sample by sample.

    Parameters
    ----------
    method : str
        As in `track`.
    damping_rate : float
        The rate of exponential damping, in 1/s.

    Examples
    --------
    >>> estimator, tracker = MotionEstimator(), PathTracker()
    >>> attitude = estimator.update(0.0, (0, 0, 0), (0, 0, 9.81))
    >>> tracker.update(estimator)
    (0.0, 0.0, 0.0)
    """

    _count = 0

    def update(self, estimator: MotionEstimator, /) -> tuple[float, float, float] | None:
        """Take the motion of an estimator and return the position, before revisions.

        Returns
        -------
        tuple of 3 floats or None
            Metres from the start; None without motion.
        """
        position = super().update(estimator)
        if position is not None:
            self._count += 1
        return position

    def path(self, *, finish: bool = False) -> Path:
        """The path since the start, revisions applied.

        Parameters
        ----------
        finish : bool
            Whether to end the path, which applies the last revision first.
        """
        target, arrays = empty(_library.Points, self._count)
        check("path_points", self._address, int(finish), self._count, ctypes.byref(target))
        return _path(target.count, arrays, {})
