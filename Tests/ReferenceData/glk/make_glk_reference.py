#!/usr/bin/env python3
"""Reference values of GLKit's math functions, from their definitions in double precision.

Needs numpy 2.4.6 and scipy 1.17.1. Usage: make_glk_reference.py > glk_reference.json
Each case is [function, arguments, result]; arguments and results are flat lists of numbers, and
matrices are column-major. Inputs are rounded to single precision first.
"""
import json

import numpy as np
from scipy.spatial.transform import Rotation

rng = np.random.default_rng(20261121)
cases = []


def f32(x):
    return np.asarray(np.float32(x), float)


def vec(n):
    return f32(rng.uniform(-2, 2, n))


def scalar(low=-2.0, high=2.0):
    return float(np.float32(rng.uniform(low, high)))


def mat(n):
    return f32(rng.uniform(-2, 2, (n, n)))


def quat():
    q = rng.normal(size=4)
    return f32(q / np.linalg.norm(q))


def flat(x):
    x = np.asarray(x, float)
    return (x.T if x.ndim == 2 else x).ravel().tolist()


def add(name, arguments, result):
    cases.append([name, [flat(a) for a in arguments], flat(result)])


def unit(v):
    return v / np.linalg.norm(v)


def axis_rotation(radians, axis):
    return Rotation.from_rotvec(radians * unit(axis)).as_matrix()


def embed(m):
    result = np.eye(4)
    result[: len(m), : len(m)] = m
    return result


def translation(t):
    result = np.eye(4)
    result[:3, 3] = t[:3]
    return result


def product(p, q):
    (a, b), (c, d) = (p[:3], p[3]), (q[:3], q[3])
    return np.append(b * c + d * a + np.cross(a, c), b * d - a @ c)


def matrix_of(q):
    return Rotation.from_quat(q).as_matrix()


