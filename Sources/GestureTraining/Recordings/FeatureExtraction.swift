package import DeadReckoning
package import GestureRecognition
package import MotionRecordings

/// Extracts the zone features of gestures, to look at and to train other programs on.
///
/// The defaults are those of the lab (MIT 6.1820, lab 3): 3 × 3 zones from the top left, a smallest
/// size of 100 points or 1 cm, paths in the air with exponential damping.
package struct FeatureExtraction: Sendable {
  /// The features of one gesture.
  package struct Item: Hashable, Sendable {
    /// The name of the recording.
    package let name: String
    /// The class; `nil` without a label.
    package let label: String?
    /// The rescaled stroke, its sizes and its feature vector.
    package let stroke: ZonedStroke
  }

  package var features = ZoneFeatures()
  /// The smallest size of a stroke that is magnified, in the strokes' unit. Default: 100.
  package var strokeMinSize = ModelTrainer.labMinSize
  /// The drift correction of paths in the air. Default: exponential damping.
  package var stabilizer = Stabilizer.exponentialDamping
  /// The rate of exponential damping, in 1/s. Default: 2.
  package var dampingRate = 2.0

  /// Creates an extraction with the lab's settings.
  package init() {}

  /// The features of each stroke and motion of `recordings`, in order, or the reason why a gesture
  /// has none.
  ///
  /// Raw samples are cut at touch and release.
  package func items(
    of recordings: Recordings
  ) -> [(name: String, features: Result<Item, GestureError>)] {
    recordings.gestures().map { gesture in
      (
        gesture.name,
        Result { () throws(GestureError) in
          Item(name: gesture.name, label: gesture.label, stroke: try stroke(of: gesture.samples))
        }
      )
    }
  }

  private func stroke(of gesture: Gesture) throws(GestureError) -> ZonedStroke {
    switch gesture {
    case .stroke(let samples):
      try features.zonedStroke(of: samples, minSize: strokeMinSize)
    case .motion(let motions):
      try features.zonedStroke(
        of: motions.stroke(stabilizer: stabilizer, dampingRate: dampingRate),
        minSize: ZoneFeatures.smallestGesture)
    case .series: throw .needsMotion
    }
  }
}

extension [FeatureExtraction.Item] {
  /// The feature vectors as a table, an absent label as an empty one.
  package var table: LabeledVectors {
    precondition(!isEmpty, "expected at least one item")
    return LabeledVectors(
      names: LabeledVectors.zoneNames(count: self[0].stroke.vector.count),
      labels: map { $0.label ?? "" }, values: flatMap(\.stroke.vector))
  }
}
