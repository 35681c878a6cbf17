public import MotionFusion
internal import Platform

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
  package var metadata: [String: String]

  package var classes: [TemplateClass] = []
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

extension TemplateModel {
  /// Adds an example, and its class if it is new.
  ///
  /// The next gesture is compared with this example too; confidences and rejection are not
  /// calibrated again.
  ///
  /// - Parameters:
  ///   - motions: The motion of one gesture.
  ///   - label: The class.
  /// - Throws: ``GestureError`` as `recognize(_:)`.
  public mutating func add(_ motions: [DeviceMotion], label: String) throws(GestureError) {
    insert(try normalizer.series(of: motions), label: label, isOwn: ownExampleCount(of: label) > 0)
  }

  /// Adds an example of the user who is going to be recognised, and its class if it is new.
  ///
  /// Own examples count as nearer than those of others, so that a few of them outweigh many.
  /// Confidences and rejection are not calibrated again.
  ///
  /// - Parameters:
  ///   - motions: The motion of one gesture.
  ///   - label: The class.
  /// - Throws: ``GestureError`` as `recognize(_:)`.
  public mutating func adapt(to motions: [DeviceMotion], label: String) throws(GestureError) {
    insert(try normalizer.series(of: motions), label: label, isOwn: true)
  }

  /// Adds an example, and its class if it is new.
  ///
  /// - Parameters:
  ///   - series: The example, made by the model's `normalizer`.
  ///   - label: The class.
  ///   - isOwn: Whether it is the user's own. Once a class has an example of the user, all later
  ///     ones must also be the user's.
  /// - Precondition: The series has as many points as the normalizer makes.
  /// - Complexity: Amortised O(1) in the number of examples.
  package mutating func add(_ series: MotionSeries, label: String, isOwn: Bool = false) {
    precondition(
      series.count == normalizer.pointCount,
      "expected \(normalizer.pointCount) points, got \(series.count)")
    insert(series, label: label, isOwn: isOwn || ownExampleCount(of: label) > 0)
  }

  private mutating func insert(_ series: MotionSeries, label: String, isOwn: Bool) {
    let place = classes.firstIndex { $0.label >= label } ?? classes.count
    if place == classes.count || classes[place].label != label {
      classes.insert(
        TemplateClass(label: label, pointCount: normalizer.pointCount, matching: matching),
        at: place)
    }
    classes[place].append(WarpingLayout.channels(of: series), isOwn: isOwn)
  }

  /// Adds examples of movements between gestures, such as returns to the start of a letter.
  ///
  /// Gestures between stationary phases compete with them; gestures by touch only with a
  /// `MovementRejection`.
  ///
  /// - Precondition: Each series has as many points as `normalizer` makes.
  package mutating func addMovements(_ series: [MotionSeries]) {
    for movement in series { movements.append(channels(of: movement)) }
  }

  /// Adds examples of other movements that are not gestures, for a `MovementRejection`.
  ///
  /// - Precondition: Each series has as many points as `normalizer` makes.
  package mutating func addOtherMovements(_ series: [MotionSeries]) {
    for movement in series { otherMovements.append(channels(of: movement)) }
  }

  private func channels(of series: MotionSeries) -> [Float] {
    precondition(
      series.count == normalizer.pointCount,
      "expected \(normalizer.pointCount) points, got \(series.count)")
    return WarpingLayout.channels(of: series)
  }

  /// Adds the movements between gestures of a model with the same settings.
  package mutating func addMovements(of other: TemplateModel) {
    guard other.normalizer == normalizer else { return }
    for index in 0..<other.movements.count {
      movements.append(Array(other.movements.channels(at: index)))
    }
  }

  /// The number of steps of rounded values in a unit. Rounding adds a distance of 0.012 at most.
  static let stepsPerUnit: Float = 24

  /// A value of a channel rounded to a step, from −127 to 127 steps.
  static func rounded(_ value: Float) -> Float {
    max(-127, min(127, (value * stepsPerUnit).rounded())) / stepsPerUnit
  }

  /// Rounds all examples, so that a file holds them in a quarter of the space.
  package mutating func roundExamples() {
    classes = classes.map(rounded)
    movements = rounded(movements)
    otherMovements = rounded(otherMovements)
  }

  private func rounded(_ exact: TemplateClass) -> TemplateClass {
    var rounded = TemplateClass(
      label: exact.label, pointCount: normalizer.pointCount, matching: matching)
    for index in 0..<exact.count {
      rounded.append(
        exact.channels(at: index).map(Self.rounded),
        isOwn: index >= exact.count - exact.ownCount)
    }
    return rounded
  }

  /// Removes a class with all its examples.
  ///
  /// - Returns: Whether the class existed.
  @discardableResult
  package mutating func removeClass(_ label: String) -> Bool {
    guard let place = classes.firstIndex(where: { $0.label == label }) else { return false }
    classes.remove(at: place)
    return true
  }
}

