"""Rotation problems at which libraries have failed in public, with answers at over 50 digits.

The kinds are those of bug reports of rotation libraries: cancellation at small angles and near π, signs of
quaternions, gimbal lock, reflections, degenerate points, parallel directions, equal rotations. The inputs are our
own. Each answer is computed from the definition by mpmath, and rounded once.

    pip install mpmath==1.3.0
    python3 generate.py   # writes checks.json
"""

import json
import pathlib
import random

import mpmath
from mpmath import cos, matrix, mpf, pi, sin, sqrt

mpmath.mp.dps = 120
RANDOM = random.Random(45)
EPS = 2.0**-52
CHECKS = []


def check(kind, name, inputs, expected, bound=8, text="", sign=False, scale=None):
    """Adds a check; the bound is in eps of the scale, by default the largest number of the answer."""
    if expected is not None:
        expected = [float(x) for x in expected]
        scale = scale or max(map(abs, expected))
    CHECKS.append({
        "kind": kind, "name": name, "text": text, "inputs": [[float(x) for x in v] for v in inputs],
        "expected": expected, "tolerance": float(bound) * EPS * (scale or 1), "sign": sign})


# Quaternions are lists x, y, z, w.


def exact(v):
    return [mpf(x) for x in v]


def floats(v):
    return [float(x) for x in v]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def norm(v):
    return sqrt(dot(v, v))


def unit(v):
    v = exact(v)
    return [x / norm(v) for x in v]


def scaled(v, s):
    return [x * s for x in v]


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def product(p, q):
    v = plus(plus(scaled(q[:3], p[3]), scaled(p[:3], q[3])), cross(p[:3], q[:3]))
    return [*v, p[3] * q[3] - dot(p[:3], q[:3])]


def conjugate(q):
    return [-q[0], -q[1], -q[2], q[3]]


def exp(v):
    v = exact(v)
    angle = norm(v)
    if angle == 0:
        return [mpf(0)] * 3 + [mpf(1)]
    return [*scaled(v, sin(angle / 2) / angle), cos(angle / 2)]


def log(q):
    q = unit(q)
    if q[3] < 0:
        q = scaled(q, -1)
    length = norm(q[:3])
    if length == 0:
        return [mpf(0)] * 3
    return scaled(q[:3], 2 * mpmath.atan2(length, q[3]) / length)


def axis_angle(axis, angle):
    return exp(scaled(unit(axis), mpf(angle)))


