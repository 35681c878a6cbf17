/// A nearest-neighbour classifier of motions under dynamic time warping.
///
/// The distance to a class is the mean of the three smallest distances to its examples, or the
/// smallest one for a class with few examples. Rotations of the gesture about the device's long
/// axis are tried at a penalty, as people hold a phone at slightly different angles.
public struct TemplateModel: Hashable, Sendable {
  /// The conversion of motions to series.
  package let normalizer: MotionNormalizer
  /// The distance to a class.
  package let matching: TemplateMatching
  /// The map from distances to confidences and acceptance.
  package var calibration: TemplateCalibration
  /// Notes on the origin of the model.
  public var metadata: [String: String]

  var classes: [TemplateClass] = []
  /// The movements between gestures, such as the return to the start of a letter.
  var movements: TemplateClass
  /// Other movements that are not gestures.
  var otherMovements: TemplateClass

  /// The classes in alphabetical order.
  public var labels: [String] { classes.map(\.label) }

  /// The ``Recognition/similarity`` below which a gesture is rejected.
  public var minimumSimilarity: Double {
    get { calibration.minimumSimilarity }
    set { calibration.minimumSimilarity = newValue }
  }

  /// The number of examples.
  public var exampleCount: Int { classes.reduce(0) { $0 + $1.count } }

  /// The number of examples of movements between gestures.
  package var movementCount: Int { movements.count }

  /// Creates a model without classes, which accepts every gesture.
  public init() {
    self.init(matching: TemplateMatching())
  }

  /// Creates a model without classes.
  ///
  /// - Precondition: `normalizer` and `matching` are valid.
  package init(
    normalizer: MotionNormalizer = MotionNormalizer(), matching: TemplateMatching,
    metadata: [String: String] = [:]
  ) {
    let problem = normalizer.validationError ?? matching.validationError
    precondition(problem == nil, problem ?? "")
    self.normalizer = normalizer
    self.matching = matching
    self.metadata = metadata
    calibration = TemplateCalibration()
    movements = TemplateClass(label: "", pointCount: normalizer.pointCount, matching: matching)
    otherMovements = movements
  }

  /// The number of the user's own examples of the class `label`.
  func ownExampleCount(of label: String) -> Int {
    classes.first { $0.label == label }?.ownCount ?? 0
  }

  /// The number of examples of the class `label`.
  package func exampleCount(of label: String) -> Int {
    classes.first { $0.label == label }?.count ?? 0
  }
}
