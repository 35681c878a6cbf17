/// How the samples that are claimed to be at rest agree with those that are.
public struct RestAgreement: Hashable, Sendable, Codable {
  /// How many samples are claimed to be at rest.
  public private(set) var claimed = 0
  /// How many are at rest.
  public private(set) var resting = 0
  /// How many of these are claimed to be.
  public private(set) var found = 0

  /// Nothing yet.
  public init() {}

  /// The agreement over these samples, as many as both have.
  ///
  /// - Parameters:
  ///   - claims: Whether each sample is claimed to be at rest.
  ///   - truth: Whether it is.
  public init(of claims: some Sequence<Bool>, with truth: some Sequence<Bool>) {
    for (isClaimed, isResting) in zip(claims, truth) {
      update(isClaimed: isClaimed, isResting: isResting)
    }
  }

  /// Takes one sample.
  ///
  /// - Parameters:
  ///   - isClaimed: Whether it is claimed to be at rest.
  ///   - isResting: Whether it is.
  public mutating func update(isClaimed: Bool, isResting: Bool) {
    claimed += isClaimed ? 1 : 0
    resting += isResting ? 1 : 0
    found += isClaimed && isResting ? 1 : 0
  }

  /// Of the samples claimed to be at rest the share that are, from 0 to 1; `nil` where none is claimed.
  public var precision: Double? { claimed > 0 ? Double(found) / Double(claimed) : nil }
  /// Of the samples at rest the share that are claimed to be, from 0 to 1; `nil` where none is at rest.
  public var recall: Double? { resting > 0 ? Double(found) / Double(resting) : nil }
}
