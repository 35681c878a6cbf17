"""The same bits as the command-line tool, and the same messages."""

import dataclasses

import numpy as np
import pytest

import inertial


def table(path):
    return np.genfromtxt(path, delimiter=",", names=True)


@pytest.mark.parametrize("offline", [False, True])
@pytest.mark.parametrize("mode", ["9d", "6d"])
def test_orientation(tool, sensors, folder, mode, offline):
    output = folder / "attitude.csv"
    arguments = ["--mode", mode, "--output", str(output)] + (["--offline"] if offline else [])
    answer = tool.json("orientation", sensors, *arguments)
    recordings = inertial.read(sensors)
    motion = inertial.orientation(
        recordings.samples[0],
        magnetometer=mode == "9d",
        offline=offline,
        heading="east" if recordings.reference_heading == "east" else "north",
    )
    expected = table(output)
    np.testing.assert_array_equal(motion.times, expected["t"])
    for column, axis in enumerate(["qx", "qy", "qz", "qw"]):
        np.testing.assert_array_equal(motion.attitude[:, column], expected[axis])
    assert motion.report["startupSamples"] == answer["files"][0]["startupSamples"]
    assert motion.report["faults"] == answer["files"][0]["faults"]


@pytest.mark.parametrize("method", ["navigator", "rest", "exponential-damping", "none"])
def test_track(tool, letters, sensors, folder, method):
    recordings = inertial.read(letters)
    with pytest.raises(TypeError, match="expected Motion or Samples"):
        inertial.track(recordings)
    single = folder / "single.csv"
    inertial.Recordings.of(recordings.motions[0]).write(single, "inertial-motion")
    output = folder / "path.csv"
    answer = tool.json("track", str(single), "--method", method, "--output", str(output))
    path = inertial.track(inertial.read(single).motions[0], method=method)
    expected = table(output)
    for column, axis in enumerate("xyz"):
        np.testing.assert_array_equal(path.position[:, column], expected[axis])
        np.testing.assert_array_equal(path.velocity[:, column], expected[f"v{axis}"])
    np.testing.assert_array_equal(path.position_deviation, expected["position_deviation"])
    assert path.report["length"] == answer["pathLength"]


@pytest.mark.parametrize("kind", ["sensors", "letters", "strokes"])
def test_recognize(tool, request, kind):
    path = request.getfixturevalue(kind)
    answer = tool.json("recognize", path)
    gestures = inertial.recognize(inertial.read(path))
    assert [one.label for one in gestures] == [one["label"] for one in answer["gestures"]]
    assert len(gestures) == 2
    for one, expected in zip(gestures, answer["gestures"], strict=True):
        # The tool may use LAPACK and BLAS, the library does not: equal but for rounding.
        assert one.confidence == pytest.approx(expected["confidence"], rel=1e-9)
        assert one.seconds == expected["seconds"]
        assert one.recording == expected["recording"]


def test_lifted_pen(tool, strokes, folder):
    # Letters whose second half is a stroke of its own.
    letters = inertial.read(strokes).strokes
    assert all(np.array_equal(letter.strokes, np.zeros(len(letter))) for letter in letters)
    lifted = [
        dataclasses.replace(letter, strokes=(np.arange(len(letter)) >= len(letter) // 2) * 1.0)
        for letter in letters
    ]
    path = folder / "lifted.csv"
    inertial.Recordings.of(*lifted).write(path, "inertial-strokes")
    read = inertial.read(path).strokes
    for one, expected in zip(read, lifted, strict=True):
        np.testing.assert_array_equal(one.strokes, expected.strokes)
    answer = tool.json("recognize", str(path))["gestures"]
    for one, letter, expected in zip(read, letters, answer, strict=True):
        gesture = inertial.recognize(one)[0]
        assert gesture.label == expected["label"]
        assert gesture.confidence == pytest.approx(expected["confidence"], rel=1e-9)
        assert gesture.score != inertial.recognize(letter)[0].score
    with pytest.raises(inertial.UsageError, match=r"strokes\[0\]: expected 0, 1, 2, ..., got 0.5"):
        inertial.recognize(inertial.Stroke(np.zeros(2), np.zeros((2, 2)), np.full(2, 0.5)))


def test_trained_model(tool, strokes, folder):
    model = folder / "model.json"
    answer = tool.json("train", "--dataset", strokes, "--output", str(model),
                       "--classifier", "zone-perceptron")  # fmt: skip
    recognizer = inertial.Recognizer(model)
    recordings = inertial.read(strokes)
    labels = [recognizer.recognize(stroke)[0].label for stroke in recordings.strokes]
    expected = tool.json("recognize", strokes, "--model", str(model))
    assert labels == [one["label"] for one in expected["gestures"]]
    assert answer is not None
    with pytest.raises(inertial.DataError) as error:
        inertial.Recognizer(strokes)
    assert error.value.status == 65
    message = tool.run("recognize", strokes, "--model", strokes).stderr
    assert message == f"Error: {error.value}\n"


def test_average(tool, folder):
    random = np.random.default_rng(3)
    rotations = random.normal(size=(20, 4)) * 0.1 + [0, 0, 0, 1]
    file = folder / "rotations.csv"
    np.savetxt(file, rotations, delimiter=",", header="x,y,z,w", comments="", fmt="%.17g")
    for method in ["chordal-l2", "geodesic-l2", "geodesic-l1", "chordal-l1", "robust"]:
        answer = tool.json("average", str(file), "--method", method)
        mean = inertial.mean_rotation(rotations, method=method)
        np.testing.assert_array_equal(mean.rotation, answer["quaternion"])
        assert mean.spread == answer["spread"] and mean.gap == answer["gap"]
        assert bool(mean.is_unique) == answer["isUnique"]


@pytest.mark.parametrize(
    "content", ["", "t,x\n1,2\n", "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s\n0,1,2,z\n"]
)
def test_messages(tool, folder, content):
    file = folder / "bad.csv"
    file.write_text(content)
    with pytest.raises(inertial.DataError) as error:
        inertial.read(file)
    assert tool.run("orientation", str(file)).stderr == f"Error: {error.value}\n"
    assert error.value.status == 65


def test_missing(tool):
    with pytest.raises(inertial.InputError) as error:
        inertial.read("/nowhere.csv")
    result = tool.run("orientation", "/nowhere.csv")
    assert result.returncode == error.value.status == 66
    assert result.stderr == f"Error: {error.value}\n"


def test_version(tool):
    assert tool.run("--version").stdout.strip() == inertial.__version__


def test_convert(tool, sensors, folder):
    ours, theirs = folder / "ours.csv", folder / "theirs.csv"
    inertial.read(sensors).write(ours, "inertial-sensors")
    tool.json("convert", sensors, "--to", "inertial-sensors", "--output", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes()
    with pytest.raises(inertial.DataError, match="inertial-sensors"):
        inertial.read(sensors).write(ours, "nothing")
    with pytest.raises(inertial.OutputError):
        inertial.read(sensors).write("/nowhere/x.csv", "inertial-sensors")
