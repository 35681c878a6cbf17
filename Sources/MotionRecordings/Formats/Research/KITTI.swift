internal import MotionFusion
internal import RealModule

/// The KITTI data sets: a folder of GPS and IMU packets, or the poses of a sequence.
///
/// A. Geiger et al., *Vision meets robotics: The KITTI dataset*, International Journal of Robotics
/// Research 32(11), 2013, and the development kits' descriptions of the files.
///
/// A packet of `oxts/data` has 30 numbers: latitude and longitude in degrees, altitude in metres,
/// roll, pitch and yaw in radians (*z* up, yaw 0 to the east), five velocities, the acceleration in
/// m/s² along *x* forward, *y* left and *z* up, the acceleration in the level frame, the angular
/// rate in rad/s in both, and the state of the receiver. Packets and the lines of `timestamps.txt`
/// are in the same order. Positions are east, north and up of the first packet on the ellipsoid WGS
/// 84.
///
/// A line of the poses is the upper three rows of the transformation from the camera (*x* right,
/// *y* down, *z* forward) to the first camera. The reference has *z* up: it is the first camera's
/// *z*, −*x* and −*y*. Files of poses have no times.
struct KITTI: FileFormat, FolderFormat {
  let name = "kitti"
  let summary = "the KITTI data sets: a folder of GPS and IMU packets, or poses"

  /// The rate of the poses, in Hz.
  private static let poseRate = 10.0
  private static let poseColumns = (0..<12).map { "r\($0 / 4)\($0 % 4)" }
  private static let separator = UInt8(ascii: " ")

  func recognizes(_ file: FileContents) -> Bool {
    file.headerless(Self.poseColumns, separator: Self.separator) != nil
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = TableReader(
      headerless: file, columns: Self.poseColumns, separator: Self.separator)
    var poses = SampleCollector<ReferencePose>(file: file.name, options: options)
    var count = 0
    try table.forEachRow { (row) throws(RecordingError) in
      var m: [Double] = []
      for column in Self.poseColumns.indices { m.append(try row.value(at: column, options.damage)) }
      // Rows of the camera's transformation, in the order forward, left, up.
      let rotation = Matrix3(
        rows: Vector3(m[8], m[9], m[10]), -Vector3(m[0], m[1], m[2]), -Vector3(m[4], m[5], m[6]))
      let time = Double(count) / Self.poseRate
      count += 1
      guard m.allSatisfy(\.isFinite) else {
        try poses.add(nil, time: time, line: row.line)
        return
      }
      guard Self.isNearlyOrthonormal(rotation),
        let quaternion = Quaternion(rotation).normalized()
      else {
        throw RecordingError(
          file: file.name, line: row.line,
          "expected a rotation in columns 1 to 3, 5 to 7 and 9 to 11")
      }
      let pose = ReferencePose(
        timestamp: time, attitude: Attitude(quaternion: quaternion),
        position: Vector3(m[11], -m[3], -m[7]))
      try poses.add(pose, time: time, line: row.line)
    }
    var result = Recordings(format: name)
    result.references = poses.recordings
    result.warnings =
      poses.warnings + table.warnings + [
        RecordingWarning(
          file: file.name,
          kind: .assumption("files of poses have no times: read as \(Int(Self.poseRate)) a second"))
      ]
    return result
  }

  /// Whether a matrix is a rotation up to 1 %.
  private static func isNearlyOrthonormal(_ matrix: Matrix3<Double>) -> Bool {
    let error = matrix.transpose * matrix - .identity
    let square = error.c0.lengthSquared + error.c1.lengthSquared + error.c2.lengthSquared
    return square < 1e-4 && matrix.determinant > 0
  }
}

// MARK: - Packets

extension KITTI {
  private static let folders = ["oxts/", ""]

  private func packets(in folder: RecordingFolder) -> (times: String, data: [String])? {
    for prefix in Self.folders where folder.paths.contains(prefix + "timestamps.txt") {
      let data = folder.paths.filter { $0.hasPrefix(prefix + "data/") && $0.hasSuffix(".txt") }
      if !data.isEmpty { return (prefix + "timestamps.txt", data) }
    }
    return nil
  }

