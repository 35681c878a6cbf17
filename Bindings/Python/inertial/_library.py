"""The C library: its functions, its structures and its errors."""

from __future__ import annotations

import ctypes
import json
import operator
import pathlib
from collections.abc import Mapping
from ctypes import (
    POINTER,
    Structure,
    c_char,
    c_char_p,
    c_double,
    c_int32,
    c_size_t,
    c_uint64,
    c_void_p,
)
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

_folder = pathlib.Path(__file__).parent
library = ctypes.CDLL(str(_folder / "libinertial.so"))


class InertialError(Exception):
    """An error of the library, with the text of the command-line tool.

    Attributes
    ----------
    status : int
        The tool's exit status: 64 wrong use, 65 bad data, 66 no input, 70 internal, 73 and 74 a
        file that cannot be written.
    columns : str or None
        For a table in no known format, the `columns` that the numbers and names suggest, with UNIT
        and RATE for what is open.
    """

    status = 70
    columns: str | None = None


class UsageError(InertialError, ValueError):
    """An argument outside its range."""

    status = 64


class DataError(InertialError, ValueError):
    """Invalid contents of a file, or invalid rotations."""

    status = 65


class InputError(InertialError, OSError):
    """A file that does not exist or cannot be read."""

    status = 66


class OutputError(InertialError, OSError):
    """A file that cannot be created or written."""

    status = 73


for _error_type in (InertialError, UsageError, DataError, InputError, OutputError):
    _error_type.__module__ = "inertial"

_types = {64: UsageError, 65: DataError, 66: InputError, 73: OutputError, 74: OutputError}


def raise_error(status: int, message: str, columns: str | None = None) -> NoReturn:
    """Raise the exception of a status."""
    error = _types.get(status, InertialError)(message)
    error.status = status
    error.columns = columns
    raise error


class _Error(Structure):
    _fields_ = [("status", c_int32), ("message", c_char * 3068), ("columns", c_char * 1024)]


class _Arrays(Structure):
    """A count and pointers to arrays; `shapes` holds the width of each."""

    shapes: dict[str, int] = {}


def _arrays(name: str, shapes: dict[str, int], *more: tuple[str, Any]) -> type[_Arrays]:
    fields = [("count", c_size_t), *((field, c_void_p) for field in shapes), *more]
    return type(name, (_Arrays,), {"_fields_": fields, "shapes": shapes})


Samples = _arrays(
    "Samples",
    {"times": 1, "rotation_rates": 3, "accelerations": 3, "magnetic_fields": 3, "touches": 1},
    ("acceleration_scale", c_double),
)
Motions = _arrays(
    "Motions",
    {
        "times": 1, "attitudes": 4, "rotation_rates": 3, "gravities": 3, "user_accelerations": 3,
        "magnetic_fields": 3, "headings": 1, "touches": 1, "inclination_deviations": 1,
        "heading_deviations": 1, "bias_deviations": 3,
    },
)  # fmt: skip
Points = _arrays(
    "Points",
    {
        "times": 1, "positions": 3, "velocities": 3, "attitudes": 4, "stationary": 1,
        "position_deviations": 1,
    },
)  # fmt: skip
Poses = _arrays("Poses", {"times": 1, "attitudes": 4, "positions": 3, "scored": 1})
Stroke = _arrays("Stroke", {"times": 1, "points": 2, "strokes": 1})


class OrientationOptions(Structure):
    _fields_ = [
        ("uses_magnetometer", c_int32),
        ("is_offline", c_int32),
        ("skips_startup", c_int32),
        ("points_east", c_int32),
        ("block_size", c_size_t),
    ]


class FilterOptions(Structure):
    _fields_ = [
        ("uses_magnetometer", c_int32),
        ("velocity_scale", c_double),
        ("largest_bias", c_double),
    ]


class ReadingOptions(Structure):
    _fields_ = [
        ("format", c_char_p),
        ("platform", c_char_p),
        ("skips_bad_samples", c_int32),
        ("units", c_char_p),
        ("axes", c_char_p),
        ("mount", c_char_p),
        ("columns", c_char_p),
        ("recording", c_char_p),
    ]


class Average(Structure):
    _fields_ = [
        ("quaternion", c_double * 4),
        ("spread", c_double),
        ("gap", c_double),
        ("unique", c_double),
    ]


