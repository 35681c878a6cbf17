"""Orientation, path and gestures from inertial sensors.

Arrays are float64 in C order, quaternions scalar last, unless a parameter says otherwise. Results
are bit-identical to those of the command-line tool `inertial`.
"""

from ._library import (
    DataError,
    InertialError,
    InputError,
    OutputError,
    UsageError,
)
from ._library import (
    call as _call,
)
from .gestures import (
    Gesture,
    Lexicon,
    Recognizer,
    Word,
    WritingSession,
    built_in_models,
    recognize,
)
from .motion import MotionEstimator, Path, PathTracker, orientation, track
from .recordings import (
    LeftOutWarning,
    Motion,
    PathWarning,
    Poses,
    Recordings,
    Samples,
    SensorWarning,
    Stroke,
    read,
)
from .rotations import (
    NearestRotation,
    RotationAverage,
    RotationPath,
    mean_rotation,
    nearest_rotation,
    rotation_spline,
    slerp,
)
from .training import evaluate, inspect, simulate, train

__version__: str = _call("version").decode()

__all__ = [
    "DataError",
    "Gesture",
    "InertialError",
    "InputError",
    "LeftOutWarning",
    "Lexicon",
    "Motion",
    "MotionEstimator",
    "NearestRotation",
    "OutputError",
    "Path",
    "PathTracker",
    "PathWarning",
    "Poses",
    "Recognizer",
    "Recordings",
    "RotationAverage",
    "RotationPath",
    "Samples",
    "SensorWarning",
    "Stroke",
    "UsageError",
    "Word",
    "WritingSession",
    "built_in_models",
    "evaluate",
    "inspect",
    "mean_rotation",
    "nearest_rotation",
    "orientation",
    "read",
    "recognize",
    "rotation_spline",
    "simulate",
    "slerp",
    "track",
    "train",
]
