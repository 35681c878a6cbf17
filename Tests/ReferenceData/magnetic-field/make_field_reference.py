#!/usr/bin/env python3
"""The Earth's magnetic field by pygeomag 1.1.0 with WMM2025: field.json beside this script.

Rows are latitude and longitude in degrees, altitude in metres, year, and the components north, east
and down in nT. The first rows are of the published test values of WMM2025 (2025.0 and 2027.5 at 80,
0 and -80 degrees). pygeomag evaluates the recursion of the model's C program and has no field at the
poles; a geometry of its own kind of expression, so that the values are independent of the package.
"""

import json
import pathlib
import random

from pygeomag import GeoMag

model = GeoMag(coefficients_file="wmm/WMM_2025.COF")
random.seed(25)
places = [
    (latitude, longitude, altitude, year)
    for year in (2025.0, 2027.5)
    for altitude in (0, 100_000)
    for latitude, longitude in ((80, 0), (0, 120), (-80, 240))
]
places += [
    (
        round(random.uniform(-89.5, 89.5), 3),
        round(random.uniform(-180, 180), 3),
        round(random.uniform(-900, 600_000)),
        round(random.uniform(2025, 2029.99), 3),
    )
    for _ in range(48)
]
rows = []
for latitude, longitude, altitude, year in places:
    result = model.calculate(glat=latitude, glon=longitude, alt=altitude / 1000, time=year)
    rows.append([latitude, longitude, altitude, year, result.x, result.y, result.z])
target = pathlib.Path(__file__).parent / "field.json"
target.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
