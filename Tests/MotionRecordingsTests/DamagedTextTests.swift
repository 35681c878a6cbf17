import MotionFusion
import MotionRecordings
import Testing

/// Texts of every format with random damage: a typed error, or samples that nothing is wrong with.
@Suite("Damaged texts")
struct DamagedTextTests {
  private static let texts: [String] =
    FormatTests.cases.map(\.text) + FormatTests.damages.map(\.text) + [
      "# made up\n1 0.5 0 0 0 0 0 1\n2 0 0 0 0 0 0.6 0.8\n",
      "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g,touch\n"
        + "0,0,0,0,0,0,-1,0\n0.01,1,2,3,0,0,-1,1\n",
      "{\"time_s\":0,\"accel_g\":[0,0,-1]}\n{\"time_s\":0.01,\"gyro_rad_s\":[1,2,3]}\n",
      "time_s,x,y\n0,1,2\n1,2,3\n",
      "[{\"sensor\":\"TotalAcceleration\",\"seconds_elapsed\":\"0\",\"x\":\"0\",\"y\":\"0\",\"z\":\"9\"},\n"
        + "{\"sensor\":\"TotalAcceleration\",\"seconds_elapsed\":0.01,\"x\":0,\"y\":0,\"z\":9}]\n",
    ]

  @Test(
    "damaged text never traps and never yields non-finite or backward samples",
    arguments: 0..<4 as Range<UInt64>)
  func damaged(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let reader = RecordingReader(options: ReadingOptions(damage: seed % 2 == 0 ? .reject : .skip))
    for text in Self.texts {
      for _ in 0..<25 {
        let bytes = Self.damage(Array(text.utf8), &random)
        let recordings: Recordings
        do throws(RecordingError) {
          recordings = try reader.read(bytes, name: "r.csv")
        } catch {
          #expect(!error.description.isEmpty)
          continue
        }
        for recording in recordings.sensorSamples {
          var last = -Double.infinity
          for sample in recording.samples {
            #expect(sample.timestamp >= last)
            last = sample.timestamp
            let vectors = [sample.acceleration, sample.rotationRate, sample.magneticField]
            #expect(vectors.allSatisfy { $0?.isFinite ?? true })
          }
        }
      }
    }
  }

  /// A few bytes replaced, removed, doubled or swapped for special ones, or the end cut off.
  private static func damage(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    let telling = Array("0123456789.,;-+eE\"\n\r\t {}[]:nai#\u{FF}".utf8)
    for _ in 0...(random.next() % 3) {
      guard !bytes.isEmpty else { return bytes }
      let place = Int(random.next() % UInt64(bytes.count))
      switch random.next() % 6 {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1, 2: bytes[place] = telling[Int(random.next() % UInt64(telling.count))]
      case 3: bytes.remove(at: place)
      case 4: bytes.insert(telling[Int(random.next() % UInt64(telling.count))], at: place)
      default: bytes.removeLast(min(bytes.count, Int(random.next() % 40)))
      }
    }
    return bytes
  }
}
