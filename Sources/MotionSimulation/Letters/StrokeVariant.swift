package import RotationMath

/// One way to write a letter in a single stroke.
package struct StrokeVariant: Hashable, Sendable {
  /// The movement of a stroke at a node.
  package enum Joint: Hashable, Sendable {
    /// A corner, rounded by the writer's `cornerOverlap`.
    case corner
    /// A bend with little loss of speed.
    case curve
    /// A stop with a short pause.
    case stop
  }

  /// A point of the stroke.
  package struct Node: Hashable, Sendable {
    /// The position in letter heights from the top left, *y* down.
    package var position: Vector2<Double>
    /// The movement at the node; not used at the first and the last node.
    package var joint: Joint

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

  /// The relative frequency on a screen among the letter's variants.
  package var frequency: Double
  /// The relative frequency in the air, where the writer does not see the line.
  package var frequencyInAir: Double
  /// The points of the stroke in the order of writing, at least two.
  package var nodes: [Node]

  init(frequency: Double, inAir frequencyInAir: Double? = nil, _ nodes: [Node]) {
    self.frequency = frequency
    self.frequencyInAir = frequencyInAir ?? frequency
    self.nodes = nodes
  }
}
