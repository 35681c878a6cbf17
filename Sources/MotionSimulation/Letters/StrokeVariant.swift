public import RotationMath

/// One way to write a letter in a single stroke.
public struct StrokeVariant: Hashable, Sendable {
  /// How a stroke passes a node.
  public enum Joint: Hashable, Sendable {
    /// It turns; how much the turn is rounded is the writer's habit.
    case corner
    /// It bends through, without slowing down much.
    case curve
    /// It stops, and rests for a moment.
    case stop
  }

  /// A point that the stroke heads for.
  public struct Node: Hashable, Sendable {
    /// To the right and downwards, in letter heights, from the top left.
    public var position: Vector2<Double>
    /// How the stroke passes it. Means nothing at the first and the last node.
    public var joint: Joint

    static func corner(_ x: Double, _ y: Double) -> Node {
      Node(position: Vector2(x, y), joint: .corner)
    }
    static func curve(_ x: Double, _ y: Double) -> Node {
      Node(position: Vector2(x, y), joint: .curve)
    }
    static func stop(_ x: Double, _ y: Double) -> Node {
      Node(position: Vector2(x, y), joint: .stop)
    }
  }

  /// How often people write so on a screen, relative to the letter's other variants.
  public var frequency: Double
  /// How often people write so in the air, where nothing shows them the line: relative likewise.
  public var frequencyInAir: Double
  /// The points that the stroke heads for, at least two, in the order of writing.
  public var nodes: [Node]

  init(frequency: Double, inAir frequencyInAir: Double? = nil, _ nodes: [Node]) {
    self.frequency = frequency
    self.frequencyInAir = frequencyInAir ?? frequency
    self.nodes = nodes
  }
}
