#!/usr/bin/env python3
"""Errors of the inertial filter and of its peers on recordings with a reference, by one protocol.

Usage: Benchmarks/Peers/orientation_accuracy.py INERTIAL DATA [--sets A,B] [--perturb A,B]
           [--peers A,B] [--trials N]

INERTIAL is the built tool, DATA a folder with broad/ and orientation/. All recordings of the chosen
sets (default: all that are present) are read; --trials takes the first N of each. A perturbation is
applied to the samples before any filter sees them; the default is none, "all" is all of them.
Prints the root mean square errors in degrees, means over the recordings: total with magnetometer and
inclination without, then the faults that ours counts. Magnetic north is known on BROAD; elsewhere it is
the mean heading of the same filter on the undisturbed recording, so that a heading that is wrong all
along counts as one. A second line has the shares of our errors within one and two standard deviations
and the mean squared ratio of error to deviation (nominal: 0.68, 0.95, 1): of the heading with
magnetometer, without one on sets that have none (since the first reference), and of the inclination.
Peers take a constant rate: where a perturbation makes stamps uneven, they get samples interpolated to
even ones. Their parameters are the defaults.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

SETS = {
    "broad": "broad", "tstick": "orientation/repoimu-tstick",
    "clipped": "orientation/repoimu-tstick/clipped", "pendulum": "orientation/repoimu-pendulum",
    "tum-vi": "orientation/tum-vi", "euroc": "orientation/euroc", "ring": "orientation/ring",
}
SENSORS = ("gyro", "accel", "mag")
HEADER = (
    "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_m_s2,accel_y_m_s2,accel_z_m_s2,"
    "mag_x_uT,mag_y_uT,mag_z_uT,ref_qw,ref_qx,ref_qy,ref_qz,ref_pos_x_m,ref_pos_y_m,ref_pos_z_m,"
    "movement")


def read(path, is_broad):
    rows = np.genfromtxt(path, delimiter=",", skip_header=1)
    if is_broad:
        rows = np.column_stack([np.arange(len(rows)) * 7 / 2000, rows])
    return {
        "time": rows[:, 0], "gyro": rows[:, 1:4], "accel": rows[:, 4:7], "mag": rows[:, 7:10],
        "reference": rows[:, 10:14], "counted": rows[:, 17] > 0}


# Perturbations: functions of a copy of the recording and a random generator.


def only(data, kept):
    return {name: values[kept] for name, values in data.items()}


def block_means(rate, phase):
    def perturb(data, random):
        size = max(1, round(1 / (rate * step(data))))
        start = phase * size // 6
        count = (len(data["time"]) - start) // size
        first = start + np.arange(count) * size
        means = {
            name: data[name][start:start + count * size].reshape(count, size, -1).mean(1)
            for name in ("time", *SENSORS)}
        before, after = (data["reference"][first + k] for k in ((size - 1) // 2, size // 2))
        sign = np.sign((before * after).sum(1, keepdims=True))
        middle = before * sign + after
        middle = middle / np.linalg.norm(middle, axis=1, keepdims=True)
        return {**means, "time": means["time"][:, 0], "reference": middle,
                "counted": data["counted"][first + size // 2]}
    return perturb


def gyro(change):
    def perturb(data, random):
        data["gyro"] = change(data["gyro"], elapsed(data), random)
        return data
    return perturb


def magnet(start):
    def perturb(data, random):
        time = elapsed(data)
        data["mag"] = data["mag"] + np.outer(time >= start * time[-1], [20.0, -30.0, 10.0])
        return data
    return perturb


def gaps(duration):
    def perturb(data, random):
        time = elapsed(data) % 15
        return only(data, (time < 10) | (time >= 10 + duration) | (elapsed(data) < 10))
    return perturb


def jitter(data, random):
    noise = random.normal(0, 0.3 * step(data), len(data["time"]))
    data["time"] = np.sort(data["time"] + noise)
    return data


def vibration(data, random):
    wave = 3 * np.sin(2 * np.pi * 47 * elapsed(data))
    data["accel"] = data["accel"] + np.outer(wave, [1, 0.5, 0.7]) + random.normal(
        0, 1, data["accel"].shape)
    data["gyro"] = data["gyro"] + random.normal(0, 0.05, data["gyro"].shape)
    return data


def clipped(noise):
    def change(rates, time, random):
        limit = np.percentile(np.abs(rates).max(1), 97)
        return np.clip(rates, -limit, limit) + random.normal(0, noise, rates.shape)
    return gyro(change)


def turned(degrees):
    cosine, sine = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    matrix = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    return gyro(lambda rates, time, random: rates @ matrix)


PERTURBATIONS = {
    "none": lambda data, random: data,
    **{f"{rate}Hz-{phase}": block_means(rate, phase)
       for rate in (95, 48, 24) for phase in range(6)},
    "gyro-scale+1%": gyro(lambda rates, time, random: rates * 1.01),
    "gyro-scale+3%": gyro(lambda rates, time, random: rates * 1.03),
    "gyro-misaligned-1deg": turned(1),
    "bias-step-0.3deg/s": gyro(
        lambda rates, time, random: rates + np.deg2rad(0.3) * (time > time[-1] / 2)[:, None]),
    "jitter-30%": jitter,
    "loss-10%": lambda data, random: only(data, random.random(len(data["time"])) > 0.1),
    "gaps-0.3s": gaps(0.3), "gaps-0.8s": gaps(0.8), "gaps-2s": gaps(2),
    "gyro-clipped": clipped(0), "gyro-clipped-noise": clipped(np.deg2rad(0.2)),
    "magnet-from-start": magnet(0), "magnet-later": magnet(0.5), "vibration": vibration,
}
UNEVEN = ("jitter", "loss", "gaps")


def step(data):
    return float(np.median(np.diff(data["time"])))


def elapsed(data):
    return data["time"] - data["time"][0]


# Filters: attitudes w, x, y, z at the samples of a recording, or None.


def ours(program, offline):
    def run(data, name, has_field):
        with tempfile.TemporaryDirectory() as folder:
            recording, attitude = Path(folder) / "recording.csv", Path(folder) / "attitude.csv"
            count = len(data["time"])
            fields = data["mag"] if has_field else np.full((count, 3), np.nan)
            table = np.column_stack([
                data["time"], data["gyro"], data["accel"], fields, np.full((count, 7), np.nan),
                np.zeros(count)])
            np.savetxt(recording, table, "%.9g", ",", header=HEADER, comments="")
            recording.write_text(recording.read_text().replace("nan", ""))
            options = ["--offline"] if offline else []
            options += [] if has_field else ["--mode", "6d"]
            run = [program, "orientation", recording, "--output", attitude, "--sigma", "--json",
                   *options]
            answer = json.loads(subprocess.run(run, check=True, capture_output=True).stdout)
            rows = np.genfromtxt(attitude, delimiter=",", skip_header=1)
        run_faults = answer["files"][0]["faults"]
        found = np.full((count, 6), np.nan)
        place = np.searchsorted(rows[:, 0], data["time"] - 1e-7).clip(0, len(rows) - 1)
        near = np.abs(rows[place, 0] - data["time"]) < 1e-6
        found[near] = rows[place[near], 1:7]
        return found, sum(run_faults.values())
    return run


def even(filter):
    """A filter of evenly spaced samples: uneven ones are interpolated, and its attitudes too."""
    def run(data, name, has_field):
        period = step(data)
        if not name.startswith(UNEVEN):
            period = float(np.mean(np.diff(data["time"])))
            return filter(*(data[s] for s in SENSORS[:2 + has_field]), period=period), None
        count = int(elapsed(data)[-1] / period) + 1
        times = data["time"][0] + np.arange(count) * period
        sensors = [
            np.column_stack([np.interp(times, data["time"], axis) for axis in data[s].T])
            for s in SENSORS[:2 + has_field]]
        attitudes = filter(*sensors, period=period)
        nearest = np.round(elapsed(data) / period).astype(int).clip(0, count - 1)
        return None if attitudes is None else attitudes[nearest], None
    return run


def vqf_online(gyr, acc, mag=None, *, period):
    import vqf

    found = vqf.VQF(period).updateBatch(*map(np.ascontiguousarray, (gyr, acc)),
                                        None if mag is None else np.ascontiguousarray(mag))
    return found["quat6D" if mag is None else "quat9D"]


def vqf_offline(gyr, acc, mag=None, *, period):
    import vqf

    found = vqf.offlineVQF(*map(np.ascontiguousarray, (gyr, acc)),
                           None if mag is None else np.ascontiguousarray(mag), period)
    return found["quat6D" if mag is None else "quat9D"]


def madgwick(gyr, acc, mag=None, *, period):
    from ahrs.filters import Madgwick

    return Madgwick(gyr=gyr, acc=acc, mag=None if mag is None else mag * 1000,
                    frequency=1 / period).Q


def fusion(gyr, acc, mag=None, *, period):
    import imufusion

    settings = imufusion.AhrsSettings()
    settings.sample_rate = 1 / period
    settings.convention = imufusion.CONVENTION_ENU
    filter = imufusion.Ahrs()
    filter.set_settings(settings)
    attitudes = np.empty((len(gyr), 4))
    rates, forces = np.rad2deg(gyr), acc / 9.80665
    for place in range(len(gyr)):
        if mag is None:
            filter.update_no_magnetometer(rates[place], forces[place])
        else:
            filter.update(rates[place], forces[place], mag[place])
        attitudes[place] = filter.get_quaternion()
    return attitudes


def riann_network(gyr, acc, mag=None, *, period):
    import riann.riann

    if mag is not None:
        return None
    # Its own search for the model fails in Python 3.11.
    filter = riann.riann.RIANN(str(Path(riann.__file__).with_name("riann.onnx")))
    filter.set_sampling_rate(1 / period)
    return np.array([filter.predict_step(a, g) for a, g in zip(acc, gyr)]).reshape(-1, 4)


PEERS = {
    "VQF": even(vqf_online), "offlineVQF": even(vqf_offline), "imufusion": even(fusion),
    "Madgwick": even(madgwick), "RIANN": even(riann_network),
}


def product(p, q):
    (a, b, c, d), (w, x, y, z) = p.T, q.T
    return np.stack([
        a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w])


def errors(attitudes, data, north):
    """Heading and inclination in radians, and which samples count.

    `north` is the heading of north in the reference frame, or "start" for the first heading."""
    use = data["counted"] & np.isfinite(data["reference"]).all(1) & np.isfinite(attitudes).all(1)
    w, x, y, z = product(attitudes[use], data["reference"][use] * [1, -1, -1, -1])
    heading = 2 * np.arctan2(z, w)
    tilt = 2 * np.arctan2(np.hypot(x, y), np.hypot(w, z))
    heading = heading - (heading[0] if north == "start" else north)
    return np.angle(np.exp(1j * heading)), tilt, use


def root_mean_square(angles):
    return np.rad2deg(np.sqrt(np.mean(angles**2)))


def shares(angles, sigmas):
    """The shares within one and two standard deviations, and the mean squared ratio."""
    ratio = np.abs(np.rad2deg(angles)) / sigmas
    return np.mean(ratio < 1), np.mean(ratio < 2), np.mean(ratio**2)


# The filters whose x axis points north, and the quarter turn to the east.
NORTH = ("ours", "ours offline", "Madgwick")
EAST = np.array([[np.sqrt(0.5), 0, 0, np.sqrt(0.5)]])


def undisturbed_north(filter, data):
    """The mean heading error on an undisturbed recording, or 0 without a magnetometer."""
    attitudes = filter(data, "none", True)[0] if has_fields(data) else None
    if attitudes is None:
        return 0.0
    heading, _, _ = errors(attitudes[:, :4], data, 0.0)
    return np.angle(np.mean(np.exp(1j * heading)))


def has_fields(data):
    return bool(np.isfinite(data["mag"]).all(1).any())


def measure(filter, label, data, name, is_broad, north):
    """Total with magnetometer and inclination without, or NaN, the counted faults, and the shares
    within the standard deviations of heading and inclination."""
    total, tilt, faults, heading_shares, tilt_shares = np.nan, np.nan, None, None, None
    has_field = has_fields(data)
    for fields in (True, False):
        if fields and not has_field:
            continue
        attitudes, counted = filter(data, name, fields)
        faults = faults if counted is None else counted
        if attitudes is None:
            continue
        attitudes, sigmas = attitudes[:, :4], attitudes[:, 4:]
        if fields:
            # The reference of BROAD has x to the east.
            if is_broad and label in NORTH:
                attitudes = product(np.repeat(EAST, len(attitudes), 0), attitudes).T
            heading, lean, use = errors(attitudes, data, north)
            total = root_mean_square(
                2 * np.arccos(np.clip(np.cos(heading / 2) * np.cos(lean / 2), -1, 1)))
        else:
            heading, lean, use = errors(attitudes, data, "start")
            tilt = root_mean_square(lean)
        if sigmas.shape[1] and (fields or not has_field):
            heading_shares = shares(heading, sigmas[use, 1])
        if sigmas.shape[1] and not fields:
            tilt_shares = shares(lean, sigmas[use, 0])
    return total, tilt, faults, heading_shares, tilt_shares


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--perturb", default="none")
    parser.add_argument("--peers", default="VQF,offlineVQF")
    parser.add_argument("--trials", type=int)
    options = parser.parse_args()
    names = list(PERTURBATIONS) if options.perturb == "all" else options.perturb.split(",")
    for kind, chosen, known in (
            ("set", options.sets.split(","), SETS), ("perturbation", names, PERTURBATIONS),
            ("peer", options.peers.split(","), PEERS)):
        for name in chosen:
            if name not in known:
                sys.exit(f"expected a {kind} of {', '.join(known)}, got {name}")
    filters = {"ours": ours(options.program, False), "ours offline": ours(options.program, True)}
    filters |= {name: PEERS[name] for name in options.peers.split(",")}
    titles = "".join(f"{name:>18}" for name in filters)
    print(f"{'perturbation':22}{'set':10}{titles}  faults")
    norths = {}
    for name in names:
        for group in options.sets.split(","):
            paths = sorted((options.data / SETS[group]).glob("*.csv"))[:options.trials]
            if not paths:
                continue
            results = {label: [] for label in filters}
            for number, path in enumerate(paths):
                data = read(path, group == "broad")
                if path not in norths:
                    norths[path] = {
                        label: 0.0 if group == "broad" else undisturbed_north(filter, data)
                        for label, filter in filters.items()}
                data = PERTURBATIONS[name](data, np.random.default_rng(number))
                for label, filter in filters.items():
                    results[label].append(measure(
                        filter, label, data, name, group == "broad", norths[path][label]))
            cells = ""
            for rows in results.values():
                total, tilt = np.mean([row[:2] for row in rows], axis=0)
                cells += "".join(
                    f"{'-':>9}" if np.isnan(value) else f"{value:9.2f}" for value in (total, tilt))
            faults = sum(row[2] for row in results["ours"])
            print(f"{name:22}{group:10}{cells}{faults:8}")
            cells = ""
            for label in ("ours", "ours offline"):
                for part, place in (("heading", 3), ("inclination", 4)):
                    means = np.mean([row[place] for row in results[label]], axis=0)
                    cells += f"  {label[5:] or 'online'} {part} " + " ".join(
                        f"{value:.2f}" for value in means)
            print(f"{'':22}{'sigma':8}{cells}", flush=True)


if __name__ == "__main__":
    main()
