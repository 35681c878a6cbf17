internal import GestureRecognition
internal import MotionFusion

/// An example as the page shows it: its strokes in the unit square.
struct ExampleAnswer: Encodable, Sendable {
  var id: Int
  var label: String
  var strokes: [[[Double]]]

  init(_ example: StoredExample) {
    id = example.id
    label = example.label
    strokes = Self.picture(of: example.samples)
  }

  /// The strokes of a gesture, centred in the unit square; empty without one.
  static func picture(of gesture: Gesture) -> [[[Double]]] {
    let stroke = (try? StrokeRescaler(alignment: .center).rescaled(gesture.stroke)) ?? []
    return stroke.strokes.map { $0.map { [$0.x, $0.y] } }
  }
}
