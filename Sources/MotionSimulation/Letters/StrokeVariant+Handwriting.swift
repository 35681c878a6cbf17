internal import RealModule
internal import RotationMath

extension StrokeVariant {
  /// The turn from which a bend within a stroke is a corner, in radians: 75 degrees.
  private static let cornerTurn = 1.3

  /// A letter of several strokes, joined by the movements of the lifted pen.
  ///
  /// - Parameters:
  ///   - frequency: The relative frequency.
  ///   - strokes: The points of each stroke, *x* and *y* in turn. A bend of 75 degrees or more is
  ///     a corner.
  static func handwritten(_ frequency: Double, _ strokes: [[Double]]) -> StrokeVariant {
    var nodes: [Node] = []
    for stroke in strokes {
      let points = stride(from: 0, to: stroke.count, by: 2).map {
        Vector2(stroke[$0], stroke[$0 + 1])
      }
      for (index, point) in points.enumerated() {
        var joint = Joint.corner
        if index > 0, index + 1 < points.count {
          let (before, after) = (point - points[index - 1], points[index + 1] - point)
          let turn = Double.atan2(
            y: before.x * after.y - before.y * after.x, x: before.x * after.x + before.y * after.y)
          joint = abs(turn) < cornerTurn ? .curve : .corner
        }
        nodes.append(Node(position: point, joint: joint))
      }
    }
    return StrokeVariant(frequency: frequency, nodes)
  }
}

extension LetterShape {
  /// The ways in which people write the letter on paper, with their frequencies.
  ///
  /// Medians of clusters of 6,500 capitals of 625 writers (the development half of UNIPEN's
  /// train_r01_v07, section 1b): letters of equal stroke number, order and direction, by average
  /// linkage up to a root mean square distance of 0.27 letter heights. The clusters with 2.5 % of a
  /// letter or more cover 74 to 95 % of it. The pen's movements between strokes are part of the
  /// path, as a hand in the air makes them.
  package var handwrittenVariants: [StrokeVariant] {
    Self.handwrittenAToH(letter) + Self.handwrittenIToP(letter) + Self.handwrittenQToZ(letter)
  }
}
