"""Gestures: letters in the air and on a screen."""

from __future__ import annotations

import ctypes
import functools
import os
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from . import _library
from ._library import UsageError, check, encode, expect, numbers
from .recordings import STANDARD_GRAVITY, Motion, Recordings, Samples, Stroke

__all__ = [
    "Gesture",
    "Lexicon",
    "Recognizer",
    "Word",
    "WritingSession",
    "built_in_models",
    "recognize",
]


@functools.cache
def built_in_models() -> dict[str, dict[str, Any]]:
    """The built-in models by name: `title`, `reads`, `input`, `spellsWords` and `bytes` of each."""
    string = ctypes.c_void_p()
    check("built_in_models", ctypes.byref(string))
    return {model.pop("name"): model for model in _library.take_json(string)}


@dataclass(frozen=True)
class Gesture:
    """A recognised gesture.

    Attributes
    ----------
    label : str or None
        The accepted label; None for a rejected gesture.
    score : float or None
        The score of the best label.
    confidence : float or None
        From 0 to 1.
    alternatives : tuple of (str, float)
        The next best labels with their confidence, best first.
    reason : str or None
        The reason for the rejection.
    recording : str
        The name of the recording.
    samples : int
        The number of samples.
    seconds : float
        The duration.
    start, end : float
        The times of the first and the last sample, in seconds of the recording.
    """

    label: str | None
    score: float | None
    confidence: float | None
    alternatives: tuple[tuple[str, float], ...]
    reason: str | None
    recording: str
    samples: int
    seconds: float
    start: float
    end: float

    @property
    def is_gesture(self) -> bool:
        """Whether the gesture is accepted."""
        return self.label is not None


@dataclass(frozen=True)
class Word:
    """A word decoded from letters.

    Attributes
    ----------
    text : str
        The word, in capitals.
    confidence : float
        From 0 to 1.
    in_lexicon : bool
        Whether the word is in the lexicon.
    letters : str
        The recognised letters before decoding, '?' for a rejected gesture.
    alternatives : tuple of (str, float)
        The next best words with their confidence, best first.
    start, end : float
        The times of the first and the last sample, in seconds of the recording.
    """

    text: str
    confidence: float
    in_lexicon: bool
    letters: str
    alternatives: tuple[tuple[str, float], ...]
    start: float
    end: float


