"""The attitude of a simulated turn, in ten lines; run by Scripts/wheel in a clean environment."""

import sys

import numpy as np

import inertial

rate = 100.0
gyr = np.tile([0.0, 0.0, np.pi / 2], (200, 1))
acc = np.tile([0.0, 0.0, 9.81], (200, 1))
motion = inertial.orientation(gyr, acc, rate=rate, skip_startup=False)
x, y, z, w = motion.attitude[-1]
turn = np.degrees(2 * np.arctan2(z, w))
print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}: turned by {turn:.2f} degrees")
assert abs(turn - 90 * 199 / rate) < 0.5, turn
