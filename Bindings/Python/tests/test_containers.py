"""Excel, Parquet, Arrow, MATLAB and HDF5 files, and ROS bags, written by their own packages."""

import sys

import numpy as np
import pytest

import inertial
from inertial import containers

#: A device that turns by 0.3 rad/s about x, at 100 Hz.
RATE, COUNT = 0.3, 400
TIMES = np.arange(COUNT) / 100
GYR = np.tile([RATE, 0, 0], (COUNT, 1))
ACC = 9.80665 * np.column_stack(
    [np.zeros(COUNT), np.sin(RATE * TIMES), np.cos(RATE * TIMES)]
)  # fmt: skip
NAMES = ["time_s", *(f"gyro_{a}_rad_s" for a in "xyz"), *(f"acc_{a}_m_s2" for a in "xyz")]


def check(samples):
    np.testing.assert_allclose(samples.times - samples.times[0], TIMES, atol=1e-9)
    np.testing.assert_allclose(samples.gyr, GYR, atol=1e-12)
    np.testing.assert_allclose(samples.acc, ACC, atol=1e-9)


def table():
    return dict(zip(NAMES, np.column_stack([TIMES, GYR, ACC]).T, strict=True))


def workbook(path, sheets):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, header, rows in sheets:
        sheet = book.create_sheet(title)
        sheet.append(header)
        for row in rows:
            sheet.append([float(value) for value in row])
    book.save(path)


def test_excel(tmp_path):
    path = tmp_path / "walk.xlsx"
    workbook(path, [("Data", NAMES, np.column_stack([TIMES, GYR, ACC]))])
    samples = inertial.read(path).samples[0]
    check(samples)
    assert samples.name == str(path)
    assert inertial.inspect(path)["files"]


def test_excel_of_phyphox(tmp_path):
    # A sheet for each sensor, each with times of its own, and sheets without numbers.
    path = tmp_path / "phyphox.xlsx"
    workbook(
        path,
        [
            ("Accelerometer", ["Time (s)", *(f"Acceleration {a} (m/s^2)" for a in "xyz")],
             np.column_stack([TIMES, ACC])),
            ("Gyroscope", ["Time (s)", *(f"Gyroscope {a} (rad/s)" for a in "xyz")],
             np.column_stack([TIMES, GYR])),
        ],
    )  # fmt: skip
    recordings = inertial.read(path)
    assert recordings.format == "phyphox"
    check(recordings.samples[0])


def test_questions_name_the_file(tmp_path):
    path = tmp_path / "unknown.xlsx"
    workbook(path, [("Data", ["a", "b", "c", "d"], np.random.default_rng(1).random((50, 4)))])
    with pytest.raises(inertial.DataError) as error:
        inertial.read(path)
    assert str(path) in str(error.value) and "/tmp/tmp" not in str(error.value)
    assert error.value.status == 65
    # A table is asked about like any other: its columns answer.
    with pytest.warns(inertial.SensorWarning, match="unknown.xlsx: expected an accelerometer"):
        found = inertial.read(path, columns="time=row/100, accel=b c d [m/s2]")
    assert len(found.samples[0]) == 50
    path.write_bytes(b"PK\x03\x04 no workbook")
    with pytest.raises(inertial.DataError, match="unknown.xlsx"):
        inertial.read(path)
    with pytest.raises(inertial.InputError, match="none.xlsx"):
        inertial.read(tmp_path / "none.xlsx")


