"""Gestures and words as they are written, against the tool on the whole recording."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import inertial


def same(ours, theirs):
    assert [one.label for one in ours] == [one["label"] for one in theirs]
    for one, expected in zip(ours, theirs, strict=True):
        assert one.score == pytest.approx(expected["score"], rel=1e-9)
        assert (one.start, one.end) == (expected["start"], expected["end"])


def test_session(tool, sensors):
    answer = tool.json("recognize", sensors)["gestures"]
    samples = inertial.read(sensors).samples[0]
    session = inertial.WritingSession()
    same(session.run(samples) + session.finish(), answer)
    assert session.finish() == [] and session.words == []

    single = inertial.WritingSession()
    found = []
    for index in range(len(samples)):
        found += single.update(
            samples.times[index], samples.gyr[index], samples.acc[index],
            touch=bool(samples.touch[index]),
        )  # fmt: skip
    found += single.finish()
    assert [one.label for one in found] == [one["label"] for one in answer]
    with pytest.raises(inertial.UsageError, match=r"gyr: expected shape \(3,\), got \(2,\)"):
        single.update(0.0, (0, 0), None)


def test_strokes(tool, folder):
    path = folder / "symbols.csv"
    tool.run("simulate", "cross square", "--vocabulary", "symbols", "--kind", "strokes",
             "--output", str(path))  # fmt: skip
    answer = tool.json("recognize", str(path), "--built-in", "symbols")["gestures"]
    recognizer = inertial.Recognizer("symbols")
    recordings = inertial.read(path)
    same(recognizer.recognize(recordings), answer)
    session = inertial.WritingSession(recognizer, pause=0.5)
    found = []
    for stroke in recordings.strokes:
        strokes = np.zeros(len(stroke)) if stroke.strokes is None else stroke.strokes
        for index in range(len(stroke)):
            if index and strokes[index] != strokes[index - 1]:
                session.move(stroke.times[index - 1], 0, 0, touching=False)
            found += session.move(stroke.times[index], *stroke.points[index], touching=True)
        session.move(stroke.times[-1], 0, 0, touching=False)
        found += session.advance(stroke.times[-1] + 0.6)
    assert [one.label for one in found] == [one["label"] for one in answer] == ["cross", "square"]
    with pytest.raises(inertial.UsageError, match="pause: expected 0 or more"):
        inertial.WritingSession(pause=-1)


def test_built_in_models(folder):
    models = inertial.built_in_models()
    assert models["letters"]["spellsWords"] and not models["digits"]["spellsWords"]
    for name, model in models.items():
        assert model["title"] and model["reads"] and model["bytes"] > 1000
        assert model["input"] in ("screen", "air", "both")
        inertial.Recognizer(name)


def test_words(tool, sensors, folder):
    words = folder / "words.txt"
    words.write_text("HI\nHELLO\n")
    lexicon = inertial.Lexicon(words)
    answer = tool.json("recognize", sensors, "--words", "--lexicon", str(words))["words"]
    recordings = inertial.read(sensors)
    found = inertial.Recognizer().words(recordings, lexicon)
    assert [one.text for one in found] == [one["text"] for one in answer] == ["HI"]
    assert found[0].confidence == pytest.approx(answer[0]["confidence"], rel=1e-9)
    session = inertial.WritingSession(lexicon=lexicon)
    session.run(recordings.samples[0])
    session.finish()
    assert [one.text for one in session.words] == ["HI"]
    assert (session.words[0].start, session.words[0].end) == (answer[0]["start"], answer[0]["end"])
    with pytest.raises(inertial.UsageError, match="expected a model of letters A to Z"):
        inertial.WritingSession(inertial.Recognizer("gestures"), lexicon=lexicon)
    with pytest.raises(inertial.InputError):
        inertial.Lexicon(folder / "none.txt")


def test_threads():
    session = inertial.WritingSession()
    refused, counts = [], []

    def write():
        count = 0
        for index in range(3000):
            try:
                session.update(index * 0.01, (0, 0, 0), (0, 0, 9.81), touch=index % 100 < 50)
                count += 1
            except inertial.UsageError as error:
                refused.append(str(error))
        counts.append(count)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) + len(refused) == 12_000 and sum(counts) > 0
    assert all("in use by another thread" in text for text in refused)
    # The session still works.
    assert session.finish() is not None

    # While it is in use, every call is refused.
    with session._lock:
        for call in (
            session.finish,
            lambda: session.advance(1),
            lambda: session.move(0, 0, 0, touching=True),
            lambda: session.run(inertial.simulate("A").samples[0]),
        ):
            with pytest.raises(inertial.UsageError, match="another thread"):
                call()
    assert session.finish() == []
