public import MotionFusion

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
  /// Own examples count as nearer than those of others: a few of them outweigh many. Confidences
  /// and rejection are not calibrated again.
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
  ///   - name: The source of the example, for the error.
  ///   - isOwn: Whether it is the user's own. Once a class has an own example, all later ones
  ///     are own too.
  /// - Throws: ``TrainingError/featureCount(example:found:expected:)`` for a series of another
  ///   number of points.
  /// - Complexity: Amortised O(1) in the number of examples.
  package mutating func add(
    _ series: MotionSeries, label: String, name: String? = nil, isOwn: Bool = false
  ) throws(TrainingError) {
    guard series.count == normalizer.pointCount else {
      throw .featureCount(
        example: name ?? "an example of \(label)", found: series.count,
        expected: normalizer.pointCount)
    }
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
  /// ``MovementRejection``.
  ///
  /// - Precondition: Each series has as many points as `normalizer` makes.
  package mutating func addMovements(_ series: [MotionSeries]) {
    for movement in series { movements.append(channels(of: movement)) }
  }

  /// Adds examples of other movements that are not gestures, for a ``MovementRejection``.
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
  mutating func roundExamples() {
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

  /// Removes an example of a class, and the class with its last example.
  ///
  /// - Parameters:
  ///   - index: The index of the example in the order of adding, from 0.
  ///   - label: The class.
  /// - Returns: Whether the example existed.
  @discardableResult
  package mutating func removeExample(at index: Int, of label: String) -> Bool {
    guard let place = classes.firstIndex(where: { $0.label == label }),
      (0..<classes[place].count).contains(index)
    else { return false }
    guard classes[place].count > 1 else { return removeClass(label) }
    classes[place].remove(at: index)
    return true
  }

  /// Removes a class with all its examples.
  ///
  /// - Returns: Whether the class existed.
  @discardableResult
  public mutating func removeClass(_ label: String) -> Bool {
    guard let place = classes.firstIndex(where: { $0.label == label }) else { return false }
    classes.remove(at: place)
    return true
  }
}