extension TemplateModel: Codable {
  /// Encodes the model.
  ///
  /// Examples are stored as five channels of single precision, little-endian, in base 64; rounded
  /// ones as bytes.
  public func encode(to encoder: any Encoder) throws { try Content(self).encode(to: encoder) }

  /// Decodes a model.
  ///
  /// - Throws: The decoder's errors, and ``ModelError/inconsistent(_:)`` for parts that do not fit
  ///   together.
  public init(from decoder: any Decoder) throws {
    self = try Content(from: decoder).model()
  }

  /// The parts of a model under their JSON keys.
  private struct Content: Codable {
    struct Class: Codable {
      var label: String
      var examples: [Data]
      /// The number of the user's own examples, the last ones; `nil` for none.
      var own: Int?
    }

    var normalizer: MotionNormalizer
    var matching: TemplateMatching
    var calibration: TemplateCalibration
    var metadata: [String: String]
    var classes: [Class]
    var movements: [Data]
    var otherMovements: [Data]

    init(_ model: TemplateModel) {
      normalizer = model.normalizer
      matching = model.matching
      calibration = model.calibration
      metadata = model.metadata
      classes = model.classes.map { templates in
        Class(
          label: templates.label, examples: Self.bytes(of: templates),
          own: templates.ownCount > 0 ? templates.ownCount : nil)
      }
      movements = Self.bytes(of: model.movements)
      otherMovements = Self.bytes(of: model.otherMovements)
    }

    func model() throws(ModelError) -> TemplateModel {
      if let problem = normalizer.validationError ?? matching.validationError
        ?? calibration.validationError
      {
        throw .inconsistent(problem)
      }
      var model = TemplateModel(normalizer: normalizer, matching: matching, metadata: metadata)
      model.calibration = calibration
      guard zip(classes, classes.dropFirst()).allSatisfy({ $0.label < $1.label }) else {
        throw .inconsistent("expected distinct classes in alphabetical order")
      }
      for part in classes {
        guard !part.examples.isEmpty else {
          throw .inconsistent("class \(part.label) has no examples")
        }
        var templates = TemplateClass(
          label: part.label, pointCount: normalizer.pointCount, matching: matching)
        let own = part.own ?? 0
        guard (0...part.examples.count).contains(own) else {
          throw .inconsistent("class \(part.label) has \(own) own examples of its examples")
        }
        for (index, bytes) in part.examples.enumerated() {
          try templates.append(
            Self.channels(
              of: bytes, pointCount: normalizer.pointCount,
              name: "example \(index) of class \(part.label)"),
            isOwn: index >= part.examples.count - own)
        }
        model.classes.append(templates)
      }
      for (index, bytes) in movements.enumerated() {
        try model.movements.append(
          Self.channels(
            of: bytes, pointCount: normalizer.pointCount, name: "movement \(index)"))
      }
      for (index, bytes) in otherMovements.enumerated() {
        try model.otherMovements.append(
          Self.channels(
            of: bytes, pointCount: normalizer.pointCount, name: "other movement \(index)"))
      }
      return model
    }

    private static func bytes(of templates: TemplateClass) -> [Data] {
      (0..<templates.count).map { bytes(of: templates.channels(at: $0)) }
    }

    private static func bytes(of channels: ArraySlice<Float>) -> Data {
      if channels.allSatisfy({ TemplateModel.rounded($0) == $0 }) {
        return Data(
          channels.map { UInt8(bitPattern: Int8(($0 * TemplateModel.stepsPerUnit).rounded())) })
      }
      var data = Data(capacity: 4 * channels.count)
      for value in channels {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
      }
      return data
    }

    /// The channels of an example.
    ///
    /// - Throws: ``ModelError/inconsistent(_:)`` for another length, and for numbers out of range.
    private static func channels(
      of data: Data, pointCount: Int, name: String
    ) throws(ModelError) -> [Float] {
      var channels: [Float] = []
      if data.count == WarpingLayout.channels * pointCount {
        return data.map { Float(Int8(bitPattern: $0)) / TemplateModel.stepsPerUnit }
      }
      if data.count == 4 * WarpingLayout.channels * pointCount {
        channels = data.withUnsafeBytes { bytes in
          stride(from: 0, to: bytes.count, by: 4).map { start in
            Float(
              bitPattern: UInt32(
                littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
          }
        }
      }
      // Root mean squares are 1, so that no value exceeds the square root of the count.
      guard !channels.isEmpty, channels.allSatisfy({ abs($0) < 1e3 }) else {
        throw .inconsistent(
          "\(name): expected \(WarpingLayout.channels) channels of \(pointCount) finite numbers")
      }
      return channels
    }
  }
}
