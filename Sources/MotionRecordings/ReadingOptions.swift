/// How a reader treats damaged recordings.
public struct ReadingOptions: Hashable, Sendable {
  /// What to do with samples that are not finite or go back in time.
  public enum Damage: Hashable, Sendable {
    /// The first one is an error that names its line and column.
    case refuse
    /// They are left out, counted, and reported as warnings.
    case skip
  }

  /// What to do with damaged samples. Default: ``Damage/refuse``.
  public var damage: Damage

  /// These options.
  public init(damage: Damage = .refuse) { self.damage = damage }
}