def test_parquet_and_arrow(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import feather, parquet

    columns = pyarrow.table(table())
    parquet.write_table(columns, tmp_path / "walk.parquet")
    feather.write_feather(columns, str(tmp_path / "walk.feather"))
    for name in ("walk.parquet", "walk.feather"):
        check(inertial.read(tmp_path / name).samples[0])


def test_matlab(tmp_path):
    scipy = pytest.importorskip("scipy.io")
    path = tmp_path / "walk.mat"
    scipy.savemat(path, {"imu": {"t": TIMES, "gyro": GYR, "accel": ACC.T}, "rate": 100})
    choice = "time=imu.t [s], gyro=imu.gyro_x imu.gyro_y imu.gyro_z [rad/s], " + (
        "accel=imu.accel_x imu.accel_y imu.accel_z [m/s2]"
    )
    check(inertial.read(path, columns=choice).samples[0])


def test_hdf5(tmp_path):
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "walk.h5"
    with h5py.File(path, "w") as file:
        file["time"] = TIMES
        file["gyr"], file["acc"] = np.degrees(GYR), ACC
        file["time"].attrs["units"] = "s"
        file["gyr"].attrs["units"], file["acc"].attrs["units"] = "deg/s", "m/s^2"
    check(inertial.read(path).samples[0])


def test_whole_numbers_keep_their_digits(tmp_path):
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "times.h5"
    times = 1_700_000_000_123_456_789 + np.arange(3) * 10_000_000
    with h5py.File(path, "w") as file:
        file["t"], file["x"] = times, np.zeros(3)
    with containers.readable(path) as file, open(file.path) as text:
        assert text.read().split()[1:] == [f"{time},0.0" for time in times]


def test_another_folder_is_no_bag(tmp_path):
    (tmp_path / "metadata.yaml").write_text("author: me\n")
    assert not containers.is_bag(tmp_path)


def bag(path, imus=("imu",), frames=("imu",)):
    pytest.importorskip("rosbags")
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    kinds = store.types
    vector, quaternion = kinds["geometry_msgs/msg/Vector3"], kinds["geometry_msgs/msg/Quaternion"]
    plugin = StoragePlugin.MCAP if "mcap" in path.name else StoragePlugin.SQLITE3
    none = np.zeros(9)

    def header(index, frame):
        stamp = kinds["builtin_interfaces/msg/Time"](5 + index // 100, index % 100 * 10_000_000)
        return kinds["std_msgs/msg/Header"](stamp, frame)

    with Writer(path, version=9, storage_plugin=plugin) as writer:
        def topic(name, kind):
            connection = writer.add_connection(name, kind, typestore=store)
            return lambda index, message: writer.write(
                connection, 9_000_000_000 + index * 10_000_000, store.serialize_cdr(message, kind))

        sends = [topic(f"/{name}", "sensor_msgs/msg/Imu") for name in imus]
        field = topic("/mag", "sensor_msgs/msg/MagneticField")
        pose = topic("/pose", "geometry_msgs/msg/PoseStamped")
        for index in range(COUNT):
            for send, frame in zip(sends, frames, strict=True):
                send(index, kinds["sensor_msgs/msg/Imu"](
                    header(index, frame), quaternion(0.0, 0.0, 0.0, 1.0), none,
                    vector(*GYR[index]), none, vector(*ACC[index]), none))
            if index % 4 == 0:
                field(index, kinds["sensor_msgs/msg/MagneticField"](
                    header(index, "imu"), vector(20e-6, 0.0, -40e-6), none))
                pose(index, kinds["geometry_msgs/msg/PoseStamped"](
                    header(index, "map"), kinds["geometry_msgs/msg/Pose"](
                        kinds["geometry_msgs/msg/Point"](1.0, 2.0, 3.0),
                        quaternion(0.0, 0.0, 0.0, 1.0))))  # fmt: skip


@pytest.mark.parametrize("name", ["walk_mcap", "walk"])
def test_ros_bags(tmp_path, name):
    path = tmp_path / name
    bag(path)
    for part in (path, next(file for file in path.iterdir() if file.suffix != ".yaml")):
        recordings = inertial.read(part)
        samples = recordings.samples[0]
        check(samples)
        assert samples.name == "/imu" and samples.times[0] == 5
        assert np.isfinite(samples.mag).all(axis=1).sum() == COUNT // 4
        np.testing.assert_allclose(samples.mag[4], [20, 0, -40])
        np.testing.assert_array_equal(recordings.poses[0].position[0], [1, 2, 3])
        assert len(inertial.orientation(samples)) > 300
    with pytest.raises(inertial.UsageError, match="options"):
        inertial.read(path, units="deg/s")


def test_a_magnetometer_of_no_imu_is_named(tmp_path):
    bag(tmp_path / "two", imus=("left", "right"), frames=("a", "b"))
    with pytest.warns(inertial.SensorWarning, match="'/mag' is not used"):
        recordings = inertial.read(tmp_path / "two")
    assert [part.name for part in recordings.samples] == ["/left", "/right"]
    assert recordings.samples[0].mag is None


def test_a_bag_without_sensors(tmp_path):
    bag(tmp_path / "none", imus=(), frames=())
    with pytest.warns(inertial.SensorWarning, match="'/mag'"):
        found = inertial.read(tmp_path / "none")
    assert found.samples == [] and len(found.poses) == 1
    (tmp_path / "broken.mcap").write_bytes(b"\x89MCAP0\r\n broken")
    with pytest.raises(inertial.DataError, match="broken.mcap"):
        inertial.read(tmp_path / "broken.mcap")
    with pytest.raises(inertial.InputError, match="gone.mcap"):
        inertial.read(tmp_path / "gone.mcap")


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [("a.xlsx", "openpyxl", "excel"), ("a.mcap", "rosbags", "ros"), ("a.h5", "h5py", "matlab"),
     ("a.parquet", "pyarrow", "table")],
)  # fmt: skip
def test_missing_packages_name_the_extra(tmp_path, monkeypatch, name, package, extra):
    for module in [package, *(m for m in sys.modules if m.startswith(package + "."))]:
        monkeypatch.setitem(sys.modules, module, None)
    for module in ("rosbags.highlevel", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(ImportError, match=rf"{name} needs {package}: pip install inertial\[{extra}\]"):
        inertial.read(tmp_path / name)
