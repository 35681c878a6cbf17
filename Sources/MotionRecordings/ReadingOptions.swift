public import MotionFusion

/// Options of a reader: damaged samples, the recording platform and corrections.
public struct ReadingOptions: Hashable, Sendable {
  /// The treatment of samples that are not finite or go back in time.
  public enum Damage: Hashable, Sendable {
    /// The first one is an error with its line and column.
    case reject
    /// They are left out and counted in a warning.
    case skip
  }

  /// A platform, which determines the accelerometer's sign.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Face up at rest, the accelerometer reads -1 g on *z*.
    case iOS = "ios"
    /// Face up at rest, the accelerometer reads +1 g on *z*.
    case android

    /// The factor from m/s² with this platform's sign to g with Core Motion's sign.
    package var accelerationScale: Double {
      (self == .iOS ? 1 : -1) / SensorSample.standardGravity
    }
  }

  /// The treatment of damaged samples. Default: ``Damage/reject``.
  public var damage: Damage
  /// The platform of the recording device, overriding the file's; `nil` uses the file's.
  /// Default: `nil`.
  public var platform: Platform?
  /// The correction of units and axes, by ``RecordingReader``. Default: none.
  ///
  /// Raw samples are corrected, and device motion by the axes of all sensors and the mount only.
  /// References stay: they are those of the corrected device frame.
  public var correction: SensorCorrection
  /// The columns of a table in no known format; `nil` recognises the format by the header.
  /// Default: `nil`.
  public var columns: ColumnMap?

  /// Options with these values.
  public init(
    damage: Damage = .reject, platform: Platform? = nil, correction: SensorCorrection = .none,
    columns: ColumnMap? = nil
  ) {
    self.columns = columns
    self.damage = damage
    self.platform = platform
    self.correction = correction
  }
}
