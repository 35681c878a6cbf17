public import MotionFusion

/// The samples of one gesture.
public enum Gesture: Hashable, Sendable {
  /// A stroke on a plane.
  case stroke([Sample2D])
  /// The motion of a device.
  case motion([DeviceMotion])
  /// The samples of any other sensor.
  case series(SampleSeries)

  /// The samples of a motion; `nil` for another gesture.
  package var motions: [DeviceMotion]? {
    if case .motion(let motions) = self { motions } else { nil }
  }

  package var count: Int {
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
  package var duration: Double { end - start }

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
  package func series(channels: [MotionChannel]) -> SampleSeries {
    switch self {
    case .stroke(let samples): SampleSeries(samples)
    case .motion(let samples): SampleSeries(samples, channels: channels)
    case .series(let series): series
    }
  }
}

/// One gesture of a recording, with its label and user where they are known.
public struct RecordedGesture: Hashable, Sendable {
  /// The recording that contains it, for messages.
  public var name: String
  /// The true label; `nil` when unknown.
  public var label: String?
  /// The person who made it; `nil` when unknown.
  public var user: String?
  /// The samples.
  public var samples: Gesture

  package init(name: String = "", label: String? = nil, user: String? = nil, samples: Gesture) {
    self.name = name
    self.label = label
    self.user = user
    self.samples = samples
  }

  /// Creates a gesture of a recording, with its name, label and user.
  package init(_ samples: Gesture, of recording: LabeledRecording<some Any>) {
    self.init(
      name: recording.name, label: recording.label, user: recording.user, samples: samples)
  }
}

/// A gesture and its recognition.
public struct RecognizedGesture: Sendable {
  /// The gesture.
  public var gesture: RecordedGesture
  /// The recognition, or the reason why there is none.
  public var result: Result<Recognition, GestureError>
  /// The accepted label, after post-processing where a pipeline has any; `nil` for a rejected
  /// gesture.
  public var label: String?

  /// The time of the first sample, in seconds.
  public var start: Double { gesture.samples.start }
  /// The time of the last sample, in seconds.
  public var end: Double { gesture.samples.end }
  /// The recognition; `nil` if there is none.
  public var recognition: Recognition? { try? result.get() }
}

extension RecognizedGesture {
  /// Whether something was found: a pipeline on series also returns what is none of its gestures,
  /// at every sample or window.
  package var isFound: Bool {
    if case .series = gesture.samples { label != nil } else { true }
  }

  /// The recognition of `gesture`, its label accepted if it is a gesture.
  package init(_ gesture: RecordedGesture, _ result: Result<Recognition, GestureError>) {
    let recognition = try? result.get()
    self.init(
      gesture: gesture, result: result,
      label: recognition.flatMap { $0.isGesture ? $0.label : nil })
  }
}

/// A time series of vectors: one gesture of any sensor, or one sample.
public struct SampleSeries: Hashable, Sendable {
  /// The valid numbers of components of a vector in a file.
  ///
  /// A larger number indicates a damaged file, and its products could overflow.
  package static let dimensions = 1...1_000_000

  /// The number of components of a vector.
  public let dimension: Int
  /// The time of each vector, in seconds.
  public let times: [Double]
  /// The components in row-major order, one vector per row.
  public let values: [Double]

  /// Creates a series.
  ///
  /// - Precondition: `dimension` is positive, and `values` has `dimension` elements per timestamp.
  public init(dimension: Int, times: [Double], values: [Double]) {
    precondition(
      dimension > 0 && values.count == times.count * dimension,
      "expected \(times.count) × \(dimension) values, got \(values.count)")
    self.dimension = dimension
    self.times = times
    self.values = values
  }

  package var count: Int { times.count }
  /// The time from the first vector to the last, in seconds; 0 if empty.
  package var duration: Double { (times.last ?? 0) - (times.first ?? 0) }
  /// The components of one vector.
  ///
  /// - Precondition: `index` is in 0 ..< ``count``.
  package subscript(index: Int) -> ArraySlice<Double> {
    values[(index * dimension)..<((index + 1) * dimension)]
  }
  package var vectors: some Collection<ArraySlice<Double>> { (0..<count).lazy.map { self[$0] } }
}

/// A device-motion quantity that contributes three components to a sample.
package enum MotionChannel: String, Hashable, Sendable, Codable, CaseIterable {
  /// Acceleration without gravity, in g with Core Motion's sign, in the body frame.
  case userAcceleration = "user-acceleration"
  /// Angular rate, in rad/s, in the body frame.
  case rotationRate = "rotation-rate"
  /// Gravity, in g, in the body frame.
  case gravity
  /// The accelerometer's reading, in g, in the body frame: gravity and user acceleration.
  case acceleration

  func vector(of motion: DeviceMotion) -> Vector3<Double> {
    switch self {
    case .userAcceleration: motion.userAcceleration
    case .rotationRate: motion.rotationRate
    case .gravity: motion.gravity
    case .acceleration: motion.acceleration
    }
  }
}

extension [MotionChannel] {
  /// The components of a motion sample, three per channel.
  package func components(of motion: DeviceMotion) -> [Double] {
    flatMap { channel in
      let vector = channel.vector(of: motion)
      return [vector.x, vector.y, vector.z]
    }
  }
}

extension SampleSeries {
  /// Extracts the given channels of a motion.
  ///
  /// - Precondition: `channels` is not empty.
  package init(_ motions: [DeviceMotion], channels: [MotionChannel]) {
    self.init(
      dimension: 3 * channels.count, times: motions.map { $0.timestamp },
      values: motions.flatMap(channels.components))
  }

  /// Converts a stroke to a series of *x* and *y*.
  package init(_ stroke: [Sample2D]) {
    self.init(
      dimension: 2, times: stroke.map { $0.timestamp }, values: stroke.flatMap { [$0.x, $0.y] })
  }
}

extension Gesture {
  /// Throws for a gesture that is shorter than the limits of its kind.
  ///
  /// - Parameter minimumDuration: The shortest duration, in seconds; `nil` for that of its kind.
  package func checkLength(minimumDuration: Double? = nil) throws(GestureError) {
    var limits: GestureLimits =
      switch self {
      case .motion: .motion
      case .stroke: .stroke
      case .series: .series
      }
    limits.duration = minimumDuration ?? limits.duration
    try limits.check(count: count, duration: duration)
  }
}
