"""Errors of the attitude on simulated motions with errors of the sensors, beside VQF.

pip install scipy vqf
python motions.py                          # 6 axes: 27 motions with 26 errors
python motions.py --axes 9                 # with a magnetometer: 9 further errors
python motions.py --motions pan steps --errors plain clipped

Each row has the root mean square and the largest error in degrees after 6 s, the worst of the
seeds: of the inclination with 6 axes, of the attitude less one constant heading with 9. A star
marks rows in which an error is over 1.25 times VQF's plus 0.3 degrees.
"""

import argparse
import warnings
from collections.abc import Callable

import numpy as np
import vqf
from scipy.signal import butter, sosfiltfilt
from scipy.spatial.transform import Rotation

import inertial

RATE = 1000
DURATION = 60.0
START = 6.0
G = 9.80665

Motion = tuple[np.ndarray, np.ndarray, Rotation]  # acceleration, angular rate, first attitude


def clock() -> np.ndarray:
    return np.arange(int(DURATION * RATE)) / RATE


def smooth(random: np.random.Generator, cutoff: float, size: float) -> np.ndarray:
    """Noise below a frequency in Hz, with this root mean square."""
    white = random.normal(size=(len(clock()), 3))
    noise = sosfiltfilt(butter(2, cutoff, fs=RATE, output="sos"), white, axis=0)
    return noise / np.sqrt(np.mean(noise**2)) * size


def shake(random: np.random.Generator, cutoff: float, size: float) -> np.ndarray:
    """The acceleration of a bounded position."""
    noise = np.gradient(np.gradient(smooth(random, cutoff, 1), axis=0), axis=0)
    return noise / np.sqrt(np.mean(noise**2)) * size


def legs(*parts: tuple[float, float]) -> np.ndarray:
    """Constant values over durations, with ramps of 0.3 s."""
    values = np.concatenate([np.full(int(duration * RATE), value) for duration, value in parts])
    values = (
        np.resize(values, len(clock()))
        if len(values) > len(clock())
        else np.pad(values, (0, len(clock()) - len(values)))
    )
    width = int(0.3 * RATE)
    return np.convolve(np.pad(values, (width, 0), mode="edge"), np.ones(width) / width)[
        width : width + len(values)
    ]


def along(values: np.ndarray, *axis: float) -> np.ndarray:
    return np.outer(values, axis)


def rates(attitudes: Rotation) -> np.ndarray:
    turns = (attitudes[:-1].inv() * attitudes[1:]).as_rotvec() * RATE
    return np.vstack([turns, turns[-1:]])


