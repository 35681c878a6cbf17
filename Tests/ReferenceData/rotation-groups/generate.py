"""Reference values for Lie groups, rigid motions, rotation splines and rotation groups.

Jacobians, exponentials and logarithms are the correctly rounded float64 of 50-digit values
(mpmath), from series of the matrix exponential and its integral, not from the closed forms of the
package. Splines, groups and reductions are SciPy's.

    pip install mpmath==1.3.0 numpy==2.4.6 scipy==1.17.1
    python3 generate.py [NAME]   # writes NAME.json, or all: jacobians, rigid, turns, splines, groups
"""

import json
import pathlib
import sys

import mpmath as mp
import numpy as np
import scipy
from scipy.spatial.transform import Rotation, RotationSpline, Slerp

mp.mp.dps = 90  # the series loses up to 20 digits at 20 rad
HERE = pathlib.Path(__file__).parent
VERSIONS = {"mpmath": mp.__version__, "numpy": np.__version__, "scipy": scipy.__version__,
            "python": sys.version.split()[0]}


def write(name, cases, note):
    text = json.dumps({"versions": VERSIONS, "note": note, "cases": cases})
    (HERE / name).write_text(text.replace("}, {", "},\n{") + "\n")
    print(f"{name}: {len(cases)} cases, {len(text)} bytes")


