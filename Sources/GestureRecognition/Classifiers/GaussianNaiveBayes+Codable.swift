extension GaussianNaiveBayes: Codable {
  private enum Key: String, CodingKey {
    case classes, nullClasses, nullRejectionCoefficient
  }

  /// Encodes the classifier. An infinite coefficient is left out, as JSON has no infinity.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(classes, forKey: .classes)
    if !nullClasses.isEmpty { try container.encode(nullClasses, forKey: .nullClasses) }
    if nullRejectionCoefficient.isFinite {
      try container.encode(nullRejectionCoefficient, forKey: .nullRejectionCoefficient)
    }
    try confidenceScale.encode(to: encoder)
  }

  /// Decodes a classifier.
  ///
  /// - Throws: The decoder's errors, and ``ModelError/inconsistent(_:)`` for parts that do not fit
  ///   together.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let classes = try container.decode([Distribution].self, forKey: .classes)
    let nullClasses =
      try container.decodeIfPresent([Distribution].self, forKey: .nullClasses) ?? []
    guard let width = classes.first?.means.count, width > 0,
      Set(classes.map(\.label)).count == classes.count
    else {
      throw ModelError.inconsistent("expected classes of distinct names with at least one feature")
    }
    for distribution in classes + nullClasses {
      let numbers = distribution.means + [distribution.meanScore, distribution.scoreDeviation]
      guard distribution.means.count == width, distribution.variances.count == width,
        numbers.allSatisfy(\.isFinite),
        distribution.variances.allSatisfy({ $0 > 0 && $0.isFinite })
      else {
        throw ModelError.inconsistent(
          "class \(distribution.label): expected \(width) finite means and positive variances")
      }
    }
    let coefficient = try container.decodeIfPresent(Double.self, forKey: .nullRejectionCoefficient)
    self.init(
      classes: classes.sorted { $0.label < $1.label }, nullClasses: nullClasses,
      nullRejectionCoefficient: coefficient ?? .infinity)
    confidenceScale = try ConfidenceScale(from: decoder)
  }
}
