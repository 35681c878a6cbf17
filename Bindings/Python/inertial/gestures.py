"""Gestures: letters in the air and on a screen."""

from __future__ import annotations

import ctypes
import functools
import os
import weakref
from dataclasses import dataclass
from typing import Any

from . import _library
from ._library import check, encode
from .recordings import Motion, Recordings, Samples, Stroke

__all__ = ["Gesture", "Recognizer", "recognize"]


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
    """

    label: str | None
    score: float | None
    confidence: float | None
    alternatives: tuple[tuple[str, float], ...]
    reason: str | None
    recording: str
    samples: int
    seconds: float

    @property
    def is_gesture(self) -> bool:
        """Whether the gesture is accepted."""
        return self.label is not None


class Recognizer:
    """A recogniser of gestures.

    Parameters
    ----------
    model : path_like, optional
        A model made by `inertial train` (default: the capital letters A to Z, on a screen and in
        the air).

    Raises
    ------
    DataError
        The file is not a model, or damaged.
    """

    def __init__(self, model: str | os.PathLike[str] | None = None) -> None:
        self._handle = ctypes.c_void_p()
        path = None if model is None else encode(os.fspath(model))
        check("recognizer_new", path, ctypes.byref(self._handle))
        weakref.finalize(self, _library.call, "recognizer_free", self._handle)

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
        if not isinstance(recording, Recordings):
            if not isinstance(recording, (Samples, Motion, Stroke)):
                raise TypeError(
                    "recording: expected Recordings, Samples, Motion or Stroke, got "
                    + type(recording).__name__
                )
            recording = Recordings._of(recording)
        string = ctypes.c_void_p()
        check("recognize", self._handle, recording._handle, int(whole), ctypes.byref(string))
        return [_gesture(entry) for entry in _library.take_json(string)["gestures"]]


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
    )


@functools.lru_cache(maxsize=1)
def _letters() -> Recognizer:
    return Recognizer()


def recognize(
    recording: Recordings | Samples | Motion | Stroke, *, whole: bool = False
) -> list[Gesture]:
    """Recognise capital letters by the built-in models; see `Recognizer.recognize`."""
    return _letters().recognize(recording, whole=whole)
