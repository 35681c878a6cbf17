internal import GestureRecognition
internal import MotionFusion

/// The strokes that reports draw of the gestures of a data set.
struct GesturePictures {
  private var gestures: [String: GestureInput] = [:]
  private var series: [String: LabeledSeries] = [:]

  /// The gestures of a data set, by their names.
  init(of content: DataSetContent) {
    switch content {
    case .recordings(let recordings):
      for input in GestureInput.all(in: recordings) {
        gestures[input.name] = input
      }
    case .series(let set):
      for (name, part) in zip(set.names, set.series.series) { series[name] = part }
    case .vectors: break
    }
  }

  /// What to draw of a gesture: its stroke, the path of its motion, or the first two components of
  /// its series; nothing of what is not known.
  subscript(name: String) -> [Sample2D] {
    if let gesture = gestures[name] { return gesture.stroke }
    return series[name].map { Self.stroke(of: $0, at: Array(0..<$0.count)) } ?? []
  }

  /// The first two components of some samples of a series, upwards as charts are; or the only one
  /// over time.
  static func stroke(of series: LabeledSeries, at indices: [Int]) -> [Sample2D] {
    indices.map { index in
      let sample = series[index]
      let first = sample[sample.startIndex]
      return series.dimension > 1
        ? Sample2D(
          x: first, y: -sample[sample.startIndex + 1], timestamp: series.times[index])
        : Sample2D(x: series.times[index], y: -first, timestamp: series.times[index])
    }
  }
}