def motions(random: np.random.Generator) -> dict[str, Callable[[], Motion]]:
    t = clock()
    zero = np.zeros((len(t), 3))
    level = Rotation.identity()
    tilted = Rotation.random(random_state=int(random.integers(1 << 30)))
    moving = np.clip((t - 5) / 0.3, 0, 1)[:, None]

    def turntable(rate: float, radius: float = 0.0, first: Rotation = level) -> Motion:
        turn = moving[:, 0] * np.radians(rate)
        angle = np.cumsum(turn) / RATE
        inward = -radius * turn**2
        acceleration = np.c_[inward * np.cos(angle), inward * np.sin(angle), 0 * t]
        return acceleration, along(turn, *first.inv().apply([0, 0, 1])), first

    def pocket() -> Motion:
        step = 2 * np.pi * 1.9 * t
        force = [1.5 * np.sin(step), 0.8 * np.sin(step / 2), 3 * np.cos(step)]
        turn = [1.2 * np.sin(step / 2), 0.3 * np.sin(step), 0.5 * np.cos(step / 2)]
        return np.stack(force, 1) * moving, np.stack(turn, 1) * moving, tilted

    def foot() -> Motion:
        phase = t % 1
        swing = np.where(phase < 0.6, 0, np.sin((phase - 0.6) / 0.4 * 2 * np.pi))
        force = np.c_[25 * swing, 0 * t, 10 * swing + 60 * np.exp(-(((phase - 0.01) / 0.01) ** 2))]
        return force * moving, along(8 * swing, 0, 1, 0) * moving, tilted

    def pendulum() -> Motion:
        length = 1.5
        angle = np.radians(35) * np.sin(np.sqrt(G / length) * (t - 5)) * np.clip((t - 5) / 8, 0, 1)
        place = np.c_[-length * np.sin(angle), 0 * t, length * (1 - np.cos(angle))]
        force = np.gradient(np.gradient(place, 1 / RATE, axis=0), 1 / RATE, axis=0)
        return force, along(np.gradient(angle, 1 / RATE), 0, 1, 0), level

    def car() -> Motion:
        turn = legs((10, 0), *[(6, 0.3), (6, 0), (6, -0.3), (6, 0)] * 2)
        forward = legs((6, 0), (4, 2), (38, 0), (4, -2))
        left = turn * np.cumsum(forward) / RATE
        c, s = np.cos(np.cumsum(turn) / RATE), np.sin(np.cumsum(turn) / RATE)
        force = np.c_[forward * c - left * s, forward * s + left * c, 0 * t]
        return (
            force + smooth(random, 10, 0.5),
            along(turn, 0, 0, 1) + smooth(random, 3, 0.03),
            level,
        )

    def boat() -> Motion:
        wave = 2 * np.pi * 0.1 * t
        tilt = np.radians([10, 5]) * np.c_[np.sin(wave), np.sin(0.8 * wave + 1)]
        attitudes = Rotation.from_euler("xy", tilt)
        heave = np.c_[0.2 * np.sin(wave), 0.2 * np.cos(wave), 0.4 * np.sin(wave)]
        return heave, rates(attitudes), attitudes[0]

    def throw() -> Motion:
        force, turn = zero.copy(), zero.copy()
        for start in (10, 20, 30, 40):
            flight = (t >= start) & (t < start + 0.8)
            hand = (t >= start - 0.3) & (t < start + 1.1) & ~flight
            force[flight, 2], force[hand, 2] = -G, G * 0.8 / 0.6
            turn[flight] = [6, 2, 1]
        return force, turn, tilted

    moves = legs((6, 0), *[(0.45, 4.0), (2, 0)] * 10, *[(0.45, -4.0), (2, 0)] * 10)
    bursts = legs(*[(8, 0), (2, 1)] * 6)[:, None]
    return {
        "rest": lambda: (zero, zero, tilted),
        "vibration": lambda: (smooth(random, 200, 3), smooth(random, 200, 0.1), tilted),
        "gentle": lambda: (shake(random, 1.5, 1) * moving, smooth(random, 0.8, 1) * moving, tilted),
        "no rest": lambda: (shake(random, 1.5, 1), smooth(random, 0.8, 1), tilted),
        "vigorous": lambda: (shake(random, 3, 6) * moving, smooth(random, 2, 4) * moving, tilted),
        "bursts": lambda: (shake(random, 3, 5) * bursts, smooth(random, 2, 4) * bursts, tilted),
        "pocket": pocket,
        "foot": foot,
        "turntable 1": lambda: turntable(1),
        "turntable 30": lambda: turntable(30),
        "turntable 300": lambda: turntable(300),
        "tilted turntable": lambda: turntable(30, first=tilted),
        "centrifuge": lambda: turntable(200, radius=0.3),
        "wheel": lambda: (zero, along(moving[:, 0] * 2 * np.pi, 0, 1, 0), level),
        "flip": lambda: (
            zero, along(legs(*[(20, 0), (0.5, 2 * np.pi)] * 2), 1, 0.3, 0), tilted,
        ),
        "pan": lambda: (zero, along(moves, 0, 0, 1), level),
        "steps": lambda: (zero, along(np.abs(moves), 1, 0, 0), level),
        "slow tilt": lambda: (zero, along(legs((10, 0), (40, np.radians(2))), 1, 0, 0), level),
        "pendulum": pendulum,
        "lift": lambda: (
            along(legs((5, 0), (2, 1.2), (8, 0), (2, -1.2), (10, 0), (2, -1.2)), 0, 0, 1),
            zero, tilted,
        ),
        "train": lambda: (along(legs((10, 0), (40, 0.5)), 1, 0, 0), zero, tilted),
        "take-off": lambda: (along(legs((10, 0), (30, 2.5)), 1, 0, 0), zero, tilted),
        "slide": lambda: (along(0.89 * np.sin(2 * np.pi * 0.15 * t), 1, 0, 0), zero, tilted),
        "car": car,
        "boat": boat,
        "throw": throw,
        "drone": lambda: (
            shake(random, 0.4, 2) * moving + smooth(random, 100, 4),
            smooth(random, 1, 0.8) * moving + smooth(random, 100, 0.3), tilted,
        ),
    }  # fmt: skip


ERRORS = [
    "plain", "no bias", "bias 5", "bias 12", "warm-up", "bias step", "bias ramp", "scale",
    "alignment", "g-sensitivity", "noise", "offset of force", "scale of force", "clipped",
    "clipped force", "coarse", "late force", "spikes", "10 Hz", "25 Hz", "50 Hz", "500 Hz",
    "aliased", "jitter", "lost fifth", "pauses",
]  # fmt: skip
FIELD_ERRORS = [
    "hard iron", "soft iron", "magnet attached", "iron nearby", "alternating", "field at 10 Hz",
    "late field", "dip 0", "dip 85",
]  # fmt: skip


