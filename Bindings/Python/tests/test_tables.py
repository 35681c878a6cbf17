"""Plots by matplotlib, and tables of pandas and pyarrow."""

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
    assert list(table.columns)[:4] == ["times", *(f"rotation_rate_{axis}" for axis in "xyz")]
    assert samples.to_arrow().num_rows == len(samples)
