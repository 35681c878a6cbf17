public import MotionFusion

/// The samples of one gesture.
public enum Gesture: Hashable, Sendable {
  /// A stroke on a plane.
  case stroke([Sample2D])
  /// The motion of a device.
  case motion([DeviceMotion])
  /// The samples of any other sensor.
  case series(LabeledSeries)

  /// The number of samples.
  public var count: Int {
    switch self {
    case .stroke(let samples): samples.count
    case .motion(let samples): samples.count
    case .series(let series): series.count
    }
  }

  /// The time of the first sample, in seconds; 0 without samples.
  public var start: Double {
    switch self {
    case .stroke(let samples): samples.first?.timestamp ?? 0
    case .motion(let samples): samples.first?.timestamp ?? 0
    case .series(let series): series.times.first ?? 0
    }
  }

  /// The time of the last sample, in seconds; 0 without samples.
  public var end: Double {
    switch self {
    case .stroke(let samples): samples.last?.timestamp ?? 0
    case .motion(let samples): samples.last?.timestamp ?? 0
    case .series(let series): series.times.last ?? 0
    }
  }

  /// The time from the first to the last sample, in seconds.
  public var duration: Double { end - start }

  /// The stroke to draw for this gesture: the path of a motion projected to its plane, or the first
  /// two components of a series, *y* up. A series of one component is drawn over time.
  ///
  /// Empty for a motion without a path.
  public var stroke: [Sample2D] {
    switch self {
    case .stroke(let samples): samples
    case .motion(let motions): (try? motions.stroke()) ?? []
    case .series(let series):
      series.times.indices.map { index in
        let values = series[index]
        let (x, y) =
          series.dimension > 1
          ? (values[values.startIndex], values[values.startIndex + 1])
          : (series.times[index], values[values.startIndex])
        return Sample2D(x: x, y: -y, timestamp: series.times[index])
      }
    }
  }

  /// The samples as a pipeline takes them: points of a stroke, or `channels` of a motion.
  func series(channels: [MotionChannel], label: String?, user: String?) -> LabeledSeries {
    switch self {
    case .stroke(let samples):
      LabeledSeries(LabeledRecording(label: label, user: user, samples: samples))
    case .motion(let samples):
      LabeledSeries(
        LabeledRecording(label: label, user: user, samples: samples), channels: channels)
    case .series(let series): series
    }
  }
}
