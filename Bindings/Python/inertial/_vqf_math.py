"""The static functions of `vqf.VQF`: quaternions w, x, y, z, low-pass filters, 3x3 matrices."""

from __future__ import annotations

import math

import numpy as np

from ._library import Array


class VQFMath:
    """Static functions by the names of the `vqf` package."""

    __slots__ = ()

    @staticmethod
    def quatMultiply(q1: Array, q2: Array) -> Array:
        """The product of two quaternions."""
        w, v = q1[0] * q2[0] - q1[1:] @ q2[1:], np.cross(q1[1:], q2[1:])
        return np.concatenate([[w], q1[0] * q2[1:] + q2[0] * q1[1:] + v])

    @staticmethod
    def quatConj(q: Array) -> Array:
        """The conjugate of a quaternion."""
        return np.asarray(q * np.array([1.0, -1.0, -1.0, -1.0]))

    @staticmethod
    def quatSetToIdentity(q: Array) -> None:
        """Set a quaternion to the identity."""
        q[:] = (1.0, 0.0, 0.0, 0.0)

    @staticmethod
    def quatApplyDelta(q: Array, delta: float) -> Array:
        """Turn a quaternion by `delta` radians about the vertical of its reference."""
        turn = np.array([math.cos(delta / 2), 0.0, 0.0, math.sin(delta / 2)])
        return VQFMath.quatMultiply(turn, q)

    @staticmethod
    def quatRotate(q: Array, v: Array) -> Array:
        """Rotate a vector by a unit quaternion."""
        t = 2 * np.cross(q[1:], v)
        return np.asarray(v + q[0] * t + np.cross(q[1:], t))

    @staticmethod
    def norm(vec: Array) -> float:
        """The Euclidean norm."""
        return float(np.linalg.norm(vec))

    @staticmethod
    def normalize(vec: Array) -> None:
        """Divide a vector by its norm; a zero vector does not change."""
        length = np.linalg.norm(vec)
        if length >= np.finfo(float).eps:
            vec /= length

    @staticmethod
    def clip(vec: Array, min: float, max: float) -> None:
        """Clip the elements of an array."""
        np.clip(vec, min, max, out=vec)

    @staticmethod
    def gainFromTau(tau: float, Ts: float) -> float:
        """The gain of a first-order low-pass: 1 - exp(-Ts / tau)."""
        if tau < 0:
            return 0.0
        return 1.0 if tau == 0 else -math.expm1(-Ts / tau)

    @staticmethod
    def filterCoeffs(tau: float, Ts: float) -> tuple[Array, Array]:
        """The coefficients b and a[1:] of a second-order Butterworth low-pass."""
        if tau < Ts / 2:
            return np.array([1.0, 0.0, 0.0]), np.zeros(2)
        # Cut-off at sqrt(2) / (2 pi tau), by the bilinear transform.
        c = math.tan(Ts / (math.sqrt(2) * tau))
        d = c * c + math.sqrt(2) * c + 1
        b = c * c / d
        return (
            np.array([b, 2 * b, b]),
            np.array([2 * (c * c - 1) / d, (1 - math.sqrt(2) * c + c * c) / d]),
        )

    @staticmethod
    def filterInitialState(x0: float, b: Array, a: Array) -> Array:
        """The state of a filter in equilibrium at `x0`."""
        return np.array([x0 * (1 - b[0]), x0 * (b[2] - a[1])])

    @staticmethod
    def filterStep(x: float, b: Array, a: Array, state: Array) -> float:
        """One step of a second-order filter (transposed direct form II)."""
        y = b[0] * x + state[0]
        state[0] = b[1] * x - a[0] * y + state[1]
        state[1] = b[2] * x - a[1] * y
        return float(y)

    @staticmethod
    def filterVec(x: Array, tau: float, Ts: float, b: Array, a: Array, state: Array) -> Array:
        """One step for each element of `x`; the mean of the inputs during the first `tau`.

        A state of NaN is a filter before its first step.
        """
        count = len(x)
        if math.isnan(state[0]):
            # state[1] counts the inputs, state[2:] sums them.
            if math.isnan(state[1]):
                state[1] = 0.0
                state[2 : 2 + count] = 0.0
            state[1] += 1
            state[2 : 2 + count] += x
            mean = state[2 : 2 + count] / state[1]
            if state[1] * Ts >= tau:
                for index in range(count):
                    state[2 * index : 2 * index + 2] = VQFMath.filterInitialState(mean[index], b, a)
            return np.asarray(mean)
        return np.array(
            [
                VQFMath.filterStep(x[index], b, a, state[2 * index : 2 * index + 2])
                for index in range(count)
            ]
        )

    @staticmethod
    def filterAdaptStateForCoeffChange(
        last_y: Array, b_old: Array, a_old: Array, b_new: Array, a_new: Array, state: Array
    ) -> None:
        """Keep the output of filters when their coefficients change."""
        if math.isnan(state[0]):
            return
        for index, y in enumerate(last_y):
            state[2 * index] += (b_old[0] - b_new[0]) * y
            state[2 * index + 1] += (b_old[1] - b_new[1] - a_old[0] + a_new[0]) * y

    @staticmethod
    def matrix3SetToScaledIdentity(scale: float, out: Array) -> None:
        """Set a 3x3 matrix to a multiple of the identity."""
        out[...] = (scale * np.eye(3)).reshape(out.shape)

    @staticmethod
    def matrix3Multiply(in1: Array, in2: Array) -> Array:
        """The product of two 3x3 matrices."""
        return in1 @ in2

    @staticmethod
    def matrix3MultiplyTpsFirst(in1: Array, in2: Array) -> Array:
        """The product of a transposed 3x3 matrix and another."""
        return in1.T @ in2

    @staticmethod
    def matrix3MultiplyTpsSecond(in1: Array, in2: Array) -> Array:
        """The product of a 3x3 matrix and a transposed one."""
        return in1 @ in2.T

    @staticmethod
    def matrix3Inv(mat: Array) -> tuple[bool, Array]:
        """Whether a 3x3 matrix has an inverse, and the inverse or zeros."""
        try:
            return True, np.asarray(np.linalg.inv(mat), dtype=np.float64)
        except np.linalg.LinAlgError:
            return False, np.zeros((3, 3))
