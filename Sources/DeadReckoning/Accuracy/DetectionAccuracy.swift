/// How the samples that are detected to be at rest agree with those that are.
public struct DetectionAccuracy: Hashable, Sendable, Codable {
  /// How many samples are detected to be at rest.
  public private(set) var detected = 0
  /// How many are at rest.
  public private(set) var resting = 0
  /// How many of these are detected to be.
  public private(set) var found = 0

  /// Nothing yet.
  public init() {}

  /// The agreement over these samples, as many as both have.
  ///
  /// - Parameters:
  ///   - claims: Whether each sample is detected to be at rest.
  ///   - truth: Whether it is.
  public init(of claims: some Sequence<Bool>, with truth: some Sequence<Bool>) {
    for (isDetected, isStationary) in zip(claims, truth) {
      update(isDetected: isDetected, isStationary: isStationary)
    }
  }

  /// Takes one sample.
  ///
  /// - Parameters:
  ///   - isDetected: Whether it is detected to be at rest.
  ///   - isStationary: Whether it is.
  public mutating func update(isDetected: Bool, isStationary: Bool) {
    detected += isDetected ? 1 : 0
    resting += isStationary ? 1 : 0
    found += isDetected && isStationary ? 1 : 0
  }

  /// Of the samples detected to be at rest the share that are, from 0 to 1; `nil` where none is detected.
  public var precision: Double? { detected > 0 ? Double(found) / Double(detected) : nil }
  /// Of the samples at rest the share that are detected to be, from 0 to 1; `nil` where none is at rest.
  public var recall: Double? { resting > 0 ? Double(found) / Double(resting) : nil }
}