class Samples:
    def __init__(self, motion: Motion, error: str, random: np.random.Generator) -> None:
        force, turn, first = motion
        steps = Rotation.from_rotvec(turn / RATE)
        attitude, quaternions = first.as_quat(), np.empty((len(turn), 4))
        x, y, z, w = (float(value) for value in attitude)
        for place, (a, b, c, d) in enumerate(steps.as_quat().tolist()):
            quaternions[place] = x, y, z, w
            x, y, z, w = (
                w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a,
                w * c + x * b - y * a + z * d, w * d - x * a - y * b - z * c,
            )  # fmt: skip
        attitudes = Rotation.from_quat(quaternions)
        dip = np.radians({"dip 0": 0, "dip 85": 85}.get(error, 65))
        acc = attitudes.inv().apply(force + [0, 0, G])
        mag = attitudes.inv().apply([0, 48 * np.cos(dip), -48 * np.sin(dip)])
        block = RATE // int(error[:-3]) if error.endswith(" Hz") and error[0].isdigit() else 10
        count = len(turn) // block

        def taken(values: np.ndarray) -> np.ndarray:
            if error == "aliased":
                return values[::block][:count].copy()
            return values[: count * block].reshape(count, block, -1).mean(axis=1)

        middle = 0 if error == "aliased" else block // 2
        self.times = clock()[middle::block][:count]
        self.truth = quaternions[middle::block][:count]
        self.gyr, self.acc, self.mag = taken(turn), taken(acc), taken(mag)
        self.rate = RATE / block
        self.spoil(error, random)

    def spoil(self, error: str, random: np.random.Generator) -> None:
        t, count, degrees = self.times, len(self.times), np.radians(1)
        direction = random.normal(size=3)
        size = {"bias 5": 5, "bias 12": 12, "no bias": 0}.get(error, 0.7)
        self.gyr += direction / np.linalg.norm(direction) * size * degrees
        drift = np.array([1, -0.5, 0.7])
        noise = (10 if error == "noise" else 1) * np.sqrt(self.rate / 100)
        changes: dict[str, Callable[[], None]] = {
            "warm-up": lambda: self.add(gyr=np.outer(0.7 * degrees * (1 - np.exp(-t / 60)), drift)),
            "bias step": lambda: self.add(gyr=np.outer((t > 30) * 0.2 * degrees, drift)),
            "bias ramp": lambda: self.add(gyr=np.outer(0.02 * degrees * t, drift)),
            "scale": lambda: self.multiply(gyr=np.diag([1.02, 0.98, 1.02])),
            "alignment": lambda: self.multiply(gyr=np.eye(3) + 0.01 * random.normal(size=(3, 3))),
            "g-sensitivity": lambda: self.add(gyr=0.2 * degrees * self.acc / G),
            "offset of force": lambda: self.add(acc=np.array([0.4, -0.4, 0.3])),
            "scale of force": lambda: self.multiply(acc=np.diag([1.03, 0.97, 1.02])),
            "hard iron": lambda: self.add(mag=np.array([80.0, -120, 60])),
            "soft iron": lambda: self.multiply(
                mag=np.array([[1.05, 0.04, 0], [0.04, 0.95, 0.03], [0, 0.03, 1.02]])
            ),
            "magnet attached": lambda: self.add(mag=np.outer(t > 30, [15.0, -20, 10])),
            "iron nearby": lambda: self.add(
                mag=Rotation.from_quat(self.truth).inv().apply(
                    np.outer((t > 20) & (t < 40), [25.0, 10, -5])
                )
            ),
            "alternating": lambda: self.add(mag=np.outer(20 * np.sin(14 * np.pi * t), [1, 0, 0.5])),
        }  # fmt: skip
        changes.get(error, lambda: None)()
        self.gyr += random.normal(size=(count, 3)) * 0.07 * degrees * noise
        self.acc += random.normal(size=(count, 3)) * 0.02 * noise
        self.mag += random.normal(size=(count, 3)) * (5 if error == "noise" else 0.5)
        if error == "clipped":
            self.gyr = np.clip(self.gyr, -250 * degrees, 250 * degrees)
        elif error == "clipped force":
            self.acc = np.clip(self.acc, -2 * G, 2 * G)
        elif error == "coarse":
            self.gyr = np.round(self.gyr / (0.5 * degrees)) * 0.5 * degrees
            self.acc = np.round(self.acc / (G / 64)) * G / 64
        elif error == "late force":
            self.acc = np.roll(self.acc, int(0.02 * self.rate), axis=0)
        elif error == "late field":
            self.mag = np.roll(self.mag, int(0.08 * self.rate), axis=0)
        elif error == "spikes":
            for place in random.integers(int(START * self.rate), count, 8):
                self.acc[place] = random.choice([-16, 16], 3) * G
        elif error == "field at 10 Hz":
            self.mag[np.arange(count) % int(self.rate / 10) != 0] = np.nan
        elif error == "jitter":
            self.times = t + random.uniform(-0.4, 0.4, count) / self.rate
        elif error in ("lost fifth", "pauses"):
            kept = random.random(count) > 0.2 if error == "lost fifth" else (abs(t % 15 - 8) > 1)
            for name in ("times", "gyr", "acc", "mag", "truth"):
                setattr(self, name, getattr(self, name)[kept])

    def add(self, **values: np.ndarray) -> None:
        for name, value in values.items():
            setattr(self, name, getattr(self, name) + value)

    def multiply(self, **matrices: np.ndarray) -> None:
        for name, matrix in matrices.items():
            setattr(self, name, getattr(self, name) @ matrix.T)

    def ours(self, axes: int, offline: bool) -> tuple[np.ndarray, np.ndarray]:
        found = inertial.orientation(
            self.gyr, self.acc, self.mag if axes == 9 else None, times=self.times, offline=offline,
            skip_startup=False, heading="east",
        )  # fmt: skip
        return np.asarray(found.times), np.asarray(found.attitude)

    def peer(self, axes: int, offline: bool) -> tuple[np.ndarray, np.ndarray]:
        step = 1 / self.rate
        gyr, acc, mag = (np.ascontiguousarray(v) for v in (self.gyr, self.acc, self.mag))
        missing = np.isnan(mag[:, 0])
        if axes == 9 and missing.any() and not offline:
            live = vqf.VQF(step, step, 0.1)
            rows = []
            for place in range(len(gyr)):
                live.updateGyr(gyr[place])
                live.updateAcc(acc[place])
                if not missing[place]:
                    live.updateMag(mag[place])
                rows.append(live.getQuat9D())
            return self.times, np.roll(rows, -1, axis=1)
        if missing.any():
            held = np.maximum.accumulate(np.where(missing, 0, np.arange(len(mag))))
            mag = np.ascontiguousarray(mag[held])
        field = mag if axes == 9 else None
        run = vqf.offlineVQF if offline else lambda *a: vqf.VQF(a[3]).updateBatch(*a[:3])
        found = run(gyr, acc, field, step)["quat9D" if axes == 9 else "quat6D"]
        return self.times, np.roll(found, -1, axis=1)

    def errors(self, axes: int, times: np.ndarray, attitudes: np.ndarray) -> np.ndarray:
        """The root mean square and the largest error in degrees."""
        places = np.clip(np.searchsorted(self.times, times - 1e-9), 0, len(self.times) - 1)
        used = times > START
        error = Rotation.from_quat(attitudes[used])
        error = error * Rotation.from_quat(self.truth[places[used]]).inv()
        x, y, z, w = error.as_quat().T
        if axes == 6:
            angle = 2 * np.arcsin(np.clip(np.hypot(x, y), 0, 1))
        else:
            heading = np.angle(np.mean(np.exp(2j * np.arctan2(z, w))))
            angle = (Rotation.from_euler("z", -heading) * error).magnitude()
        return np.degrees([np.sqrt(np.mean(angle**2)), angle.max()])


