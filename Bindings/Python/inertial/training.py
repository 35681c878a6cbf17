"""Recordings to train on, and recognisers trained on them."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Literal

from . import _library, containers
from ._library import ReadingOptions, UsageError, check, encode, expect, seed_number
from .gestures import Recognizer
from .recordings import Recordings

__all__ = ["evaluate", "inspect", "simulate", "train"]


def simulate(
    text: str,
    *,
    vocabulary: str = "letters",
    kind: Literal["sensors", "motion", "strokes"] = "sensors",
    writer: int = 1,
    seed: int = 1,
) -> Recordings:
    """Simulate a text by a synthetic writer, as `inertial simulate` does.

    Parameters
    ----------
    text : str
        Letters with spaces between words, or names with spaces between them, in either case.
    vocabulary : str
        The contents of the text.
    kind : {'sensors', 'motion', 'strokes'}
        Raw samples of a phone in the air with sensor errors, a touch and the true poses; the true
        motion of each letter; or strokes on a screen.
    writer : int
        The seed of the writer.
    seed : int
        The seed of the phone's grip and of the sensors' errors.

    Returns
    -------
    Recordings

    Examples
    --------
    >>> len(simulate("HI").samples)
    1
    """
    handle = ctypes.c_void_p()
    check(
        "simulate", encode(expect(text, str, "text")), encode(vocabulary), encode(kind), seed_number(writer, "writer"),
        seed_number(seed, "seed"), ctypes.byref(handle),
    )  # fmt: skip
    result = Recordings.__new__(Recordings)
    result._adopt(handle)
    return result


def inspect(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    columns: str | None = None,
    recording: str | None = None,
) -> dict[str, Any]:
    """Describe a file, as `inertial inspect --json` does.

    Parameters
    ----------
    path : path_like
        The file, folder or archive.
    format, columns, recording : str, optional
        As in `read`.

    Returns
    -------
    dict
        `files`: format, recordings with sensors, rates, units, gaps and findings; what was guessed
        and from what; unused columns.
    """
    options = ReadingOptions(
        encode(format), None, 0, None, None, None, encode(columns), encode(recording)
    )
    string = ctypes.c_void_p()
    with containers.readable(path) as file:
        check("inspect", encode(file.path), ctypes.byref(options), ctypes.byref(string))
    answer: dict[str, Any] = _library.take_json(string)
    return answer


def train(examples: Recordings, *, classifier: str | None = None, seed: int = 1) -> Recognizer:
    """Train a recogniser on labelled recordings, as `inertial train` does.

    Parameters
    ----------
    examples : Recordings
        Motions, raw samples or strokes with labels: of a file, or `Recordings.of` arrays. Raw
        samples with a touch are cut at touch and release; otherwise a recording is one gesture.
    classifier : str, optional
        A name of `inertial help train` (default: chosen by the kind of recordings).
    seed : int
        The seed of random starts: equal examples and seeds yield equal models.

    Returns
    -------
    Recognizer
        `report` has the labels, the number of examples and the accuracy; `save` writes the model.

    Raises
    ------
    DataError
        There are too few labels or examples.
    """
    handle, string = ctypes.c_void_p(), ctypes.c_void_p()
    check(
        "train", expect(examples, Recordings, "examples")._handle, encode(classifier),
        seed_number(seed, "seed"), ctypes.byref(handle), ctypes.byref(string),
    )  # fmt: skip
    return Recognizer._trained(handle, _library.take_json(string))


def evaluate(
    examples: Recordings,
    *,
    protocol: Literal["user-dependent", "mixed", "leave-one-user-out"] = "leave-one-user-out",
    classifier: str | None = None,
    seed: int = 1,
) -> dict[str, Any]:
    """Evaluate a classifier on unseen examples, as `inertial evaluate --json` does.

    Parameters
    ----------
    examples : Recordings
        As in `train`, with users for two of the protocols.
    protocol : {'user-dependent', 'mixed', 'leave-one-user-out'}
        Leave out one repetition of a user, folds over all users, or leave out each user.
    classifier, seed
        As in `train`.

    Returns
    -------
    dict
        accuracy, correct, total, labels, confusion (rows are the true labels), perUser and more.
    """
    if protocol not in ("user-dependent", "mixed", "leave-one-user-out"):
        raise UsageError(
            f"protocol: expected user-dependent, mixed or leave-one-user-out, got {protocol!r}"
        )
    string = ctypes.c_void_p()
    check(
        "evaluate", expect(examples, Recordings, "examples")._handle, encode(protocol),
        encode(classifier), seed_number(seed, "seed"), ctypes.byref(string),
    )  # fmt: skip
    answer: dict[str, Any] = _library.take_json(string)
    return answer
