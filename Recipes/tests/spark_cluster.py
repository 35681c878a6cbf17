"""An archive on a local standalone Spark cluster, one of whose workers is killed during the job.

Run by Scripts/test-archives, which sets up the environment. Generates recordings, some of them
corrupt, and checks that every recording has a result, corrupt ones an error, and that results have
the bits of the library, and of the tool where INERTIAL names it.

    python spark_cluster.py [--recordings 400] [--workers 2] [--no-kill]
"""

from __future__ import annotations

import argparse
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
import pyspark
from pyspark.sql import SparkSession

import archive
import inertial

HOME = pathlib.Path(pyspark.__file__).parent


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Cluster:
    """A master and workers as processes, each worker with one core and its own process group."""

    def __init__(self, workers: int, folder: pathlib.Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_HOME": str(HOME)}
        self.master = self._start(
            "master.Master", "--host", "127.0.0.1", "--port", str(self.port),
            "--webui-port", str(free_port()),
        )  # fmt: skip
        self._wait()
        self.workers = [
            self._start(
                "worker.Worker",
                "--cores",
                "1",
                "--memory",
                "1200M",
                "--host",
                "127.0.0.1",
                "--webui-port",
                str(free_port()),
                "--work-dir",
                str(folder / f"worker-{index}"),
                self.address,
            )  # fmt: skip
            for index in range(workers)
        ]

    @property
    def address(self) -> str:
        return f"spark://127.0.0.1:{self.port}"

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        log = open(self.folder / f"{name}-{time.monotonic_ns()}.log", "wb")
        return subprocess.Popen(
            [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *arguments],
            stdout=log, stderr=log, env=self.environment, start_new_session=True,
        )  # fmt: skip

    def _wait(self) -> None:
        for _ in range(300):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise RuntimeError(f"expected a master on port {self.port} within 30 s")

    def kill(self, worker: int) -> None:
        """Kill a worker and its executors at once, as a machine that fails."""
        os.killpg(self.workers[worker].pid, signal.SIGKILL)

    def stop(self) -> None:
        for process in [*self.workers, self.master]:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--recordings", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--corrupt", type=int, default=3)
    parser.add_argument("--batches", type=int, default=4)
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--kill-batch", type=int, default=1)
    parser.add_argument("--no-kill", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        return run(options, pathlib.Path(name))


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    source, target = str(folder / "in"), str(folder / "out")
    began = time.monotonic()
    archive.generate(
        source, options.recordings, seconds=options.seconds, corrupt=options.corrupt, per_file=100
    )
    size = sum(file.stat().st_size for file in pathlib.Path(source).iterdir())
    print(f"generated {options.recordings} recordings, {size / 1e6:.0f} MB, "
          f"{time.monotonic() - began:.1f} s", flush=True)  # fmt: skip
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    began = time.monotonic()
    cluster = Cluster(options.workers, folder)
    killed = threading.Event()
    try:
        spark = (
            SparkSession.builder.master(cluster.address)
            .appName("inertial")
            .config("spark.executor.memory", "900m")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", str(options.partitions))
            .config("spark.sql.adaptive.enabled", "false")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "100000")
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("FATAL")
        spark.range(10).count()
        print(f"cluster of {options.workers} workers: {time.monotonic() - began:.1f} s", flush=True)

        def watch() -> None:
            # Kill when tasks of this batch's main stage run.
            tracker = spark.sparkContext.statusTracker()
            folder_of_batch = pathlib.Path(target) / f"batch={options.kill_batch}"
            while not killed.is_set():
                if folder_of_batch.exists():
                    for stage in tracker.getActiveStageIds():
                        info = tracker.getStageInfo(stage)
                        if info and info.numTasks >= options.partitions and info.numActiveTasks:
                            cluster.kill(0)
                            print("killed worker 0 and its executor", flush=True)
                            killed.set()
                            return
                time.sleep(0.02)

        if not options.no_kill:
            threading.Thread(target=watch, daemon=True).start()
        began = time.monotonic()
        archive.run_spark(
            spark, source, target, operation="orientation", batches=options.batches,
            report=lambda line: print(line, flush=True),
        )  # fmt: skip
        seconds = time.monotonic() - began
        hours = options.recordings * options.seconds / 3600
        print(f"processed {options.recordings} recordings in {seconds:.1f} s: "
              f"{seconds / hours:.2f} s a recording-hour", flush=True)  # fmt: skip
        lines: list[str] = []
        archive.run_spark(spark, source, target, operation="orientation",
                          batches=options.batches, report=lines.append)  # fmt: skip
        assert all("complete, skipped" in line for line in lines), lines
        for change in (dict(operation="path"), dict(batches=options.batches + 1)):
            settings = {"operation": "orientation", "batches": options.batches, **change}
            try:
                archive.run_spark(spark, source, target, **settings)
            except inertial.UsageError as error:
                assert "write to an empty folder" in str(error), error
            else:
                raise AssertionError(f"expected an error of {change}")
        spark.stop()
    finally:
        killed_in_time = killed.is_set()
        killed.set()
        cluster.stop()
    assert options.no_kill or killed_in_time, "expected a worker killed during the job"
    check(options, source, target)
    return 0


def check(options: argparse.Namespace, source: str, target: str) -> None:
    """Every recording has its result, with the bits of the library and of the tool."""
    import duckdb

    began = time.monotonic()
    results = f"read_parquet('{target}/**/*.parquet')"
    count = int(options.seconds * 100)
    names, rows, errors, distinct = duckdb.sql(
        f"SELECT count(DISTINCT recording), count(*), count(error), "
        f"(SELECT count(*) FROM (SELECT DISTINCT recording, t FROM {results})) FROM {results}"
    ).fetchone()
    assert names == options.recordings, names
    assert errors == options.corrupt, errors
    assert rows == (options.recordings - options.corrupt) * count + options.corrupt, rows
    assert distinct == rows, "expected each time of a recording once"
    # Three recordings of every 200.
    archived = duckdb.sql(
        f"SELECT * FROM read_parquet('{source}/*.parquet') WHERE recording IN ("
        f"SELECT 'synthetic-' || lpad(i::VARCHAR, 6, '0') "
        f"FROM range({options.recordings}) AS t(i) WHERE i % 200 BETWEEN 5 AND 7)"
    ).df()
    duckdb.register("chosen", archived[["recording"]].drop_duplicates())
    found = dict(tuple(duckdb.sql(
        f"SELECT * FROM {results} WHERE recording IN (FROM chosen) ORDER BY recording, t"
    ).df().groupby("recording")))  # fmt: skip
    columns = ["qx", "qy", "qz", "qw"]
    compared = tools = 0
    for recording, samples in archived.groupby("recording"):
        expected, ours = archive.process(samples), found[recording]
        np.testing.assert_array_equal(ours[columns], expected[columns])
        compared += 1
        if os.environ.get("INERTIAL") and ours["error"].isna().all():
            compare_with_tool(samples, ours)
            tools += 1
    assert compared > 0 and (tools > 0 or not os.environ.get("INERTIAL"))
    print(f"complete: {options.recordings} recordings, {errors} reported as corrupt; "
          f"{compared} compared with the library, {tools} with the tool: the same bits "
          f"({time.monotonic() - began:.1f} s)")  # fmt: skip


def compare_with_tool(rows, ours) -> None:
    """The tool's attitude of the same samples, bit by bit."""
    with tempfile.TemporaryDirectory() as name:
        recording, output = f"{name}/recording.csv", f"{name}/attitude.csv"
        sensors = (rows[[f"{name}{axis}" for axis in "xyz"]].to_numpy(float) for name in "gam")
        samples = inertial.Samples.of(*sensors, times=rows["t"].to_numpy(float))
        inertial.Recordings.of(samples).write(recording, "inertial-sensors")
        subprocess.run(
            [os.environ["INERTIAL"], "orientation", recording, "--output", output], check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        table = np.genfromtxt(output, delimiter=",", names=True)
        for column in ["qx", "qy", "qz", "qw"]:
            np.testing.assert_array_equal(ours[column], table[column])


if __name__ == "__main__":
    sys.exit(main())
