extension RecognitionModel {
  /// Returns the model restricted to the given classes; other labels are ignored.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` if too few classes remain: fewer than two of a
  ///   linear classifier or of a stroke network without a null class, none of any other.
  public func restricted(to labels: some Sequence<String>) throws(ModelError) -> RecognitionModel {
    let kept = Set(labels)
    return switch self {
    case .strokes(let model): .strokes(try model.restricted(to: kept))
    case .linear(let model): .linear(try model.restricted(to: kept))
    case .templates(let model): .templates(try model.restricted(to: kept))
    case .motionZones(let model): .motionZones(try model.restricted(to: kept))
    case .pipeline(let pipeline): .pipeline(try pipeline.restricted(to: kept))
    }
  }
}

extension LinearClassifier {
  /// Returns the classifier restricted to the given classes.
  func restricted(to kept: Set<String>) throws(ModelError) -> LinearClassifier {
    let rows = labels.indices.filter { kept.contains(labels[$0]) }
    var classifier = try LinearClassifier(
      labels: rows.map { labels[$0] }, featureCount: featureCount,
      weights: rows.flatMap { weights[$0 * featureCount..<($0 + 1) * featureCount] },
      confidenceScale: confidenceScale)
    classifier.minimumConfidence = minimumConfidence
    return classifier
  }
}

extension LinearModel {
  fileprivate func restricted(to kept: Set<String>) throws(ModelError) -> LinearModel {
    var model = LinearModel(
      try classifier.restricted(to: kept), features: features, metadata: metadata)
    model.minSize = minSize
    model.stabilizer = stabilizer
    model.dampingRate = dampingRate
    return model
  }
}

extension MotionZoneModel {
  fileprivate func restricted(to kept: Set<String>) throws(ModelError) -> MotionZoneModel {
    try MotionZoneModel(
      classifier.restricted(to: kept), features: features, metadata: metadata)
  }
}

extension TemplateModel {
  fileprivate func restricted(to kept: Set<String>) throws(ModelError) -> TemplateModel {
    var model = self
    for label in labels where !kept.contains(label) { model.removeClass(label) }
    guard !model.labels.isEmpty else {
      throw .inconsistent("expected at least one class of the model, got none")
    }
    return model
  }
}

extension GesturePipeline {
  fileprivate func restricted(to kept: Set<String>) throws(ModelError) -> GesturePipeline {
    let restricted: PipelineClassifier
    switch classifier {
    case .linear(let linear, let scaling):
      restricted = .linear(try linear.restricted(to: kept), scaling)
    case .naiveBayes(var bayes):
      guard bayes.labels.contains(where: kept.contains) else {
        throw .inconsistent("expected at least one class of the model, got none")
      }
      for label in bayes.labels where !kept.contains(label) { bayes.removeClass(label) }
      restricted = .naiveBayes(bayes)
    }
    return try GesturePipeline(
      configuration: configuration, classifier: restricted, metadata: metadata)
  }
}
