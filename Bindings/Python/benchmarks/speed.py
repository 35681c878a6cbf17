"""CPU times of one run: batches against vqf and imufusion, calls sample by sample, a 24 h recording.

pip install vqf imufusion
python speed.py            # about a minute
python speed.py --day      # also 24 h at 100 Hz, in a process of its own
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time

import numpy as np

import inertial
from inertial.vqf import VQF, offlineVQF


def samples(count: int, rate: float = 100.0):
    t = np.arange(count) / rate
    random = np.random.default_rng(1)
    gyr = np.stack([np.sin(1.1 * t), 0.8 * np.cos(0.7 * t), 0.5 * np.sin(0.3 * t)], axis=1)
    acc = random.normal(0, 0.5, (count, 3)) + [0, 0, 9.81]
    mag = random.normal(0, 0.5, (count, 3)) + [20, 0, -40]
    return gyr, acc, mag


def measure(work, count: int, repeats: int = 5) -> float:
    """The median CPU time in ns a sample."""
    times = []
    for _ in range(repeats):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) / count * 1e9)
    return statistics.median(times)


def batches(count: int = 100_000) -> None:
    gyr, acc, mag = samples(count)
    times = np.arange(count) / 100
    rows = {
        "inertial.orientation, 9 axes": lambda: inertial.orientation(gyr, acc, mag, times=times),
        "inertial.orientation, offline": lambda: inertial.orientation(
            gyr, acc, mag, times=times, offline=True
        ),
        "inertial.vqf.VQF.updateBatch": lambda: VQF(0.01).updateBatch(gyr, acc, mag),
        "inertial.vqf.offlineVQF": lambda: offlineVQF(gyr, acc, mag, 0.01),
    }
    try:
        import vqf

        rows["vqf.VQF.updateBatch"] = lambda: vqf.VQF(0.01).updateBatch(gyr, acc, mag)
        rows["vqf.offlineVQF"] = lambda: vqf.offlineVQF(gyr, acc, mag, 0.01)
    except ImportError:
        pass
    try:
        import imufusion

        def fusion():
            ahrs = imufusion.Ahrs()
            degrees, force = np.rad2deg(gyr), acc / 9.81
            for index in range(count // 10):
                ahrs.update(degrees[index], force[index], mag[index])

        rows["imufusion.Ahrs.update (a loop)"] = fusion
    except ImportError:
        pass
    print(f"batches of {count} samples, ns a sample")
    for name, work in rows.items():
        share = 10 if "imufusion" in name else 1
        print(f"  {name:34}{measure(work, count // share):8.0f}")


def calls(count: int = 100_000) -> None:
    gyr, acc, mag = (list(part) for part in samples(count))
    stamps = [index / 100 for index in range(count)]

    def stream(update):
        for index in range(count):
            update(gyr[index], acc[index], mag[index])

    def estimator():
        update = inertial.MotionEstimator(heading="north").update
        for index in range(count):
            update(stamps[index], gyr[index], acc[index], mag[index])

    def rejected():
        # NaN is left out by the filter: what remains is the call.
        update = VQF(0.01).update
        nan = np.full(3, np.nan)
        for _ in range(count):
            update(nan, nan, nan)

    rows = {
        "inertial.vqf.VQF.update": lambda: stream(VQF(0.01).update),
        "  of which call and arguments": rejected,
        "inertial.MotionEstimator.update": estimator,
    }
    try:
        import vqf

        rows["vqf.VQF.update"] = lambda: stream(vqf.VQF(0.01).update)
    except ImportError:
        pass
    print(f"{count} calls with three arrays, ns a call, loop included")
    for name, work in rows.items():
        print(f"  {name:34}{measure(work, count):8.0f}")


def day() -> None:
    count = 24 * 3600 * 100
    gyr, acc, mag = samples(count)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    motion = inertial.orientation(gyr, acc, mag, rate=100)
    seconds = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"24 h at 100 Hz: {len(motion)} rows in {seconds:.1f} CPU-seconds; peak memory {peak / 2**20:.2f} GiB, "
        f"{before / 2**20:.2f} GiB of it the samples"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--day", action="store_true")
    parser.add_argument("--only-day", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only_day:
        day()
    else:
        batches()
        calls()
        if options.day:
            subprocess.run([sys.executable, __file__, "--only-day"], check=True)
