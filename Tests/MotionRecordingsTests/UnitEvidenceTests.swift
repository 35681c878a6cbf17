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
  ///   - resolution: The numbers are multiples of its inverse.
  static func table(
    rest: Double, motion: Double, hertz: Double, rate: Double, force: Double, time: Double,
    amplitude: Double = 1.5, seed: UInt64 = 1, resolution: Double = 1e5
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
      let texts = fields.map { (field: Double) -> String in
        "\((field * resolution).rounded() / resolution)"
      }
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

  @Test(
    "the scale of counts is the one in which gravity keeps its direction",
    arguments: [
      "1/131.0", "1/65.5", "1/32.8", "1/16.4", "0.004375", "0.00875", "0.0175", "0.035", "0.07",
    ])
  func counts(name: String) throws {
    let parts = name.split(separator: "/").compactMap { Double($0) }
    let degrees = parts.count == 2 ? parts[0] / parts[1] : parts[0]
    let text = Self.table(
      rest: 5, motion: 60, hertz: 50, rate: degrees * .pi / 180, force: 1.0 / 8192, time: 1000,
      resolution: 1)
    let (recordings, samples) = try Self.read(text)
    #expect(
      recordings.warnings.contains {
        $0.description.contains("assuming \(name) deg/s, because gravity then")
      }, "\(recordings.warnings)")
    #expect(Self.isClose(samples.compactMap(\.rotationRate?.length).max(), 2.5, 0.2))
  }

  @Test("counts of a scale between those of common sensors are a question")
  func otherCounts() {
    let text = Self.table(
      rest: 5, motion: 60, hertz: 50, rate: 0.024 * .pi / 180, force: 1.0 / 8192, time: 1000,
      resolution: 1)
    let error = #expect(throws: RecordingError.self) { try Self.read(text) }
    #expect(error?.description.contains("gyro=GyroX GyroY GyroZ [UNIT]") == true)
  }

  /// In whole numbers, mrad/s and counts of 1/16.4 deg/s differ by 6 %.
  @Test(
    "mrad/s, and counts beside an accelerometer with a unit, are a question",
    arguments: [1e-3, .pi / 180 / 16.4], [1e-3, 1 / SensorSample.standardGravity])
  func milliradians(rate: Double, force: Double) throws {
    let text = Self.table(
      rest: 5, motion: 60, hertz: 50, rate: rate, force: force, time: 1000, resolution: 1)
    let error = #expect(throws: RecordingError.self) { try Self.read(text) }
    #expect(error?.description.contains("mrad/s") == true, "\(error?.description ?? "")")
    let map = try #require(error?.description.split(separator: "\"").dropFirst().first)
    let answer = String(map).replacing("UNIT", with: rate == 1e-3 ? "mrad/s" : "1/16.4 deg/s")
    let rates = try readTable(text, columns: answer).sensorSamples[0].samples
      .compactMap(\.rotationRate?.length)
    #expect(Self.isClose(rates.max(), 2.5, 0.2))
  }

  @Test("mrad/s with decimals are read by gravity's turn", arguments: [10.0, 1000], [25.0, 100])
  func decimalMilliradians(resolution: Double, hertz: Double) throws {
    let text = Self.table(
      rest: 5, motion: 60, hertz: hertz, rate: 1e-3, force: 1 / SensorSample.standardGravity,
      time: 1000, resolution: resolution)
    let (recordings, samples) = try Self.read(text)
    #expect(
      recordings.warnings.contains {
        $0.description.contains("assuming mrad/s, because gravity")
      }, "\(recordings.warnings)")
    #expect(Self.isClose(samples.compactMap(\.rotationRate?.length).max(), 2.5, 0.2))
  }

  /// The bias and the noise at rest are plausible in mrad/s only.
  @Test("a rest between turns about the vertical in mrad/s is a question with that unit")
  func verticalMilliradians() throws {
    var random = SplitMix64(seed: 1)
    var text = "t,ax,ay,az,gx,gy,gz\n"
    for index in 0..<4000 {
      let rate = index % 1000 < 500 ? 0 : 600.0
      let numbers = [14, -9, rate].map { (mean: Double) -> String in
        "\(((mean + 1.5 * random.nextNormal()) * 100).rounded() / 100)"
      }
      text += "\(Double(index) / 100),0,0.01,1,\(numbers.joined(separator: ","))\n"
    }
    let error = #expect(throws: RecordingError.self) { try Self.read(text) }
    let question = error?.description ?? ""
    #expect(
      question.contains("deg/s or mrad/s") || question.contains("mrad/s or deg/s"), "\(question)")
    for (unit, factor) in [("deg/s", Double.pi / 180), ("mrad/s", 1e-3)] {
      let map = try #require(error?.proposal).replacing("UNIT", with: unit)
      let samples = try #require(readTable(text, columns: map).sensorSamples.first).samples
      #expect(Self.isClose(samples[600].rotationRate?.z, 600 * factor, 10 * factor))
    }
  }

  @Test("a turn that agrees with no unit is a question, with decimals too")
  func unknownUnit() throws {
    let text = Self.table(
      rest: 5, motion: 60, hertz: 50, rate: 1e-4, force: 1, time: 1000, resolution: 10)
    let error = #expect(throws: RecordingError.self) { try Self.read(text) }
    #expect(
      error?.description.contains("gravity turns by 0.00010") == true, "\(error?.description ?? "")"
    )
  }

  /// Half of gravity's pull is that of the swing, so that gravity seems to turn half as far.
  @Test("counts of a pendulum, which accelerates as it turns, are a question")
  func pendulum() {
    var text = "ms,ax,ay,az,gx,gy,gz\n"
    for index in 0..<6000 {
      let phase = Double(index) / 100 * 5
      let angle = 0.6 * Double.sin(phase)
      let rate = 3 * Double.cos(phase) * 180 / .pi * 65.5
      let force = Vector3(0.5 * .sin(angle), 0.02 * .sin(0.1 * phase), .cos(angle)) * 16384
      let numbers = [force.x, force.y, force.z, 0, -rate, 7].map { Int($0.rounded()) }
      text += "\(10 * index),\(numbers.map(String.init).joined(separator: ","))\n"
    }
    let error = #expect(throws: RecordingError.self) { try Self.read(text) }
    #expect(error?.description.contains("a scale such as 1/131 deg/s") == true)
  }

  @Test("whole numbers at rest that are neither a common scale nor mg are a question")
  func forceCounts() {
    let rows = (0..<200).map { "\(10 * $0),3,-2,\(1160 + $0 % 3)\n" }.joined()
    let error = #expect(throws: RecordingError.self) { try Self.read("ms,ax,ay,az\n" + rows) }
    #expect(error?.description.contains("accel=ax ay az [UNIT]") == true)
  }

  @Test("a column whose name ends in the unit in which it advances is the time")
  func clockByUnit() throws {
    let rows = (0..<200).map { "\($0),\(500 + 12 * $0),7,0,0,1\n" }.joined()
    let (_, samples) = try Self.read("frame_id,tick_ms,delay_ms,ax,ay,az\n" + rows)
    #expect(Self.isClose(samples[199].timestamp - samples[0].timestamp, 199 * 0.012, 1e-9))
    // Two such columns are a question.
    let error = #expect(throws: RecordingError.self) {
      let rows = (0..<200).map { "\(12 * $0),\(12 * $0 + 5),0,0,1\n" }.joined()
      _ = try Self.read("sent_ms,received_ms,ax,ay,az\n" + rows)
    }
    #expect(error?.description.contains("no column of times") == true)
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

  @Test(
    "at the end of a pendulum gravity is still, but its rates are not in degrees",
    arguments: [3.0, 6, 10, 15], [0.7, 1])
  func swing(amplitude: Double, share: Double) throws {
    var random = SplitMix64(seed: 1)
    let length = 0.25
    let frequency = (SensorSample.standardGravity / length).squareRoot()
    var text = "t_s,ax,ay,az,gx,gy,gz\n"
    for index in 0..<6000 {
      let time = Double(index) / 100
      let phase = frequency * time
      let angle = amplitude * .pi / 180 * .sin(phase) * .exp(-time / 200)
      let rate = frequency * amplitude * .pi / 180 * .cos(phase) * .exp(-time / 200)
      let force = Vector3(
        (share - 1) * SensorSample.standardGravity * .sin(angle), 0,
        SensorSample.standardGravity * .cos(angle) + share * length * rate * rate)
      let numbers = [force.x, force.y, force.z, 0.01, rate - 0.005, 0.007]
      let texts = zip(numbers, [0.02, 0.02, 0.02, 0.002, 0.002, 0.002]).map { number, noise in
        "\(((number + noise * random.nextNormal()) * 1e4).rounded() / 1e4)"
      }
      text += "\(time),\(texts.joined(separator: ","))\n"
    }
    do {
      let (_, samples) = try Self.read(text)
      let largest = samples.compactMap(\.rotationRate?.length).max()
      #expect(Self.isClose(largest, frequency * amplitude * .pi / 180, 0.1))
    } catch let error as RecordingError {
      #expect(error.description.contains("rad/s or deg/s"))
    }
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
