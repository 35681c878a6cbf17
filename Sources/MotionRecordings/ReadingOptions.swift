/// How a reader treats damaged recordings.
public struct ReadingOptions: Hashable, Sendable {
  /// What to do with samples that are not finite or go back in time.
  public enum Damage: Hashable, Sendable {
    /// The first one is an error that names its line and column.
    case refuse
    /// They are left out, counted, and reported as warnings.
    case skip
  }

  /// The platforms whose accelerometers have opposite signs.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Face up at rest the accelerometer reads -1 g on *z*.
    case iOS = "ios"
    /// Face up at rest the accelerometer reads +1 g on *z*.
    case android
  }

  /// What to do with damaged samples. Default: ``Damage/refuse``.
  public var damage: Damage
  /// The platform of the device that recorded, over what the file says of it; `nil`, the default,
  /// leaves it to the file.
  public var platform: Platform?

  /// These options.
  public init(damage: Damage = .refuse, platform: Platform? = nil) {
    self.damage = damage
    self.platform = platform
  }
}
