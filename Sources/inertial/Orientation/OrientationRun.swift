internal import ArgumentParser
internal import MotionFusion

/// The filters that `inertial orientation` knows by name.
enum FilterName: String, ExplainedArgument {
  case inertial, complementary, mahony, madgwick

  var explanation: String {
    switch self {
    case .inertial: "our own, with bias estimation, rest and disturbance detection"
    case .complementary: "gyroscope above a frequency, accelerometer and magnetometer below it"
    case .mahony: "Mahony's explicit complementary filter"
    case .madgwick: "Madgwick's gradient descent"
    }
  }
}

/// Which sensors are used.
enum SensorMode: String, ExplainedArgument {
  case nineAxis = "9d"
  case sixAxis = "6d"

  var explanation: String {
    switch self {
    case .nineAxis: "gyroscope, accelerometer, and the magnetometer where there is one"
    case .sixAxis: "gyroscope and accelerometer: the heading is arbitrary"
    }
  }
}

/// One recording put through one filter.
struct OrientationRun {
  var filter = FilterName.inertial
  var mode = SensorMode.nineAxis
  var isOffline = false

  /// The attitudes, *z* up and *x* to magnetic north in nine-axis mode, and what was wrong.
  func attitudes(of samples: [SensorSample]) -> (attitudes: [TimedAttitude], faults: SampleFaults) {
    let usesMagnetometer = mode == .nineAxis
    switch filter {
    case .inertial:
      var configuration = InertialFilter.Configuration()
      configuration.usesMagnetometer = usesMagnetometer
      guard isOffline else { return run(InertialFilter(configuration: configuration), samples) }
      let result = InertialSmoother(configuration: configuration).smooth(samples)
      let attitudes = result.estimates.compactMap { estimate in
        estimate.map { TimedAttitude(timestamp: $0.timestamp, attitude: $0.attitude) }
      }
      return (attitudes, result.faults)
    case .complementary:
      var configuration = ComplementaryFilter.Configuration()
      configuration.usesMagnetometer = usesMagnetometer
      return run(ComplementaryFilter(configuration: configuration), samples)
    case .mahony:
      var configuration = MahonyFilter.Configuration()
      configuration.usesMagnetometer = usesMagnetometer
      return run(MahonyFilter(configuration: configuration), samples)
    case .madgwick:
      var configuration = MadgwickFilter.Configuration()
      configuration.usesMagnetometer = usesMagnetometer
      return run(MadgwickFilter(configuration: configuration), samples)
    }
  }

  private func run(
    _ filter: some OrientationFilter, _ samples: [SensorSample]
  ) -> ([TimedAttitude], SampleFaults) {
    var filter = filter
    var calibrator = MagnetometerCalibrator()
    var attitudes: [TimedAttitude] = []
    attitudes.reserveCapacity(samples.count)
    for sample in samples {
      let calibrated =
        mode == .nineAxis
        ? calibrator.calibrate(sample, gyroscopeBias: filter.gyroscopeBias) : sample
      filter.update(calibrated)
      if let attitude = filter.attitude {
        attitudes.append(TimedAttitude(timestamp: sample.timestamp, attitude: attitude))
      }
    }
    return (attitudes, filter.faults)
  }
}

extension [SensorSample] {
  /// The means of blocks of `count` samples, times included; a last block that is not full is
  /// left out, and so is a sensor that is missing from a sample of its block.
  func blockMeans(of count: Int) -> [SensorSample] {
    guard count > 1 else { return self }
    return stride(from: 0, through: self.count - count, by: count).map { start in
      let block = self[start..<start + count]
      func mean(_ sensor: KeyPath<SensorSample, Vector3<Double>?>) -> Vector3<Double>? {
        var sum = Vector3<Double>.zero
        for sample in block {
          guard let reading = sample[keyPath: sensor] else { return nil }
          sum += reading
        }
        return sum / Double(count)
      }
      return SensorSample(
        timestamp: block.reduce(0) { $0 + $1.timestamp } / Double(count),
        rotationRate: mean(\.rotationRate), acceleration: mean(\.acceleration),
        magneticField: mean(\.magneticField))
    }
  }
}
