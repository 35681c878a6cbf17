"""Recordings: raw samples, device motion, strokes and reference poses, from files of any format."""

from __future__ import annotations

import ctypes
import os
import pathlib
import warnings
import weakref
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from . import _library
from ._library import Array, ReadingOptions, UsageError, array, check, empty, encode, pointers

__all__ = [
    "LeftOutWarning", "Motion", "PathWarning", "Poses", "Recordings", "Samples", "SensorWarning",
    "Stroke", "read",
]  # fmt: skip

#: Standard gravity in m/s^2.
STANDARD_GRAVITY = 9.80665


class PathWarning(UserWarning):
    """An implausible or highly uncertain path."""


class SensorWarning(UserWarning):
    """Samples that contradict their units, axes or signs, and damaged parts of files."""


class LeftOutWarning(UserWarning):
    """Samples that yield no motion."""


class _Table:
    """Columns of equal length: checked, with conversions to tables."""

    #: The number of components of each column.
    _widths: ClassVar[dict[str, int]] = {}
    #: The columns that may be None.
    _optional: ClassVar[set[str]] = set()

    def __post_init__(self) -> None:
        # The library reads rows of doubles: views of other layouts are copied.
        count = None
        for name, width in self._widths.items():
            value = getattr(self, name)
            if value is None and name in self._optional:
                continue
            value = array(value, name, width, count)
            count = len(value)
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        return len(self.times)  # type: ignore[attr-defined]

    def __getitem__(self, part: slice) -> Self:
        """The rows of a slice, such as `motion[100:200]`."""
        if not isinstance(part, slice):
            raise TypeError(f"expected a slice such as [100:200], got {part!r}")
        return replace(self, **{name: value[part] for name, value in self._arrays().items()})  # type: ignore[type-var]

    def _arrays(self) -> dict[str, np.ndarray]:
        values = {entry.name: getattr(self, entry.name) for entry in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}

    def __repr__(self) -> str:
        times: Array = self.times  # type: ignore[attr-defined]
        text = f"<{type(self).__name__} {getattr(self, 'name', '')}".rstrip()
        text += f": {len(self)} samples"
        if len(self) > 1 and np.isfinite(times[[0, -1]]).all() and times[-1] > times[0]:
            seconds = times[-1] - times[0]
            text += f" in {seconds:.1f} s, {(len(self) - 1) / seconds:.1f} Hz"
        return f"{text}, {', '.join(name for name in self._arrays() if name != 'times')}>"

    def columns(self) -> dict[str, Array]:
        """The columns by name, those of vectors as `name_x`, `name_y`, `name_z`, `name_w`."""
        result = {}
        for entry in fields(self):  # type: ignore[arg-type]
            value = getattr(self, entry.name)
            if not isinstance(value, np.ndarray):
                continue
            if value.ndim == 1:
                result[entry.name] = value
            else:
                for column, axis in enumerate("xyzw"[: value.shape[1]]):
                    result[f"{entry.name}_{axis}"] = value[:, column]
        return result

    def to_pandas(self) -> Any:
        """A pandas DataFrame of the columns."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("tables need pandas: pip install inertial[table]") from error
        return pandas.DataFrame(self.columns())

    def to_arrow(self) -> Any:
        """A pyarrow Table of the columns."""
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError("Arrow tables need pyarrow: pip install inertial[table]") from error
        return pyarrow.table(self.columns())


@dataclass(frozen=True, eq=False, repr=False)
class Samples(_Table):
    """Raw sensor samples of a recording.

    NaN in a row means that the sensor has no reading at that time. `Samples.of` makes samples of
    arrays in rad/s, m/s^2 and uT; the constructor takes the attributes by name.

    Attributes
    ----------
    times : ndarray, shape (n,)
        Seconds.
    rotation_rate : ndarray, shape (n, 3), or None
        rad/s, bias included; also `gyr`.
    core_motion_acceleration : ndarray, shape (n, 3), or None
        g, with Core Motion's sign: (0, 0, -1) face up at rest. `acc` is the specific force in m/s^2.
    magnetic_field : ndarray, shape (n, 3), or None
        uT, uncalibrated; also `mag`.
    touch : ndarray, shape (n,), or None
        1 while the screen is touched, otherwise 0.
    name, label, user : str
        The recording's name, and of a labelled gesture its label and user.
    """

    _widths = {
        "times": 1, "rotation_rate": 3, "core_motion_acceleration": 3, "magnetic_field": 3,
        "touch": 1,
    }  # fmt: skip
    _optional = {"rotation_rate", "core_motion_acceleration", "magnetic_field", "touch"}

    times: Array
    _: KW_ONLY
    rotation_rate: Array | None = None
    core_motion_acceleration: Array | None = None
    magnetic_field: Array | None = None
    touch: Array | None = None
    name: str = ""
    label: str | None = None
    user: str | None = None

    @classmethod
    def of(
        cls,
        gyr: ArrayLike | None = None,
        acc: ArrayLike | None = None,
        mag: ArrayLike | None = None,
        *,
        times: ArrayLike | None = None,
        rate: float | None = None,
        touch: ArrayLike | None = None,
        name: str = "",
        label: str | None = None,
        user: str | None = None,
    ) -> Samples:
        """Create samples from arrays, for example to write them to a file.

        Parameters
        ----------
        gyr : array_like, shape (n, 3), optional
            Angular rate in rad/s.
        acc : array_like, shape (n, 3), optional
            Specific force in m/s^2: (0, 0, 9.81) face up at rest.
        mag : array_like, shape (n, 3), optional
            Magnetic field in uT.
        times : array_like, shape (n,)
            Seconds, or datetime64; or `rate`.
        rate : float
            Samples per second, evenly spaced; or `times`.
        touch : array_like, shape (n,), optional
            1 while the screen is touched, otherwise 0.
        """
        arrays: dict[str, Array | None] = {}
        count: int | None = None
        for sensor, value in {"gyr": gyr, "acc": acc, "mag": mag}.items():
            arrays[sensor] = None if value is None else array(value, sensor, 3, count)
            count = count if value is None else len(arrays[sensor])  # type: ignore[arg-type]
        if count is None:
            raise UsageError("expected gyr, acc or mag, got none")
        if count == 0:
            raise UsageError("expected one sample or more, got none")
        if times is not None and rate is None:
            stamps = array(times, "times", 1, count)
            # Single faults are counted with the samples; most of the times have to increase.
            with np.errstate(all="ignore"):
                late = np.flatnonzero(np.diff(stamps) <= 0) + 1
            if 2 * len(late) >= count > 1:
                row = int(late[0])
                raise UsageError(
                    f"times: expected increasing seconds, got {stamps[row]} after "
                    f"{stamps[row - 1]} at index {row}, and {len(late)} such steps"
                )
        elif rate is not None and times is None:
            if isinstance(rate, str) or not (rate > 0 and np.isfinite(rate)):
                raise UsageError(f"rate: expected hertz, such as 100, got {rate!r}")
            stamps = np.arange(count) / rate
        else:
            raise UsageError("expected either times in seconds or a rate in hertz")
        force = arrays["acc"]
        return cls(
            stamps,
            rotation_rate=arrays["gyr"],
            core_motion_acceleration=None if force is None else force * (-1 / STANDARD_GRAVITY),
            magnetic_field=arrays["mag"],
            touch=None if touch is None else array(touch, "touch", 1, count),
            name=name,
            label=label,
            user=user,
        )

    @classmethod
    def from_table(cls, table: Any, *, name: str = "") -> Samples:
        """Create samples from the columns that `columns` names, in s, rad/s, m/s^2 and uT.

        Parameters
        ----------
        table : pandas.DataFrame, pyarrow.Table or mapping
            `times`, in seconds or as datetime64, and the three columns of at least one sensor.

        Raises
        ------
        UsageError
            A column is missing.
        """
        names = list(getattr(table, "column_names", None) or table.keys())
        if "times" not in names:
            raise UsageError(f"expected the column 'times', got {', '.join(map(str, names))}")
        sensors: dict[str, Any] = {}
        for sensor in ("gyr", "acc", "mag"):
            columns = [f"{sensor}_{axis}" for axis in "xyz"]
            present = [column for column in columns if column in names]
            if present and len(present) < 3:
                missing = next(column for column in columns if column not in names)
                raise UsageError(f"expected the column '{missing}' beside '{present[0]}', got none")
            if present:
                sensors[sensor] = np.column_stack([np.asarray(table[c]) for c in columns])
        return cls.of(
            **sensors, times=np.asarray(table["times"]), name=name,
            touch=np.asarray(table["touch"]) if "touch" in names else None,
        )  # fmt: skip

    def columns(self) -> dict[str, Array]:
        """The columns `times`, `gyr_x`, ..., `acc_x`, ..., `mag_x`, ..., `touch`, in s, rad/s, m/s^2, uT."""
        vectors = {"gyr": self.gyr, "acc": self.acc, "mag": self.mag}
        result = {"times": self.times}
        for name, value in vectors.items():
            if value is not None:
                result |= {f"{name}_{axis}": value[:, i] for i, axis in enumerate("xyz")}
        return result if self.touch is None else result | {"touch": self.touch}

    @property
    def gyr(self) -> Array | None:
        """Angular rate in rad/s, shape (n, 3)."""
        return self.rotation_rate

    @property
    def acc(self) -> Array | None:
        """Specific force in m/s^2, shape (n, 3): (0, 0, 9.81) face up at rest."""
        reading = self.core_motion_acceleration
        return None if reading is None else reading * -STANDARD_GRAVITY

    @property
    def mag(self) -> Array | None:
        """Magnetic field in uT, shape (n, 3)."""
        return self.magnetic_field

    def _pointers(self) -> Any:
        result = pointers(
            _library.Samples,
            len(self),
            {
                "times": self.times,
                "rotation_rates": self.rotation_rate,
                "accelerations": self.core_motion_acceleration,
                "magnetic_fields": self.magnetic_field,
                "touches": self.touch,
            },
        )
        result.acceleration_scale = 1
        return result


@dataclass(frozen=True, eq=False, repr=False)
class Motion(_Table):
    """Device motion: attitude, and the accelerometer's reading split in two.

    Attributes
    ----------
    times : ndarray, shape (n,)
        Seconds.
    attitude : ndarray, shape (n, 4)
        Device to reference, x, y, z, w; the reference frame has z up.
    rotation_rate : ndarray, shape (n, 3)
        rad/s, bias removed.
    gravity : ndarray, shape (n, 3), or None
        g, in the device frame, downwards; None is that of the attitude.
    user_acceleration : ndarray, shape (n, 3)
        g, in the device frame, with Core Motion's sign: the negative of the acceleration.
        `linear_acceleration` is the acceleration in m/s^2.
    magnetic_field : ndarray, shape (n, 3), or None
        uT, calibrated.
    heading : ndarray, shape (n,), or None
        Degrees clockwise from north.
    touch : ndarray, shape (n,), or None
        1 while the screen is touched, otherwise 0.
    inclination_deviation, heading_deviation : ndarray, shape (n,), or None
        The standard deviations of an estimate in rad: of the vertical, and about it from north, or
        from the start where north is not known. `track` uses the first.
    bias_deviation : ndarray, shape (n, 3), or None
        Those of the gyroscope bias in rad/s, in the device frame. `track` uses them.
    report : dict
        Of an estimate: samples, startupSamples, pointsNorth, timeToNorth (s), faults, findings.
    """

    _widths = {
        "times": 1, "attitude": 4, "rotation_rate": 3, "gravity": 3, "user_acceleration": 3,
        "magnetic_field": 3, "heading": 1, "touch": 1, "inclination_deviation": 1,
        "heading_deviation": 1, "bias_deviation": 3,
    }  # fmt: skip
    _optional = {
        "gravity", "magnetic_field", "heading", "touch", "inclination_deviation",
        "heading_deviation", "bias_deviation",
    }  # fmt: skip

    times: Array
    attitude: Array
    rotation_rate: Array
    gravity: Array | None
    user_acceleration: Array
    magnetic_field: Array | None = None
    heading: Array | None = None
    touch: Array | None = None
    inclination_deviation: Array | None = None
    heading_deviation: Array | None = None
    bias_deviation: Array | None = None
    name: str = ""
    label: str | None = None
    user: str | None = None
    report: dict[str, Any] = field(default_factory=dict)

    @property
    def linear_acceleration(self) -> Array:
        """Acceleration without gravity in m/s^2, in the device frame, shape (n, 3)."""
        return self.user_acceleration * -STANDARD_GRAVITY

    @property
    def euler(self) -> Array:
        """Pitch, roll and yaw in radians, shape (n, 3), as Core Motion's: Rz(yaw) Rx(pitch) Ry(roll)."""
        x, y, z, w = self.attitude.T
        return np.column_stack(
            [
                np.arcsin(np.clip(2 * (w * x + y * z), -1, 1)),
                np.arctan2(2 * (w * y - x * z), 1 - 2 * (x * x + y * y)),
                np.arctan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z)),
            ]
        )

    def plot(self, axes: Any = None) -> Any:
        """Plot pitch, roll and yaw over time with matplotlib, and return the axes."""
        from .plot import plot_attitude

        return plot_attitude(self, axes)

    def _pointers(self) -> Any:
        return pointers(
            _library.Motions,
            len(self),
            {
                "times": self.times,
                "attitudes": self.attitude,
                "rotation_rates": self.rotation_rate,
                "gravities": self.gravity,
                "user_accelerations": self.user_acceleration,
                "touches": self.touch,
                "inclination_deviations": self.inclination_deviation,
                "bias_deviations": self.bias_deviation,
            },
        )


