/// The reason why an estimated path is implausible or not significant.
///
/// ``description`` is one sentence with the figures.
public enum PathFinding: Hashable, Sendable, CustomStringConvertible {
  /// A single point.
  case singlePoint
  /// A mean speed above that of a hand or a person on foot, in m/s.
  case speed(Double)
  /// A standard deviation of the last position above the length of the path, both in metres.
  case uncertainty(deviation: Double, length: Double)

  /// The largest mean speed of a hand or a person on foot, in m/s.
  ///
  /// Over a whole recording: hands reach it for fractions of a second, and joggers run at about
  /// 3 m/s.
  static let largestMeanSpeed = 3.0

  /// The smallest length that a standard deviation is compared with, in metres: a device at rest
  /// has a path of millimetres.
  static let smallestLength = 0.05

  /// One sentence with the figures.
  public var description: String {
    switch self {
    case .singlePoint:
      return "expected at least two samples for a path, got one"
    case .speed(let speed):
      return "expected a mean speed under \(Self.largestMeanSpeed) m/s (a hand, a person on foot), "
        + "got \(Self.figures(speed)) m/s: unless a vehicle carries the device, the path is wrong; "
        + "check units, axes and signs of the sensors"
    case .uncertainty(let deviation, let length):
      return "the standard deviation of the last position, \(Self.figures(deviation)) m, passes "
        + "the length of the path, \(Self.figures(length)) m: the path is not significant"
    }
  }

  /// The number with two decimal places, and more below 0.1.
  private static func figures(_ number: Double) -> String {
    let scale = number < 0.1 ? 1e4 : 100.0
    return "\((number * scale).rounded() / scale)"
  }
}

extension PathEstimate {
  /// The reasons why the path is implausible or not significant; usually none.
  ///
  /// - Complexity: O(*n*).
  public var findings: [PathFinding] {
    guard let first = points.first, let last = points.last else { return [] }
    guard points.count > 1 else { return [.singlePoint] }
    var findings: [PathFinding] = []
    let length = length
    let speed = length / (last.timestamp - first.timestamp)
    if !(speed <= PathFinding.largestMeanSpeed) { findings.append(.speed(speed)) }
    if let deviation = last.uncertainty?.positionDeviation,
      !(deviation <= max(length, PathFinding.smallestLength))
    {
      findings.append(.uncertainty(deviation: deviation, length: length))
    }
    return findings
  }
}