  func recognizes(_ folder: RecordingFolder) -> Bool { packets(in: folder) != nil }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    guard let (timesPath, data) = packets(in: folder) else {
      throw RecordingError(file: folder.name, problem: .noRows)
    }
    let file = folder.displayName(timesPath)
    let times = try times(folder.read(timesPath) ?? [], file: file)
    guard times.count == data.count else {
      throw RecordingError(
        file: file, "expected \(data.count) times, one a packet, got \(times.count)")
    }
    var samples = SampleCollector<SensorSample>(file: folder.name, options: options)
    var poses = SampleCollector<ReferencePose>(file: folder.name, options: options)
    var origin: GeodeticPosition?
    for (index, path) in data.enumerated() {
      let (time, line) = (times[index], index + 1)
      let packet = try packet(
        folder.read(path) ?? [], file: folder.displayName(path), options.damage)
      guard packet.allSatisfy(\.isFinite) else {
        try samples.add(nil, time: time, line: line)
        continue
      }
      func vector(_ first: Int) -> Vector3<Double> {
        Vector3(packet[first], packet[first + 1], packet[first + 2])
      }
      try samples.add(
        SensorSample(
          timestamp: time, rotationRate: vector(17),
          acceleration: vector(11) * (options.platform ?? .android).accelerationScale),
        time: time, line: line)
      let position = GeodeticPosition(
        latitude: packet[0] * .pi / 180, longitude: packet[1] * .pi / 180, altitude: packet[2])
      let start = origin ?? position
      origin = start
      try poses.add(
        ReferencePose(
          timestamp: time,
          // Turns about z, then y, then x, from the east.
          attitude: Attitude(angles: Vector3(packet[5], packet[4], packet[3]), axes: [2, 1, 0]),
          position: position.eastNorthUp(from: start)),
        time: time, line: line)
    }
    var result = Recordings(format: name)
    result.sensorSamples = samples.recordings
    result.references = poses.recordings
    result.warnings = samples.warnings
    guard !result.isEmpty else { throw RecordingError(file: folder.name, problem: .noRows) }
    return result
  }

  /// The lines of `timestamps.txt`, such as `2011-09-26 13:02:25.594360375`, in seconds since 1970.
  private func times(_ bytes: [UInt8], file: String) throws(RecordingError) -> [Double] {
    var times: [Double] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let text = String(decoding: line, as: UTF8.self).filter { $0 != "\r" }
      guard let time = ClockTime.seconds(text) else {
        throw RecordingError(
          file: file, line: index + 1,
          "expected a time such as 2011-09-26 13:02:25.59, got \(text.quoted())")
      }
      times.append(time)
    }
    return times
  }

  /// The first 20 numbers of a packet.
  private func packet(
    _ bytes: [UInt8], file: String, _ damage: ReadingOptions.Damage
  ) throws(RecordingError) -> [Double] {
    let columns = (0..<30).map { "\($0 + 1)" }
    var table = TableReader(
      headerless: try FileContents(bytes, name: file), columns: columns, separator: Self.separator)
    var numbers: [Double] = []
    try table.forEachRow { (row) throws(RecordingError) in
      guard numbers.isEmpty else { return }
      numbers = try (0..<20).map { (column) throws(RecordingError) in
        try row.value(at: column, damage)
      }
    }
    guard !numbers.isEmpty else { throw RecordingError(file: file, problem: .noRows) }
    return numbers
  }
}

/// A place on the ellipsoid WGS 84: angles in radians, the altitude in metres.
private struct GeodeticPosition {
  var latitude: Double
  var longitude: Double
  var altitude: Double

  private static let equatorialRadius = 6_378_137.0
  private static let flattening = 1 / 298.257223563

  /// The position in the Earth's frame, in metres.
  private var earthFixed: Vector3<Double> {
    let e2 = Self.flattening * (2 - Self.flattening)
    let (sine, cosine) = (Double.sin(latitude), Double.cos(latitude))
    let n = Self.equatorialRadius / (1 - e2 * sine * sine).squareRoot()
    return Vector3(
      (n + altitude) * cosine * Double.cos(longitude),
      (n + altitude) * cosine * Double.sin(longitude), (n * (1 - e2) + altitude) * sine)
  }

  /// East, north and up of `origin`, in metres.
  func eastNorthUp(from origin: GeodeticPosition) -> Vector3<Double> {
    let offset = earthFixed - origin.earthFixed
    let (sf, cf) = (Double.sin(origin.latitude), Double.cos(origin.latitude))
    let (sl, cl) = (Double.sin(origin.longitude), Double.cos(origin.longitude))
    return Vector3(
      offset.dot(Vector3(-sl, cl, 0)), offset.dot(Vector3(-sf * cl, -sf * sl, cf)),
      offset.dot(Vector3(cf * cl, cf * sl, sf)))
  }
}
