internal import GestureRecognition

/// The answer of `features`.
struct FeatureAnswer: Encodable {
  struct Item: Encodable {
    var recording: String
    var label: String?
    /// The longer side of the stroke.
    var size: Double
    /// The larger of the size and the smallest size that is magnified.
    var clippedSize: Double
    /// Time in seconds since the first sample, x and y of each rescaled sample.
    var rescaled: [[Double]]
    var features: [Double]
  }

  /// The names of the features.
  var names: [String]
  var gestures: [Item]
  /// The number of gestures without features.
  var refused: Int

  init(_ items: [FeatureExtraction.Item], names: [String], rejected: Int) {
    self.names = names
    refused = rejected
    gestures = items.map { item in
      let start = item.stroke.stroke.first?.timestamp ?? 0
      return Item(
        recording: item.name, label: item.label, size: item.stroke.size,
        clippedSize: item.stroke.clippedSize,
        rescaled: item.stroke.stroke.map { [$0.timestamp - start, $0.x, $0.y] },
        features: item.stroke.vector)
    }
  }
}