def main() -> None:
    names = list(motions(np.random.default_rng(0)))
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--axes", type=int, choices=(6, 9), default=6)
    parser.add_argument("--motions", nargs="+", choices=names, default=names)
    parser.add_argument("--errors", nargs="+", choices=ERRORS + FIELD_ERRORS)
    parser.add_argument("--seeds", type=int, default=2)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    axes = arguments.axes
    errors = arguments.errors or ERRORS + (FIELD_ERRORS if axes == 9 else [])
    print("motion", "error", "live: rms max", "VQF", "offline: rms max", "VQF", sep=" | ")
    for name in arguments.motions:
        for error in errors:
            rows = []
            for seed in range(arguments.seeds):
                random = np.random.default_rng(seed)
                samples = Samples(motions(random)[name](), error, random)
                rows.append(
                    [
                        samples.errors(axes, *estimate(axes, offline))
                        for offline in (False, True)
                        for estimate in (samples.ours, samples.peer)
                    ]
                )
            live, peer, offline, offline_peer = np.max(rows, axis=0)
            pairs = ((live, peer), (offline, offline_peer))
            worse = any((ours > 1.25 * theirs + 0.3).any() for ours, theirs in pairs)
            cells = (
                f"{rms:.2f} {largest:.1f}" for rms, largest in (live, peer, offline, offline_peer)
            )
            print(name, error, *cells, "*" if worse else "", sep=" | ", flush=True)


if __name__ == "__main__":
    main()
