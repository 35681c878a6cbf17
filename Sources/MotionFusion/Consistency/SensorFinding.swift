internal import RealModule

/// A contradiction between the samples and the units or axes of ``SensorSample``.
///
/// ``description`` is one sentence: what was expected, what was found, and the corrections.
public struct SensorFinding: Hashable, Sendable, Codable {
  /// The contradicted property. A ``SensorConsistency`` reports each at most once.
  public enum Subject: String, Hashable, Sendable, Codable, CaseIterable {
    /// Time steps outside the range of motion sensors.
    case timeUnit
    /// Angular rates in another unit.
    case gyroscopeUnit
    /// An accelerometer that reads other than 1 g.
    case accelerometerUnit
    /// A magnetometer that reads the Earth's field in another unit.
    case magnetometerUnit
    /// Axes of the gyroscope that differ from those of the other sensors.
    case gyroscopeAxes
    /// Axes of the accelerometer that differ from those of the other sensors.
    case accelerometerAxes
    /// Axes of the magnetometer that differ from those of the other sensors.
    case magnetometerAxes
  }

  /// A correction, a part of ``SensorCorrection``.
  public enum Remedy: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The unit of the numbers, a name of ``SensorUnits``.
    case unit(String)
    /// ``SensorCorrection/gyroscopeAxes``.
    case gyroscopeAxes(AxisMap)
    /// ``SensorCorrection/accelerometerAxes``.
    case accelerometerAxes(AxisMap)
    /// ``SensorCorrection/magnetometerAxes``.
    case magnetometerAxes(AxisMap)

    /// The option of the command-line tool, such as `--gyro-axes -x,-y,-z`.
    public var description: String {
      switch self {
      case .unit(let name): "--units \(name)"
      case .gyroscopeAxes(let map): "--gyro-axes \(map)"
      case .accelerometerAxes(let map): "--accel-axes \(map)"
      case .magnetometerAxes(let map): "--mag-axes \(map)"
      }
    }
  }

  /// The contradicted property.
  public let subject: Subject
  /// The expected and the measured figures.
  public let evidence: String
  /// The corrections that agree with the data, the most likely first; empty if none is known.
  ///
  /// Several are alternatives, which the data cannot distinguish.
  public let remedies: [Remedy]

  init(_ subject: Subject, _ evidence: String, remedies: [Remedy] = []) {
    self.subject = subject
    self.evidence = evidence
    self.remedies = remedies
  }
}

extension SensorFinding: CustomStringConvertible {
  /// The evidence and the corrections.
  public var description: String {
    remedies.isEmpty
      ? evidence
      : evidence + "; correct it with "
        + remedies.map { $0.description }.joined(separator: " or ")
  }
}

/// The number with three significant digits, for messages.
package func figures(_ number: Double) -> String {
  guard number.isFinite, number != 0 else { return "\(number)" }
  let exponent = Double.log10(abs(number)).rounded(.down)
  let scale = Double.pow(10, abs(2 - exponent))
  let rounded =
    exponent > 2 ? (number / scale).rounded() * scale : (number * scale).rounded() / scale
  let text = "\(rounded)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