#: The structure `inertial_estimates` as a NumPy type.
estimates_type = np.dtype(
    [
        ("attitude", "f8", 4),
        ("level_attitude", "f8", 4),
        ("integrated_attitude", "f8", 4),
        ("rotation_rate", "f8", 3),
        ("bias", "f8", 3),
        ("bias_deviation", "f8"),
        ("inclination_deviation", "f8"),
        ("heading_deviation", "f8"),
        ("has_attitude", "i4"),
        ("is_north_known", "i4"),
        ("is_stationary", "i4"),
        ("is_field_disturbed", "i4"),
    ]
)

_error = POINTER(_Error)
_signatures: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "string_free": (None, [c_void_p]),
    "nearest_rotations": (c_int32, [c_size_t, *[c_void_p] * 5, _error]),
    "mean_rotation": (
        c_int32, [c_size_t, c_void_p, c_void_p, c_char_p, POINTER(Average), _error]),
    "rotation_path_new": (
        c_int32,
        [c_char_p, c_size_t, c_void_p, c_void_p, c_char_p, POINTER(c_void_p), _error]),
    "rotation_path_free": (None, [c_void_p]),
    "rotation_path_at": (c_int32, [c_void_p, c_size_t, c_void_p, c_void_p, _error]),
    "orientation": (
        c_int32,
        [POINTER(Samples), POINTER(OrientationOptions), POINTER(Motions), POINTER(c_void_p),
         _error]),
    "track": (
        c_int32,
        [POINTER(Motions), c_char_p, c_double, c_int32, POINTER(Points), POINTER(c_void_p), _error]),
    "filter_run": (c_int32, [c_void_p, POINTER(Samples), c_void_p, _error]),
    "filter_smooth": (c_int32, [POINTER(FilterOptions), POINTER(Samples), c_void_p, _error]),
    "path_points": (c_int32, [c_void_p, c_int32, c_size_t, POINTER(Points), _error]),
    "read": (c_int32, [c_char_p, POINTER(ReadingOptions), POINTER(c_void_p), _error]),
    "recordings_new": (c_void_p, []),
    "recordings_free": (None, [c_void_p]),
    "recordings_describe": (c_int32, [c_void_p, POINTER(c_void_p), _error]),
    "recordings_samples": (c_int32, [c_void_p, c_size_t, POINTER(Samples), _error]),
    "recordings_motions": (c_int32, [c_void_p, c_size_t, POINTER(Motions), _error]),
    "recordings_stroke": (c_int32, [c_void_p, c_size_t, POINTER(Stroke), _error]),
    "recordings_poses": (c_int32, [c_void_p, c_size_t, POINTER(Poses), _error]),
    "recordings_add_samples": (c_int32, [c_void_p, c_char_p, POINTER(Samples), _error]),
    "recordings_add_motions": (c_int32, [c_void_p, c_char_p, POINTER(Motions), _error]),
    "recordings_add_stroke": (c_int32, [c_void_p, c_char_p, POINTER(Stroke), _error]),
    "recordings_add_poses": (c_int32, [c_void_p, c_char_p, POINTER(Poses), _error]),
    "recordings_label": (
        c_int32, [c_void_p, c_char_p, c_size_t, c_char_p, c_char_p, _error]),
    "write": (c_int32, [c_void_p, c_char_p, c_char_p, _error]),
    "recognizer_new": (c_int32, [c_char_p, POINTER(c_void_p), _error]),
    "recognizer_free": (None, [c_void_p]),
    "built_in_models": (c_int32, [POINTER(c_void_p), _error]),
    "recognizer_built_in": (c_int32, [c_char_p, POINTER(c_void_p), _error]),
    "lexicon_new": (c_int32, [c_char_p, POINTER(c_void_p), _error]),
    "lexicon_free": (None, [c_void_p]),
    "recognize": (c_int32, [c_void_p, c_void_p, c_int32, POINTER(c_void_p), _error]),
    "recognize_words": (
        c_int32, [c_void_p, c_void_p, c_int32, c_void_p, POINTER(c_void_p), _error]),
    "simulate": (
        c_int32, [c_char_p, c_char_p, c_char_p, c_uint64, c_uint64, POINTER(c_void_p), _error]),
    "inspect": (c_int32, [c_char_p, POINTER(ReadingOptions), POINTER(c_void_p), _error]),
    "train": (
        c_int32, [c_void_p, c_char_p, c_uint64, POINTER(c_void_p), POINTER(c_void_p), _error]),
    "evaluate": (
        c_int32, [c_void_p, c_char_p, c_char_p, c_uint64, POINTER(c_void_p), _error]),
    "recognizer_write": (c_int32, [c_void_p, c_char_p, _error]),
    "session_new": (c_int32, [c_void_p, c_void_p, c_double, POINTER(c_void_p), _error]),
    "session_free": (None, [c_void_p]),
    "session_update": (
        c_int32, [c_void_p, c_double, c_void_p, c_void_p, c_void_p, c_int32]),
    "session_run": (c_int32, [c_void_p, POINTER(Samples), _error]),
    "session_point": (c_int32, [c_void_p, c_double, c_double, c_double, c_int32]),
    "session_advance": (c_int32, [c_void_p, c_double]),
    "session_finish": (c_int32, [c_void_p]),
    "session_take": (c_int32, [c_void_p, POINTER(c_void_p), _error]),
}  # fmt: skip
_functions: dict[str, Any] = {}
for _name, (_result, _arguments) in _signatures.items():
    _function = getattr(library, f"inertial_{_name}")
    _function.restype = _result
    _function.argtypes = _arguments
    _functions[_name] = _function


