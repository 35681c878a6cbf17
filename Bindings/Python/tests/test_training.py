"""Simulation, inspection, training and evaluation: the answers of the tool, without the tool."""

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

import inertial


def test_simulation_and_inspection(tool, folder):
    path = folder / "hello.csv"
    tool.run("simulate", "HI", "--seed", "3", "--output", str(path))
    simulated = inertial.simulate("HI", seed=3)
    np.testing.assert_array_equal(simulated.samples[0].gyr, inertial.read(path).samples[0].gyr)
    expected = tool.json("inspect", str(path))
    found = inertial.inspect(path)
    assert found == expected
    lower = inertial.simulate("hi", seed=3)
    np.testing.assert_array_equal(lower.samples[0].gyr, simulated.samples[0].gyr)
    for text in ("", " "):
        with pytest.raises(inertial.UsageError, match="expected letters or names"):
            inertial.simulate(text)
    with pytest.raises(inertial.UsageError, match="letters"):
        inertial.simulate("HI", vocabulary="runes")
    for numbers in ({"seed": -1}, {"seed": 1 << 64}, {"writer": -1}):
        with pytest.raises(inertial.UsageError, match="2\\^64"):
            inertial.simulate("HI", **numbers)
    with pytest.raises(inertial.InputError):
        inertial.inspect(folder / "none.csv")


def own_gestures():
    """Two gestures by arrays: labelled parts of simulated recordings."""
    parts = []
    for writer in (1, 2, 3):
        recording = inertial.simulate("HOHOHO", writer=writer).samples[0]
        edges = np.flatnonzero(np.diff(np.r_[0, recording.touch, 0]))
        for (start, end), label in zip(edges.reshape(-1, 2), "HOHOHO", strict=True):
            parts.append(
                inertial.Samples.of(
                    recording.gyr[start:end], recording.acc[start:end],
                    times=recording.times[start:end], label=label, user=f"writer {writer}",
                )
            )
    return inertial.Recordings.of(*parts)


def test_own_gestures(tool, folder):
    examples = own_gestures()
    recognizer = inertial.train(examples)
    assert recognizer.report["labels"] == ["H", "O"]
    assert recognizer.report["examples"] == 18
    answer = inertial.evaluate(examples)
    assert answer["accuracy"] == 1 and answer["total"] == 18
    with pytest.raises(TypeError, match="save it first"):
        pickle.dumps(recognizer)
    recognizer.save(folder / "own.model")
    recording = inertial.simulate("OHO", writer=9)
    labels = [gesture.label for gesture in recognizer.recognize(recording)]
    assert labels == ["O", "H", "O"]
    for other in (inertial.Recognizer(folder / "own.model"), pickle.loads(pickle.dumps(recognizer))):
        assert other.recognize(recording) == recognizer.recognize(recording)
    # The tool reads it, and gives the same answer.
    path = folder / "oho.csv"
    tool.run("simulate", "OHO", "--writer", "9", "--output", str(path))
    read = tool.json("recognize", str(path), "--model", str(folder / "own.model"))
    assert "".join(gesture["label"] for gesture in read["gestures"]) == "OHO"


def test_untested_label():
    examples = own_gestures()
    extra = inertial.simulate("X", kind="motion").motions[0]
    both = inertial.Recordings.of(*examples.samples, replace(extra, label="X", user="writer 1"))
    answer = inertial.evaluate(both)
    assert answer["untested"] == 1 and answer["total"] == 18 and answer["accuracy"] == 1


def test_motion_with_touches():
    # Samples and their motion are cut alike.
    samples = inertial.simulate("HOH").samples[0]
    expected = [gesture.label for gesture in inertial.recognize(samples)]
    motion = inertial.orientation(samples)
    assert [gesture.label for gesture in inertial.recognize(motion)] == expected == list("HOH")


def test_bad_examples():
    with pytest.raises(inertial.DataError):
        inertial.train(inertial.Recordings())
    with pytest.raises(inertial.UsageError, match="classifier"):
        inertial.train(own_gestures(), classifier="oracle")
    with pytest.raises(inertial.UsageError, match="one model"):
        inertial.Recognizer().save("letters.model")
    json.dumps(inertial.evaluate(own_gestures(), protocol="mixed"))
