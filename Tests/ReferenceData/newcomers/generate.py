"""Values of the 75 expressions that users of other libraries type first, by NumPy and SciPy.

The tests in Tests/LinearAlgebraTests/Newcomers evaluate the same expressions with this package.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 generate.py   # writes probes.json
"""

import json
import pathlib
import sys

import numpy as np
import scipy
import scipy.linalg
from scipy.spatial.transform import Rotation as R, Slerp

A = np.array([1.0, 2.0, 3.0])
B = np.array([-2.0, 0.5, 4.0])
M = np.array([[2.0, -1.0, 0.5], [0.3, 1.5, -0.7], [-0.4, 0.6, 3.0]])
Q = R.from_rotvec([0.3, -0.2, 0.5])
P = R.from_rotvec([-1.0, 0.4, 0.7])
POINTS = np.array([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.5, -1.0, 1.5], [2.0, 1.0, -0.3]])
T = np.array([0.5, -1.0, 2.0])


def unit(v):
    return v / np.linalg.norm(v)


def quaternion(r):
    return r.as_quat(canonical=True)


def arc(a, b):
    axis = np.cross(a, b)
    angle = np.arctan2(np.linalg.norm(axis), a @ b)
    return R.from_rotvec(unit(axis) * angle)


def homogeneous(linear, translation):
    m = np.eye(4)
    m[:3, :3] = linear
    m[:3, 3] = translation
    return m


def look(forward, up):
    back = unit(-forward)
    right = unit(np.cross(up, back))
    return np.column_stack([right, np.cross(back, right), back])


def perspective(fov, aspect, near, far):
    f = 1 / np.tan(fov / 2)
    return np.array([[f / aspect, 0, 0, 0], [0, f, 0, 0],
                     [0, 0, far / (near - far), near * far / (near - far)], [0, 0, -1, 0]])


def umeyama(source, target):
    ms, mt = source.mean(0), target.mean(0)
    u, s, vt = np.linalg.svd((target - mt).T @ (source - ms) / len(source))
    sign = np.sign(np.linalg.det(u) * np.linalg.det(vt))
    d = np.diag([1, 1, sign])
    r = u @ d @ vt
    c = np.trace(np.diag(s) @ d) / ((source - ms) ** 2).sum(1).mean()
    return r, c, mt - c * r @ ms


TARGETS = np.array([[0.3, 1.1, 0.2], [-2.1, 0.4, 0.3], [1.0, 0.2, 1.9], [-1.2, 2.1, 0.1]])
UR, UC, UT = umeyama(POINTS, TARGETS)
TRS = homogeneous(Q.as_matrix() @ np.diag([2.0, 0.5, 3.0]), T)
RIGID = homogeneous(Q.as_matrix(), T)
OCTAHEDRAL = R.create_group("O")
DIAGONAL = unit(np.array([1.0, 1.0, 0.0]))