def call(name: str, *arguments: Any) -> Any:
    """Call a function."""
    try:
        return _functions[name](*arguments)
    except ctypes.ArgumentError as error:
        raise TypeError(f"{name.replace('_', ' ')}: an argument of another type: {error}") from None


def check(name: str, *arguments: Any) -> None:
    """Call a function that can fail, and raise its error."""
    error = _Error()
    if call(name, *arguments, ctypes.byref(error)):
        raise_error(
            error.status, error.message.decode(errors="replace"), error.columns.decode() or None
        )


def take_json(string: c_void_p) -> Any:
    """The value of a JSON string of the library, which is freed."""
    try:
        return json.loads(ctypes.string_at(string.value or 0))
    finally:
        call("string_free", string)


def encode(text: str | None) -> bytes | None:
    """A text as a C string."""
    if text is None:
        return None
    data = str(text).encode()
    if b"\0" in data:
        raise UsageError(f"expected a text without a zero character, got {text!r}")
    return data


def seed_number(value: int, name: str) -> int:
    """A seed of 64 bits; ctypes would cut off larger ones."""
    number = operator.index(value)
    if not 0 <= number < 1 << 64:
        raise UsageError(f"expected a {name} from 0 to 2^64 - 1, got {number}")
    return number


def expect(value: Any, kind: type, name: str) -> Any:
    """A value of this type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {kind.__name__}, got {type(value).__name__}")
    return value


def numbers(values: Any, name: str) -> Array:
    """A C-ordered array of any shape, NaN where it is masked; a view where possible."""
    given = np.asanyarray(values)
    try:
        if given.dtype.kind in "mM":
            # Seconds since 1970, or the duration in seconds.
            stamps = given.astype(f"{given.dtype.kind}8[ns]")
            seconds = stamps.view(np.int64) * 1e-9
            given = np.ma.masked_where(np.isnat(stamps), seconds, copy=False)
        if isinstance(given, np.ma.MaskedArray):
            given = given.astype(np.float64).filled(np.nan)
        return np.ascontiguousarray(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{name}: expected numbers, got {given.dtype}: {error}") from error


def array(values: ArrayLike, name: str, width: int, count: int | None = None) -> Array:
    """A C-ordered array of shape (n, width), or (n,) for width 1; a view where possible."""
    result = numbers(values, name)
    shape = ("n",) if width == 1 else ("n", width)
    if result.ndim != len(shape) or (width > 1 and result.shape[1] != width):
        expected = ", ".join(map(str, shape)) + ("," if width == 1 else "")
        raise UsageError(f"{name}: expected shape ({expected}), got {result.shape}")
    if count is not None and len(result) != count:
        raise UsageError(f"{name}: expected {count} rows as the others, got {len(result)}")
    return result


def pointers(kind: type[_Arrays], count: int, values: Mapping[str, Array | None]) -> Any:
    """A structure of pointers to these arrays, which the caller keeps alive."""
    result = kind(count=count)
    for name, value in values.items():
        setattr(result, name, None if value is None else value.ctypes.data)
    return result


def empty(kind: type[_Arrays], count: int) -> tuple[Any, dict[str, Array]]:
    """A structure with new arrays for `count` rows, and the arrays."""
    arrays = {
        name: np.empty(count if width == 1 else (count, width))
        for name, width in kind.shapes.items()
    }
    return pointers(kind, count, arrays), arrays
