import DeadReckoning
import Foundation
import MotionFusion
import MotionSimulation

/// Measures paths of synthetic letters against their true paths: `Scripts/bench paths`.
///
/// Prints the error of the shape by exponential damping at the best rate, by `GesturePathEstimator`
/// and by `InertialNavigator`, for every letter over many writers.
@main
struct PathAccuracy {
  var writers = 48
  var seed: UInt64 = 100
  var accelerometerRange = 16.0
  var sampleRate = 100.0

  static func main() throws {
    var program = PathAccuracy()
    guard program.parse(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(
        Data(
          """
          usage: Scripts/bench paths [--writers COUNT] [--seed NUMBER] [--accelerometer-range G] \
          [--sample-rate HERTZ]

          """.utf8))
      exit(64)
    }
    try program.run()
  }

  private mutating func parse(_ arguments: ArraySlice<String>) -> Bool {
    var arguments = arguments
    while let name = arguments.popFirst(), let value = arguments.popFirst() {
      switch name {
      case "--writers": writers = Int(value) ?? 0
      case "--seed":
        guard let number = UInt64(value) else { return false }
        seed = number
      case "--accelerometer-range": accelerometerRange = Double(value) ?? 0
      case "--sample-rate": sampleRate = Double(value) ?? 0
      default: return false
      }
    }
    return arguments.isEmpty && CommandLine.arguments.count % 2 == 1 && writers > 0
      && (1.5...1000).contains(accelerometerRange) && (20...2000).contains(sampleRate)
  }

  private func run() throws {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.accelerationRange = accelerometerRange
    configuration.sensors.sampleRate = sampleRate
    let simulator = AirSimulator(configuration: configuration)
    print(
      "Errors of the shape in cm (mean, median, worst of \(writers) writers from number \(seed)), "
        + "\(accelerometerRange) g, \(sampleRate) Hz; ratios of the means\n"
        + "    1/s      best damping     gesture estimator   ratio      navigator      ratio")
    var summaries: [Summary] = []
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
      let errors = try (0..<UInt64(writers)).map { offset in
        try Errors(of: letter, by: seed &+ offset, simulator)
      }
      let summary = Summary(letter: letter, errors)
      print(summary.line)
      summaries.append(summary)
    }
    for (name, method) in [("gesture estimator", \Summary.gesture), ("navigator", \.navigator)] {
      guard let worst = summaries.min(by: { $0.ratio(method) < $1.ratio(method) }),
        let single = summaries.min(by: {
          $0[keyPath: method].leastRatio < $1[keyPath: method].leastRatio
        })
      else { continue }
      print(
        String(
          format: "%@: smallest ratio %.1f (%@), of a single gesture %.1f (%@)", name,
          worst.ratio(method), String(worst.letter), single[keyPath: method].leastRatio,
          String(single.letter)))
    }
  }
}

/// The errors of one gesture by every method, in metres.
private struct Errors {
  /// The rates of exponential damping, in 1/s. Slower ones yield the plain integral of a letter,
  /// faster ones almost no path.
  static let rates = [0.025, 0.05, 0.1, 0.16, 0.25, 0.4, 0.63, 1, 1.6, 2.5, 4, 6]

  var damped: [Double] = []
  var gesture = 0.0
  var navigator = 0.0

  /// A gesture has no complete path.
  struct Incomplete: Error, CustomStringConvertible {
    var description: String
  }

  init(of letter: Character, by writer: UInt64, _ simulator: AirSimulator) throws {
    let recording = try simulator.recording(
      of: String(letter), by: Writer(seed: writer), seed: writer)
    let samples = recording.letters[0].samples
    let truth = recording.truth[samples].map(\.position)
    let motions = recording.estimatedMotion()
    let part = Array(motions[samples])
    func error(_ path: some Collection<PathPoint>) throws -> Double {
      guard let error = PathError.shape(of: path.map(\.position), from: truth) else {
        throw Incomplete(description: "the letter \(letter) of writer \(writer) has no path")
      }
      return error
    }
    for rate in Self.rates {
      let estimation = PathEstimation(method: .exponentialDamping, dampingRate: rate)
      damped.append(try error(estimation.estimate(part).points))
    }
    gesture = try error(PathEstimation(method: .gesture).estimate(part).points)
    // The navigator needs the stationary phases before and after the letter.
    let path = PathEstimation(method: .navigator).estimate(motions).points
    navigator = try error(path.count == motions.count ? path[samples] : [])
  }
}

/// The errors of many gestures, in metres.
private struct Summary {
  struct Figures {
    var mean = 0.0
    var median = 0.0
    var worst = 0.0
    /// The smallest ratio of a gesture's own best damping to its error.
    var leastRatio = 0.0

    init(_ errors: [Double], best: [Double]) {
      let sorted = errors.sorted()
      mean = errors.reduce(0, +) / Double(errors.count)
      median = (sorted[(errors.count - 1) / 2] + sorted[errors.count / 2]) / 2
      worst = sorted[errors.count - 1]
      leastRatio = zip(best, errors).map { $0 / $1 }.min() ?? .nan
    }

    var text: String { String(format: "%6.2f%6.2f%6.2f", 100 * mean, 100 * median, 100 * worst) }
  }

  var letter: Character
  /// The rate of damping with the smallest mean error, in 1/s.
  var bestRate: Double
  var damped: Figures
  var gesture: Figures
  var navigator: Figures

  init(letter: Character, _ errors: [Errors]) {
    self.letter = letter
    let best = errors.map { $0.damped.min() ?? .nan }
    let byRate = Errors.rates.indices.map { place in
      Figures(errors.map { $0.damped[place] }, best: best)
    }
    let place = byRate.indices.min { byRate[$0].mean < byRate[$1].mean } ?? 0
    bestRate = Errors.rates[place]
    damped = byRate[place]
    gesture = Figures(errors.map(\.gesture), best: best)
    navigator = Figures(errors.map(\.navigator), best: best)
  }

  func ratio(_ method: KeyPath<Summary, Figures>) -> Double {
    damped.mean / self[keyPath: method].mean
  }

  var line: String {
    String(
      format: "%@%6.2f%@  %@%6.1f  %@%6.1f", String(letter), bestRate, damped.text, gesture.text,
      ratio(\.gesture), navigator.text, ratio(\.navigator))
  }
}