@dataclass(frozen=True, eq=False, repr=False)
class Stroke(_Table):
    """A gesture on a plane, of one or more strokes: origin top left, y down, any unit.

    Attributes
    ----------
    times : ndarray, shape (n,)
        Seconds.
    points : ndarray, shape (n, 2)
    strokes : ndarray, shape (n,), or None
        The index of the stroke of each point, from 0; None is one stroke.
    """

    _widths = {"times": 1, "points": 2, "strokes": 1}
    _optional = {"strokes"}

    times: Array
    points: Array
    strokes: Array | None = None
    name: str = ""
    label: str | None = None
    user: str | None = None

    def _pointers(self) -> Any:
        return pointers(
            _library.Stroke, len(self),
            {"times": self.times, "points": self.points, "strokes": self.strokes},
        )  # fmt: skip


@dataclass(frozen=True, eq=False, repr=False)
class Poses(_Table):
    """Reference poses of a recording, for example from an optical system.

    Attributes
    ----------
    times : ndarray, shape (n,)
        Seconds.
    attitude : ndarray, shape (n, 4)
        Device to reference, x, y, z, w; NaN where the system lost the device.
    position : ndarray, shape (n, 3)
        Metres; NaN where unknown.
    scored : ndarray of bool, shape (n,)
        Where the data set's protocol counts errors.
    """

    times: Array
    attitude: Array
    position: Array
    scored: np.ndarray
    name: str = ""
    label: str | None = None
    user: str | None = None

    _widths = {"times": 1, "attitude": 4, "position": 3, "scored": 1}

    def _pointers(self) -> Any:
        scored = np.ascontiguousarray(self.scored, dtype=np.float64)
        result = pointers(
            _library.Poses,
            len(self),
            {
                "times": self.times,
                "attitudes": self.attitude,
                "positions": self.position,
                "scored": scored,
            },
        )
        result.keep = scored
        return result


