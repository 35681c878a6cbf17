internal import GestureRecognition

/// The gestures that `evaluate` tests a classifier on.
struct TestedGestures<Representation: Sendable> {
  /// The gestures as they are.
  var set: ExampleSet<Representation>
  /// What is shown of each when it is tested, by its name; the gesture itself without.
  var shown: [String: Representation]?
  /// What bounded the paths of letters in the air, where paths were made of them.
  var stabilizer: Stabilizer?

  init(set: ExampleSet<Representation>) { self.set = set }

  /// The same as evaluations take it.
  var shownExample: ((Example<Representation>) -> Representation?)? {
    shown.map { shown in { shown[$0.name] } }
  }
}