class Lexicon:
    """A list of words for the decoding of letters; other words remain possible.

    Parameters
    ----------
    path : path_like, optional
        A list of words, one per line (default: /usr/share/dict/words).

    Raises
    ------
    InputError
        The file does not exist.
    DataError
        The file has no words.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self._handle = ctypes.c_void_p()
        self._path = None if path is None else os.path.abspath(path)
        name = None if path is None else encode(os.fspath(path))
        check("lexicon_new", name, ctypes.byref(self._handle))
        weakref.finalize(self, _library.call, "lexicon_free", self._handle)

    def __reduce__(self) -> Any:
        return Lexicon, (self._path,)


class Recognizer:
    """A recogniser of gestures.

    Parameters
    ----------
    model : str or path_like
        The name of a built-in model, such as 'letters' (the capital letters A to Z, on a screen
        and in the air; `built_in_models` has all), or the path of a model that `save` or
        `inertial train` wrote. A pickled recogniser holds this name. `train` makes a recogniser of
        your own examples.

    Attributes
    ----------
    report : dict
        Of a trained recogniser: labels, examples, trainingAccuracy and more.

    Raises
    ------
    DataError
        The file is not a model, or damaged.
    """

    def __init__(self, model: str | os.PathLike[str] | None = None) -> None:
        self._handle = ctypes.c_void_p()
        model = "letters" if model is None else model
        function = "recognizer_built_in" if model in built_in_models() else "recognizer_new"
        check(function, encode(os.fspath(model)), ctypes.byref(self._handle))
        weakref.finalize(self, _library.call, "recognizer_free", self._handle)
        self._model: str | None = os.fspath(model)
        self.report: dict[str, Any] = {}

    @classmethod
    def _trained(cls, handle: ctypes.c_void_p, report: dict[str, Any]) -> Recognizer:
        result = cls.__new__(cls)
        result._handle = handle
        weakref.finalize(result, _library.call, "recognizer_free", handle)
        result._model, result.report = None, report
        return result

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a trained model to a file, for `Recognizer(path)` and the command-line tool.

        Raises
        ------
        OutputError
            The file cannot be written.
        """
        check("recognizer_write", self._handle, encode(os.fspath(path)))
        self._model = os.path.abspath(path)

    def __reduce__(self) -> Any:
        if self._model is None:
            raise TypeError("a trained recogniser is pickled by the name of its file: save it first")
        built_in = self._model in built_in_models()
        return Recognizer, (self._model if built_in else os.path.abspath(self._model),)

    def recognize(
        self, recording: Recordings | Samples | Motion | Stroke, *, whole: bool = False
    ) -> list[Gesture]:
        """Recognise the gestures of a recording, as `inertial recognize` does.

        Parameters
        ----------
        recording : Recordings, Samples, Motion or Stroke
            Raw samples with touches are cut at touch and release; without a touch, a recording
            longer than one gesture is searched for gestures.
        whole : bool
            Whether a recording without a touch is one gesture.

        Returns
        -------
        list of Gesture
        """
        recordings = _recordings(recording)
        string = ctypes.c_void_p()
        check("recognize", self._handle, recordings._handle, int(whole), ctypes.byref(string))
        return [_gesture(entry) for entry in _library.take_json(string)["gestures"]]

    def words(
        self,
        recording: Recordings | Samples | Motion | Stroke,
        lexicon: Lexicon,
        *,
        whole: bool = False,
    ) -> list[Word]:
        """Recognise the words of a recording, as `inertial recognize --words` does.

        Parameters
        ----------
        recording : Recordings, Samples, Motion or Stroke
            Its letters are one sequence.
        lexicon : Lexicon
            The probable words.
        whole : bool
            As in `recognize`.

        Returns
        -------
        list of Word
        """
        recordings = _recordings(recording)
        string = ctypes.c_void_p()
        check(
            "recognize_words", self._handle, recordings._handle, int(whole),
            expect(lexicon, Lexicon, "lexicon")._handle, ctypes.byref(string),
        )  # fmt: skip
        return [_word(entry) for entry in _library.take_json(string)["words"]]