def _known(values: Array) -> Array | None:
    """The array, or None if all its elements are NaN."""
    return None if np.isnan(values).all() else values


class Recordings:
    """The recordings of a file, a folder, an archive or of arrays, by kind.

    `read` reads a file; `Recordings.of` holds arrays, for example to write them. Recordings can be
    pickled and copied.

    Attributes
    ----------
    format : str
        The name of the format.
    samples : list of Samples
    motions : list of Motion
    strokes : list of Stroke
    poses : list of Poses
    reference_heading : {'north', 'east', 'unknown'}
        The direction of x in the frame of the poses.
    warnings : list of str
    """

    _kinds = ("samples", "motions", "strokes", "poses")

    def __init__(self) -> None:
        self._adopt(ctypes.c_void_p(_library.call("recordings_new")))

    def _adopt(self, handle: ctypes.c_void_p) -> None:
        self._handle = handle
        weakref.finalize(self, _library.call, "recordings_free", handle)
        self._describe()

    def _describe(self) -> None:
        string = ctypes.c_void_p()
        check("recordings_describe", self._handle, ctypes.byref(string))
        self._entries = _library.take_json(string)
        self.format: str = self._entries["format"]
        self.reference_heading: str = self._entries["referenceHeading"]
        self.warnings: list[str] = self._entries["warnings"]
        self._lists: dict[str, list[Any]] = {}

    def _list(self, kind: str, structure: Any, function: str, make: Any) -> list[Any]:
        if kind not in self._lists:
            result = []
            for index, entry in enumerate(self._entries[kind]):
                target, arrays = empty(structure, entry["count"])
                check(function, self._handle, index, ctypes.byref(target))
                names = {key: entry.get(key) for key in ("name", "label", "user")}
                result.append(make(arrays, names))
            self._lists[kind] = result
        return self._lists[kind]

    @property
    def samples(self) -> list[Samples]:
        return self._list(
            "samples", _library.Samples, "recordings_samples",
            lambda arrays, names: Samples(
                arrays["times"],
                rotation_rate=_known(arrays["rotation_rates"]),
                core_motion_acceleration=_known(arrays["accelerations"]),
                magnetic_field=_known(arrays["magnetic_fields"]),
                touch=_known(arrays["touches"]), **names),
        )  # fmt: skip

    @property
    def motions(self) -> list[Motion]:
        return self._list(
            "motions", _library.Motions, "recordings_motions",
            lambda arrays, names: Motion(
                *(arrays[name] for name in (
                    "times", "attitudes", "rotation_rates", "gravities", "user_accelerations")),
                *(_known(arrays[name]) for name in ("magnetic_fields", "headings", "touches")),
                **names),
        )  # fmt: skip

    @property
    def strokes(self) -> list[Stroke]:
        return self._list(
            "strokes", _library.Stroke, "recordings_stroke",
            lambda arrays, names: Stroke(
                arrays["times"], arrays["points"], arrays["strokes"], **names),
        )  # fmt: skip

    @property
    def poses(self) -> list[Poses]:
        return self._list(
            "poses", _library.Poses, "recordings_poses",
            lambda arrays, names: Poses(
                arrays["times"], arrays["attitudes"], arrays["positions"],
                arrays["scored"] != 0, **names),
        )  # fmt: skip

    def __repr__(self) -> str:
        counts = ", ".join(
            f"{len(self._entries[kind])} {kind}"
            for kind in self._kinds
            if self._entries[kind]
        )
        return f"<Recordings {self.format}: {counts or 'none'}>"

    def write(self, path: str | os.PathLike[str], format: str) -> None:
        """Write to a file or folder, as `inertial convert` does.

        Raises
        ------
        DataError
            The format cannot hold these recordings, or does not exist.
        OutputError
            The file cannot be written.
        """
        check("write", self._handle, encode(format), encode(os.fspath(path)))

    @classmethod
    def of(cls, *parts: Samples | Motion | Stroke | Poses) -> Recordings:
        """Create recordings from arrays.

        Parameters
        ----------
        *parts : Samples, Motion, Stroke or Poses
            Recordings, with their names, labels and users.

        Examples
        --------
        >>> samples = Samples.of(acc=[[0, 0, 9.81]] * 3, rate=100, label="A", user="me")
        >>> Recordings.of(samples)
        <Recordings arrays: 1 samples>
        """
        result = cls()
        counts = dict.fromkeys(cls._kinds, 0)
        for part in parts:
            if not isinstance(part, (Samples, Motion, Stroke, Poses)):
                raise TypeError(
                    "recording: expected Recordings, Samples, Motion, Stroke or Poses, got "
                    + type(part).__name__
                )
            kind = {
                Samples: "samples", Motion: "motions", Stroke: "strokes", Poses: "poses",
            }[type(part)]  # fmt: skip
            function = "stroke" if kind == "strokes" else kind
            check(
                f"recordings_add_{function}", result._handle, encode(part.name or None),
                ctypes.byref(part._pointers()),
            )  # fmt: skip
            check(
                "recordings_label", result._handle, encode(kind), counts[kind], encode(part.label),
                encode(part.user),
            )  # fmt: skip
            counts[kind] += 1
        result._describe()
        return result

    def __reduce__(self) -> Any:
        parts = (*self.samples, *self.motions, *self.strokes, *self.poses)
        return _restored, (parts, self.format, self.reference_heading, self.warnings)


