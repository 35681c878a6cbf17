internal import MotionFusion

/// The quantities that one device recorded, each with its own times.
///
/// Units and signs are those of the motion API: g, rad/s, µT, Core Motion's signs. Times never
/// decrease.
struct MotionStreams {
  private var vectors = [[Timed<Vector3<Double>>]](
    repeating: [], count: MotionQuantity.allCases.count)
  /// The rank of the group that each quantity is of.
  private var ranks = [Int](repeating: 0, count: MotionQuantity.allCases.count)
  var attitude: [Timed<Attitude>] = []
  /// A reference.
  private var poses: [ReferencePose] = []
  /// Problems of the samples.
  var warnings: [RecordingWarning] = []

  subscript(quantity: MotionQuantity) -> [Timed<Vector3<Double>>] {
    get { vectors[quantity.rawValue] }
    _modify { yield &vectors[quantity.rawValue] }
  }

  mutating func append(_ reading: RowReader.Reading) {
    for (quantity, value) in reading.vectors {
      let place = quantity.rawValue
      if reading.rank > ranks[place] { (vectors[place], ranks[place]) = ([], reading.rank) }
      guard reading.rank == ranks[place] else { continue }
      vectors[place].append(Timed(time: reading.time, value: value))
    }
    if reading.isReference {
      poses.append(
        ReferencePose(
          timestamp: reading.time, attitude: reading.attitude, position: reading.position))
    } else if let attitude = reading.attitude {
      self.attitude.append(Timed(time: reading.time, value: attitude))
    }
  }

  /// Replaces the quantities that another table of the same device has.
  mutating func merge(_ other: MotionStreams) {
    for quantity in MotionQuantity.allCases where !other[quantity].isEmpty {
      self[quantity] = other[quantity]
    }
    if !other.attitude.isEmpty { attitude = other.attitude }
    if !other.poses.isEmpty { poses = other.poses }
    warnings += other.warnings
  }

  func recordings(format: String, name: String) -> Recordings {
    var result = Recordings(format: format)
    let samples = sensorSamples()
    if !samples.isEmpty { result.sensorSamples = [LabeledRecording(name: name, samples: samples)] }
    let motion = deviceMotion()
    if !motion.isEmpty { result.deviceMotion = [LabeledRecording(name: name, samples: motion)] }
    let poses =
      poses + attitude.map { ReferencePose(timestamp: $0.time, attitude: $0.value) }
    if !poses.isEmpty {
      result.references = [LabeledRecording(name: name, samples: poses)]
    }
    result.warnings = warnings
    return result
  }

  /// The raw sensor samples, one for each time.
  ///
  /// Without raw acceleration the sum of gravity and user acceleration replaces it. Without raw
  /// gyroscope readings, the bias-corrected rate replaces them.
  func sensorSamples() -> [SensorSample] {
    let acceleration =
      self[.acceleration].isEmpty
      ? Self.joined(self[.gravity], self[.userAcceleration]) { $0 + $1 } : self[.acceleration]
    let rotationRate =
      self[.rotationRate].isEmpty ? self[.unbiasedRotationRate] : self[.rotationRate]
    let magneticField = self[.magneticField]
    var samples: [SensorSample] = []
    samples.reserveCapacity(max(acceleration.count, rotationRate.count, magneticField.count))
    var (a, r, m) = (0, 0, 0)
    while true {
      let times = [
        a < acceleration.count ? acceleration[a].time : nil,
        r < rotationRate.count ? rotationRate[r].time : nil,
        m < magneticField.count ? magneticField[m].time : nil,
      ]
      guard let time = times.compactMap({ $0 }).min() else { return samples }
      var sample = SensorSample(timestamp: time)
      if times[0] == time {
        sample.acceleration = acceleration[a].value
        a += 1
      }
      if times[1] == time {
        sample.rotationRate = rotationRate[r].value
        r += 1
      }
      if times[2] == time {
        sample.magneticField = magneticField[m].value
        m += 1
      }
      samples.append(sample)
    }
  }

  /// The device's own motion estimate, at the times of attitude, rate and user acceleration.
  func deviceMotion() -> [DeviceMotion] {
    let rate =
      self[.unbiasedRotationRate].isEmpty ? self[.rotationRate] : self[.unbiasedRotationRate]
    let parts = Self.joined(rate, self[.userAcceleration]) { ($0, $1) }
    var motion = Self.joined(attitude, parts) { attitude, parts in (attitude, parts.0, parts.1) }
      .map { point in
        DeviceMotion(
          timestamp: point.time, attitude: point.value.0, rotationRate: point.value.1,
          userAcceleration: point.value.2)
      }
    // The device's own gravity where it was recorded; otherwise gravity follows from the attitude.
    let gravity = self[.gravity]
    var place = 0
    for index in motion.indices {
      while place < gravity.count, gravity[place].time < motion[index].timestamp { place += 1 }
      guard place < gravity.count else { break }
      if gravity[place].time == motion[index].timestamp {
        motion[index].gravity = gravity[place].value
      }
    }
    return motion
  }

  /// The values of two streams at their common times.
  private static func joined<First, Second, Result>(
    _ first: [Timed<First>], _ second: [Timed<Second>], _ combine: (First, Second) -> Result
  ) -> [Timed<Result>] {
    var result: [Timed<Result>] = []
    result.reserveCapacity(min(first.count, second.count))
    var (i, j) = (0, 0)
    while i < first.count, j < second.count {
      if first[i].time < second[j].time {
        i += 1
      } else if second[j].time < first[i].time {
        j += 1
      } else {
        result.append(
          Timed(time: first[i].time, value: combine(first[i].value, second[j].value)))
        i += 1
        j += 1
      }
    }
    return result
  }
}

/// A value at a time in seconds.
struct Timed<Value> {
  var time: Double
  var value: Value
}

extension [SensorSample] {
  /// The readings of a sensor.
  func readings(_ sensor: (SensorSample) -> Vector3<Double>?) -> [Timed<Vector3<Double>>] {
    compactMap { sample in sensor(sample).map { Timed(time: sample.timestamp, value: $0) } }
  }
}

extension [Timed<Vector3<Double>>] {
  /// The median time step in seconds; `nil` for fewer than two times.
  var medianStep: Double? {
    Swift.zip(dropFirst(), self).map { $0.time - $1.time }.filter { $0 > 0 }.median
  }

  /// Calls `body` with each of `others` and the nearest element here within `tolerance` seconds.
  func forEachNearest<Other>(
    to others: [Timed<Other>], within tolerance: Double,
    _ body: (Vector3<Double>, Timed<Other>) -> Void
  ) {
    guard !isEmpty else { return }
    var place = 0
    for other in others {
      while place + 1 < count,
        abs(self[place + 1].time - other.time) <= abs(self[place].time - other.time)
      {
        place += 1
      }
      if abs(self[place].time - other.time) <= tolerance { body(self[place].value, other) }
    }
  }
}