def hat(v):
    return mp.matrix([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def hat6(t):
    """ad of a twist [angular, linear]."""
    m = mp.zeros(6, 6)
    m[0:3, 0:3] = hat(t[:3])
    m[3:6, 3:6] = hat(t[:3])
    m[3:6, 0:3] = hat(t[3:])
    return m


def series(a, shift):
    """sum over k of a^k / (k + shift)!: the exponential (0) or its integral (1)."""
    n = a.rows
    term = mp.eye(n) / mp.factorial(shift)
    total = term.copy()
    for k in range(1, 400):
        term = term * a / (k + shift)
        total += term
        if mp.mnorm(term, 1) < mp.mpf(10) ** -85 * mp.mnorm(total, 1) and k > 6:
            return total
    raise ArithmeticError("no convergence")


def exact(v):
    return [mp.mpf(float(x)) for x in v]


def rows(m):
    return [[float(m[i, j]) for j in range(m.cols)] for i in range(m.rows)]


def jacobians():
    """Angles where the closed forms cancel, change branch or are singular."""
    rng = np.random.default_rng(2026)
    angles = [0, 5e-324, 1e-300, 1e-160, 1e-30, 1e-16, 1e-12, 1e-8, 1e-4, 0.01, 0.3, 0.99, 1.0,
              1.01, 1.49, 1.5, 1.51, 2.0, 2.5, 3.0, np.pi - 1e-12, np.pi, np.pi + 1e-8, 4.0, 5.0,
              6.0, 2 * np.pi - 1e-6, 2 * np.pi - 1e-12, 2 * np.pi, 2 * np.pi + 1e-9, 7.0, 12.0,
              4 * np.pi, 18.84955, 20.0]
    axes = [np.array([1.0, 0, 0]), np.array([0, -1.0, 0]), np.array([0, 0.6, 0.8]),
            np.array([1.0, 1, 1]) / 3 ** 0.5, np.array([1.0, -1e-9, 1e-20])]
    vectors = [axis * angle for angle in angles for axis in axes]
    vectors += [v * rng.uniform(0, 20) / np.linalg.norm(v) for v in rng.normal(size=(40, 3))]
    # Exact in single precision too, so that Float can be tested on the same rows.
    singles = [v * rng.uniform(0, 7) / np.linalg.norm(v) for v in rng.normal(size=(60, 3))]
    vectors += [v.astype(np.float32).astype(float) for v in singles]
    cases = []
    for v in vectors:
        w = hat(exact(v))
        left = series(w, 1)
        cases.append({"rotationVector": v.tolist(), "left": rows(left),
                      "leftInverse": rows(left ** -1)})
    write("jacobians.json", cases, "float64 of 50-digit values; right ones are the transposes")


def rigid():
    rng = np.random.default_rng(2027)
    cases = []
    for angle in [0, 1e-300, 1e-12, 1e-8, 1e-4, 0.1, 0.99, 1.01, 1.5, 2.5, 3.0, 3.141592653589]:
        for scale in [1e-6, 1.0, 1e4]:
            axis = rng.normal(size=3)
            twist = np.concatenate([axis / np.linalg.norm(axis) * angle,
                                    rng.normal(size=3) * scale])
            t = exact(twist)
            m = mp.zeros(4, 4)
            m[0:3, 0:3] = hat(t[:3])
            for i in range(3):
                m[i, 3] = t[3 + i]
            e = series(m, 0)
            half = [x / 2 for x in t[:3]]
            h = mp.sqrt(sum(x * x for x in half))
            k = mp.sin(h) / h if h else mp.mpf(1)
            cases.append({"twist": twist.tolist(), "matrix": rows(e),
                          "quaternion": [float(k * x) for x in half] + [float(mp.cos(h))],
                          "leftJacobian": rows(series(hat6(t), 1))})
    write("rigid.json", cases, "twist = [rotation vector, translation part]; jacobian 6x6")


def turns():
    """Angles from 2.4 to 1e14 rad, where rounding errors of the angle dominate."""
    rng = np.random.default_rng(2030)
    cases = []
    for angle in [*rng.uniform(2.4, np.pi, 15), 3.2, 6.3, 12.5, 31.4, 1e2, 1e3, 1e4, 1e5, 1e6, 1e8, 1e10,
                  1e14]:
        for single in [False, True]:
            if single and angle > 1e6:
                continue
            axis = rng.normal(size=3)
            twist = np.concatenate([axis / np.linalg.norm(axis) * angle, rng.normal(size=3)])
            if single:
                twist = twist.astype(np.float32).astype(float)
            w, v = exact(twist[:3]), exact(twist[3:])
            angle2 = sum(x * x for x in w)
            t = mp.sqrt(angle2)
            h, l = hat(w), hat(v)
            e = mp.eye(3) + mp.sin(t) / t * h + (1 - mp.cos(t)) / angle2 * h * h
            # Barfoot's equation 7.86, as printed; 90 digits absorb the cancellation.
            q = (l / 2 + (t - mp.sin(t)) / t ** 3 * (h * l + l * h + h * l * h)
                 + (angle2 + 2 * mp.cos(t) - 2) / (2 * t ** 4) * (h * h * l + l * h * h - 3 * h * l * h)
                 + (2 * t - 3 * mp.sin(t) + t * mp.cos(t)) / (2 * t ** 5)
                 * (h * l * h * h + h * h * l * h))
            cases.append({"twist": twist.tolist(),
                          "quaternion": [float(mp.sin(t / 2) / t * x) for x in w]
                          + [float(mp.cos(t / 2))],
                          "matrix": rows(e), "coupling": rows(q)})
    write("turns.json", cases, "twist = [rotation vector, translation part]; coupling = lower left "
          "block of the left Jacobian")


def splines():
    rng = np.random.default_rng(2028)
    cases = []
    for count, step in [(2, 1.5), (3, 0.3), (4, 0.8), (6, 1.2), (9, 0.5), (20, 0.4)]:
        times = np.cumsum(rng.uniform(0.4, 1.6, size=count))
        keys = [Rotation.random(rng=rng)]
        for _ in range(count - 1):
            keys.append(keys[-1] * Rotation.from_rotvec(rng.normal(size=3) * step))
        keys = Rotation.concatenate(keys)
        # SciPy stops after ten iterations; a hundred suffice to converge.
        spline = type("Converged", (RotationSpline,), {"MAX_ITER": 100, "TOL": 1e-15})(times, keys)
        at = np.sort(np.concatenate([rng.uniform(times[0], times[-1], size=6), times]))
        cases.append({"times": times.tolist(), "keys": keys.as_quat().tolist(), "at": at.tolist(),
                      "slerp": Slerp(times, keys)(at).as_quat().tolist(),
                      "spline": spline(at).as_quat().tolist(), "rate": spline(at, 1).tolist(),
                      "acceleration": spline(at, 2).tolist()})
    write("splines.json", cases, "scipy Slerp and RotationSpline, iterated to convergence")


def groups():
    rng = np.random.default_rng(2029)
    cases = []
    for name, axis in [("T", "Z"), ("O", "Z"), ("I", "Z"), ("C1", "Z"), ("C2", "X"), ("C5", "Y"),
                       ("C6", "Z"), ("D1", "Z"), ("D2", "Z"), ("D3", "X"), ("D6", "Y")]:
        group = Rotation.create_group(name, axis)
        inputs = Rotation.random(6, rng=rng)
        right = Rotation.create_group("C2")
        reduced, left_best, _ = inputs.reduce(left=group, return_indices=True)
        cases.append({"name": name, "axis": axis.lower(), "elements": group.as_quat().tolist(),
                      "inputs": inputs.as_quat().tolist(),
                      "reduced": reduced.as_quat().tolist(),
                      "reducedBothSides":
                          inputs.reduce(left=group, right=right).magnitude().tolist()})
    write("groups.json", cases, "scipy create_group and reduce; both sides: right group C2 about z")


print(VERSIONS)
for make in [jacobians, rigid, turns, splines, groups]:
    if make.__name__ in (sys.argv[1:] or [make.__name__]):
        make()
