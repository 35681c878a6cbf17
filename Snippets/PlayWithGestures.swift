// A game that is played with a phone in the hand, and symbols that are drawn on it.

// snippet.hide
import GestureRecognition
import MotionFusion

// snippet.show
// snippet.game
/// Attacks by a rotation, dodges by a fast translation; everything else is ignored.
func play(with motions: some AsyncSequence<DeviceMotion, any Error>) async throws {
  var session = WritingSession(try GestureRecognizer.builtIn(.gestures))
  for try await motion in motions {
    for gesture in session.update(motion) {
      switch gesture.label {
      case "attack": print("attack at", gesture.start)
      case "dodge": print("dodge at", gesture.start)
      default: break
      }
    }
  }
}
// snippet.end

// snippet.symbols
/// Takes the points of a finger; a symbol may have several strokes.
struct SymbolPad {
  var session: WritingSession

  init() throws { session = WritingSession(try GestureRecognizer.builtIn(.symbols)) }

  /// Call it for each point, with `isTouching` false as the finger is lifted.
  mutating func move(to point: Sample2D, isTouching: Bool) {
    for symbol in session.update(point, isTouching: isTouching) { show(symbol) }
  }

  /// Call it at `session.deadline`: the pause after the last stroke is over.
  mutating func tick(at time: Double) {
    for symbol in session.advance(to: time) { show(symbol) }
  }

  func show(_ symbol: RecognizedGesture) { print(symbol.label ?? "?") }
}
// snippet.end
