#!/usr/bin/env python3
"""Draws demo.svg: the raw samples of a recording, and the strokes of its report with their labels.

Usage: inertial simulate AMAZING --writer 9 --seed 1 --output demo.csv
       inertial recognize demo.csv --report demo.html
       Documentation/make_demo_picture.py demo.csv demo.html > Documentation/demo.svg
"""
import csv
import re
import sys

with open(sys.argv[1]) as table:
    rows = list(csv.DictReader(table))
with open(sys.argv[2]) as page:
    report = page.read()
time = [float(row["time_s"]) for row in rows]
groups = [("angular rate", [f"gyro_{axis}_rad_s" for axis in "xyz"]),
          ("acceleration", [f"accel_{axis}_g" for axis in "xyz"])]
strokes = re.findall(r'<polyline\s+points="([^"]+)"', report)
letters = re.findall(r"stroke recognised as (\w)", report)
if not strokes or len(strokes) != len(letters):
    sys.exit(f"{sys.argv[2]}: expected as many strokes as labels, got {len(strokes)} and {len(letters)}")
width, trace = 920, 86
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 360" '
      'font-family="system-ui, sans-serif" font-size="14">')
print('<rect width="100%" height="100%" rx="10" fill="#f7f9fb"/>')
colours = ["#e63946", "#2a9d8f", "#1d3557"]
for g, (name, columns) in enumerate(groups):
    top = 18 + g * (trace + 8)
    values = [[float(row[column]) for row in rows] for column in columns]
    low = min(min(v) for v in values)
    high = max(max(v) for v in values)
    print(f'<text x="16" y="{top + 12}" fill="#555">{name}</text>')
    for colour, v in zip(colours, values):
        points = " ".join(
            f"{16 + (width - 32) * (t - time[0]) / (time[-1] - time[0]):.1f},"
            f"{top + trace - trace * (x - low) / (high - low):.1f}"
            for t, x in list(zip(time, v))[::2])
        print(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1"/>')
print('<text x="50%" y="226" text-anchor="middle" fill="#555">'
      "attitude, gravity, path, strokes, letters</text>")
cell = (width - 32) / len(strokes)
for i, (points, letter) in enumerate(zip(strokes, letters)):
    print(f'<g transform="translate({16 + i * cell + 14:.1f},236) scale({(cell - 28) / 160:.3f})">'
          f'<polyline points="{points}" fill="none" stroke="#1d3557" stroke-width="5" '
          'stroke-linejoin="round" stroke-linecap="round"/></g>')
    print(f'<text x="{16 + (i + 0.5) * cell:.1f}" y="350" text-anchor="middle" '
          f'font-weight="bold">{letter}</text>')
print("</svg>")
