"""Recordings simulated by the tool, and the tool's answers."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

#: Public recordings beside the checkout, not part of the package.
DATA = pathlib.Path(__file__).resolve().parents[4] / "shared" / "data"


class Tool:
    """The command-line tool, which INERTIAL names."""

    def __init__(self, path: str) -> None:
        self.path = path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.path, *arguments], capture_output=True, text=True)

    def json(self, *arguments: str):
        result = self.run(*arguments, "--json")
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)


@pytest.fixture(scope="session")
def tool() -> Tool:
    path = os.environ.get("INERTIAL")
    if not path:
        pytest.skip("INERTIAL names no tool")
    return Tool(path)


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> pathlib.Path:
    return tmp_path_factory.mktemp("recordings")


def simulated(tool: Tool, folder: pathlib.Path, kind: str) -> str:
    path = folder / f"{kind}.csv"
    if not path.exists():
        result = tool.run("simulate", "HI", "--kind", kind, "--output", str(path))
        assert result.returncode == 0, result.stderr
    return str(path)


@pytest.fixture(scope="session")
def sensors(tool, folder) -> str:
    return simulated(tool, folder, "sensors")


@pytest.fixture(scope="session")
def letters(tool, folder) -> str:
    return simulated(tool, folder, "motion")


@pytest.fixture(scope="session")
def strokes(tool, folder) -> str:
    return simulated(tool, folder, "strokes")


class Turns:
    """Exact samples of a device that rests, turns about changing axes, and rests again."""

    def __init__(self, rate: float = 100.0, rest: float = 6.0, motion: float = 20.0) -> None:
        self.rate = rate
        count = int((2 * rest + motion) * rate)
        t = np.arange(count) / rate
        inside = np.clip((t - rest) / motion, 0, 1)
        envelope = np.sin(np.pi * inside) ** 2
        rates = envelope[:, None] * np.stack(
            [1.5 * np.sin(1.1 * t), 1.2 * np.cos(0.7 * t), 1.0 * np.sin(0.5 * t + 1)], axis=1
        )
        self.attitude = np.empty((count, 4))
        q = np.array([1.0, 0.0, 0.0, 0.0])
        for index in range(count):
            angle = np.linalg.norm(rates[index]) / rate
            if angle > 0:
                axis = rates[index] / np.linalg.norm(rates[index])
                q = multiply(q, np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis]))
            self.attitude[index] = q
        random = np.random.default_rng(7)
        field = np.array([0.0, 20.0, -40.0])  # ENU: north and down
        self.gyr = rates + np.deg2rad([0.3, -0.2, 0.25]) + random.normal(0, 1e-3, (count, 3))
        self.acc = rotate_back(self.attitude, [0, 0, 9.81]) + random.normal(0, 0.02, (count, 3))
        self.mag = rotate_back(self.attitude, field) + random.normal(0, 0.2, (count, 3))


def multiply(p, q):
    w = p[0] * q[0] - p[1:] @ q[1:]
    return np.concatenate([[w], p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])])


def rotate_back(attitudes, vector):
    """A vector of the reference frame in the device frames of quaternions w, x, y, z."""
    v = np.broadcast_to(np.asarray(vector, float), (len(attitudes), 3))
    u = -attitudes[:, 1:]
    t = 2 * np.cross(u, v)
    return v + attitudes[:, :1] * t + np.cross(u, t)


def angles(p, q):
    """Angles between quaternions of shape (n, 4), in degrees."""
    return np.rad2deg(2 * np.arccos(np.clip(np.abs(np.sum(p * q, axis=-1)), 0, 1)))


@pytest.fixture(scope="session")
def turns() -> Turns:
    return Turns()
