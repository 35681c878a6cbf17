extension GaussianNaiveBayes: Codable {
  private enum Key: String, CodingKey {
    case classes, nullRejectionCoefficient
  }

  /// Writes its parts; an infinite coefficient is left out, as JSON has no such number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(classes, forKey: .classes)
    if nullRejectionCoefficient.isFinite {
      try container.encode(nullRejectionCoefficient, forKey: .nullRejectionCoefficient)
    }
  }

  /// Reads its parts.
  ///
  /// - Throws: What the decoder throws, and ``ModelError/inconsistent(_:)`` where they do not fit
  ///   together.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let classes = try container.decode([Distribution].self, forKey: .classes)
    guard let width = classes.first?.means.count, width > 0,
      Set(classes.map(\.label)).count == classes.count
    else { throw ModelError.inconsistent("no class, no feature, or two classes of one name") }
    for distribution in classes {
      let numbers = distribution.means + [distribution.meanScore, distribution.scoreDeviation]
      guard distribution.means.count == width, distribution.variances.count == width,
        numbers.allSatisfy(\.isFinite),
        distribution.variances.allSatisfy({ $0 > 0 && $0.isFinite })
      else {
        throw ModelError.inconsistent(
          "class \(distribution.label): \(width) finite means and positive variances are needed")
      }
    }
    let coefficient = try container.decodeIfPresent(Double.self, forKey: .nullRejectionCoefficient)
    self.init(
      classes: classes.sorted { $0.label < $1.label },
      nullRejectionCoefficient: coefficient ?? .infinity)
  }
}
