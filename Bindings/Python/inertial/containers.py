"""Files that other packages read: Excel, Parquet, Arrow, MATLAB and HDF5 files, and ROS bags.

Their tables reach the library as text, so that they are recognised, checked and asked about like any
other table.
"""

from __future__ import annotations

import contextlib
import csv
import datetime
import importlib
import os
import pathlib
import re
import tempfile
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._library import DataError, InertialError, InputError
from .recordings import Poses, Samples

#: The package and the extra that read each kind of file, by the end of its name.
_TABLES = {
    ".xlsx": ("openpyxl", "excel"), ".xlsm": ("openpyxl", "excel"),
    ".parquet": ("pyarrow.parquet", "table"), ".feather": ("pyarrow.feather", "table"),
    ".arrow": ("pyarrow.feather", "table"), ".mat": ("scipy.io", "matlab"),
    ".h5": ("h5py", "matlab"), ".hdf5": ("h5py", "matlab"),
}  # fmt: skip
_BAGS = {".bag", ".mcap", ".db3"}

_IMU = "sensor_msgs/msg/Imu"
_FIELD = "sensor_msgs/msg/MagneticField"
_POSES = {"geometry_msgs/msg/PoseStamped", "nav_msgs/msg/Odometry"}


def _package(name: str, extra: str, path: pathlib.Path) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(
            f"{path.name} needs {name.split('.')[0]}: pip install inertial[{extra}]"
        ) from error


def is_bag(path: pathlib.Path) -> bool:
    """Whether this is a ROS bag: a file, or a folder of ROS 2."""
    if path.suffix.lower() in _BAGS:
        return True
    description = path / "metadata.yaml"
    return description.is_file() and b"rosbag2_bagfile_information" in description.read_bytes()


def is_table(path: pathlib.Path) -> bool:
    """Whether this is a file of tables that is no text."""
    return path.suffix.lower() in _TABLES and not path.is_dir()


# Tables


class Readable:
    """What the library reads in place of a file, and the names for its messages."""

    def __init__(self, path: str, original: str) -> None:
        self.path, self._original = path, original

    def restored(self, text: str) -> str:
        """A message about the original file."""
        return text.replace(self.path, self._original)


def named(path: str | os.PathLike[str]) -> pathlib.Path:
    """The path; an empty name is not the current folder."""
    if not os.fspath(path):
        raise InputError("'': no such file")
    return pathlib.Path(os.fspath(path))


@contextlib.contextmanager
def readable(path: str | os.PathLike[str]) -> Iterator[Readable]:
    """A file that the library reads: the given one, or its tables as text while this is open."""
    original = named(path)
    if not is_table(original):
        yield Readable(str(original), str(original))
        return
    with tempfile.TemporaryDirectory() as folder:
        # The recording has the file's name.
        tables = pathlib.Path(folder) / original.stem
        tables.mkdir()
        result = Readable(str(_write_tables(original, tables)), str(original))
        try:
            yield result
        except InertialError as error:
            error.args = (result.restored(str(error)),)
            raise


