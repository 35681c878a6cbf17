/// A motion beside the template that is nearest to it, point by point.
///
/// Both have the channels of a comparison: angular rate about *x*, *y* and *z* and acceleration
/// along *x* and *y* in the mean frame of the gesture, each group with a root mean square of 1,
/// with the weights of integrals and onset.
public struct TemplateAlignment: Hashable, Sendable {
  /// A point of the gesture and the point of the template that it is compared with.
  public struct Pair: Hashable, Sendable {
    /// The index of the point of the gesture.
    public let gesture: Int
    /// The index of the point of the template.
    public let template: Int
  }

  /// The class of the template.
  public let label: String
  /// The channels of the gesture, five of the same length.
  public let gesture: [[Float]]
  /// The channels of the template.
  public let template: [[Float]]
  /// The warping path, from both starts to both ends.
  public let pairs: [Pair]
  /// The root mean square difference along the path, in the unit of scores, with the factors of
  /// rotation, beginnings and own examples.
  public let distance: Double

  /// The names of the channels.
  public static var channelNames: [String] { ["ω x", "ω y", "ω z", "a x", "a y"] }
}
