internal import MotionFusion

/// Units as tables spell them.
enum QuantityUnit {
  /// The factor from the unit `text` of a vector to our unit: rad/s, g or µT.
  ///
  /// Spaces, signs and case do not matter: `m/s²`, `m s^-2` and `m_s2` are one unit.
  static func factor(_ text: String, of quantity: MotionQuantity) -> Double? {
    let unit = normalized(text)
    return switch quantity {
    case .rotationRate, .unbiasedRotationRate: rotationRate[unit]
    case .acceleration, .gravity, .userAcceleration: acceleration[unit]
    case .magneticField: magneticField[unit]
    }
  }

  /// The units per second of the unit `text` of a time.
  static func unitsPerSecond(_ text: String) -> Double? { time[normalized(text)] }

  private static func normalized(_ text: String) -> String {
    var result = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case "µ", "μ": result += "u"
      case "²": result += "2"
      case "°": result += "deg"
      case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
      default: break
      }
    }
    return result
  }

  private static let rotationRate: [String: Double] = factors([
    1: ["rads", "rads1", "radsec", "rps", "radpers", "radpersec", "radianssecond"],
    .pi / 180: ["degs", "degs1", "degsec", "dps", "degpers", "degpersec", "degreessecond"],
    .pi / 180_000: ["mdps"],
  ])
  private static let acceleration: [String: Double] = factors([
    1: ["g", "gs"],
    1e-3: ["mg"],
    1 / SensorSample.standardGravity: ["ms2", "mss", "mps2", "msec2", "mpers2", "mpersec2"],
  ])
  private static let magneticField: [String: Double] = factors([
    1: ["ut", "microtesla"],
    1e-3: ["nt"],
    1e3: ["mt"],
    1e6: ["t"],
    100: ["g", "ga", "gauss"],
    0.1: ["mg", "mga", "mgauss", "milligauss"],
  ])
  private static let time: [String: Double] = factors([
    1: ["s", "sec", "secs", "second", "seconds"],
    1e3: ["ms", "msec", "millis", "millisecond", "milliseconds"],
    1e6: ["us", "usec", "micros", "microsecond", "microseconds"],
    1e9: ["ns", "nsec", "nanos", "nanosecond", "nanoseconds"],
  ])

  private static func factors(_ names: [Double: [String]]) -> [String: Double] {
    names.reduce(into: [:]) { factors, entry in
      for name in entry.value { factors[name] = entry.key }
    }
  }
}
