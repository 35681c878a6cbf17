/// A classifier that keeps examples, and reads a gesture as the class whose examples are nearest
/// under dynamic time warping.
///
/// The distance to a class is the mean of the `neighbors` smallest distances to its examples, or
/// the smallest one alone while the class has few. The probe may be turned about the device's long
/// axis by some angles, at a price, as people hold a phone at slightly different angles each time.
public struct TemplateModel: Hashable, Sendable {
  /// How gestures are brought to a common form.
  public let normalizer: MotionNormalizer
  /// How distances are taken.
  public let matching: TemplateMatching
  /// The classes in alphabetical order.
  public var labels: [String] { classes.map(\.label) }
  /// What makes confidences and the decision whether it was a gesture of distances.
  public var calibration: TemplateCalibration
  /// Notes on where it comes from.
  public var metadata: [String: String]

  var classes: [TemplateClass] = []

  /// A model without classes, to which examples are added.
  ///
  /// - Precondition: The numbers of `normalizer` and `matching` are possible ones.
  public init(
    normalizer: MotionNormalizer = MotionNormalizer(),
    matching: TemplateMatching = TemplateMatching(), metadata: [String: String] = [:]
  ) {
    let problem = normalizer.problem ?? matching.problem
    precondition(problem == nil, problem ?? "")
    self.normalizer = normalizer
    self.matching = matching
    self.metadata = metadata
    calibration = TemplateCalibration()
  }

  /// The number of examples that it keeps.
  public var exampleCount: Int { classes.reduce(0) { $0 + $1.count } }

  /// The number of examples of the class `label`.
  public func exampleCount(of label: String) -> Int {
    classes.first { $0.label == label }?.count ?? 0
  }
}
