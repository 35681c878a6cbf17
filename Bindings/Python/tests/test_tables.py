"""Plots by matplotlib, tables of pandas and pyarrow, copies, and arrays as files."""

import concurrent.futures
import copy
import multiprocessing
import pickle
import sys
import warnings

import numpy as np
import pytest

import inertial


def test_plots(turns):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from inertial import plot

    motion = inertial.orientation(turns.gyr, turns.acc, rate=turns.rate)
    axes = plot.plot_attitude(motion)
    assert [line.get_label() for line in axes.lines] == ["pitch", "roll", "yaw"]
    axes = plot.plot_path(inertial.track(motion))
    assert len(axes.lines[0].get_xdata()) == len(motion)


def test_tables(sensors):
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    samples = inertial.read(sensors).samples[0]
    table = samples.to_pandas()
    assert list(table.columns)[:4] == ["times", *(f"gyr_{axis}" for axis in "xyz")]
    assert samples.to_arrow().num_rows == len(samples)


def test_one_of_several_recordings(tmp_path):
    axes = [f"gyro_{a}_rad_s" for a in "xyz"] + [f"accel_{a}_g" for a in "xyz"]
    rows = [
        f"{name},{index / 100},0,0,0.001,0,0,-1"
        for name, count in (("a", 100), ("b", 150)) for index in range(count)
    ]  # fmt: skip
    path = tmp_path / "two.csv"
    path.write_text("\n".join([",".join(["recording", "time_s", *axes]), *rows]) + "\n")
    assert [len(part) for part in inertial.read(path).samples] == [100, 150]
    assert [len(part) for part in inertial.read(path, recording="b").samples] == [150]
    assert len(inertial.inspect(path, recording="a")["files"][0]["recordings"]) == 1
    with pytest.raises(inertial.InertialError, match="c"):
        inertial.read(path, recording="c")


def test_a_question_answers_itself(tmp_path):
    path = tmp_path / "log.csv"
    rows = [f"{index * 10},{np.sin(index / 9)},0,{np.cos(index / 9)}" for index in range(300)]
    path.write_text("\n".join(["ticks,fx,fy,fz", *rows]) + "\n")
    with pytest.raises(inertial.DataError, match="columns") as error:
        inertial.read(path)
    columns = error.value.columns
    assert columns and "time=" in columns and "fx fy fz" in columns
    answer = columns.replace("UNIT", "ms", 1).replace("UNIT", "g")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", inertial.SensorWarning)
        assert len(inertial.read(path, columns=answer).samples[0]) == 300
    with pytest.raises(inertial.InputError) as error:
        inertial.read(tmp_path / "none.csv")
    assert error.value.columns is None


def test_plots_as_methods(turns):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    motion = inertial.orientation(turns.gyr, turns.acc, rate=turns.rate)
    assert len(motion.plot().lines) == 3
    assert inertial.track(motion).plot().get_xlabel() == "x in m"


def same(one, two):
    assert type(one) is type(two) and len(one) == len(two)
    assert (one.name, one.label, one.user) == (two.name, two.label, two.user)
    for name, values in one.columns().items():
        np.testing.assert_array_equal(values, two.columns()[name])


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_pickle(sensors, folder, again):
    recordings = inertial.read(sensors)
    copied = again(recordings)
    assert repr(copied) == repr(recordings) and copied.warnings == recordings.warnings
    same(copied.samples[0], recordings.samples[0])
    for one, two in zip(recordings.poses, copied.poses, strict=True):
        same(one, two)
    expected = inertial.recognize(recordings)
    assert again(inertial.Recognizer("letters")).recognize(copied) == expected
    words = folder / "lexicon.txt"
    words.write_text("HI\n")
    lexicon = again(inertial.Lexicon(words))
    assert again(inertial.Recognizer()).words(copied, lexicon)[0].text == "HI"
    error = again(inertial.DataError("bad"))
    assert isinstance(error, inertial.DataError) and str(error) == "bad"


def test_processes(sensors):
    expected = inertial.recognize(inertial.read(sensors))
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        found = pool.submit(inertial.Recognizer().recognize, inertial.read(sensors)).result()
    assert found == expected


def test_own_arrays_are_written(folder, turns):
    samples = inertial.Samples.of(
        turns.gyr, turns.acc, turns.mag, rate=turns.rate, name="turns", label="A", user="me"
    )
    np.testing.assert_allclose(samples.acc, turns.acc, rtol=1e-15)
    np.testing.assert_allclose(samples.core_motion_acceleration * -9.80665, turns.acc, rtol=1e-15)
    path = folder / "turns.csv"
    recordings = inertial.Recordings.of(samples)
    assert (recordings.samples[0].label, recordings.samples[0].user) == ("A", "me")
    recordings.write(path, "inertial-sensors")
    read = inertial.read(path).samples[0]
    np.testing.assert_array_equal(read.gyr, samples.gyr)
    np.testing.assert_array_equal(read.acc, samples.acc)
    np.testing.assert_array_equal(
        inertial.orientation(read).attitude, inertial.orientation(samples).attitude
    )
    with pytest.raises(TypeError, match="expected Recordings, Samples"):
        inertial.Recordings.of(turns.gyr)
    with pytest.raises(inertial.UsageError, match="either times"):
        inertial.Samples.of(turns.gyr)


def test_missing_packages_are_named(turns, monkeypatch):
    motion = inertial.orientation(turns.gyr, turns.acc, rate=turns.rate)
    for name in ("matplotlib", "matplotlib.pyplot", "pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    for call, extra in (
        (motion.plot, "plot"),
        (motion.to_pandas, "table"),
        (motion.to_arrow, "table"),
    ):
        with pytest.raises(ImportError, match=rf"pip install inertial\[{extra}\]"):
            call()