def _restored(
    parts: tuple[Any, ...], format: str, reference_heading: str, messages: list[str]
) -> Recordings:
    """Pickled recordings."""
    result = Recordings.of(*parts)
    result.format, result.reference_heading = format, reference_heading
    result.warnings = messages
    return result


def read(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    platform: Literal["ios", "android"] | None = None,
    skip_bad_samples: bool = False,
    units: str | None = None,
    axes: str | None = None,
    mount: str | None = None,
    columns: str | None = None,
    recording: str | None = None,
) -> Recordings:
    """Read a recording of any supported format: a file, a folder or a zip archive.

    Parameters
    ----------
    path : path_like
        The file, folder or archive. Excel workbooks, Parquet, Arrow, MATLAB and HDF5 files and ROS
        bags need an extra of the package, which the error names; of a bag, the topics of IMUs,
        their magnetometers and poses are read.
    format : str, optional
        The format's name (default: recognised by the header); `inertial convert --help` lists them.
    platform : {'ios', 'android'}, optional
        The recording device, for the sign of the accelerometer (default: that of the file).
    skip_bad_samples : bool
        Whether samples that are not finite or go back in time are left out with a warning
        (default: the first one is an error).
    units : str, optional
        The units of the numbers, such as 'deg/s,m/s2' (default: those of the format).
    axes : str, optional
        The device's x, y and z by the sensors' axes, such as '+y,-x,+z'.
    mount : str, optional
        The rotation from the sensors to the device: pitch, roll, yaw in degrees, or x, y, z, w.
    columns : str, optional
        The columns and units of a table in no known format, such as
        'time=t [ms], gyro=gx gy gz [deg/s], accel=ax ay az [g]'; 'time=row/119' is a rate, and
        'recording=id' one recording for each value of a column. Without a unit, the numbers show it.
    recording : str, optional
        The one to read of several: its name, or the end of it after a # or a / (default: all).

    Returns
    -------
    Recordings

    Raises
    ------
    InputError
        The file does not exist or cannot be read.
    DataError
        The contents are invalid; the message names the line and the expected input.

    Warns
    -----
    SensorWarning
        Damaged parts, and samples that contradict their units or axes.
    """
    from . import containers

    if containers.is_bag(containers.named(path)):
        if any((format, platform, skip_bad_samples, units, axes, mount, columns, recording)):
            raise UsageError("expected no options for a ROS bag: its messages have units and axes")
        parts, messages = containers.read_bag(containers.named(path))
        result = _restored(tuple(parts), "ros-bag", "unknown", messages)
    else:
        options = ReadingOptions(
            encode(format), encode(platform), int(skip_bad_samples), encode(units), encode(axes),
            encode(mount), encode(columns), encode(recording),
        )  # fmt: skip
        with containers.readable(path) as file:
            handle = ctypes.c_void_p()
            check("read", encode(file.path), ctypes.byref(options), ctypes.byref(handle))
            result = Recordings.__new__(Recordings)
            result._adopt(handle)
            result.warnings = [file.restored(text) for text in result.warnings]
            for entry in (e for k in result._kinds for e in result._entries[k] if e.get("name")):
                entry["name"] = file.restored(entry["name"])
    for warning in result.warnings:
        warnings.warn(warning, SensorWarning, stacklevel=2)
    return result
