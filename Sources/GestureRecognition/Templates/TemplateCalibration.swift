/// What makes confidences and the decision whether it was a gesture of distances.
public struct TemplateCalibration: Hashable, Sendable, Codable {
  /// Confidences are proportional to distance to the power of minus this.
  public var sharpness = 10.0
  /// The least familiarity of a gesture; anything less is of no class.
  public var minimumFamiliarity = -Double.greatestFiniteMagnitude

  /// A calibration that believes everything.
  public init() {}
}
