"""Archives of recordings in Parquet: orientation, paths and letters by DuckDB or Spark.

One row a sample, one group a recording: recording (text), t (s), gx, gy, gz (rad/s), ax, ay, az
(specific force in m/s^2, +9.81 on z face up), and mx, my, mz (uT, null without a magnetometer).
Rows of a recording may be in any order and in any file. Needs the packages inertial, pandas and pyarrow,
and duckdb or pyspark>=4 with pandas<3.

    python archive.py convert *.csv --output archive/
    python archive.py duckdb archive/ results/ --operation orientation
    spark-submit --master URL archive.py spark archive/ results/ --operation orientation
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import pathlib
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

import inertial

if TYPE_CHECKING:
    import pandas

__all__ = ["OPERATIONS", "generate", "process", "run_duckdb", "run_spark", "write_parquet"]

_SENSORS = {"gyr": ["gx", "gy", "gz"], "acc": ["ax", "ay", "az"], "mag": ["mx", "my", "mz"]}
_INPUT = ["recording", "t", *sum(_SENSORS.values(), [])]

#: The columns of each operation's result, after `recording`, with their SQL types. `error` is the
#: reason why a recording has no result, on a row of its own.
OPERATIONS: dict[str, dict[str, str]] = {
    "orientation": dict.fromkeys(["t", "qx", "qy", "qz", "qw"], "double"),
    "path": dict.fromkeys(["t", "x", "y", "z", "vx", "vy", "vz", "stationary"], "double"),
    "letters": {
        "label": "string",
        "confidence": "double",
        "seconds": "double",
        "reason": "string",
    },
    "summary": {
        "samples": "double",
        "seconds": "double",
        "faults": "double",
        "startup_samples": "double",
        "qx": "double",
        "qy": "double",
        "qz": "double",
        "qw": "double",
        "path_length": "double",
        "findings": "string",
    },
}


def _samples(frame: pandas.DataFrame) -> inertial.Samples:
    """The samples of one recording, in the order of time."""
    missing = [name for name in _INPUT[:8] if name not in frame.columns]
    if missing:
        raise ValueError(f"expected columns {', '.join(_INPUT[:8])}, missing {', '.join(missing)}")
    frame = frame.sort_values("t", kind="stable")
    times = frame["t"].to_numpy(np.float64)
    if not np.isfinite(times).all():
        raise ValueError(
            f"t: expected finite seconds, got {int((~np.isfinite(times)).sum())} that are not"
        )
    sensors: dict[str, Any] = {}
    for sensor, columns in _SENSORS.items():
        if all(name in frame.columns for name in columns):
            values = frame[columns].to_numpy(np.float64)
            sensors[sensor] = None if np.isnan(values).all() else np.ascontiguousarray(values)
    if sensors["gyr"] is None or sensors["acc"] is None:
        name = "gyroscope" if sensors["gyr"] is None else "accelerometer"
        raise ValueError(f"expected gyroscope and accelerometer samples, got no {name}")
    return inertial.Samples.of(sensors["gyr"], sensors["acc"], sensors.get("mag"), times=times)


def _orientation(samples: inertial.Samples) -> dict[str, Any]:
    motion = inertial.orientation(samples)
    return {"t": motion.times, **dict(zip(["qx", "qy", "qz", "qw"], motion.attitude.T))}


def _path(samples: inertial.Samples) -> dict[str, Any]:
    path = inertial.track(samples)
    return {
        "t": path.times,
        **dict(zip("xyz", path.position.T)),
        **dict(zip(["vx", "vy", "vz"], path.velocity.T)),
        "stationary": path.stationary.astype(np.float64),
    }


def _letters(samples: inertial.Samples) -> dict[str, Any]:
    gestures = inertial.recognize(samples)
    return {
        "label": [one.label for one in gestures],
        "confidence": [one.confidence for one in gestures],
        "seconds": [one.seconds for one in gestures],
        "reason": [one.reason for one in gestures],
    }


def _summary(samples: inertial.Samples) -> dict[str, Any]:
    motion = inertial.orientation(samples)
    if len(motion) == 0:
        raise ValueError("expected gyroscope and accelerometer samples, got no motion")
    report = motion.report
    path = inertial.track(motion)
    return {
        "samples": [float(report["samples"])],
        "seconds": [samples.times[-1] - samples.times[0]],
        "faults": [float(sum(report["faults"].values()))],
        "startup_samples": [float(report["startupSamples"])],
        **{name: [value] for name, value in zip(["qx", "qy", "qz", "qw"], motion.attitude[-1])},
        "path_length": [path.report["length"]],
        "findings": ["; ".join(report["findings"] + path.report["findings"]) or None],
    }


_FUNCTIONS: dict[str, Callable[[inertial.Samples], dict[str, Any]]] = {
    "orientation": _orientation,
    "path": _path,
    "letters": _letters,
    "summary": _summary,
}


def process(frame: pandas.DataFrame, operation: str = "orientation") -> pandas.DataFrame:
    """Process the samples of one recording.

    Parameters
    ----------
    frame : pandas.DataFrame
        The rows of one recording, with the columns of this module.
    operation : {'orientation', 'path', 'letters', 'summary'}

    Returns
    -------
    pandas.DataFrame
        Columns `recording`, those of `OPERATIONS[operation]`, and `error`: a recording that cannot
        be processed is one row with the reason, not an exception.
    """
    import warnings

    import pandas

    columns = OPERATIONS[operation]
    name = str(frame["recording"].iloc[0])
    error = None
    try:
        with warnings.catch_warnings():
            # Findings are part of the summary.
            warnings.simplefilter("ignore", inertial.SensorWarning)
            warnings.simplefilter("ignore", inertial.PathWarning)
            result = _FUNCTIONS[operation](_samples(frame))
        if len(next(iter(result.values()))) == 0:
            raise ValueError(f"expected samples with a result, got none of {len(frame)} rows")
    except (inertial.InertialError, ValueError, TypeError) as problem:
        error = str(problem)
        result = {column: [None] for column in columns}
    table = pandas.DataFrame(result)
    table.insert(0, "recording", name)
    table["error"] = pandas.Series([error] * len(table), dtype=object)
    for column, kind in columns.items():
        table[column] = table[column].astype(np.float64 if kind == "double" else object)
    return table


# -- Files ---------------------------------------------------------------------------------------


def _write(table: Any, path: pathlib.Path) -> None:
    """Write a Parquet file under a temporary name and rename it."""
    import pyarrow.parquet

    partial = path.with_name(path.name + ".partial")
    pyarrow.parquet.write_table(table, partial, compression="zstd")
    partial.rename(path)


def _source(path: pathlib.Path) -> str | None:
    """The recording that a file of `write_parquet` was made of; None for other files."""
    import pyarrow.parquet

    value = (pyarrow.parquet.read_schema(path).metadata or {}).get(b"inertial.source")
    return None if value is None else value.decode()


def write_parquet(paths: list[str], target: str, **options: Any) -> list[str]:
    """Convert recordings of any format to Parquet, one file each.

    A file that was made of the same recording is replaced. If a file of another recording has the
    name, the hash of the recording's path is added to the names of file and recording.

    Parameters
    ----------
    paths : list of str
        Files, folders or archives that `inertial.read` reads.
    target : str
        The folder to write.
    **options
        Options of `inertial.read`.

    Returns
    -------
    list of str
        The problems of recordings that could not be read; the others are written.
    """
    import pyarrow

    folder = pathlib.Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    problems = []
    for path in paths:
        try:
            recordings = inertial.read(path, **options).samples
            if not recordings:
                raise inertial.DataError(f"{path}: expected raw sensor samples, got none")
        except inertial.InertialError as error:
            problems.append(str(error))
            continue
        for index, samples in enumerate(recordings):
            source = f"{pathlib.Path(path).resolve()}#{index}"
            name = samples.name or pathlib.Path(path).stem
            stem = pathlib.Path(name).name or "recording"
            file = folder / f"{stem}-{index}.parquet"
            if file.exists() and _source(file) != source:
                tag = hashlib.sha256(source.encode()).hexdigest()[:12]
                name, file = f"{name}-{tag}", folder / f"{stem}-{index}-{tag}.parquet"
            columns: dict[str, Any] = {"recording": [name] * len(samples), "t": samples.times}
            for sensor, names in _SENSORS.items():
                values = getattr(samples, sensor)
                for axis, column in enumerate(names):
                    columns[column] = pyarrow.array(
                        np.full(len(samples), np.nan) if values is None else values[:, axis],
                        from_pandas=True,
                    )
            _write(pyarrow.table(columns, metadata={"inertial.source": source}), file)
    return problems


def generate(
    target: str,
    recordings: int,
    *,
    seconds: float = 10.0,
    rate: float = 100.0,
    corrupt: int = 0,
    seed: int = 1,
    per_file: int = 250,
) -> None:
    """Write synthetic recordings: smooth turns with sensor noise and bias.

    Parameters
    ----------
    target : str
        The folder to write.
    recordings : int
        The number of recordings.
    seconds, rate : float
        Duration, and samples a second.
    corrupt : int
        The number of recordings without accelerometer readings, spread evenly.
    seed : int
    per_file : int
        Recordings a file.
    """
    import pyarrow

    folder = pathlib.Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    steps = int(seconds * rate)
    t = np.arange(steps) / rate
    is_corrupt = np.zeros(recordings, dtype=bool)
    if corrupt:
        is_corrupt[np.linspace(0, recordings - 1, corrupt).astype(int)] = True
    for start in range(0, recordings, per_file):
        count = min(per_file, recordings - start)
        random = np.random.default_rng([seed, start])
        frequency = random.uniform(0.2, 1.5, (count, 1, 3))
        phase = random.uniform(0, 2 * math.pi, (count, 1, 3))
        rates = random.uniform(0.3, 2.0, (count, 1, 3)) * np.sin(
            2 * math.pi * frequency * t[None, :, None] + phase
        )
        up = np.empty((count, steps, 3))
        field = np.empty((count, steps, 3))
        q = np.tile([0.0, 0, 0, 1], (count, 1))
        for step in range(steps):
            turn = rates[:, step] / rate
            angle = np.linalg.norm(turn, axis=1, keepdims=True)
            sine = np.where(angle > 1e-9, np.sin(angle / 2) / np.maximum(angle, 1e-9), 0.5)
            v, w = turn * sine, np.cos(angle / 2)
            u, s = q[:, :3], q[:, 3:]
            q = np.concatenate(
                [s * v + w * u + np.cross(u, v), s * w - np.sum(u * v, 1, keepdims=True)], axis=1
            )
            up[:, step] = _rotate_back(q, [0.0, 0.0, 9.81])
            field[:, step] = _rotate_back(q, [20.0, 0.0, -40.0])
        gyr = rates + random.normal(0, 0.01, (count, 1, 3)) + random.normal(0, 0.005, rates.shape)
        acc = up + random.normal(0, 0.05, up.shape)
        mag = field + random.normal(0, 0.4, field.shape)
        acc[is_corrupt[start : start + count]] = np.nan
        columns: dict[str, Any] = {
            "recording": np.repeat(
                [f"synthetic-{index:06d}" for index in range(start, start + count)], steps
            ),
            "t": np.tile(t, count),
        }
        for values, names in zip((gyr, acc, mag), _SENSORS.values()):
            for axis, column in enumerate(names):
                columns[column] = pyarrow.array(
                    values[..., axis].reshape(-1).astype(np.float32), from_pandas=True
                )
        _write(pyarrow.table(columns), folder / f"part-{start // per_file:05d}.parquet")


def _description(names: list[str], **settings: Any) -> str:
    """What the results in a folder are made of, as JSON: recordings and settings."""
    digest = hashlib.sha256(json.dumps(sorted(names, key=str)).encode()).hexdigest()
    return json.dumps({**settings, "recordings": len(names), "sha256": digest})


def _check_description(found: str | None, expected: str, target: str) -> None:
    """Raise UsageError if the results in a folder are those of something else."""
    if found != expected:
        raise inertial.UsageError(
            f"{target}: expected results of {expected}, got those of {found or 'an unknown run'}: "
            "write to an empty folder"
        )


def _rotate_back(q: np.ndarray, vector: list[float]) -> np.ndarray:
    """A vector of the reference frame in device frames."""
    u = -q[:, :3]
    v = np.broadcast_to(np.asarray(vector), u.shape)
    twice = 2 * np.cross(u, v)
    return v + q[:, 3:] * twice + np.cross(u, twice)


# -- DuckDB --------------------------------------------------------------------------------------


def run_duckdb(
    source: str,
    target: str,
    *,
    operation: str = "orientation",
    per_part: int = 200,
    workers: int = 2,
    report: Callable[[str], None] = lambda line: None,
) -> tuple[int, int]:
    """Process an archive on one machine; parts that exist are skipped.

    `_archive.json` in the result states the operation and the recordings of the parts.

    Parameters
    ----------
    source, target : str
        Folders of Parquet files.
    operation : str
        One of `OPERATIONS`.
    per_part : int
        Recordings a part of the result, which are in memory at once.
    workers : int
        Threads; the library releases the interpreter lock.
    report : callable
        Receives a line of progress for each part.

    Returns
    -------
    tuple of int
        The numbers of processed recordings and of those with an error.

    Raises
    ------
    UsageError
        The folder has results of another operation, other recordings or another `per_part`.
    """
    import duckdb
    import pandas
    import pyarrow

    folder = pathlib.Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    database = duckdb.connect()
    database.execute(f"SET threads = {int(workers)}")
    files = str(pathlib.Path(source) / "**" / "*.parquet")
    names = [
        row[0]
        for row in database.execute(
            "SELECT DISTINCT recording FROM read_parquet(?) ORDER BY 1", [files]
        ).fetchall()
    ]
    description = _description(names, operation=operation, per_part=per_part)
    state = folder / "_archive.json"
    if state.exists() or any(folder.glob("part-*.parquet")):
        found = state.read_text() if state.exists() else None
        _check_description(found, description, target)
    else:
        partial = state.with_suffix(".partial")
        partial.write_text(description)
        partial.rename(state)
    done = failed = 0
    parts = range(0, len(names), per_part)
    with ThreadPoolExecutor(workers) as pool:
        for part, start in enumerate(parts):
            path = folder / f"part-{part:05d}.parquet"
            if path.exists():
                report(f"part {part + 1} of {len(parts)}: exists, skipped")
                continue
            began = time.monotonic()
            chosen = names[start : start + per_part]
            frame = database.execute(
                "SELECT * FROM read_parquet(?) WHERE recording BETWEEN ? AND ?",
                [files, chosen[0], chosen[-1]],
            ).df()
            groups: Iterator[pandas.DataFrame] = (
                group for _, group in frame.groupby("recording", sort=True)
            )
            tables = list(pool.map(lambda group: process(group, operation), groups))
            # Columns without any value have no type of their own.
            schema = pyarrow.schema(
                [
                    ("recording", pyarrow.string()),
                    *(
                        (name, pyarrow.float64() if kind == "double" else pyarrow.string())
                        for name, kind in OPERATIONS[operation].items()
                    ),
                    ("error", pyarrow.string()),
                ]
            )
            result = pandas.concat([table[schema.names] for table in tables])
            _write(pyarrow.Table.from_pandas(result, schema, preserve_index=False), path)
            errors = sum(bool(table["error"].notna().any()) for table in tables)
            done, failed = done + len(tables), failed + errors
            report(
                f"part {part + 1} of {len(parts)}: {len(tables)} recordings, {errors} errors, "
                f"{time.monotonic() - began:.1f} s"
            )
    return done, failed


# -- Spark ---------------------------------------------------------------------------------------


def run_spark(
    spark: Any,
    source: str,
    target: str,
    *,
    operation: str = "orientation",
    batches: int = 1,
    partitions: int | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> None:
    """Process an archive by Spark; batches that are complete are skipped.

    The samples are shuffled by recording, and `process` runs for each one (`applyInPandas`). The
    result is one folder a batch, `batch=0`, `batch=1`, ..., with `_SUCCESS` when it is complete:
    together a partitioned table. `_archive.json` beside them states the operation and the recordings.

    Parameters
    ----------
    spark : pyspark.sql.SparkSession
    source, target : str
        Folders, or addresses that Spark can read and write.
    operation : str
        One of `OPERATIONS`.
    batches : int
        The number of jobs: after a failure those that are complete are skipped. Recordings belong
        to a batch by the hash of their name.
    partitions : int, optional
        Partitions of the shuffle (default: Spark's own).
    report : callable
        Receives a line of progress for each batch.

    Raises
    ------
    UsageError
        The folder has results of another operation, other recordings or other `batches`.
    """
    from pyspark.sql import functions

    columns = OPERATIONS[operation]
    schema = ", ".join(
        ["recording string", *(f"{name} {kind}" for name, kind in columns.items()), "error string"]
    )
    order = ["recording", *columns, "error"]

    def one(frame: pandas.DataFrame) -> pandas.DataFrame:
        return process(frame, operation)[order]

    if partitions:
        spark.conf.set("spark.sql.shuffle.partitions", str(partitions))
    frame = spark.read.parquet(source)
    names = [row[0] for row in frame.select("recording").distinct().collect()]
    _check_spark_description(
        spark, target, _description(names, operation=operation, batches=batches)
    )
    batch_of = functions.pmod(functions.xxhash64("recording"), functions.lit(batches))
    for batch in range(batches):
        folder = f"{target}/batch={batch}"
        path = spark._jvm.org.apache.hadoop.fs.Path(f"{folder}/_SUCCESS")
        files = path.getFileSystem(spark._jsc.hadoopConfiguration())
        if files.exists(path):
            report(f"batch {batch + 1} of {batches}: complete, skipped")
            continue
        began = time.monotonic()
        chosen = frame.where(batch_of == batch) if batches > 1 else frame
        result = chosen.groupBy("recording").applyInPandas(one, schema)
        result.write.mode("overwrite").parquet(folder)
        written = spark.read.parquet(folder)
        errors = written.where("error is not null").count()
        count = written.select("recording").distinct().count()
        report(
            f"batch {batch + 1} of {batches}: {count} recordings, {errors} errors, "
            f"{time.monotonic() - began:.1f} s"
        )


def _check_spark_description(spark: Any, target: str, description: str) -> None:
    """Compare `_archive.json` of a folder with a description, or write it to a new one."""
    java = spark._jvm
    state = java.org.apache.hadoop.fs.Path(f"{target}/_archive.json")
    complete = java.org.apache.hadoop.fs.Path(f"{target}/batch=*/_SUCCESS")
    files = state.getFileSystem(spark._jsc.hadoopConfiguration())
    exists = files.exists(state)
    if exists or files.globStatus(complete):
        found = None
        if exists:
            stream = files.open(state)
            found = java.org.apache.commons.io.IOUtils.toString(stream, "UTF-8")
            stream.close()
        _check_description(found, description, target)
    else:
        stream = files.create(state)
        stream.write(bytearray(description.encode()))
        stream.close()


# -- Command line --------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="archive.py", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    convert = commands.add_parser("convert", help="recordings of any format to Parquet")
    convert.add_argument("recordings", nargs="+")
    convert.add_argument("--output", required=True)
    convert.add_argument("--skip-bad-samples", action="store_true")
    make = commands.add_parser("generate", help="synthetic recordings")
    make.add_argument("output")
    make.add_argument("--recordings", type=int, default=10_000)
    make.add_argument("--seconds", type=float, default=10.0)
    make.add_argument("--rate", type=float, default=100.0)
    make.add_argument("--corrupt", type=int, default=0)
    make.add_argument("--seed", type=int, default=1)
    for name, text in [("duckdb", "process on one machine"), ("spark", "process by Spark")]:
        command = commands.add_parser(name, help=text)
        command.add_argument("input")
        command.add_argument("output")
        command.add_argument("--operation", choices=list(OPERATIONS), default="orientation")
        if name == "duckdb":
            command.add_argument("--workers", type=int, default=2)
            command.add_argument("--per-part", type=int, default=200)
        else:
            command.add_argument("--batches", type=int, default=1)
            command.add_argument("--partitions", type=int)
    options = parser.parse_args(arguments)

    def report(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    try:
        return _run(options, report)
    except inertial.InertialError as error:
        report(f"Error: {error}")
        return error.status


def _run(options: argparse.Namespace, report: Callable[[str], None]) -> int:
    """Run a command of the command line; returns the exit status."""
    if options.command == "convert":
        problems = write_parquet(
            options.recordings, options.output, skip_bad_samples=options.skip_bad_samples
        )
        for problem in problems:
            report(f"Error: {problem}")
        return 65 if problems else 0
    if options.command == "generate":
        generate(
            options.output, options.recordings, seconds=options.seconds, rate=options.rate,
            corrupt=options.corrupt, seed=options.seed,
        )  # fmt: skip
    elif options.command == "duckdb":
        done, failed = run_duckdb(
            options.input, options.output, operation=options.operation,
            per_part=options.per_part, workers=options.workers, report=report,
        )  # fmt: skip
        report(f"{done} recordings, {failed} errors")
    else:
        from pyspark.sql import SparkSession

        spark = SparkSession.builder.appName("inertial").getOrCreate()
        try:
            run_spark(
                spark, options.input, options.output, operation=options.operation,
                batches=options.batches, partitions=options.partitions, report=report,
            )  # fmt: skip
        finally:
            spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