def to_matrix(q):
    x, y, z, w = q
    return matrix([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def rows(m):
    return [m[i, j] for i in range(m.rows) for j in range(m.cols)]


def from_rows(v, n=3):
    return matrix([exact(v[n * i:n * i + n]) for i in range(n)])


def act(q, v):
    return rows(to_matrix(q) * matrix(exact(v)))


def davenport(m):
    """The symmetric 4 x 4 matrix whose largest eigenvector is the rotation nearest to m."""
    a, t = m, m[0, 0] + m[1, 1] + m[2, 2]
    z = [a[2, 1] - a[1, 2], a[0, 2] - a[2, 0], a[1, 0] - a[0, 1]]
    k = matrix(4, 4)
    for i in range(3):
        for j in range(3):
            k[i, j] = a[i, j] + a[j, i] - (t if i == j else 0)
        k[i, 3] = k[3, i] = z[i]
    k[3, 3] = t
    return k


def nearest(m):
    """The nearest rotation as a quaternion, and the gap of the two largest eigenvalues."""
    values, vectors = mpmath.eigsy(davenport(m))
    order = sorted(range(4), key=lambda i: values[i])
    return unit([vectors[i, order[3]] for i in range(4)]), values[order[3]] - values[order[2]]


def condition(m):
    values = mpmath.svd_r(m, compute_uv=False)
    _, gap = nearest(m)
    return float(2 * values[0] / gap)


def slerp(p, q, t):
    p, q = unit(p), unit(q)
    if dot(p, q) < 0:
        q = scaled(q, -1)
    return product(p, exp(scaled(log(product(conjugate(p), q)), mpf(t))))


def hat(w):
    return matrix([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


def left_jacobian(w):
    """The sum of the powers of hat(w) over (k + 1)!, for angles up to some tens."""
    h, term, total, k = hat(exact(w)), mpmath.eye(3), mpmath.eye(3), 1
    while mpmath.mnorm(term) > mpf(10)**-58 or k < 40:
        k += 1
        term = term * h / k
        total += term
    return total


def random_vector(size=1.0):
    return [RANDOM.gauss(0, size) for _ in range(3)]


def random_quaternion():
    return floats(unit([RANDOM.gauss(0, 1) for _ in range(4)]))


DIAGONAL = floats(unit([1, 1, 1]))
OBLIQUE = floats(unit([2, -3, 6]))

# Exponentials and logarithms.

for angle in [1e-300, 1e-160, 1e-16, 1e-9, 1e-5, 0.3, 3.0, 3.1415926, 3.15, 6.283185307179586, 6.3, 100.5, 1e5]:
    v = floats(scaled(exact(OBLIQUE), angle))
    check("exponential", f"angle {angle:g}", [v], exp(v), 4)
    check("vector part of an exponential", f"angle {angle:g}", [v], exp(v)[:3], 4,
          scale=1 if abs(mpmath.sin(angle / 2)) < 0.1 < angle else None)
for name, q in {
        "zero": [0, 0, 0, 1], "minus one": [0, 0, 0, -1], "tiny": [3e-200, -4e-200, 0, 1],
        "small": [1e-9, 2e-9, -3e-9, 1], "small, negative scalar": [1e-9, 2e-9, -3e-9, -1],
        "scalar part of one, vector part lost to acos": [1e-8, 0, 0, 1.0],
        "half turn": [0.6, 0, 0.8, 0], "just under a half turn": [0.6, 0, 0.8, 1e-17],
        "just over a half turn": [0.6, 0, 0.8, -1e-17],
        "near a half turn": floats(axis_angle(OBLIQUE, 3.14159)),
        "near a half turn, negative": scaled(floats(axis_angle(OBLIQUE, 3.14159)), -1),
        "one radian": floats(axis_angle(OBLIQUE, 1)),
        "five radians": floats(axis_angle(OBLIQUE, 5))}.items():
    check("logarithm", name, [q], log(q), 4)
    check("angle", name, [q], [norm(log(q))], 4)
for name, angle in {"tiny": 1e-12, "small": 1e-4, "large": 3.1, "near a half turn": 3.1415926,
                    "nearer": 3.14159265358}.items():
    for axis in [OBLIQUE, [0, 1, 0], floats(unit([1e-5, 1, 1e-9]))]:
        m = floats(rows(to_matrix(axis_angle(axis, angle))))
        answer, _ = nearest(from_rows(m))
        check("logarithm of a matrix", f"{name}, axis {axis}", [m], log(answer), 4, scale=1)

# Matrix conversions: the four branches, half turns, ties of the largest coefficient, scale, noise, reflections.

for name, q in {
        "half turn x": [1, 0, 0, 0], "half turn y": [0, 1, 0, 0], "half turn z": [0, 0, 1, 0],
        "half turn xy": unit([1, 1, 0, 0]), "half turn xyz": unit([1, -1, 1, 0]),
        "trace zero": unit([1, 1, 1, 1]), "trace minus one": unit([0.6, 0, 0.8, 1e-9]),
        "trace just under zero": axis_angle(OBLIQUE, 2.0943951023931957),
        "cyclic": unit([-0.5, -0.5, -0.5, 0.5]), "small": exp([1e-9, -2e-9, 3e-9]),
        "ordinary": exp([1, -2, 0.5])}.items():
    m = floats(rows(to_matrix(exact(q))))
    for scale in [1, 1e-3, 1e150]:
        scaled_matrix = [x * scale for x in m]
        answer, _ = nearest(from_rows(scaled_matrix))
        check("matrix to quaternion", f"{name}, scale {scale:g}", [scaled_matrix], answer, 8, sign=True)
for index in range(6):
    q = random_quaternion()
    m = floats(rows(to_matrix(exact(q))))
    noisy = [x + RANDOM.gauss(0, 10.0**-(index + 1)) for x in m]
    answer, _ = nearest(from_rows(noisy))
    check("matrix to quaternion", f"noise 1e-{index + 1}", [noisy], answer, 16, sign=True)
    check("nearest rotation", f"noise 1e-{index + 1}", [noisy], answer, 16, sign=True)
for name, m in {
        "90 degrees, scale 2": [0, -2, 0, 2, 0, 0, 0, 0, 2],
        "90 degrees, scale 0.01": [0, -0.01, 0, 0.01, 0, 0, 0, 0, 0.01],
        "reflection with distinct values": [3, 0, 0, 0, 2, 0, 0, 0, -1],
        "rank two": [1, 2, 0, -3, 1, 0, 0, 0, 0],
        "rank two, oblique": [1, 2, 3, 4, 5, 6, 7, 8, 9],
        "determinant negative": [1, 2, 3, 3, 1, -2, 4, 2, 1],
        "shear": [1, 0.5, 0, 0, 1, 0.25, 0, 0, 1],
        "tiny": [1e-160, 2e-161, 0, 0, 1e-160, 3e-161, 0, 1e-161, 2e-160],
        "huge": [1e160, 2e159, 0, 0, 1e160, 3e159, 0, 1e159, 2e160],
        "stretched": [1e6, 1, 0, -1, 1, 0.5, 0, -0.5, 1e-3]}.items():
    answer, _ = nearest(from_rows(m))
    bound = 8 * condition(from_rows(m))
    check("nearest rotation", name, [m], answer, bound, sign=True)
    check("matrix to quaternion", name, [m], answer, bound, sign=True)
for name, m, unique in [
        ("zero", [0.0] * 9, 0), ("minus identity", [-1, 0, 0, 0, -1, 0, 0, 0, -1], 0),
        ("rank one", [1, 0, 0, 0, 0, 0, 0, 0, 0], 0), ("mirror", [1, 0, 0, 0, 1, 0, 0, 0, -1], 0),
        ("identity", [1, 0, 0, 0, 1, 0, 0, 0, 1], 1), ("rank two", [2, 0, 0, 0, 1, 0, 0, 0, 0], 1)]:
    check("nearest rotation is unique", name, [m], [unique], 0)

# Slerp.

P = floats(exp([0.3, -0.2, 0.5]))
for name, end in {
        "equal": P, "opposite sign": scaled(P, -1), "1e-12 apart": product(exact(P), exp([1e-12, 0, 0])),
        "1e-8 apart": product(exact(P), exp([0, 1e-8, 0])), "1e-4 apart": product(exact(P), exp([0, 0, 1e-4])),
        "nearly opposite sign": scaled(product(exact(P), exp([0, 2e-5, 1e-5])), -1),
        "179.999 degrees": product(exact(P), axis_angle(OBLIQUE, 3.1415752)),
        "obtuse": scaled(product(exact(P), axis_angle(OBLIQUE, 2)), -1),
        "ordinary": exp([-1, 0.4, 0.7])}.items():
    end = floats(end)
    for t in [0.0, 0.2, 0.5, 1.0, 1.5, -0.5]:
        check("slerp", f"{name}, {t}", [P, end, [t]], slerp(P, end, t), 8, sign=True)
for name, end in {"ordinary": exp([-1, 0.4, 0.7]), "1e-9 apart": product(exact(P), exp([1e-9, 0, 0])),
                  "obtuse": scaled(product(exact(P), axis_angle(OBLIQUE, 2)), -1)}.items():
    end = floats(end)
    angle = norm(log(product(conjugate(unit(P)), unit(end))))
    check("distance", name, [P, end], [angle], 4, scale=1)
    check("power", f"of {name}", [end, [0.5]], exp(scaled(log(end), mpf(0.5))), 4, sign=True)

# Angles between directions, arcs and half angles.

for name, a, b in [
        ("1e-9", [1, 0, 0], [1, 1e-9, 0]), ("1e-200", [1, 0, 0], [1, 1e-200, 0]), ("equal", [1, 2, 3], [2, 4, 6]),
        ("opposite", [1, 0, 0], [-2, 0, 0]), ("nearly opposite", [1, 0, 0], [-1, 1e-9, 0]),
        ("lengths", [1e150, 2e150, 0], [0, 1e-150, 3e-150]), ("ordinary", [1, 2, 3], [-2, 0.5, 4]),
        ("near 90", [1, 1e-17, 0], [0, 1, 0])]:
    ua, ub = unit(a), unit(b)
    angle = 2 * mpmath.atan2(norm(minus(ua, ub)), norm(plus(ua, ub)))
    check("angle between", name, [a, b], [angle], 4)
    image = act(exp(scaled(unit(cross(ua, ub)), angle)), ua) if norm(cross(ua, ub)) > 0 else ub
    check("arc", name, [a, b], image, 8)
for angle in [1e-300, 1e-9, 1.0, 3.0, 3.141592653, 3.5]:
    q = floats(axis_angle(OBLIQUE, angle))
    v = log(q)
    length = norm(v)
    check("modified Rodrigues", f"{angle}", [q], scaled(v, mpmath.tan(length / 4) / length), 4)

# Averages.


def mean(quaternions, weights):
    total = matrix(4, 4)
    for q, w in zip(quaternions, weights):
        u = unit(q)
        for i in range(4):
            for j in range(4):
                total[i, j] += mpf(w) * u[i] * u[j]
    values, vectors = mpmath.eigsy(total)
    order = sorted(range(4), key=lambda i: values[i])
    gap = float((values[order[3]] - values[order[2]]) / values[order[3]])
    return unit([vectors[i, order[3]] for i in range(4)]), gap


around = [floats(product(exact(P), exp(random_vector(0.3)))) for _ in range(7)]
tight = [floats(product(exact(P), exp(random_vector(1e-9)))) for _ in range(5)]
half_turns = [floats(axis_angle(floats(unit([1, 0.01 * k, 0])), 3.1 + 0.02 * k)) for k in range(5)]
for name, sets, weights in [
        ("both signs", [around[0], scaled(around[0], -1), around[1]], [1, 1, 1]),
        ("alternating signs", [scaled(q, (-1)**k) for k, q in enumerate(around)], [1] * 7),
        ("weights", around, [1, 2, 3, 0.5, 1e-3, 0, 4]), ("tight", tight, [1] * 5),
        ("about half turns", half_turns, [1] * 5), ("one", [around[2]], [3]),
        ("huge weights", around, [1e300, 2e300, 1e300, 1e300, 1e300, 1e300, 1e300]),
        ("tiny weights", around, [1e-300] * 7),
        ("any length", [scaled(q, 10.0**(20 * k - 60)) for k, q in enumerate(around)], [1] * 7),
        ("extreme lengths", [scaled(around[0], 1e308), scaled(around[1], 1e-300), scaled(around[2], -1e200)],
         [1, 2, 3]),
        ("outlier", around[:4] + [floats(axis_angle(OBLIQUE, 3.0))], [1] * 5),
        ("spread widely", [random_quaternion() for _ in range(12)], [1] * 12)]:
    answer, gap = mean(sets, weights)
    check("mean", name, [*sets, weights], answer, 8 / gap, sign=True)
for name, sets, unique in [
        ("opposite half turns", [[0, 0, 0, 1], [0, 0, 1, 0]], 0),
        ("three at 120 degrees", [floats(axis_angle([0, 0, 1], 2.0943951023931957 * k)) for k in range(3)], 0),
        ("a quaternion and its negative", [P, scaled(P, -1)], 1), ("around", around, 1)]:
    check("mean is unique", name, [*sets, [1] * len(sets)], [unique], 0)


def karcher(quaternions, weights):
    m = unit(quaternions[0])
    for _ in range(400):
        step = [mpf(0)] * 3
        for q, w in zip(quaternions, weights):
            step = plus(step, scaled(log(product(conjugate(m), unit(q))), mpf(w) / sum(map(mpf, weights))))
        m = product(m, exp(step))
        if norm(step) < mpf(10)**-110:
            break
    return m


def turns(angles):
    return [floats(axis_angle(OBLIQUE, a)) for a in angles]


check("geodesic mean", "around", [*around, [1] * 7], karcher(around, [1] * 7), 32, sign=True)
check("geodesic mean", "extreme lengths", [scaled(around[0], 1e308), scaled(around[1], 1e-300), [1] * 2],
      karcher(around[:2], [1] * 2), 32, sign=True)
check("geodesic mean", "weights", [*around, list(range(1, 8))], karcher(around, range(1, 8)), 32, sign=True)
check("geodesic mean", "one axis", [*turns([0.1, 0.2, 0.9]), [1] * 3], axis_angle(OBLIQUE, mpf(0.4)), 32, sign=True)
check("geodesic mean", "tight", [*tight, [1] * 5], karcher(tight, [1] * 5), 32, sign=True)
check("geodesic median", "one axis", [*turns([0.1, 0.25, 3.0]), [1] * 3], axis_angle(OBLIQUE, mpf(0.25)), 64, sign=True)
check("geodesic median", "weight", [*turns([0.1, 0.2, 0.9]), [5, 1, 1]], axis_angle(OBLIQUE, mpf(0.1)), 64, sign=True)

# Wahba, Kabsch, Umeyama.


def profile(a, b, weights):
    m = matrix(3, 3)
    for x, y, w in zip(a, b, weights):
        for i in range(3):
            for j in range(3):
                m[i, j] += mpf(w) * mpf(x[i]) * mpf(y[j])
    return m


points = [random_vector() for _ in range(6)]
turned = [floats(act(exp([0.5, 1, -2]), v)) for v in points]
noisy = [[x + RANDOM.gauss(0, 0.05) for x in v] for v in turned]
planar = [[x, y, 0.0] for x, y, _ in points]
mirrored = [[-x, y, z] for x, y, z in points]
for name, source, target, weights in [
        ("exact", points, turned, [1] * 6), ("noise", points, noisy, [1] * 6),
        ("weights", points, noisy, [1, 5, 0, 2, 0.1, 3]), ("two pairs", points[:2], noisy[:2], [1, 1]),
        ("in a plane", planar, [floats(act(exp([0.5, 1, -2]), v)) for v in planar], [1] * 6),
        ("mirrored", points, mirrored, [1] * 6),
        ("large", [scaled(v, 1e120) for v in points], [scaled(v, 1e120) for v in noisy], [1] * 6),
        ("half turn", points, [[-x, -y, z] for x, y, z in points], [1] * 6)]:
    m = profile(target, source, weights)
    answer, _ = nearest(m)
    check("Wahba", name, [*source, *target, weights], answer, 16 * condition(m), sign=True)


def umeyama(a, b, weights, with_scale, fixed=None):
    total = sum(map(mpf, weights))
    ca = [sum(mpf(w) * mpf(v[i]) for v, w in zip(a, weights)) / total for i in range(3)]
    cb = [sum(mpf(w) * mpf(v[i]) for v, w in zip(b, weights)) / total for i in range(3)]
    da, db = [minus(exact(v), ca) for v in a], [minus(exact(v), cb) for v in b]
    m = profile(da, db, weights)
    q, _ = nearest(m)
    r = to_matrix(q)
    trace = sum(r[i, j] * m[i, j] for i in range(3) for j in range(3))
    scale = trace / sum(mpf(w) * dot(v, v) for v, w in zip(db, weights)) if with_scale else mpf(1)
    shift = minus(ca, scaled(act(q, cb), scale))
    return [*rows(r), scale, *shift], condition(m)


moved = [plus(scaled(v, 2.5), [10, -20, 30]) for v in turned]
far = [plus(v, [1e6, -2e6, 3e6]) for v in moved]
for name, source, target, weights in [
        ("exact", points, moved, [1] * 6), ("noise", points, [plus(v, random_vector(0.1)) for v in moved], [1] * 6),
        ("weights", points, [plus(v, random_vector(0.1)) for v in moved], [1, 2, 0, 4, 5, 6]),
        ("mirrored", mirrored, moved, [1] * 6),
        ("in a plane", planar, [plus(scaled(v, 0.5), [1, 2, 3]) for v in planar], [1] * 6),
        ("far away", points, far, [1] * 6), ("three points", points[:3], moved[:3], [1] * 3)]:
    for with_scale in [True, False]:
        answer, factor = umeyama(target, source, weights, with_scale)
        check("Umeyama" if with_scale else "Kabsch", name, [*source, *target, weights], answer,
              8 * factor)

# Lie groups.

for name, w in {"zero": [0, 0, 0], "tiny": [1e-200, 0, 2e-200], "1e-9": [1e-9, -2e-9, 1e-9],
                "1e-4": [1e-4, 2e-4, -1e-4], "0.1": [0.1, -0.05, 0.02], "2": [1, -1.5, 0.8],
                "near a half turn": floats(scaled(exact(OBLIQUE), 3.14159)),
                "near a turn": floats(scaled(exact(OBLIQUE), 6.28)), "20": [12, -9, 13]}.items():
    jacobian = left_jacobian(w)
    linear = [0.5, -1, 2]
    check("left Jacobian", name, [w], rows(jacobian), 4)
    if name != "20":
        inverse = jacobian**-1
        check("inverse left Jacobian", name, [w], rows(inverse), 4 if name != "near a turn" else 32)
    check("exponential of a twist", name, [w, linear], [*exp(w), *rows(jacobian * matrix(exact(linear)))], 8)
    rotation = exp(w)
    check("adjoint of a rotation", name, [w], rows(to_matrix(rotation)), 8)
    if norm(exact(w)) < 3.1416:
        shift = floats(rows(jacobian * matrix(exact(linear))))
        q = floats(rotation)
        v = log(q)
        check("logarithm of a transform", name, [q, shift],
              [*v, *rows(left_jacobian(v)**-1 * matrix(exact(shift)))], 16)


def sim(w, u, growth):
    """The exponential of a 4 x 4 matrix, as the sum of its powers."""
    h, g = hat(exact(w)), mpf(growth)
    block = matrix(3, 3)
    for i in range(3):
        for j in range(3):
            block[i, j] = h[i, j] + (g if i == j else 0)
    term, total, k = mpmath.eye(3), mpmath.eye(3), 1
    while mpmath.mnorm(term) > mpf(10)**-58 or k < 40:
        k += 1
        term = term * block / k
        total += term
    return [*exp(w), *rows(total * matrix(exact(u))), mpmath.exp(g)]


for name, w, growth in [
        ("general", [0.3, -0.5, 0.2], 0.7), ("no growth", [0.3, -0.5, 0.2], 0), ("no rotation", [0, 0, 0], 0.7),
        ("small growth", [0.3, -0.5, 0.2], 1e-9), ("small rotation", [1e-9, 1e-9, 0], 0.4),
        ("both small", [1e-8, 0, 2e-8], 1e-8), ("identity", [0, 0, 0], 0), ("shrinking", [1.5, -1.5, 1], -0.9),
        ("large rotation", [2, -1.8, 1.2], 2.0), ("large growth", [0.2, 0.1, 0.3], 5.0),
        ("at one radian", [0.6, 0, 0.8], 1e-5)]:
    answer = sim(w, [1, 2, -3], growth)
    check("exponential of a similarity", name, [w, [1, 2, -3], [growth]], answer, 32)
    check("similarity there and back", name, [w, [1, 2, -3], [growth]], [*w, 1, 2, -3, growth], 32)

for name, angle in [("zero", 0), ("tiny", 1e-25), ("1e-9", 1e-9), ("1e-4", 1e-4), ("1", 1.0), ("-3", -3.0),
                    ("near a half turn", 3.141592653589793)]:
    t = mpf(angle)
    s, c = (sin(t) / t, (1 - cos(t)) / t) if t else (mpf(1), mpf(0))
    u = exact([2, -0.5])
    check("exponential in the plane", name, [[angle], [2, -0.5]],
          [cos(t), sin(t), s * u[0] - c * u[1], c * u[0] + s * u[1]], 4)
    check("logarithm in the plane", name, [[angle], [2, -0.5]], [angle, 2, -0.5], 16)
    a, b = ((1 - cos(t)) / t**2, (t - sin(t)) / t**2) if t else (mpf(1) / 2, mpf(0))
    n = [u[1], -u[0]]
    check("Jacobian in the plane", name, [[angle], [2, -0.5]],
          [1, 0, 0, a * n[0] - b * n[1], s, -c, b * n[0] + a * n[1], c, s], 8)

# Dual quaternions.


def dual(q, t):
    q = exact(q)
    return [*q, *scaled(product([*exact(t), mpf(0)], q), mpf(1) / 2)]


def transform_log(q, t):
    v = log(q)
    return v, rows(left_jacobian(v)**-1 * matrix(exact(t)))


def transform_exp(v, u):
    return exp(v), rows(left_jacobian(v) * matrix(u))


def sclerp(q0, t0, q1, t1, s):
    q0, q1 = unit(q0), unit(q1)
    back = conjugate(q0)
    v, u = transform_log(product(back, q1), act(back, minus(exact(t1), exact(t0))))
    q, t = transform_exp(scaled(v, mpf(s)), scaled(u, mpf(s)))
    return product(q0, q), plus(act(q0, t), exact(t0))


for name, q1, t1 in [
        ("equal rotations", P, [4, 5, -6]), ("equal transforms", P, [1, 2, 3]),
        ("opposite signs", scaled(P, -1), [4, 5, -6]), ("ordinary", floats(exp([-1, 0.4, 0.7])), [4, 5, -6]),
        ("1e-9 apart", floats(product(exact(P), exp([1e-9, 0, 0]))), [1, 2, 3.5]),
        ("obtuse", scaled(floats(product(exact(P), axis_angle(OBLIQUE, 2.5))), -1), [0, 0, 0]),
        ("rotation alone", floats(exp([1, 0.4, 0.7])), [1, 2, 3])]:
    for s in [0.25, 1.0, -0.5]:
        q, t = sclerp(P, [1, 2, 3], q1, t1, s)
        check("sclerp of transforms", f"{name}, {s}", [P, [1, 2, 3], q1, t1, [s]], [*rows(to_matrix(q)), *t], 32)
        check("sclerp of dual quaternions", f"{name}, {s}", [P, [1, 2, 3], q1, t1, [s]],
              [*rows(to_matrix(q)), *t], 32)
for name, real, part in [
        ("scaled", scaled(P, 3), [1, -2, 0.5, 0.25]), ("small", scaled(P, 1e-100), [1e-100, 0, 2e-100, 0]),
        ("parallel part", P, scaled(P, 0.3))]:
    length = norm(exact(real))
    u, d = scaled(exact(real), 1 / length), scaled(exact(part), 1 / length)
    check("normalised dual quaternion", name, [real, part], [*u, *minus(d, scaled(u, dot(u, d)))], 8)
for name, q, t in [("ordinary", P, [1, 2, 3]), ("large translation", P, [1e9, -2e9, 3e9])]:
    check("dual quaternion", name, [q, t], dual(unit(q), t), 4)
    check("dual quaternion there and back", name, [q, t], [*rows(to_matrix(unit(q))), *t], 16)

# Euler angles.

AXES = {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]}


def euler(sequence, angles):
    q = exact([0, 0, 0, 1])
    for letter, angle in zip(sequence.lower(), angles):
        turn = axis_angle(AXES[letter], angle)
        q = product(q, turn) if sequence.isupper() else product(turn, q)
    return q


def wrapped(angle):
    return angle - 2 * pi * mpmath.nint(angle / (2 * pi))


for sequence in ["ZYX", "xyz", "ZXY", "YXZ", "zyx", "XYZ", "ZXZ", "zyz", "XYX", "YZX"]:
    symmetric = sequence[0] == sequence[2]
    inside = [0.5, 1.0, -2.5]
    q = floats(euler(sequence, inside))
    check("Euler angles", f"{sequence} inside", [q], inside, 16, text=sequence)
    # A second angle outside of the range has another triple inside of it.
    outside = [0.5, -1.0, 0.25] if symmetric else [0.5, 2.0, 0.25]
    q = floats(euler(sequence, outside))
    answer = [wrapped(mpf(0.5) + pi), mpf(1) if symmetric else pi - 2, wrapped(mpf(0.25) + pi)]
    check("Euler angles", f"{sequence} outside", [q], answer, 16, text=sequence)
    near = [0.5, 1e-6 if symmetric else float(pi / 2 - mpf(1e-6)), 0.25]
    q = floats(euler(sequence, near))
    check("Euler angles to rotation", f"{sequence} near lock", [q], q, 4, text=sequence, sign=True)
    # Exactly at lock: the third angle is zero, the first is the determined sum or difference.
    for end, second in enumerate([0, pi] if symmetric else [-pi / 2, pi / 2]):
        q = euler(sequence, [mpf(0.5), second, mpf(0.25)])
        candidates = [mpf(0.75), mpf(0.25)]
        first = next(a for a in candidates
                     if abs(abs(dot(euler(sequence, [a, second, 0]), q)) - 1) < mpf(10)**-40)
        check("Euler angles in lock", f"{sequence} {'lower' if end == 0 else 'upper'}", [floats(q)],
              [first, second, 0], 8, text=sequence)

# Twists about an axis.

for name, swing, angle in [
        ("none", [0, 0, 0], 0.7), ("small", [0.4, 0.3, 0], 1e-9), ("tiny", [0.4, 0.3, 0], -1e-200),
        ("near a half turn", [0.4, 0.3, 0], 3.1415926), ("negative", [0.4, -0.3, 0], -2.5),
        ("swing of nearly a half turn", [3.1, 0.2, 0], 1.0)]:
    q = floats(product(exp(swing), exp([0, 0, mpf(angle)])))
    u = unit(q)
    along = mpmath.atan2(u[2], u[3]) * 2
    bound = float(8 / sqrt(u[2]**2 + u[3]**2))
    check("twist angle", name, [q, [0, 0, 5]], [wrapped(along)], bound)
    check("twist angle", f"{name}, other sign", [scaled(q, -1), [0, 0, 5]], [wrapped(along)], bound)
check("twist angle", "swing of a half turn", [[1, 0, 0, 0], [0, 0, 1]], None)
check("twist angle", "no axis", [P, [0, 0, 0]], None)

# Look-at and projections.


def look(forward, up):
    back = scaled(unit(forward), -1)
    right = unit(cross(exact(up), back))
    above = cross(back, right)
    return [right[0], above[0], back[0], right[1], above[1], back[1], right[2], above[2], back[2]]


for name, forward, up in [
        ("ordinary", [1, 2, 3], [0, 1, 0]), ("along -z", [0, 0, -1], [0, 1, 0]), ("along +z", [0, 0, 1], [0, 1, 0]),
        ("1e-6 from up", [1e-6, 1, 0], [0, 1, 0]), ("nearly down", [0, -1, 1e-7], [0, 1, 0]),
        ("lengths", [1e140, 0, 1e140], [0, 1e-140, 1e-141])]:
    check("look rotation", name, [forward, up], look(forward, up), 8 / min(
        1, float(norm(cross(unit(forward), unit(up))))))
    eye = [3, -1, 2]
    if name != "lengths":
        target = floats(plus(eye, forward))
        r = from_rows(look(minus(exact(target), exact(eye)), up)).T
        shift = scaled(rows(r * matrix(exact(eye))), -1)
        view = [*r[0, :], shift[0], *r[1, :], shift[1], *r[2, :], shift[2], 0, 0, 0, 1]
        size = float(norm(cross(unit(minus(exact(target), exact(eye))), unit(up))))
        check("view matrix", name, [eye, target, up], view, 32 / min(1, size))
for name, forward, up in [("parallel", [0, 2, 0], [0, 1, 0]), ("opposite", [1, 1, 1], [-2, -2, -2]),
                          ("zero", [0, 0, 0], [0, 1, 0])]:
    check("look rotation", name, [forward, up], None)


def perspective(fov, aspect, near, far, low, high):
    f = 1 / mpmath.tan(mpf(fov) / 2)
    n = mpf(near)
    if mpmath.isinf(far):
        a, b = (mpf(-high), -n * (mpf(high) - mpf(low)))
    else:
        far = mpf(far)
        # Depth d at distance z: (a z - b) / -z with d(near) = low and d(far) = high.
        a = -(mpf(high) * far - mpf(low) * n) / (far - n)
        b = -(mpf(high) - mpf(low)) * far * n / (far - n)
    return [f / mpf(aspect), 0, 0, 0, 0, f, 0, 0, 0, 0, a, b, 0, 0, -1, 0]


for name, (low, high) in {"negativeOneToOne": (-1, 1), "zeroToOne": (0, 1), "oneToZero": (1, 0)}.items():
    for far in [100, 1e9, mpmath.inf]:
        m = perspective(0.9, 1.5, 0.1, far, low, high)
        for distance in [0.1, 5.0, 90.0]:
            x, y, z, w = from_rows(m, 4) * matrix(exact([0.3, -0.2, -distance, 1]))
            check("perspective", f"{name}, far {float(far):g}, at {distance}",
                  [[0.9, 1.5, 0.1, -1 if mpmath.isinf(far) else far], [0.3, -0.2, -distance]],
                  [x / w, y / w, z / w], 8, text=name)

HERE = pathlib.Path(__file__).parent
assert len({(c["kind"], c["name"]) for c in CHECKS}) == len(CHECKS)
text = json.dumps({"mpmath": mpmath.__version__, "digits": 120, "cases": CHECKS})
(HERE / "checks.json").write_text(text.replace('}, {"kind"', '},\n{"kind"') + "\n")
print(len(CHECKS), "checks of", len({c["kind"] for c in CHECKS}), "kinds")