def _write_tables(path: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Write the tables of a file into a folder as CSV, and return what to read."""
    name, extra = _TABLES[path.suffix.lower()]
    package = _package(name, extra, path)
    if not path.is_file():
        raise InputError(f"{path}: expected a file, got none")
    read = {"openpyxl": _sheets, "scipy.io": _matlab, "h5py": _hdf5}.get(name, _arrow)
    written = []
    try:
        for title, header, rows in read(path, package):
            table = folder / (re.sub(r"[^\w ().-]", "_", title) + ".csv")
            with table.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                if header:
                    writer.writerow(header)
                writer.writerows(rows)
            written.append(table)
    except DataError:
        raise
    except Exception as error:  # Each package has errors of its own for damaged files.
        raise DataError(f"{path}: {error}") from error
    if not written:
        raise DataError(f"{path}: expected a table of numbers, got none")
    return written[0] if len(written) == 1 else folder


_Table = tuple[str, list[str], Any]


def _text(value: Any) -> Any:
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value


def _sheets(path: pathlib.Path, openpyxl: Any) -> Iterator[_Table]:
    """The sheets of a workbook that are not empty."""
    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    try:
        for sheet in book:
            rows = ([_text(cell) for cell in row] for row in sheet.iter_rows(values_only=True))
            kept = [row for row in rows if any(cell is not None for cell in row)]
            if kept:
                yield sheet.title, [], kept
    finally:
        book.close()


def _arrow(path: pathlib.Path, package: Any) -> Iterator[_Table]:
    """The table of a Parquet or Arrow file."""
    table = package.read_table(path)
    rows = ([_text(cell) for cell in row.values()] for part in table.to_batches()
            for row in part.to_pylist())  # fmt: skip
    yield path.stem, list(table.column_names), rows


def _matlab(path: pathlib.Path, package: Any) -> Iterator[_Table]:
    """The variables of a MAT file; version 7.3 is HDF5."""
    with path.open("rb") as file:
        is_hdf5 = b"MATLAB 7.3" in file.read(128)
    if is_hdf5:
        yield from _hdf5(path, _package("h5py", "matlab", path), transposed=True)
        return
    found = package.loadmat(path, squeeze_me=True, struct_as_record=False)
    arrays: dict[str, np.ndarray] = {}

    def collect(name: str, value: Any) -> None:
        for field in getattr(value, "_fieldnames", ()):
            collect(f"{name}.{field}", getattr(value, field))
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
            arrays[name] = value

    for name, value in found.items():
        if not name.startswith("__"):
            collect(name, value)
    yield from _columns(path, arrays)


def _hdf5(path: pathlib.Path, h5py: Any, transposed: bool = False) -> Iterator[_Table]:
    """The data sets of an HDF5 file."""
    arrays: dict[str, np.ndarray] = {}

    def collect(name: str, item: Any) -> None:
        if not isinstance(item, h5py.Dataset) or item.dtype.kind not in "fiuV":
            return
        values = item[()]
        if item.dtype.names:
            for field in item.dtype.names:
                arrays[f"{name}.{field}"] = values[field]
            return
        unit = item.attrs.get("units", item.attrs.get("unit", b""))
        unit = unit.decode() if isinstance(unit, bytes) else str(unit)
        values = np.squeeze(values.T if transposed else values)
        arrays[f"{name} [{unit}]" if unit else name] = values

    with h5py.File(path) as file:
        file.visititems(collect)
    yield from _columns(path, arrays)


def _columns(path: pathlib.Path, arrays: dict[str, np.ndarray]) -> Iterator[_Table]:
    """One table for each length of arrays, with a column for each component."""
    tables: dict[int, dict[str, np.ndarray]] = {}
    for name, values in arrays.items():
        if values.ndim not in (1, 2) or max(values.shape, default=0) < 2:
            continue
        # Samples are rows; MATLAB's rows of vectors are turned.
        if values.ndim == 2 and values.shape[0] < values.shape[1] and values.shape[0] <= 4:
            values = values.T
        name, _, unit = name.replace("/", ".").partition(" [")
        columns = tables.setdefault(len(values), {})
        if values.ndim == 1:
            columns[f"{name} [{unit}" if unit else name] = values
            continue
        axes = "xyz" if values.shape[1] == 3 else [str(i + 1) for i in range(values.shape[1])]
        for axis, column in zip(axes, values.T, strict=True):
            columns[f"{name}_{axis} [{unit}" if unit else f"{name}_{axis}"] = column
    for count, columns in tables.items():
        title = path.stem if len(tables) == 1 else f"{path.stem} ({count} rows)"
        # Whole numbers keep all digits, such as those of times in ns.
        yield title, list(columns), zip(*(values.tolist() for values in columns.values()))


# ROS


def read_bag(path: pathlib.Path) -> tuple[list[Samples | Poses], list[str]]:
    """The IMU and pose topics of a bag, and warnings.

    A magnetometer joins the IMU of its frame, or the only IMU.
    """
    highlevel = _package("rosbags.highlevel", "ros", path)
    typesys = importlib.import_module("rosbags.typesys")
    if not path.exists():
        raise InputError(f"{path}: expected a bag, got no such file")
    store = typesys.get_typestore(typesys.Stores.LATEST)
    topics: dict[str, tuple[str, str, list[Any]]] = {}
    warnings = []
    try:
        with highlevel.AnyReader([path], default_typestore=store) as reader:
            wanted = [c for c in reader.connections if c.msgtype in {_IMU, _FIELD, *_POSES}]
            all_topics = [f"{c.topic} ({c.msgtype})" for c in reader.connections]
            if not any(c.msgtype == _IMU or c.msgtype in _POSES for c in wanted):
                raise DataError(
                    f"{path}: expected a topic of {_IMU}, got {', '.join(all_topics) or 'none'}"
                )
            for connection, logged, raw in reader.messages(connections=wanted):
                message = reader.deserialize(raw, connection.msgtype)
                stamp = message.header.stamp.sec + message.header.stamp.nanosec * 1e-9
                if stamp == 0:
                    stamp = logged * 1e-9
                frame = message.header.frame_id
                topic = topics.setdefault(connection.topic, (connection.msgtype, frame, []))
                topic[2].append((stamp, _values(connection.msgtype, message)))
    except DataError:
        raise
    except Exception as error:  # Damaged files have errors of many kinds.
        raise DataError(f"{path}: {error}") from error
    parts: list[Samples | Poses] = []
    imus = {name: topic for name, topic in topics.items() if topic[0] == _IMU}
    fields = {name: topic for name, topic in topics.items() if topic[0] == _FIELD}
    used = set()
    for name, (_, frame, rows) in imus.items():
        times, values = _arrays(rows)
        own = [field for field, (_, other, _) in fields.items() if other == frame]
        if not own and len(imus) == 1 and len(fields) == 1:
            own = list(fields)
        gyr, acc, mag = values[:, :3], values[:, 3:6], None
        if len(own) == 1:
            used.add(own[0])
            times, gyr, acc, mag = _joined(times, gyr, acc, *_arrays(fields[own[0]][2]))
        parts.append(Samples.of(gyr, acc, mag, times=times, name=name))
    warnings += [
        f"{path}: the topic '{name}' is not used: its frame is that of no IMU"
        for name in fields if name not in used
    ]  # fmt: skip
    for name, (kind, _, rows) in topics.items():
        if kind in _POSES:
            times, values = _arrays(rows)
            scored = np.ones(len(times), dtype=bool)
            parts.append(Poses(times, values[:, 3:], values[:, :3], scored, name=name))
    return parts, warnings


def _values(kind: str, message: Any) -> list[float]:
    """SI units; the field in uT."""
    if kind == _IMU:
        rate, force = message.angular_velocity, message.linear_acceleration
        return [rate.x, rate.y, rate.z, force.x, force.y, force.z]
    if kind == _FIELD:
        field = message.magnetic_field
        return [field.x * 1e6, field.y * 1e6, field.z * 1e6]
    pose = message.pose.pose if hasattr(message.pose, "pose") else message.pose
    p, q = pose.position, pose.orientation
    return [p.x, p.y, p.z, q.x, q.y, q.z, q.w]


def _arrays(rows: list[Any]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([time for time, _ in rows]), np.array([values for _, values in rows])


def _joined(
    times: np.ndarray, gyr: np.ndarray, acc: np.ndarray, field_times: np.ndarray, field: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Samples at the times of both sensors, NaN where one has no reading."""
    union = np.union1d(times, field_times)
    result = []
    for stamps, values in ((times, gyr), (times, acc), (field_times, field)):
        full = np.full((len(union), 3), np.nan)
        full[np.searchsorted(union, stamps)] = values
        result.append(full)
    return union, result[0], result[1], result[2]
