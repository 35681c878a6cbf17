extension TemplateModel {
  /// Adds an example, and its class where it is new.
  ///
  /// Nothing is trained again: the next gesture is compared with the example too.
  ///
  /// - Throws: ``TrainingError/featureCount(example:found:expected:)`` for a series of another number
  ///   of points.
  /// - Complexity: O(*n*) in the number of examples of the class.
  public mutating func add(_ series: MotionSeries, label: String) throws(TrainingError) {
    try append(series, label: label)
    if let place = classes.firstIndex(where: { $0.label == label }) { updateScale(at: place) }
  }

  /// Adds an example, and leaves the class's scale as it was.
  mutating func append(
    _ series: MotionSeries, label: String, name: String? = nil
  ) throws(TrainingError) {
    guard series.count == normalizer.pointCount else {
      throw .featureCount(
        example: name ?? "an example of \(label)", found: series.count,
        expected: normalizer.pointCount)
    }
    let place = classes.firstIndex { $0.label >= label } ?? classes.count
    if place == classes.count || classes[place].label != label {
      classes.insert(TemplateClass(label: label, pointCount: normalizer.pointCount), at: place)
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
    updateScale(at: place)
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

  /// The median over the class's examples of the distance to the others.
  mutating func updateScale(at place: Int) {
    let templates = classes[place]
    guard templates.count >= 2 else {
      classes[place].scale = nil
      return
    }
    let distances = (0..<templates.count).map { index in
      distance(
        of: [WarpingProbe(channels: templates.channels(at: index), band: matching.band)],
        to: templates, skipping: index..<index + 1)
    }
    classes[place].scale = distances.sorted()[distances.count / 2]
  }
}