for _ in range(3):
    for n in (2, 3, 4):
        V = f"GLKVector{n}"
        a, b, s, t = vec(n), vec(n), scalar(0.5), scalar()
        add(f"{V}Make", list(a), a)
        add(f"{V}MakeWithArray", [a], a)
        add(f"{V}Negate", [a], -a)
        add(f"{V}Add", [a, b], a + b)
        add(f"{V}Subtract", [a, b], a - b)
        add(f"{V}Multiply", [a, b], a * b)
        add(f"{V}Divide", [a, b], a / b)
        add(f"{V}AddScalar", [a, s], a + s)
        add(f"{V}SubtractScalar", [a, s], a - s)
        add(f"{V}MultiplyScalar", [a, s], a * s)
        add(f"{V}DivideScalar", [a, s], a / s)
        add(f"{V}Maximum", [a, b], np.maximum(a, b))
        add(f"{V}Minimum", [a, b], np.minimum(a, b))
        for other in (b, a, a - 1, a + 1, np.where(np.arange(n) == 0, a, a - 1)):
            add(f"{V}AllEqualToVector{n}", [a, other], [np.all(a == f32(other))])
            add(f"{V}AllGreaterThanVector{n}", [a, f32(other)], [np.all(a > f32(other))])
            add(f"{V}AllGreaterThanOrEqualToVector{n}", [a, f32(other)], [np.all(a >= f32(other))])
        for limit in (float(a.min()), float(a.min()) - 0.5, float(a.max())):
            for u in (a, np.full(n, limit)):
                add(f"{V}AllEqualToScalar", [u, limit], [np.all(u == limit)])
                add(f"{V}AllGreaterThanScalar", [u, limit], [np.all(u > limit)])
                add(f"{V}AllGreaterThanOrEqualToScalar", [u, limit], [np.all(u >= limit)])
        add(f"{V}Normalize", [a], unit(a))
        add(f"{V}DotProduct", [a, b], [a @ b])
        add(f"{V}Length", [a], [np.linalg.norm(a)])
        add(f"{V}Distance", [a, b], [np.linalg.norm(a - b)])
        add(f"{V}Lerp", [a, b, t], (1 - t) * a + t * b)
        add(f"{V}Project", [a, b], b * (a @ b) / (b @ b))
    a, b = vec(3), vec(3)
    add("GLKVector3CrossProduct", [a, b], np.cross(a, b))
    a, b = vec(4), vec(4)
    add("GLKVector4CrossProduct", [a, b], np.append(np.cross(a[:3], b[:3]), 0))
    add("GLKVector4MakeWithVector3", [a[:3], b[0]], np.append(a[:3], b[0]))

    q, p, v, w = quat(), quat(), vec(3), vec(4)
    angle, axis = scalar(-3, 3), f32(unit(rng.normal(size=3)))
    turn = np.append(np.sin(angle / 2) * axis, np.cos(angle / 2))
    add("GLKQuaternionMake", list(q), q)
    add("GLKQuaternionMakeWithVector3", [q[:3], q[3]], q)
    add("GLKQuaternionMakeWithArray", [q], q)
    add("GLKQuaternionMakeWithAngleAndAxis", [angle, *axis], turn)
    add("GLKQuaternionMakeWithAngleAndVector3Axis", [angle, axis], turn)
    # The axis is not normalised.
    add("GLKQuaternionMakeWithAngleAndAxis", [angle, *(2 * axis)],
        np.append(2 * np.sin(angle / 2) * axis, np.cos(angle / 2)))
    m = f32(matrix_of(q))
    positive = q if np.abs(q).max() == q[np.abs(q).argmax()] else -q
    add("GLKQuaternionMakeWithMatrix3", [m], positive)
    add("GLKQuaternionMakeWithMatrix4", [embed(m)], positive)
    for r in (q, -q):
        add("GLKQuaternionAngle", [r], [2 * np.arctan2(np.linalg.norm(r[:3]), r[3])])
        add("GLKQuaternionAxis", [r], unit(r[:3]))
    add("GLKQuaternionAdd", [p, q], p + q)
    add("GLKQuaternionSubtract", [p, q], p - q)
    add("GLKQuaternionMultiply", [p, q], product(p, q))
    for end in (q, -q):
        t = scalar(0, 1)
        near = end if p @ end >= 0 else -end
        theta = np.arccos(p @ near)
        add("GLKQuaternionSlerp", [p, end, t],
            (np.sin((1 - t) * theta) * p + np.sin(t * theta) * near) / np.sin(theta))
    r = f32(1.5 * q)
    add("GLKQuaternionLength", [r], [np.linalg.norm(r)])
    add("GLKQuaternionConjugate", [r], r * [-1, -1, -1, 1])
    add("GLKQuaternionInvert", [r], r * [-1, -1, -1, 1] / (r @ r))
    add("GLKQuaternionNormalize", [r], unit(r))
    for z in (q, r):
        add("GLKQuaternionRotateVector3", [z, v], matrix_of(z) @ v)
        add("GLKQuaternionRotateVector3Array", [z, v], matrix_of(z) @ v)
        add("GLKQuaternionRotateVector4", [z, w], np.append(matrix_of(z) @ w[:3], w[3]))
        add("GLKQuaternionRotateVector4Array", [z, w], np.append(matrix_of(z) @ w[:3], w[3]))

    for n in (3, 4):
        M, a, b, e = f"GLKMatrix{n}", mat(n), mat(n), (lambda x: x) if n == 3 else embed
        elements = a.T.ravel()
        add(f"{M}Make", list(elements), a)
        add(f"{M}MakeAndTranspose", list(elements), a.T)
        add(f"{M}MakeWithArray", [elements], a)
        add(f"{M}MakeWithArrayAndTranspose", [elements], a.T)
        add(f"{M}MakeWithRows", list(a), a)
        add(f"{M}MakeWithColumns", list(a.T), a)
        add(f"{M}MakeWithQuaternion", [q], e(matrix_of(q)))
        add(f"{M}MakeWithQuaternion", [r], e(matrix_of(r)))
        s3, s4, d3, d4 = vec(3), vec(4), vec(3), vec(4)
        scale = np.diag([*s3, 1])[:n, :n]
        scale4 = np.diag([*s4[:3], 1])[:n, :n]
        add(f"{M}MakeScale", list(s3), scale)
        add(f"{M}MakeRotation", [angle, *d3], e(axis_rotation(angle, d3)))
        for k, name in enumerate("XYZ"):
            rotation = e(axis_rotation(angle, np.eye(3)[k]))
            add(f"{M}Make{name}Rotation", [angle], rotation)
            add(f"{M}Rotate{name}", [a, angle], a @ rotation)
            if n == 4:
                add(f"GLKMatrixStackRotate{name}", [a, angle], a @ rotation)
        add(f"{M}GetMatrix2", [a], a[:2, :2])
        for k in range(n):
            add(f"{M}GetRow", [a, k], a[k])
            add(f"{M}GetColumn", [a, k], a[:, k])
            row, column = a.copy(), a.copy()
            row[k], column[:, k] = b[0], b[1]
            add(f"{M}SetRow", [a, k, b[0]], row)
            add(f"{M}SetColumn", [a, k, b[1]], column)
        add(f"{M}Transpose", [a], a.T)
        # A well-conditioned matrix, so that single precision results are accurate. The last
        # number of the result is isInvertible.
        c = f32(axis_rotation(1, d3) + 0.1 * rng.normal(size=(3, 3)))
        c = c if n == 3 else translation(s3) @ embed(c)
        add(f"{M}Invert", [c], np.append(flat(np.linalg.inv(f32(c))), 1))
        add(f"{M}InvertAndTranspose", [c], np.append(flat(np.linalg.inv(f32(c)).T), 1))
        singular = np.ones((n, n))
        add(f"{M}Invert", [singular], np.append(flat(np.eye(n)), 0))
        add(f"{M}InvertAndTranspose", [singular], np.append(flat(np.eye(n)), 0))
        add(f"{M}Multiply", [a, b], a @ b)
        add(f"{M}Add", [a, b], a + b)
        add(f"{M}Subtract", [a, b], a - b)
        add(f"{M}Scale", [a, *s3], a @ scale)
        add(f"{M}ScaleWithVector3", [a, s3], a @ scale)
        add(f"{M}ScaleWithVector4", [a, s4], a @ scale4)
        about3, about4 = e(axis_rotation(angle, d3)), e(axis_rotation(angle, d4[:3]))
        add(f"{M}Rotate", [a, angle, *d3], a @ about3)
        add(f"{M}RotateWithVector3", [a, angle, d3], a @ about3)
        add(f"{M}RotateWithVector4", [a, angle, d4], a @ about4)
        if n == 3:
            add(f"{M}MultiplyVector3", [a, v], a @ v)
            add(f"{M}MultiplyVector3Array", [a, v], a @ v)
            continue

        point, direction = np.append(v, 1), np.append(v, 0)
        image = a @ point
        add(f"{M}MakeTranslation", list(s3), translation(s3))
        add(f"{M}Translate", [a, *s3], a @ translation(s3))
        add(f"{M}TranslateWithVector3", [a, s3], a @ translation(s3))
        add(f"{M}TranslateWithVector4", [a, s4], a @ translation(s4))
        add(f"{M}GetMatrix3", [a], a[:3, :3])
        add(f"{M}MultiplyVector3", [a, v], (a @ direction)[:3])
        add(f"{M}MultiplyVector3Array", [a, v], (a @ direction)[:3])
        add(f"{M}MultiplyVector3WithTranslation", [a, v], image[:3])
        add(f"{M}MultiplyVector3ArrayWithTranslation", [a, v], image[:3])
        add(f"{M}MultiplyAndProjectVector3", [a, v], image[:3] / image[3])
        add(f"{M}MultiplyAndProjectVector3Array", [a, v], image[:3] / image[3])
        add(f"{M}MultiplyVector4", [a, w], a @ w)
        add(f"{M}MultiplyVector4Array", [a, w], a @ w)

        # Projections by definition: corners of the view volume map to corners of the cube.
        left, bottom, near = scalar(-3, -1), scalar(-3, -1), scalar(0.5, 1)
        right, top, far = scalar(1, 3), scalar(1, 3), scalar(5, 20)

        def frustum(l, r_, b_, t_, n_, f_):
            return np.array([
                [2 * n_ / (r_ - l), 0, (r_ + l) / (r_ - l), 0],
                [0, 2 * n_ / (t_ - b_), (t_ + b_) / (t_ - b_), 0],
                [0, 0, -(f_ + n_) / (f_ - n_), -2 * f_ * n_ / (f_ - n_)],
                [0, 0, -1, 0]])

        fov, aspect = scalar(0.5, 2), scalar(0.5, 2)
        half = near * np.tan(fov / 2)
        projection = frustum(-aspect * half, aspect * half, -half, half, near, far)
        add(f"{M}MakePerspective", [fov, aspect, near, far], projection)
        add(f"{M}MakeFrustum", [left, right, bottom, top, near, far],
            frustum(left, right, bottom, top, near, far))
        box = translation([-(right + left) / (right - left), -(top + bottom) / (top - bottom),
                           -(far + near) / (far - near)]) @ np.diag(
            [2 / (right - left), 2 / (top - bottom), -2 / (far - near), 1])
        add(f"{M}MakeOrtho", [left, right, bottom, top, near, far], box)
        eye, centre, up = vec(3), vec(3), vec(3)
        z = unit(eye - centre)
        x = unit(np.cross(up, z))
        view = embed(np.array([x, np.cross(z, x), z])) @ translation(-eye)
        add(f"{M}MakeLookAt", [*eye, *centre, *up], view)

        # To a window and back.
        model = f32(translation(s3) @ embed(axis_rotation(1, d3)))
        camera = f32(projection)
        viewport = np.array([10, 20, 640, 480])
        clip = camera @ model @ np.append(v, 1)
        device = clip[:3] / clip[3]
        window = np.array([10 + 640 * (device[0] + 1) / 2, 20 + 480 * (device[1] + 1) / 2,
                           (device[2] + 1) / 2])
        add("GLKMathProject", [v, model, camera, viewport], window)
        inside = f32([scalar(100, 500), scalar(100, 400), scalar(0.1, 0.6)])
        back = np.linalg.inv(camera @ model) @ np.array(
            [2 * (inside[0] - 10) / 640 - 1, 2 * (inside[1] - 20) / 480 - 1, 2 * inside[2] - 1, 1])
        add("GLKMathUnproject", [inside, model, camera, viewport],
            np.append(back[:3] / back[3], 1))

        # The stack: each case loads the first matrix into a new stack.
        S = "GLKMatrixStack"
        add(f"{S}LoadMatrix4", [a], a)
        add(f"{S}GetMatrix4", [a], a)
        add(f"{S}GetMatrix3", [a], a[:3, :3])
        add(f"{S}GetMatrix2", [a], a[:2, :2])
        add(f"{S}GetMatrix4Inverse", [c], np.linalg.inv(f32(c)))
        add(f"{S}GetMatrix4InverseTranspose", [c], np.linalg.inv(f32(c)).T)
        add(f"{S}GetMatrix3Inverse", [c], np.linalg.inv(f32(c)[:3, :3]))
        add(f"{S}GetMatrix3InverseTranspose", [c], np.linalg.inv(f32(c)[:3, :3]).T)
        add(f"{S}MultiplyMatrix4", [a, b], a @ b)
        add(f"{S}MultiplyMatrixStack", [a, b], a @ b)
        add(f"{S}Translate", [a, *s3], a @ translation(s3))
        add(f"{S}TranslateWithVector3", [a, s3], a @ translation(s3))
        add(f"{S}TranslateWithVector4", [a, s4], a @ translation(s4))
        add(f"{S}Scale", [a, *s3], a @ scale)
        add(f"{S}ScaleWithVector3", [a, s3], a @ scale)
        add(f"{S}ScaleWithVector4", [a, s4], a @ scale4)
        add(f"{S}Rotate", [a, angle, *d3], a @ about3)
        add(f"{S}RotateWithVector3", [a, angle, d3], a @ about3)
        add(f"{S}RotateWithVector4", [a, angle, d4], a @ about4)
    degrees = scalar(-720, 720)
    add("GLKMathDegreesToRadians", [degrees], [np.deg2rad(degrees)])
    add("GLKMathRadiansToDegrees", [degrees], [np.rad2deg(degrees)])

print('{"cases": [')
print(",\n".join(json.dumps([n, [[float(f"{x:.9g}") for x in a] for a in args],
                             [float(f"{x:.12g}") for x in r]], separators=(",", ":"))
                 for n, args, r in cases))
print("]}")
