"""Reference values for dead reckoning and gesture recognition.

zone_features.json   random strokes and their vectors, zone by zone as the lab's handout says
perceptron.json      the plain perceptron loop, from starts drawn as the package draws them
paths.json           damped and corrected double integrals, step by step as the lab's handout says

    pip install numpy==2.4.6 scipy==1.17.1
    python3 generate.py
"""

import json
import math
import pathlib

import numpy as np
from scipy.spatial.transform import Rotation

MASK = (1 << 64) - 1


class SplitMix64:
    """Steele, Lea and Flood, 2014."""

    def __init__(self, seed):
        self.state = seed & MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)


def write(name, cases):
    with open(pathlib.Path(__file__).parent / name, "w") as file:
        json.dump(cases, file, separators=(",", ":"))
        file.write("\n")


def zone_features(points, times, columns, rows, min_size, centre):
    low, high = points.min(0), points.max(0)
    size = max(*(high - low), min_size)
    unit = (points - low) / size
    if centre:
        unit += (1 - (high - low) / size) / 2
    vector = np.zeros(3 * columns * rows + 1)
    for a, b, dt in zip(unit[:-1], unit[1:], np.diff(times)):
        x, y = (a + b) / 2
        column = next(k for k in range(columns) if x < (k + 1) / columns or k == columns - 1)
        row = next(k for k in range(rows) if y < (k + 1) / rows or k == rows - 1)
        k = row * columns + column
        vector[3 * k : 3 * k + 3] += [dt / (times[-1] - times[0]), *(b - a)]
    vector[-1] = 1
    return vector


def make_zone_features():
    random = np.random.default_rng(1)
    cases = []
    for columns, rows, min_size, centre in [
        (3, 3, 0, False), (3, 3, 0, True), (3, 3, 500, True), (2, 5, 0, False), (1, 1, 0, True),
        (4, 3, 100, False)]:
        count = int(random.integers(2, 40))
        points = random.normal(size=(count, 2)).cumsum(0) * [60, 25] + 300
        times = random.uniform(0, 0.03, count).cumsum()
        vector = zone_features(points, times, columns, rows, min_size, centre)
        cases.append(dict(
            columns=columns, rows=rows, minSize=min_size, center=centre, x=points[:, 0].tolist(),
            y=points[:, 1].tolist(), time=times.tolist(), vector=vector.tolist()))
    write("zone_features.json", cases)


def normal(random):
    # Swift's uniform numbers are the low 53 bits; then Box and Muller.
    u = 1 - (random.next() & (1 << 53) - 1) * 2.0**-53
    v = (random.next() & (1 << 53) - 1) * 2.0**-53
    return math.sqrt(-2 * math.log(u)) * math.cos(2 * math.pi * v)


def perceptron(vectors, classes, count, starts, epochs, draw):
    total = np.zeros((count, vectors.shape[1]))
    converged, used = 0, []
    for start in range(starts):
        weights = draw[start].copy()
        for epoch in range(epochs):
            mistakes, after = 0, np.zeros_like(weights)
            for vector, truth in zip(vectors, classes):
                best = (weights * vector).sum(1).argmax()
                if best != truth:
                    weights[truth] += vector
                    weights[best] -= vector
                    mistakes += 1
                after += weights / len(vectors)
            if mistakes == 0:
                converged += 1
                break
        used.append(epoch + 1)
        # Without convergence, the mean over the last epoch.
        total += weights if mistakes == 0 else after
    return total / starts, converged, used


def make_perceptron():
    random = np.random.default_rng(2)
    cases = []
    for spread, seed in [(0.3, 5), (1.2, 6)]:
        classes = np.arange(60) % 4
        vectors = np.c_[random.normal(size=(4, 5))[classes] * 1.5, np.ones(60)]
        vectors[:, :5] += random.normal(size=(60, 5)) * spread
        starts, epochs = 20, 30
        base = SplitMix64(seed).next()
        draw = []
        for start in range(starts):
            source = SplitMix64(SplitMix64(base + start).next())
            # Feature by feature, the classes of one feature together.
            draw.append(np.array([[normal(source) for _ in range(4)] for _ in range(6)]).T)
        weights, converged, used = perceptron(vectors, classes, 4, starts, epochs, draw)
        cases.append(dict(
            vectors=vectors.tolist(), classes=classes.tolist(), seed=seed, starts=starts,
            epochs=epochs, weights=weights.ravel().tolist(), converged=converged,
            meanEpochs=float(np.mean(used)), maximumEpochs=int(max(used))))
    write("perceptron.json", cases)


def make_paths():
    random = np.random.default_rng(3)
    count = 60
    times = 100 + random.uniform(0.005, 0.02, count).cumsum()
    vectors = random.normal(size=(count, 3)).cumsum(0) * 0.05
    rotations = Rotation.from_rotvec(vectors)
    acceleration = random.normal(size=(count, 3))
    true = -9.80665 * rotations.apply(acceleration)
    cases = dict(
        time=times.tolist(), quaternion=rotations.as_quat().tolist(),
        userAcceleration=acceleration.tolist(), paths={})
    for name, alpha in [("none", 0.0), ("exponential-damping", 2.0), ("zero-end-velocity", 0.0)]:
        velocity, position, path = np.zeros(3), np.zeros(3), [np.zeros(3)]
        for i in range(1, count):
            dt = times[i] - times[i - 1]
            velocity = math.exp(-alpha * dt / 2) * velocity + true[i] * dt / 2
            position = math.exp(-alpha * dt) * position + velocity * dt
            velocity = math.exp(-alpha * dt / 2) * velocity + true[i] * dt / 2
            path.append(position)
        path = np.array(path)
        if name == "zero-end-velocity":
            elapsed = (times - times[0])[:, None]
            path -= velocity * elapsed**2 / (2 * elapsed[-1])
        cases["paths"][name] = path.tolist()
    # The chordal mean: scipy's mean of rotations.
    cases["meanQuaternion"] = rotations.mean().as_quat().tolist()
    plain = np.array(cases["paths"]["zero-end-velocity"])
    seen = rotations.mean().inv().apply(plain)
    cases["projected"] = [[x, -y] for x, y, _ in seen.tolist()]
    write("paths.json", cases)


if __name__ == "__main__":
    make_zone_features()
    make_perceptron()
    make_paths()
