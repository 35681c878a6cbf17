/// The samples of one gesture or recording, with label, user and name.
///
/// `Sample` is the type of the samples: ``SensorSample``, ``DeviceMotion``, ``Sample3D`` or
/// ``Sample2D``.
public struct LabeledRecording<Sample> {
  /// The gesture's label, such as `A`; `nil` if unknown.
  public var label: String?
  /// The user's name; `nil` if unknown.
  public var user: String?
  /// The source, for messages: a file, or an index in one.
  public var name: String
  /// The samples in the order of time.
  public var samples: [Sample]

  /// A recording of `samples`.
  public init(label: String? = nil, user: String? = nil, name: String = "", samples: [Sample]) {
    self.label = label
    self.user = user
    self.name = name
    self.samples = samples
  }
}

extension LabeledRecording: Sendable where Sample: Sendable {}
extension LabeledRecording: Equatable where Sample: Equatable {}

/// One point of a gesture in space.
public struct Sample3D: Hashable, Sendable, Codable {
  /// Position in the reference frame, in metres.
  public var location: Vector3<Double>
  /// The device's attitude at that point.
  public var attitude: Attitude
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double

  /// A point of a path.
  public init(location: Vector3<Double>, attitude: Attitude, timestamp: Double) {
    self.location = location
    self.attitude = attitude
    self.timestamp = timestamp
  }
}

/// One point of a stroke on a plane, origin top left, *y* down, as on a screen.
public struct Sample2D: Hashable, Sendable, Codable {
  /// To the right, in any unit of length.
  public var x: Double
  /// Downwards, in the same unit.
  public var y: Double
  /// Seconds since an arbitrary, fixed start.
  public var timestamp: Double
  /// The index of the stroke in a gesture of several strokes, from 0: where it changes, the pen was
  /// lifted.
  public var stroke: Int

  /// A point of a stroke.
  ///
  /// - Parameters:
  ///   - x: The distance from the left, in any unit of length.
  ///   - y: The distance from the top, in the same unit.
  ///   - timestamp: The time in seconds.
  ///   - stroke: The index of the stroke in a gesture of several strokes (default: 0).
  public init(x: Double, y: Double, timestamp: Double, stroke: Int = 0) {
    self.x = x
    self.y = y
    self.timestamp = timestamp
    self.stroke = stroke
  }
}
