extension TemplateModel {
  /// Adds an example, and its class where it is new.
  ///
  /// Nothing is trained again: the next gesture is compared with this example too.
  ///
  /// - Parameters:
  ///   - series: What was written, as the model's ``normalizer`` makes it.
  ///   - label: The class.
  ///   - name: Where the example comes from, for the error.
  /// - Throws: ``TrainingError/featureCount(example:found:expected:)`` for a series of another number
  ///   of points.
  /// - Complexity: Amortised O(1) in the number of examples.
  public mutating func add(
    _ series: MotionSeries, label: String, name: String? = nil
  ) throws(TrainingError) {
    guard series.count == normalizer.pointCount else {
      throw .featureCount(
        example: name ?? "an example of \(label)", found: series.count,
        expected: normalizer.pointCount)
    }
    let place = classes.firstIndex { $0.label >= label } ?? classes.count
    if place == classes.count || classes[place].label != label {
      classes.insert(
        TemplateClass(label: label, pointCount: normalizer.pointCount, matching: matching),
        at: place)
    }
    classes[place].append(WarpingLayout.channels(of: series))
  }

  /// Removes an example of a class, counted from 0 in the order of adding, and the class with its
  /// last one.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func removeExample(at index: Int, of label: String) -> Bool {
    guard let place = classes.firstIndex(where: { $0.label == label }),
      (0..<classes[place].count).contains(index)
    else { return false }
    guard classes[place].count > 1 else { return removeClass(label) }
    classes[place].remove(at: index)
    return true
  }

  /// Removes a class with all of its examples.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func removeClass(_ label: String) -> Bool {
    guard let place = classes.firstIndex(where: { $0.label == label }) else { return false }
    classes.remove(at: place)
    return true
  }
}
