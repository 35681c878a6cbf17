internal import RealModule

/// Maps distances to confidences and to the decision to accept or reject.
package struct TemplateCalibration: Hashable, Sendable {
  /// The exponent *s*: confidences are proportional to distance to the power −*s*.
  ///
  /// The default of 16 holds without data. Fitted values for the air letters of five people lie
  /// between 11, for one example per letter, and 29, for examples of other people.
  package var sharpness = 16.0
  /// The similarity below which a gesture is rejected (default: accept all).
  package var minimumSimilarity = -Double.greatestFiniteMagnitude
  /// The median similarity of the gestures, to which an `AcceptanceSession` refers; `nil` without
  /// data on other writers, for no session.
  package var typicalSimilarity: Double?
  /// Whether a gesture is compared with movements that are not gestures (`MovementRejection`), and
  /// not with the classes alone.
  package var comparesMovements = false
  /// The median distance of the gestures to their nearest class, in the unit of scores. The default
  /// holds without data; synthetic writers have 0.56, writers of `air-letters` 0.68.
  package var typicalDistance = 0.65
  /// The number of gestures in the calibration, each compared with examples of other users or, for
  /// a single user, with all other examples; 0 without a calibration.
  package var gestures = 0
  /// The number of these gestures that were recognised correctly.
  package var correct = 0

  /// Creates a calibration that accepts everything.
  package init() {}

  /// The first invalid value; `nil` if all are valid.
  var validationError: String? {
    if !(sharpness > 0 && sharpness.isFinite) {
      return "expected a finite sharpness above 0, got \(sharpness)"
    }
    if !(typicalDistance > 0 && typicalDistance.isFinite) {
      return "expected a finite typical distance above 0, got \(typicalDistance)"
    }
    for similarity in [minimumSimilarity, typicalSimilarity ?? 0] where !similarity.isFinite {
      return "expected finite similarities, got \(similarity)"
    }
    return nil
  }
}

extension TemplateCalibration: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    self = part ?? TemplateCalibration()
    try file.code(&sharpness)
    try file.code(&minimumSimilarity)
    try file.code(&typicalSimilarity)
    try file.code(&comparesMovements)
    try file.code(&typicalDistance)
    try file.code(&gestures)
    try file.code(&correct)
    if let validationError { throw .inconsistent(validationError) }
  }
}

extension TemplateCalibration {
  /// The start of a session of one writer, without data on other writers of the hold alone.
  package var session: WriterSession {
    WriterSession(
      sharpness: sharpness, minimumSimilarity: minimumSimilarity, acceptance: acceptance)
  }

  /// The start of the acceptance in a session; `nil` if each gesture is decided alone.
  package var acceptance: AcceptanceSession? {
    typicalSimilarity.map {
      AcceptanceSession(typicalSimilarity: $0, minimumSimilarity: minimumSimilarity)
    }
  }
}

/// The similarity of a gesture to its class as against movements that are not gestures.
///
/// With *d*₁ and *d*₂ the distances to the nearest and the next class, *d*₀ the distance to the
/// nearest movement of the model, *a* and *ω* the root mean squares of acceleration (g) and angular
/// rate (rad/s),
///
/// *s* = 0.5 log(*d*₂ / *d*₁) − log *d*₁ + 0.7 log(*d*₀ / *d*₁) + 0.5 *r*,
///
/// with *r* = log((*a* + 0.01) / (*ω* + 0.05)), limited to −2.2 to −1. A hand that writes moves the
/// device along and turns it little; most other movements turn it. The constants were chosen on the
/// letters of five people (`air-letters`) and on simulated movements. Logistic regression on
/// simulated movements and hand gestures, against synthetic letters and those of four of the five
/// people, gives them about equal weights.
///
/// An acceleration below three times the noise has the shape of the noise, for example when a
/// device is turned on a table. The similarity is then −10, which every threshold rejects. Letters
/// written by people have 0.09 g or more.
enum MovementRejection {
  /// The weight of the logarithm of *d*₂ / *d*₁.
  private static let marginWeight = 0.5
  /// The weight of the logarithm of *d*₀ / *d*₁.
  private static let movementWeight = 0.7
  /// The weight of *r*.
  private static let ratioWeight = 0.5
  /// The least *r*: a writer who turns the wrist more loses no more.
  private static let leastRatio = -2.2
  /// The greatest *r*: translation alone makes no letter.
  private static let greatestRatio = -1.0

  /// The noise of the sensors of a phone, in g and rad/s.
  private static let noise = (acceleration: 0.01, rotationRate: 0.05)
  /// The similarity of a gesture without an acceleration above the noise.
  private static let similarityOfNoise = -10.0

  /// Whether the acceleration of a gesture is below three times the noise.
  static func isNoise(_ series: MotionSeries) -> Bool {
    series.accelerationScale < 3 * noise.acceleration
  }

  /// The logarithm *r* of the ratio of acceleration to angular rate, limited.
  static func limitedRatio(of series: MotionSeries) -> Double {
    let ratio = Double.log(
      (series.accelerationScale + noise.acceleration)
        / (series.rotationRateScale + noise.rotationRate))
    return min(max(ratio, leastRatio), greatestRatio)
  }

  /// The similarity of a gesture.
  ///
  /// - Parameters:
  ///   - nearest: The logarithm of the distance to the nearest class.
  ///   - next: The distance to the next class; infinite for a single class.
  ///   - movement: The distance to the nearest movement; infinite without movements.
  static func similarity(
    of series: MotionSeries, nearest: Double, next: Double, movement: Double
  ) -> Double {
    guard !isNoise(series) else { return similarityOfNoise }
    return (next < .infinity ? marginWeight * (next - nearest) : 0) - nearest
      + (movement < .infinity ? movementWeight * (movement - nearest) : 0)
      + ratioWeight * limitedRatio(of: series)
  }
}
