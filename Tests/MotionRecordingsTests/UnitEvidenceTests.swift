import MotionFusion
import MotionRecordings
import RotationMath
import Testing

@Suite("Units by evidence")
struct UnitEvidenceTests {
  /// A device that rests for `rest` seconds and then turns about all axes, as a plain table.
  ///
  /// - Parameters:
  ///   - rate: The unit of rates, in rad/s.
  ///   - force: The unit of accelerations, in g.
  ///   - time: The units of time per second.
  static func table(
    rest: Double, motion: Double, hertz: Double, rate: Double, force: Double, time: Double,
    amplitude: Double = 1.5, seed: UInt64 = 1
  ) -> String {
    var random = seed
    func noise() -> Double {
      var sum = -2.0
      for _ in 0..<4 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        sum += Double(random >> 11) / 0x1p53
      }
      return sum
    }
    var text = "time,AccX,AccY,AccZ,GyroX,GyroY,GyroZ\n"
    var attitude = Quaternion(rotationVector: Vector3(0.3, -0.2, 0.1))
    let step = 1 / hertz
    for index in 0..<Int((rest + motion) * hertz) {
      let t = Double(index) * step
      var turn = Vector3<Double>.zero
      if t > rest {
        turn = Vector3(.sin(2 * t), .sin(1.3 * t + 1), .sin(0.7 * t + 2)) * amplitude
      }
      attitude = attitude * Quaternion(rotationVector: turn * step)
      let jitter: Vector3<Double> = Vector3(noise(), noise(), noise()) * 0.004
      let up: Vector3<Double> = attitude.conjugate.act(Vector3(0, 0, 1))
      let f: Vector3<Double> = (up + jitter) / force
      let bias = Vector3(0.02, -0.03, 0)
      let drift: Vector3<Double> = Vector3(noise(), noise(), noise()) * 0.01
      let r: Vector3<Double> = (turn + bias + drift) / rate
      let fields: [Double] = [t * time, f.x, f.y, f.z, r.x, r.y, r.z]
      let texts = fields.map { (field: Double) -> String in "\((field * 1e5).rounded() / 1e5)" }
      text += texts.joined(separator: ",") + "\n"
    }
    return text
  }

  private static func read(_ text: String) throws -> (Recordings, [SensorSample]) {
    let recordings = try RecordingReader().read(Array(text.utf8), name: "table.csv")
    return (recordings, try #require(recordings.sensorSamples.first?.samples))
  }

  private static func isClose(_ value: Double?, _ expected: Double, _ tolerance: Double) -> Bool {
    value.map { abs($0 - expected) < tolerance } ?? false
  }

  @Test(
    "a rest before the motion decides nothing; gravity's turn does",
    arguments: [25.0, 100], [1, Double.pi / 180])
  func rest(hertz: Double, rate: Double) throws {
    for (force, time) in [(1.0, 1.0), (1 / SensorSample.standardGravity, 1000.0)] {
      let text = Self.table(
        rest: 30, motion: 20, hertz: hertz, rate: rate, force: force, time: time)
      let (recordings, samples) = try Self.read(text)
      let last = try #require(samples.last)
      #expect(Self.isClose(last.timestamp, 50 - 1 / hertz, 1e-3))
      let largest = samples.compactMap(\.rotationRate?.length).max() ?? 0
      #expect(Self.isClose(largest, 2.5, 0.5), "\(recordings.warnings)")
      #expect(Self.isClose(samples[0].acceleration?.length, 1, 0.02))
    }
  }

  @Test("a turn about the vertical after a long rest is in degrees if it passes all ranges")
  func verticalTurn() throws {
    var text = "t,ax,ay,az,gx,gy,gz\n"
    for index in 0..<9000 {
      text += "\(Double(index) / 100),0,0,1,0,0,\((7000..<7500).contains(index) ? 90 : 0)\n"
    }
    let (_, samples) = try Self.read(text)
    var turn = 0.0
    for sample in samples { turn += (sample.rotationRate?.z ?? 0) / 100 }
    #expect(Self.isClose(turn, 2.5 * .pi, 1e-6))
  }

  @Test(
    "an undecided unit is a question with the option to paste",
    arguments: [
      ("0,0,0,1,0,0,0", "all rates are 0"), ("0,0,0,1,0.1,0.1,0", "undecided, rad/s or deg/s"),
    ])
  func question(row: String, message: String) {
    let rows = (0..<200).map { "\(Double($0) / 100)" + row.dropFirst() }.joined(separator: "\n")
    let error = #expect(throws: RecordingError.self) {
      try Self.read("t,ax,ay,az,gx,gy,gz\n" + rows + "\n")
    }
    let text = error?.description ?? ""
    #expect(text.contains(message), "\(text)")
    #expect(text.contains("\"time=t [s], gyro=gx gy gz [UNIT], accel=ax ay az"), "\(text)")
  }

  @Test("a row counter is no time, at rest and in motion")
  func counter() {
    let rest = "time,ax,ay,az\n" + (0..<200).map { "\($0),0,0,9.81\n" }.joined()
    let motion = Self.table(rest: 0, motion: 20, hertz: 100, rate: 1, force: 1, time: 100)
    for text in [rest, motion] {
      let error = #expect(throws: RecordingError.self) { try Self.read(text) }
      #expect(error?.description.contains("time=row/RATE") == true, "\(error?.description ?? "")")
    }
  }

  @Test("a column map without units has those of the evidence, or asks")
  func columnMap() throws {
    let degree = Double.pi / 180
    for (rate, force, time) in [(degree, 1.0, 1000.0), (1, 1 / SensorSample.standardGravity, 1)] {
      let text = Self.table(
        rest: 10, motion: 20, hertz: 50, rate: rate, force: force, time: time)
      let map = "time=#1, accel=#2 #3 #4, gyro=#5 #6 #7"
      let mapped = try RecordingReader(options: ReadingOptions(columns: ColumnMap(map)))
        .read(Array(text.utf8), name: "table.csv")
      #expect(mapped.sensorSamples == (try Self.read(text).0.sensorSamples))
    }
    let rows = (0..<200).map { "\(Double($0) / 100),0.1,0.1,0\n" }.joined()
    let error = #expect(throws: RecordingError.self) {
      try RecordingReader(options: ReadingOptions(columns: ColumnMap("time=t, gyro=p q r")))
        .read(Array(("t,p,q,r\n" + rows).utf8), name: "table.csv")
    }
    #expect(error?.description.contains("gyro=p q r [UNIT]") == true)
  }

  @Test("a unit with a scale")
  func scale() throws {
    let map = "time=#1 [ms], accel=#2 #3 #4 [1/16384 g], gyro=#5 #6 #7 [1/131 deg/s]"
    let text = "t,a,b,c,d,e,f\n0,0,0,16384,13100,0,0\n10,0,0,16384,13100,0,0\n"
    let recordings = try RecordingReader(options: ReadingOptions(columns: ColumnMap(map)))
      .read(Array(text.utf8), name: "table.csv")
    let sample = try #require(recordings.sensorSamples.first?.samples.first)
    #expect(sample.acceleration == Vector3(0, 0, -1))
    #expect(Self.isClose(sample.rotationRate?.x, 100 * .pi / 180, 1e-12))
  }

  @Test("a gravity that is still shows rates in degrees")
  func still() throws {
    let rows = (0..<100).map { (index: Int) -> String in
      let time = 1_700_000_000_000 + 12 * index
      return "\(time),0.00\(index % 5),0,0.99\(index % 7),-2.\(index % 7),1.1,1.0"
    }.joined(separator: "\n")
    let (recordings, samples) = try Self.read("Time_ms,AX,AY,AZ,GX,GY,GZ\n" + rows + "\n")
    #expect(Self.isClose(samples[0].rotationRate?.length, 0.03, 0.03))
    #expect(recordings.warnings.contains { $0.description.contains("gravity is still") })
  }

  @Test("a sensor's steps show the unit")
  func quanta() throws {
    let rows = (0..<100).map { (index: Int) -> String in
      let rates = [7, -12, 5].map { (factor: Int) -> String in
        let rate = Double((factor * index) % 17) * 2000 / 32_768
        return "\((rate * 1e6).rounded() / 1e6)"
      }
      return "\(20 * index),0,0,1,\(rates.joined(separator: ","))"
    }.joined(separator: "\n")
    let (recordings, _) = try Self.read("t_ms,ax,ay,az,gx,gy,gz\n" + rows + "\n")
    #expect(
      recordings.warnings.contains {
        $0.description.contains("assuming deg/s, because the numbers are multiples")
      })
  }
}
