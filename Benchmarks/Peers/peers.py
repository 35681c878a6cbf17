#!/usr/bin/env python3
"""Peers in Python, run job by job for `compare`: one JSON object in, one out.

Each comes after its length in bytes, as four bytes with the lowest first.

    {"prepare": JOB, "id": ID, "arrays": [{"shape": [...], "data": BASE64}]}  ->  {}
    {"run": ID, "repetitions": N}  ->  {"seconds": S}
    {"result": ID}                 ->  {"values": BASE64}

The first object out says which packages are installed. A job is a function of its arrays that
returns what to time and what of its result to compare; packages are imported where they are needed,
so that each is optional.
"""

import base64
import importlib.metadata
import json
import math
import sys
import time

PACKAGES = ("numpy", "scipy", "vqf")


def scipy_mean(quaternions):
    from scipy.spatial.transform import Rotation

    rotations = Rotation.from_quat(quaternions)
    return rotations.mean, lambda mean: mean.as_quat()


def scipy_apply(quaternions, vectors):
    from scipy.spatial.transform import Rotation

    rotations = Rotation.from_quat(quaternions)
    return lambda: rotations.apply(vectors), lambda turned: turned


def scipy_product(p, q):
    from scipy.spatial.transform import Rotation

    first, second = Rotation.from_quat(p), Rotation.from_quat(q)
    return lambda: first * second, lambda product: product.as_quat()


def scipy_align(a, b):
    from scipy.spatial.transform import Rotation

    return lambda: Rotation.align_vectors(a, b), lambda answer: answer[0].as_quat()


def numpy_nearest_rotation(matrices):
    import numpy as np

    def run():
        u, _, vt = np.linalg.svd(matrices)
        u[..., 2] *= np.sign(np.linalg.det(u) * np.linalg.det(vt))[:, None]
        return u @ vt

    return run, lambda rotations: rotations


def vqf_update(rates, forces, fields=None):
    """VQF as the package builds it: its C++ over a whole recording in one call."""
    import vqf

    def run():
        filter = vqf.VQF(0.01)
        if fields is None:
            return filter.updateBatch(rates, forces)["quat6D"]
        return filter.updateBatch(rates, forces, fields)["quat9D"]

    return run, lambda quaternions: quaternions


def numpy_zone_features(points):
    """The lab's features of strokes x, y, t in the unit square, all segments of one at once."""
    import numpy as np

    def vector(stroke):
        middle = (stroke[1:, :2] + stroke[:-1, :2]) / 2
        column, row = np.minimum((middle * 3).astype(int), 2).T
        zone = 3 * (3 * row + column)
        step = np.diff(stroke, axis=0)
        features = np.zeros(28)
        np.add.at(features, zone, step[:, 2])
        features[0:27:3] /= stroke[-1, 2] - stroke[0, 2]
        np.add.at(features, zone + 1, step[:, 0])
        np.add.at(features, zone + 2, step[:, 1])
        features[27] = 1
        return features

    return lambda: [vector(stroke) for stroke in points], lambda vectors: np.array(vectors)


def numpy_perceptron(vectors, classes, starts):
    """The lab's training: each start until an epoch without a mistake, 200 at most; averaged."""
    import numpy as np

    classes = classes.astype(int)

    def run():
        total = np.zeros_like(starts[0])
        for start in starts:
            weights = start.copy()
            for _ in range(200):
                mistakes = 0
                for vector, truth in zip(vectors, classes):
                    best = np.argmax(weights @ vector)
                    if best != truth:
                        weights[truth] += vector
                        weights[best] -= vector
                        mistakes += 1
                if mistakes == 0:
                    break
            total += weights
        return total / len(starts)

    return run, lambda weights: weights


JOBS = {
    job.__name__: job
    for job in (scipy_mean, scipy_apply, scipy_product, scipy_align, numpy_nearest_rotation,
                vqf_update, numpy_zone_features, numpy_perceptron)
}


def versions():
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            pass
    return found


def array(description):
    import numpy as np

    data = np.frombuffer(base64.b64decode(description["data"]))
    return data.reshape(description["shape"]).copy()


def main():
    answers = sys.stdout.buffer
    # Keeps the output of packages apart from the answers.
    sys.stdout = sys.stderr

    def answer(message):
        body = json.dumps(message).encode()
        answers.write(len(body).to_bytes(4, "little") + body)
        answers.flush()

    answer({"versions": versions()})
    prepared, results = {}, {}
    while length := sys.stdin.buffer.read(4):
        message = json.loads(sys.stdin.buffer.read(int.from_bytes(length, "little")))
        try:
            if "prepare" in message:
                arrays = [array(description) for description in message["arrays"]]
                prepared[message["id"]] = JOBS[message["prepare"]](*arrays)
                answer({})
            elif "run" in message:
                job, _ = prepared[message["run"]]
                start = time.perf_counter()
                for _ in range(message["repetitions"]):
                    result = job()
                seconds = time.perf_counter() - start
                results[message["run"]] = result
                answer({"seconds": seconds})
            else:
                _, extract = prepared[message["result"]]
                values = extract(results[message["result"]])
                if not all(map(math.isfinite, values.ravel())):
                    raise ValueError("the result is not finite")
                body = values.astype("<f8").tobytes()
                answer({"values": base64.b64encode(body).decode()})
        except Exception as error:  # any failure of a peer leaves it out
            answer({"error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
