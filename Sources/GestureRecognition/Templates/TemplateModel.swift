public import MotionFusion

/// A nearest-neighbour classifier of motions under dynamic time warping.
///
/// The distance to a class is the mean of the three smallest distances to its examples, or the
/// smallest one for a class with few examples. Rotations of the gesture about the axes of the
/// screen's plane are tried at a penalty, as people hold a phone at different angles. If training
/// chose level frames, gestures are compared in these, so that roll and pitch of the device do not
/// matter, and the rotations are about the vertical and a horizontal axis.
public struct TemplateModel: Hashable, Sendable {
  /// The conversion of motions to series.
  package internal(set) var normalizer = MotionNormalizer()
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
  public var labels: [String] { classes.map { $0.label } }

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

  package init(matching: TemplateMatching, metadata: [String: String] = [:]) {
    self.matching = matching
    self.metadata = metadata
    calibration = TemplateCalibration()
    movements = TemplateClass(label: "", pointCount: normalizer.pointCount, matching: matching)
    otherMovements = movements
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
    add(try normalizer.series(of: motions), label: label)
  }

  /// Adds an example of the user who is going to be recognised, and its class if it is new.
  ///
  /// Own examples count as nearer than those of others, so that a few of them outweigh many.
  /// Confidences and rejection are not calibrated again. An example that the model contains is not
  /// added again.
  ///
  /// - Parameters:
  ///   - motions: The motion of one gesture.
  ///   - label: The class.
  /// - Throws: ``GestureError`` as `recognize(_:)`.
  public mutating func adapt(to motions: [DeviceMotion], label: String) throws(GestureError) {
    add(try normalizer.series(of: motions), label: label, isOwn: true)
  }

  /// Adds an example, and its class if it is new.
  ///
  /// - Parameters:
  ///   - series: The example, made by the model's `normalizer`.
  ///   - isOwn: Whether it is the user's own. Once a class has an example of the user, all later
  ///     ones must also be the user's. One that the class contains is not added again.
  /// - Complexity: Amortised O(1) in the number of examples, O(*n*) for an own one.
  package mutating func add(_ series: MotionSeries, label: String, isOwn: Bool = false) {
    let place = classes.firstIndex { $0.label >= label } ?? classes.count
    if place == classes.count || classes[place].label != label {
      classes.insert(
        TemplateClass(label: label, pointCount: normalizer.pointCount, matching: matching),
        at: place)
    }
    let channels = channels(of: series)
    // An own copy of an example is nearer than it, so that more of other gestures are accepted.
    guard !isOwn || !classes[place].contains(channels) else { return }
    classes[place].append(channels, isOwn: isOwn || classes[place].ownCount > 0)
  }

  /// Adds examples of movements between gestures, such as returns to the start of a letter.
  ///
  /// Gestures between stationary phases compete with them; gestures by touch only with a
  /// `MovementRejection`.
  package mutating func addMovements(_ series: [MotionSeries]) {
    for movement in series { movements.append(channels(of: movement)) }
  }

  /// Adds examples of other movements that are not gestures, for a `MovementRejection`.
  package mutating func addOtherMovements(_ series: [MotionSeries]) {
    for movement in series { otherMovements.append(channels(of: movement)) }
  }

  private func channels(of series: MotionSeries) -> [Float] {
    precondition(
      series.count == normalizer.pointCount,
      "expected \(normalizer.pointCount) points, got \(series.count)")
    return matching.channels(of: series)
  }

  /// Adds the movements between gestures of another model.
  package mutating func addMovements(of other: TemplateModel) {
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
}

extension TemplateModel: ModelPart {
  /// The note of a file about the frame of comparisons, and its value for level ones: without it,
  /// they are in mean frames.
  private static let frameNote = (key: "frame", level: "level")

  /// The notes of a file: those of the model, and the frame.
  private var notes: [String: String] {
    var notes = metadata
    notes[Self.frameNote.key] = matching.isLevel ? Self.frameNote.level : nil
    return notes
  }

  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    var matching = part?.matching ?? TemplateMatching()
    try file.code(&matching.neighbors)
    guard matching.neighbors > 0 else {
      throw .inconsistent("expected at least 1 neighbour, got 0")
    }
    let calibration = try file.coded(part?.calibration)
    var notes = try file.coded(part?.notes)
    let frame = notes.removeValue(forKey: Self.frameNote.key)
    guard frame == nil || frame == Self.frameNote.level else { throw .unknown(frame ?? "") }
    matching.isLevel = frame != nil
    self.init(matching: matching, metadata: notes)
    self.calibration = calibration
    for index in 0..<(try file.coded(part?.classes.count)) {
      let templates = try coded(part?.classes[index], in: &file)
      guard templates.count > 0 else {
        throw .inconsistent("class \(templates.label) has no examples")
      }
      guard classes.last.map({ $0.label < templates.label }) ?? true else {
        throw .inconsistent("expected distinct classes in alphabetical order")
      }
      classes.append(templates)
    }
    movements = try coded(part?.movements, in: &file)
    otherMovements = try coded(part?.otherMovements, in: &file)
  }

  /// Writes a class, or reads it: its label, the numbers of own and of all examples, and these.
  private func coded(
    _ part: TemplateClass?, in file: inout ModelCoder
  ) throws(ModelError) -> TemplateClass {
    var templates = TemplateClass(
      label: try file.coded(part?.label), pointCount: normalizer.pointCount, matching: matching)
    let own = try file.coded(part?.ownCount)
    let count = try file.coded(part?.count)
    guard own <= count else {
      throw .inconsistent("class \(templates.label) has \(own) own examples of \(count)")
    }
    for index in 0..<count {
      let bytes = try file.bytes((part?.channels(at: index)).map(Self.bytes))
      // The examples to write are valid.
      if file.isReading {
        guard let channels = Self.channels(of: bytes, pointCount: normalizer.pointCount) else {
          throw .inconsistent(
            "example \(index) of class \(templates.label): expected \(WarpingLayout.channels) "
              + "channels of \(normalizer.pointCount) finite numbers")
        }
        templates.append(channels, isOwn: index >= count - own)
      }
    }
    return part ?? templates
  }

  /// An example as little-endian numbers of single precision, or a byte each for rounded ones.
  private static func bytes(of channels: ArraySlice<Float>) -> [UInt8] {
    if channels.allSatisfy({ rounded($0) == $0 }) {
      return channels.map { UInt8(bitPattern: Int8(($0 * stepsPerUnit).rounded())) }
    }
    return channels.flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt32($0))) }
    }
  }

  /// The channels of an example; `nil` for another length, and for numbers out of range.
  private static func channels(of bytes: ArraySlice<UInt8>, pointCount: Int) -> [Float]? {
    let count = WarpingLayout.channels * pointCount
    if bytes.count == count { return bytes.map { Float(Int8(bitPattern: $0)) / stepsPerUnit } }
    guard bytes.count == 4 * count else { return nil }
    let channels = ModelCoder.floats(in: bytes)
    // Root mean squares are 1, so that no value exceeds the square root of the count.
    return channels.allSatisfy { abs($0) < 1e3 } ? channels : nil
  }
}
