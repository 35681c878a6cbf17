import CInstruments
import Foundation

/// A day of samples through the whole chain, and the growth of costs with the input.
@main
struct Fitness {
  static let usage = """
    usage: fitness soak [--samples N] [--json]        a day at 100 Hz, as fast as it goes
           fitness soak --realtime SECONDS [--json]   one sample every 10 ms
           fitness slopes                             how the cost of a call grows with its input
           fitness allocations                        how often a call allocates
    """

  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    let command = arguments.popFirst()
    var samples = 8_640_000
    var seconds: Double?
    var json = false
    while let option = arguments.popFirst() {
      switch option {
      case "--samples": samples = arguments.popFirst().flatMap { Int($0) } ?? 0
      case "--realtime": seconds = arguments.popFirst().flatMap { Double($0) } ?? -1
      case "--json": json = true
      default: leave("unknown option \(option)")
      }
    }
    guard samples > 0, seconds ?? 1 > 0 else { leave("expected a number above zero") }
    switch command {
    case "soak":
      var soak = try Soak()
      if let seconds {
        soak.run(sampleCount: max(1, Int(seconds * 100)), isRealTime: true)
      } else {
        soak.run(sampleCount: samples, isRealTime: false)
      }
      print(json ? try soak.result.encoded() : soak.result.text)
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
      leave("expected soak, slopes or allocations")
    }
  }

  static func leave(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n\(usage)\n".utf8))
    exit(64)
  }
}
