import MotionFusion
import Testing

@testable import MotionSources

@Suite("Scans of an Industrial I/O buffer")
struct ScanTests {
  @Test(
    "valid types",
    arguments: [
      ("le:s16/16>>0", [0xFE, 0xFF], -2),
      ("be:s16/16>>0", [0xFF, 0xFE], -2),
      ("be:s12/16>>4", [0x80, 0x0F], -2048),
      ("be:s12/16>>4", [0x7F, 0xFF], 2047),
      ("le:s12/16>>4", [0xF0, 0xFF], -1),
      ("le:u12/16>>0", [0xFF, 0xFF], 4095),
      ("be:u24/32>>8", [0x01, 0x02, 0x03, 0xAA], 0x010203),
      ("le:s8/8", [0x80], -128),
      ("le:s64/64>>0", [0, 0, 0, 0, 0, 0, 0, 0x80], Int64.min),
      ("le:u32/32>>0", [0xFF, 0xFF, 0xFF, 0xFF], 0xFFFF_FFFF),
    ] as [(String, [UInt8], Int64)])
  func values(text: String, bytes: [UInt8], expected: Int64) throws {
    let type = try #require(ScanType(text))
    #expect(type.byteCount == bytes.count)
    #expect(type.value(in: bytes) == expected)
  }

  @Test(
    "invalid types",
    arguments: [
      "", "le", "le:", "ne:s16/16>>0", "le:f32/32>>0", "le:s16", "le:s16/12>>0", "le:s16/16>>1",
      "le:s0/16>>0", "le:s16/16X3>>0", "le:s16/16>>x", "le:s-1/16>>0",
      "le:s12/16>>-4",
    ])
  func malformed(text: String) {
    #expect(ScanType(text) == nil)
  }

  @Test("encoded values are decoded", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for width in [8, 16, 32, 64] {
      let size = Int.random(in: 1...width, using: &random)
      let shift = Int.random(in: 0...(width - size), using: &random)
      let type = try #require(ScanType("be:s\(size)/\(width)>>\(shift)"))
      let value = Int64(bitPattern: random.next()) >> Int64(64 - size)
      // Other bits of the word are noise.
      let mask = (size == 64 ? UInt64.max : (1 << UInt64(size)) - 1) << UInt64(shift)
      let word = UInt64(bitPattern: value) << UInt64(shift) & mask | random.next() & ~mask
      let all = bytes(word, bigEndian: true).suffix(width / 8)
      #expect(type.value(in: all) == value)
    }
  }

  @Test("elements are aligned to their size, in the order of their indices")
  func layout() throws {
    let short = try #require(ScanType("le:s16/16>>0"))
    let long = try #require(ScanType("le:s64/64>>0"))
    let three = ScanLayout([
      ScanLayout.Element(channel: "time", index: 9, type: long),
      ScanLayout.Element(channel: "z", index: 2, type: short),
      ScanLayout.Element(channel: "x", index: 0, type: short),
      ScanLayout.Element(channel: "y", index: 1, type: short),
    ])
    #expect(three.byteCount == 16)
    let scan: [UInt8] = [99, 1, 0, 2, 0, 3, 0, 77, 77, 4, 0, 0, 0, 0, 0, 0, 0]
    let slice = scan.dropFirst()
    #expect(["x", "y", "z", "time"].map { three.value(of: $0, in: slice) } == [1, 2, 3, 4])
    #expect(three.value(of: "w", in: slice) == nil)

    let byte = try #require(ScanType("le:s8/8>>0"))
    let tail = ScanLayout([
      ScanLayout.Element(channel: "time", index: 0, type: long),
      ScanLayout.Element(channel: "x", index: 1, type: byte),
    ])
    #expect(tail.byteCount == 16)
  }

  @Test("samples of several devices are in order; a silent device delays the others briefly")
  func merger() {
    var merger = SampleMerger(devices: 2, patience: 0.2)
    func drain() -> [Double] {
      var times: [Double] = []
      while let sample = merger.next() { times.append(sample.timestamp) }
      return times
    }
    for time in [0.00, 0.01, 0.02] {
      merger.add(SensorSample(timestamp: time, rotationRate: .zero), from: 0)
    }
    #expect(drain() == [])
    merger.add(SensorSample(timestamp: 0.015, acceleration: .zero), from: 1)
    #expect(drain() == [0, 0.01, 0.015])
    merger.add(SensorSample(timestamp: 0.02, acceleration: .zero), from: 1)
    let both = merger.next()
    #expect(both?.rotationRate != nil && both?.acceleration != nil && both?.timestamp == 0.02)
    merger.add(SensorSample(timestamp: 0.03, rotationRate: .zero), from: 0)
    #expect(drain() == [])
    merger.add(SensorSample(timestamp: 0.24, rotationRate: .zero), from: 0)
    #expect(drain() == [0.03])
    merger.end(1)
    #expect(drain() == [0.24])
  }
}
