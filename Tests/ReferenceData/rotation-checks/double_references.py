"""References in double precision, with rounding errors of their own, for `inertial validate --reference`.

Powers at large exponents, and nearest rotations of nearly singular matrices by the singular value decomposition. A
comparison must allow for the errors of both sides.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 double_references.py   # writes double_references.json
"""

import json
import pathlib

import numpy as np
from scipy.spatial.transform import Rotation

rng = np.random.default_rng(58)
powers = []
for rotation in Rotation.random(60, rng=rng):
    exponent = float(rng.choice([100, -1000.5, 2, -0.5]))
    powers.append({"quat": rotation.as_quat().tolist(), "n": exponent, "pow": (rotation**exponent).as_quat().tolist()})
nearest = []
while len(nearest) < 60:
    u, s, v = np.linalg.svd(rng.normal(size=(3, 3)))
    matrix = u @ np.diag([1, 10.0 ** -rng.integers(0, 15), 10.0 ** -rng.integers(12, 17)]) @ v
    u, s, v = np.linalg.svd(matrix)
    determinant = float(np.linalg.det(matrix))
    sign = np.sign(np.linalg.det(u) * np.linalg.det(v))
    nearest.append({
        "matrix": matrix.tolist(), "sv": s.tolist(), "det": determinant, "scipy_raises": determinant <= 0,
        "nearest": (u @ np.diag([1, 1, sign]) @ v).tolist(), "gap": float(s[1] + sign * s[2])})
suites = [{"suite": "pow", "tolerance": {"abs": 1e-14}, "cases": powers},
          {"suite": "nearest_rotation", "tolerance": {"abs": 1e-12}, "cases": nearest}]
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text('{"cases": [\n' + ",\n".join(map(json.dumps, suites)) + "\n]}\n")
