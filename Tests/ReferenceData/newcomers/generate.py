"""Values of the 170 expressions that users of other libraries type first, by NumPy and SciPy.

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
from scipy.spatial.transform import RigidTransform, Rotation as R, Slerp

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
Z_UP, Y_UP = np.array([0, 0, 1.0]), np.array([0, 1.0, 0])
SRT = homogeneous(P.as_matrix() @ np.diag([1.5, 1.5, 1.5]), B)


def between(start, end, t):
    return Slerp([0, 1], R.concatenate([start, end]))(t)


def longer(start, end, t):
    """Slerp along the longer arc."""
    step = (start.inv() * end).as_rotvec()
    angle = np.linalg.norm(step)
    return start * R.from_rotvec(step / angle * (angle - 2 * np.pi) * t)


def project(m, point):
    p = m @ [*point, 1]
    return p[:3] / p[3]


def opengl(fov, aspect, near, far):
    f = 1 / np.tan(fov / 2)
    return np.array([[f / aspect, 0, 0, 0], [0, f, 0, 0],
                     [0, 0, (near + far) / (near - far), 2 * near * far / (near - far)], [0, 0, -1, 0]])


def view(eye, center, up):
    axes = look(center - eye, up)
    return homogeneous(axes.T, -axes.T @ eye)


def twist(r, axis):
    """The part of a rotation about an axis."""
    q = r.as_quat()
    along = q[:3] @ axis
    return R.from_quat([*(axis * along), q[3]])


def towards(start, end, angle):
    return between(start, end, min(1, angle / (start.inv() * end).magnitude()))


def unity_look(forward, up):
    """The columns right, up, forward."""
    z = unit(forward)
    x = unit(np.cross(up, z))
    return np.column_stack([x, np.cross(z, x), z])

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
    "simd transpose": M.T.ravel(),
    "simd project": B * (A @ B) / (B @ B),
    "simd from to": quaternion(arc(A, B)),
    "simd matrix of quaternion": Q.as_matrix().ravel(),
    "simd inverse of quaternion": np.concatenate([quaternion(Q.inv()), [Q.magnitude()]]),
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
    "scipy from_matrix": quaternion(R.from_matrix(Q.as_matrix())),
    "scipy from_mrp": quaternion(R.from_mrp([0.1, -0.2, 0.3])),
    "scipy inv": quaternion((Q * P).inv()),
    "scipy Slerp times": quaternion(
        Slerp([0, 1, 3], R.concatenate([Q, P, Q * P]))([0.25, 1.0, 2.75])).ravel(),
    "scipy RigidTransform": np.concatenate([
        RigidTransform.from_components(T, Q).apply(POINTS).ravel(),
        RigidTransform.from_components(T, Q).inv().apply(A)]),
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
    "eigen norm": [np.linalg.norm(A), A @ A, A.sum(), B.min(), B.max()],
    "eigen cwise": np.concatenate([A * B, np.abs(B), np.minimum(A, B)]),
    "eigen blocks": np.concatenate([[M[0, 1]], M[0], M[:, 1], np.diag(M)]),
    "eigen lu solve": np.linalg.solve(M, A),
    "eigen Affine3d": TRS.ravel(),
    # GLKit, in single precision.
    "glk GLKVector3Add": np.concatenate([A + B, A - B]),
    "glk GLKVector3CrossProduct": np.cross(A, B),
    "glk GLKVector3DotProduct": [A @ B],
    "glk GLKVector3Normalize": unit(A),
    "glk GLKVector3Distance": [np.linalg.norm(A), np.linalg.norm(A - B)],
    "glk GLKVector3Lerp": A + (B - A) * 0.25,
    "glk GLKVector3Project": B * (A @ B) / (B @ B),
    "glk GLKVector3MultiplyScalar": np.concatenate([A * 1.5, A / 4]),
    "glk GLKQuaternionMakeWithAngleAndAxis": R.from_rotvec(DIAGONAL * np.pi / 3).as_quat(),
    "glk GLKQuaternionMultiply": (Q * P).as_matrix().T.ravel(),
    "glk GLKQuaternionRotateVector3": Q.apply(A),
    "glk GLKQuaternionSlerp": between(Q, P, 0.3).as_matrix().T.ravel(),
    "glk GLKQuaternionInvert": Q.inv().as_matrix().T.ravel(),
    "glk GLKMatrix4MakeWithQuaternion": homogeneous(Q.as_matrix(), np.zeros(3)).T.ravel(),
    "glk GLKMatrix4MakeRotation": homogeneous(
        R.from_rotvec(DIAGONAL * 0.7).as_matrix(), np.zeros(3)).T.ravel(),
    "glk GLKMatrix4Translate": (
        homogeneous(np.eye(3), T) @ homogeneous(np.diag([2, 0.5, 3]), np.zeros(3))).T.ravel(),
    "glk GLKMatrix4MultiplyVector3WithTranslation": (TRS @ [*A, 1])[:3],
    "glk GLKMatrix4MakeLookAt": view(A, B, Y_UP).T.ravel(),
    "glk GLKMatrix4MakePerspective": opengl(1.0, 1.5, 0.1, 100.0).T.ravel(),
    "glk GLKMatrix3InvertAndTranspose": np.linalg.inv(M).ravel(),
    # Spatial.
    "spatial angle and axis": R.from_rotvec(Y_UP * np.pi / 6).as_quat(),
    "spatial Euler angles": quaternion(R.from_euler("xyz", [0.1, 0.2, 0.3])),
    "spatial look at": look(A, Y_UP).ravel(),
    "spatial inverse": quaternion(Q.inv()),
    "spatial angle": [*unit(P.as_rotvec()), P.magnitude()],
    "spatial product": quaternion(Q * P),
    "spatial rotated": P.apply(B),
    "spatial slerp": quaternion(between(Q, P, 0.4)),
    "spatial slerp longest": longer(Q, P, 0.4).as_matrix().ravel(),
    "spatial swing": quaternion(Q * twist(Q, Z_UP).inv()),
    "spatial twist": quaternion(twist(Q, Z_UP)),
    "spatial pose": Q.apply(A) + T,
    "spatial pose inverse": Q.inv().apply(A - T),
    "spatial pose product": (RIGID @ homogeneous(P.as_matrix(), B)).ravel(),
    "spatial scaled pose": (SRT @ [*A, 1])[:3],
    "spatial affine": (TRS @ [*A, 1])[:3],
    "spatial projective": project(opengl(0.9, 1.25, 0.5, 20.0), [0.3, -0.2, -4.0]),
    "spatial vectors": [np.linalg.norm(A), A @ B, *np.cross(A, B)],
    "spatial normalized": unit(B),
    "spatial degrees": [np.pi / 6, 30],
    # three.js.
    "three setFromAxisAngle": R.from_rotvec(unit(A) * 0.5).as_quat(),
    "three setFromUnitVectors": quaternion(arc(unit(A), unit(B))),
    "three setFromEuler": quaternion(R.from_euler("XYZ", [0.1, 0.2, 0.3])),
    "three Euler": R.from_euler("XYZ", [0.1, 0.2, 0.3]).as_euler("YXZ"),
    "three multiply": quaternion(Q * P),
    "three premultiply": quaternion(P * Q),
    "three invert": quaternion(Q.inv()),
    "three slerp": quaternion(between(Q, P, 0.25)),
    "three angleTo": [(Q.inv() * P).magnitude()],
    "three rotateTowards": quaternion(towards(Q, P, 0.2)),
    "three setFromRotationMatrix": quaternion(Q),
    "three elements": TRS.T.ravel(),
    "three decompose": np.concatenate([T, quaternion(Q), [2.0, 0.5, 3.0]]),
    "three applyQuaternion": P.apply(B),
    "three applyMatrix4": (TRS @ [*B, 1])[:3],
    "three transformDirection": TRS[:3, :3] @ B,
    "three lookAt": look(B - A, Y_UP).ravel(),
    "three matrixWorldInverse": view(A, B, Y_UP).ravel(),
    "three makePerspective": project(opengl(1.1, 1.5, 0.1, 50.0), [0.3, -0.2, -4.0]),
    "three lerp": np.concatenate([A + (B - A) * 0.25, np.cross(A, B), unit(A)]),
    # Unity: values in its left-handed frame, in which the formulas are the same.
    "unity Euler": R.from_euler("zxy", [30, 10, 20], degrees=True).as_matrix().ravel(),
    "unity eulerAngles": [10, 20, 30],
    "unity AngleAxis": R.from_rotvec(unit(A) * 0.7).as_matrix().ravel(),
    "unity product": (Q * P).as_matrix().ravel(),
    "unity rotate": Q.apply(A),
    "unity Inverse": Q.inv().as_matrix().ravel(),
    "unity Angle": [np.degrees((Q.inv() * P).magnitude())],
    "unity Slerp": between(Q, P, 0.3).as_matrix().ravel(),
    "unity RotateTowards": towards(Q, P, np.radians(10)).as_matrix().ravel(),
    "unity LookRotation": unity_look(A, Y_UP).ravel(),
    "unity FromToRotation": arc(A, B).as_matrix().ravel(),
    "unity Lerp": A + (B - A) * 0.25,
    "unity MoveTowards": A + unit(B - A) * 0.5,
    "unity ClampMagnitude": unit(B) * 2,
    "unity Project": B * (A @ B) / (B @ B),
    "unity ProjectOnPlane": A - B * (A @ B) / (B @ B),
    "unity SignedAngle": [-90],
    "unity TRS": (TRS @ [*A, 1])[:3],
    "unity GetColumn": TRS[:, 3],
    "unity Dot": [A @ B, *np.cross(A, B), np.linalg.norm(A - B)],
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

assert len(PROBES) == 170, len(PROBES)
HERE = pathlib.Path(__file__).parent
versions = {"numpy": np.__version__, "scipy": scipy.__version__, "python": sys.version.split()[0]}
cases = [{"name": name, "values": [float(x) for x in np.ravel(values)]}
         for name, values in PROBES.items()]
text = json.dumps({"versions": versions, "cases": cases})
(HERE / "probes.json").write_text(text.replace("}, {", "},\n{") + "\n")
print(len(cases), "probes")
