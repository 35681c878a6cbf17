"""Archives: conversion, DuckDB, error rows, and the tool's bits."""

import contextlib
import os
import shutil
import subprocess

import numpy as np
import pytest

import archive
import inertial

pandas = pytest.importorskip("pandas")
parquet = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")


@pytest.fixture(scope="session")
def sensors(tmp_path_factory) -> str:
    """Sensor samples simulated by the tool, which INERTIAL names."""
    path = tmp_path_factory.mktemp("recordings") / "sensors.csv"
    command = [os.environ["INERTIAL"], "simulate", "HI", "--kind", "sensors", "--output", path]
    subprocess.run(command, check=True)
    return str(path)


def test_duckdb(tmp_path):
    archive.generate(str(tmp_path / "in"), 12, seconds=3, corrupt=2, per_file=5)
    lines = []
    options = dict(operation="orientation", per_part=5, report=lines.append)
    done, failed = archive.run_duckdb(str(tmp_path / "in"), str(tmp_path / "out"), **options)
    assert (done, failed) == (12, 2)
    result = parquet.read_table(tmp_path / "out").to_pandas()
    assert result["recording"].nunique() == 12
    bad = result[result["error"].notna()]
    assert list(bad["recording"]) == ["synthetic-000000", "synthetic-000011"]
    assert bad["error"].iloc[0] == (
        "expected gyroscope and accelerometer samples, got no accelerometer"
    )
    # The same bits as the library on the same rows, in another order.
    source = parquet.read_table(tmp_path / "in").to_pandas()
    one = source[source["recording"] == "synthetic-000007"].sample(frac=1, random_state=1)
    table = archive.process(one)
    ours = result[result["recording"] == "synthetic-000007"]
    np.testing.assert_array_equal(ours["qw"], table["qw"])
    ordered = one.sort_values("t")
    motion = inertial.orientation(
        ordered[["gx", "gy", "gz"]], ordered[["ax", "ay", "az"]], ordered[["mx", "my", "mz"]],
        times=ordered["t"],
    )  # fmt: skip
    np.testing.assert_array_equal(ours[["qx", "qy", "qz", "qw"]], motion.attitude)

    # A part that exists is skipped; a missing one is made again.
    (tmp_path / "out" / "part-00001.parquet").unlink()
    assert archive.run_duckdb(str(tmp_path / "in"), str(tmp_path / "out"), **options) == (5, 0)
    assert "exists, skipped" in lines[-1]

    # Parts of another operation, other recordings or another number of recordings are not reused.
    source, target = str(tmp_path / "in"), str(tmp_path / "out")
    for change in (dict(operation="path"), dict(per_part=6)):
        with pytest.raises(inertial.UsageError, match="write to an empty folder"):
            archive.run_duckdb(source, target, **{**options, **change})
    assert archive.main(["duckdb", source, target, "--operation", "path", "--per-part", "5"]) == 64
    archive.generate(source, 13, seconds=3, corrupt=2, per_file=5)
    with pytest.raises(inertial.UsageError, match='"recordings": 13.*"recordings": 12'):
        archive.run_duckdb(source, target, **options)
    (tmp_path / "out" / "_archive.json").unlink()
    with pytest.raises(inertial.UsageError, match="those of an unknown run"):
        archive.run_duckdb(source, target, **options)


@pytest.mark.parametrize("operation", list(archive.OPERATIONS))
def test_operations(tmp_path, operation):
    archive.generate(str(tmp_path), 1, seconds=4)
    frame = parquet.read_table(tmp_path).to_pandas()
    result = archive.process(frame, operation)
    assert list(result.columns) == ["recording", *archive.OPERATIONS[operation], "error"]
    assert result["error"].isna().all()
    assert len(result) == {"orientation": 400, "path": 400}.get(operation, len(result))
    for problem in (frame.assign(t=np.nan), frame.drop(columns="ax"), frame.assign(gx="x")):
        bad = archive.process(problem, operation)
        assert len(bad) == 1 and bad["error"].notna().all()


def test_convert(sensors, tmp_path):
    problems = archive.write_parquet([sensors, "/nowhere.csv"], str(tmp_path))
    assert problems == ["/nowhere.csv: no such file"]
    frame = parquet.read_table(tmp_path).to_pandas()
    samples = inertial.read(sensors).samples[0]
    np.testing.assert_array_equal(frame["t"], samples.times)
    np.testing.assert_array_equal(frame[["gx", "gy", "gz"]], samples.gyr)
    assert archive.main(["convert", "/nowhere.csv", "--output", str(tmp_path)]) == 65


def test_convert_equal_names(sensors, tmp_path):
    paths = []
    for user in ("u1", "u2"):
        (tmp_path / user).mkdir()
        paths.append(str(shutil.copy(sensors, tmp_path / user / "walk.csv")))
    target = tmp_path / "archive"
    count = len(inertial.read(sensors).samples[0])
    for _ in range(2):  # The second time replaces the files of the first.
        assert archive.write_parquet(paths, str(target)) == []
        frame = parquet.read_table(target).to_pandas()
        assert list(frame["recording"].value_counts()) == [count, count]
        assert len(list(target.iterdir())) == 2

    # Relative paths that are equal, of different folders.
    target = tmp_path / "relative"
    for user in ("u1", "u2"):
        with contextlib.chdir(tmp_path / user):
            assert archive.write_parquet(["walk.csv"], str(target)) == []
    frame = parquet.read_table(target).to_pandas()
    assert list(frame["recording"].value_counts()) == [count, count]