PROBES = {
    # simd, with the prefix dropped.
    "simd literal": A + B,
    "simd elementwise": np.concatenate([A * B, A / B]),
    "simd scalar": 2 * A - B / 2,
    "simd dot": [A @ B],
    "simd cross": np.cross(A, B),
    "simd normalize": unit(A),
    "simd length": [np.linalg.norm(A), np.linalg.norm(A - B)],
    "simd mix": A + (B - A) * 0.25,
    "simd clamp": np.concatenate(
        [np.clip(B, 0, 2), np.minimum(A, B), np.maximum(A, B), np.abs(B)]),
    "simd reflect": A - 2 * (A @ unit(B)) * unit(B),
    "simd act": np.concatenate([Q.apply(A), Q.apply(A)]),
    "simd product": quaternion(Q * P),
    "simd slerp": quaternion(Slerp([0, 1], R.concatenate([Q, P]))(0.3)),
    "simd angle axis": np.concatenate([[np.pi / 3], DIAGONAL, [np.sin(np.pi / 6) * DIAGONAL[0]]]),
    "simd matrix": np.concatenate([M @ A, np.linalg.inv(M) @ A, [np.linalg.det(M)]]),
    # SciPy.
    "scipy from_quat": R.from_quat([0.1, 0.2, 0.3, 0.9]).as_matrix().ravel(),
    "scipy from_euler": quaternion(R.from_euler("ZYX", [90, 45, 30], degrees=True)),
    "scipy from_rotvec": quaternion(R.from_rotvec(A)),
    "scipy as_rotvec": (Q * P).as_rotvec(),
    "scipy as_euler": Q.as_euler("xyz", degrees=True),
    "scipy as_mrp": Q.as_mrp(),
    "scipy apply": Q.apply(POINTS).ravel(),
    "scipy apply inverse": Q.apply(A, inverse=True),
    "scipy product": quaternion(R.concatenate([Q, P]) * P).ravel(),
    "scipy power": quaternion(P ** 0.5),
    "scipy magnitude": [(Q.inv() * P).magnitude()],
    "scipy mean": quaternion(R.concatenate([Q, P, Q * P]).mean([1, 2, 0.5])),
    "scipy align_vectors": quaternion(R.align_vectors(TARGETS, POINTS)[0]),
    "scipy Slerp": quaternion(Slerp([0, 1, 3], R.concatenate([Q, P, Q * P]))(2.0)),
    "scipy reduce": [len(OCTAHEDRAL), P.reduce(left=OCTAHEDRAL).magnitude()],
    # Eigen.
    "eigen Quaterniond": R.from_quat([0.2, 0.3, 0.9, 0.1]).apply(A),
    "eigen AngleAxisd": quaternion(R.from_euler("ZYX", [0.3, 0.2, 0.1])),
    "eigen q * v": P.apply(B),
    "eigen toRotationMatrix": P.as_matrix().ravel(),
    "eigen inverse of quaternion": np.array([-0.1, -0.2, -0.3, 0.9]) / 0.95,
    "eigen slerp": quaternion(Slerp([0, 1], R.concatenate([P, Q]))(0.8)),
    "eigen angularDistance": [(P.inv() * Q).magnitude()],
    "eigen FromTwoVectors": quaternion(arc(A, B)),
    "eigen inverse": np.linalg.inv(M).ravel(),
    "eigen trace": [np.linalg.det(M), np.trace(M), np.linalg.norm(M)],
    "eigen SelfAdjointEigenSolver": np.linalg.eigvalsh(M + M.T)[::-1],
    # computeRotationScaling too, which is the polar decomposition.
    "eigen JacobiSVD": np.concatenate(
        [np.linalg.svd(M)[1], *(part.ravel() for part in scipy.linalg.polar(M)),
         scipy.linalg.polar(M, side="left")[1].ravel()]),
    "eigen Isometry3d": np.concatenate(
        [Q.apply(A) + T, Q.inv().apply(A - T), homogeneous(P.as_matrix(), A)[:3] @ RIGID @ [*B, 1]]),
    "eigen eulerAngles": Q.as_euler("ZYX"),
    "eigen umeyama": np.concatenate([UR.ravel(), [UC], UT]),
    # Euclid.
    "euclid array": A,
    "euclid dot": np.concatenate([[A @ B], np.cross(A, B), [np.linalg.norm(A)]]),
    "euclid normalized": unit(B),
    "euclid lerp": A + (B - A) * 0.75,
    "euclid distance": [np.linalg.norm(A - B)],
    "euclid angle": [np.arccos(A @ B / np.linalg.norm(A) / np.linalg.norm(B))],
    "euclid degrees": quaternion(R.from_rotvec(np.array([0, 0, 1]) * np.pi / 2)),
    "euclid rotated": Q.apply(B),
    "euclid pitch yaw roll": quaternion(R.from_euler("YXZ", [40, 20, 10], degrees=True)),
    "euclid inverse": quaternion(Q.inv()),
    "euclid transform": (TRS @ [*A, 1])[:3],
    "euclid translated": Q.apply(Q.apply(A) + T + B),
    "euclid projected": A - (A @ unit(B)) * unit(B),
    "euclid radians": [np.pi / 6, 30],
    "euclid forward": np.concatenate([unit(A), look(A, np.array([0, 1, 0]))[:, 1]]),
    # glam.
    "glam splat": np.concatenate([np.full(3, 2.0), np.ones(3), [1.0, 0, 0]]),
    "glam reductions": [A @ A, B.sum(), B.min(), B.max()],
    "glam clamp_length": unit(A) * 2,
    "glam orthonormal pair": [1, 1, 0, 0, 0, 1],
    "glam project": np.concatenate([B * (A @ B) / (B @ B), A - B * (A @ B) / (B @ B)]),
    "glam move_towards": A + unit(B - A) * 0.5,
    "glam rotation_arc": quaternion(arc(B, A)),
    "glam axis_angle": np.concatenate([unit(A * 0.5), [np.linalg.norm(A * 0.5)]]),
    "glam rotate_towards": quaternion(
        Slerp([0, (Q.inv() * P).magnitude()], R.concatenate([Q, P]))(0.2)),
    "glam look_at": homogeneous(
        look(B - A, np.array([0, 1, 0])).T, -look(B - A, np.array([0, 1, 0])).T @ A).T.ravel(),
    "glam from_srt": TRS.T.ravel(),
    "glam to_srt": np.concatenate([[2.0, 0.5, 3.0], quaternion(Q), T]),
    "glam transform_point": np.concatenate([(TRS @ [*B, 1])[:3], (TRS @ [*B, 0])[:3]]),
    "glam cols_array": np.concatenate([M.T.ravel(), np.diag(A).ravel()]),
    "glam project_point": [
        *(lambda p: p[:3] / p[3])(perspective(1.0, 1.5, 0.1, 100.0) @ [0.3, -0.2, -4.0, 1])],
}

assert len(PROBES) == 75, len(PROBES)
HERE = pathlib.Path(__file__).parent
versions = {"numpy": np.__version__, "scipy": scipy.__version__, "python": sys.version.split()[0]}
cases = [{"name": name, "values": [float(x) for x in np.ravel(values)]}
         for name, values in PROBES.items()]
text = json.dumps({"versions": versions, "cases": cases})
(HERE / "probes.json").write_text(text.replace("}, {", "},\n{") + "\n")
print(len(cases), "probes")
