import CInstruments
import Foundation

/// A day of samples through the whole chain, and the growth of costs with the input.
@main
struct Fitness {
  static let usage = """
    usage: fitness soak [--samples N] [--json]        a day at 100 Hz, as fast as it goes
           fitness soak --realtime SECONDS [--json]   one sample every 10 ms
           fitness soak --live [--samples N] [--without-touch | --without-rests] [--json]
                                                      memory of live reading, as fast as it goes
           fitness live [--rate HERTZ] [--realtime SECONDS] [--json]
                                                      latencies of live reading, in real time
           fitness slopes                             how the cost of a call grows with its input
           fitness allocations                        how often a call allocates
    """

  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    let command = arguments.popFirst()
    var samples = 8_640_000
    var seconds: Double?
    var rate = 100.0
    var json = false
    var live = false
    var hasTouch = true
    var hasRests = true
    while let option = arguments.popFirst() {
      switch option {
      case "--samples": samples = arguments.popFirst().flatMap { Int($0) } ?? 0
      case "--realtime": seconds = arguments.popFirst().flatMap { Double($0) } ?? -1
      case "--rate": rate = arguments.popFirst().flatMap { Double($0) } ?? 0
      case "--live": live = true
      case "--without-touch": hasTouch = false
      case "--without-rests": (hasTouch, hasRests) = (false, false)
      case "--json": json = true
      default: leave("unknown option \(option)")
      }
    }
    guard samples > 0, seconds ?? 1 > 0, rate > 0 else { leave("expected a number above zero") }
    switch command {
    case "live":
      let result = try await LiveLatency(rate: rate, seconds: seconds ?? 90).run()
      print(json ? try encoded(result) : result.text)
    case "soak" where live:
      let result = try await LiveSoak(
        sampleCount: samples, hasTouch: hasTouch, hasRests: hasRests
      ).run()
      print(json ? try encoded(result) : result.text)
      if !result.isFit { exit(1) }
    case "soak":
      var soak = try Soak()
      if let seconds {
        soak.run(sampleCount: max(1, Int(seconds * 100)), isRealTime: true)
      } else {
        soak.run(sampleCount: samples, isRealTime: false)
      }
      print(json ? try encoded(soak.result) : soak.result.text)
      if !soak.result.isFit { exit(1) }
    case "slopes":
      print(Slope.header)
      for slope in slopes() { print(slope.measured()) }
    case "allocations":
      guard instruments_count_allocations() else {
        leave("allocations cannot be counted on this system")
      }
      print(AllocationCount.header)
      let counts = allocationCounts().map { $0.measured() }
      for count in counts { print(count.row) }
      if !counts.allSatisfy(\.holds) { exit(1) }
    default:
      leave("expected soak, live, slopes or allocations")
    }
  }

  private static func encoded(_ result: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(result), as: UTF8.self)
  }

  static func leave(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n\(usage)\n".utf8))
    exit(64)
  }
}