class WritingSession:
    """Gestures and words as they are written: from raw samples, or from points of strokes.

    Parameters
    ----------
    recognizer : Recognizer, optional
        Default: that of the letters.
    lexicon : Lexicon, optional
        For `words`.
    pause : float
        The longest pause between two strokes of one gesture, in seconds.

    Attributes
    ----------
    words : list of Word
        The words so far; a phrase is decoded after 5 s without a gesture, and at the end.

    Raises
    ------
    UsageError
        Another thread uses the session at this moment.

    Examples
    --------
    >>> session = WritingSession()
    >>> session.update(0.0, (0, 0, 0), (0, 0, 9.81), touch=False)
    []
    """

    def __init__(
        self,
        recognizer: Recognizer | None = None,
        *,
        lexicon: Lexicon | None = None,
        pause: float = 0.6,
    ) -> None:
        self.words: list[Word] = []
        self._handle = ctypes.c_void_p()
        self._lock = threading.Lock()
        recognizer = _letters() if recognizer is None else recognizer
        words = None if lexicon is None else expect(lexicon, Lexicon, "lexicon")._handle
        check(
            "session_new", expect(recognizer, Recognizer, "recognizer")._handle, words, pause,
            ctypes.byref(self._handle),
        )  # fmt: skip
        weakref.finalize(self, _library.call, "session_free", self._handle)
        self._reads_words = lexicon is not None

    def update(
        self,
        time: float,
        gyr: ArrayLike | None,
        acc: ArrayLike | None,
        mag: ArrayLike | None = None,
        *,
        touch: bool | None = None,
    ) -> list[Gesture]:
        """Take one sample and return the gestures that it completes.

        Parameters
        ----------
        time : float
            Seconds.
        gyr, acc, mag : array_like, shape (3,), or None
            Angular rate in rad/s, specific force in m/s^2 (+9.81 on z face up), field in uT.
        touch : bool, optional
            Whether the screen is touched or the button held; None for a source without a touch,
            whose gestures are spotted.
        """
        return self._taken(
            "session_update", time, _vector(gyr, "gyr"),
            _vector(acc, "acc", -1 / STANDARD_GRAVITY), _vector(mag, "mag"),
            -1 if touch is None else int(touch),
        )  # fmt: skip

    def run(self, samples: Samples) -> list[Gesture]:
        """Take the samples of a recording or of its next part, as `update` takes one."""
        source = samples._pointers()
        return self._taken("session_run", ctypes.byref(source), function=check)

    def move(self, time: float, x: float, y: float, *, touching: bool) -> list[Gesture]:
        """Take a point of a stroke and return the gesture that ended before it.

        Parameters
        ----------
        time : float
            Seconds.
        x, y : float
            In any unit, y down.
        touching : bool
            Whether the pen or finger touches; the first point without a touch ends the stroke.
        """
        return self._taken("session_point", time, x, y, int(touching))

    def advance(self, time: float) -> list[Gesture]:
        """Advance the time in seconds, and return the gesture of strokes whose pause is over."""
        return self._taken("session_advance", time)

    def finish(self) -> list[Gesture]:
        """End the stream, and return the gestures in progress."""
        return self._taken("session_finish")

    def _taken(
        self, name: str, *arguments: Any, function: Callable[..., Any] = _library.call
    ) -> list[Gesture]:
        # The library runs without the interpreter lock, and a session has one state.
        if not self._lock.acquire(blocking=False):
            raise UsageError("the session is in use by another thread: a stream belongs to one")
        try:
            waiting = function(name, self._handle, *arguments)
            return self._take() if waiting is None or waiting or self._reads_words else []
        finally:
            self._lock.release()

    def _take(self) -> list[Gesture]:
        string = ctypes.c_void_p()
        check("session_take", self._handle, ctypes.byref(string))
        answer = _library.take_json(string)
        self.words += [_word(entry) for entry in answer.get("words", [])]
        return [_gesture(entry) for entry in answer["gestures"]]


def _vector(value: ArrayLike | None, name: str, scale: float = 1.0) -> Any:
    if value is None:
        return None
    vector = numbers(value, name)
    if vector.shape != (3,):
        raise UsageError(f"{name}: expected shape (3,), got {vector.shape}")
    return (ctypes.c_double * 3)(*(scale * vector))


def _recordings(recording: Recordings | Samples | Motion | Stroke) -> Recordings:
    if isinstance(recording, Recordings):
        return recording
    return Recordings.of(recording)


def _gesture(entry: dict[str, Any]) -> Gesture:
    return Gesture(
        label=entry["label"],
        score=entry["score"],
        confidence=entry["confidence"],
        alternatives=tuple((one["label"], one["confidence"]) for one in entry["alternatives"]),
        reason=entry.get("reason"),
        recording=entry["recording"],
        samples=entry["samples"],
        seconds=entry["seconds"],
        start=entry["start"],
        end=entry["end"],
    )


def _word(entry: dict[str, Any]) -> Word:
    return Word(
        text=entry["text"],
        confidence=entry["confidence"],
        in_lexicon=entry["isInLexicon"],
        letters=entry["letters"],
        alternatives=tuple((one["text"], one["confidence"]) for one in entry["alternatives"]),
        start=entry["start"],
        end=entry["end"],
    )


@functools.lru_cache(maxsize=1)
def _letters() -> Recognizer:
    return Recognizer()


def recognize(
    recording: Recordings | Samples | Motion | Stroke, *, whole: bool = False
) -> list[Gesture]:
    """Recognise capital letters with the built-in models; see `Recognizer.recognize`."""
    return _letters().recognize(recording, whole=whole)
