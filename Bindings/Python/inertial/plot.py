"""Plots of attitudes and paths; needs matplotlib: `pip install inertial[plot]`."""

from __future__ import annotations

from typing import Any

import numpy as np

from .motion import Path
from .recordings import Motion

__all__ = ["plot_attitude", "plot_path"]


def plot_attitude(motion: Motion, axes: Any = None) -> Any:
    """Plot pitch, roll and yaw over time.

    Parameters
    ----------
    motion : Motion
    axes : matplotlib.axes.Axes, optional
        The axes to draw on (default: those of a new figure).

    Returns
    -------
    matplotlib.axes.Axes
    """
    axes = axes or _new_axes()
    x, y, z, w = motion.attitude.T
    angles = {
        "pitch": np.arcsin(np.clip(2 * (w * x + y * z), -1, 1)),
        "roll": np.arctan2(2 * (w * y - x * z), 1 - 2 * (x * x + y * y)),
        "yaw": np.arctan2(2 * (w * z - x * y), 1 - 2 * (x * x + z * z)),
    }
    for name, angle in angles.items():
        axes.plot(motion.times, np.rad2deg(angle), label=name)
    axes.set_xlabel("time in s")
    axes.set_ylabel("angle in degrees")
    axes.legend()
    return axes


def plot_path(path: Path, axes: Any = None) -> Any:
    """Plot a path from above, with its stationary phases.

    Parameters
    ----------
    path : Path
    axes : matplotlib.axes.Axes, optional
        The axes to draw on (default: those of a new figure).

    Returns
    -------
    matplotlib.axes.Axes
    """
    axes = axes or _new_axes()
    axes.plot(path.position[:, 0], path.position[:, 1], label="path")
    still = path.position[path.stationary]
    axes.plot(still[:, 0], still[:, 1], ".", label="stationary")
    axes.set_xlabel("x in m")
    axes.set_ylabel("y in m")
    axes.set_aspect("equal")
    axes.legend()
    return axes


def _new_axes() -> Any:
    try:
        import matplotlib.pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install inertial[plot]") from error
    return matplotlib.pyplot.subplots()[1]
