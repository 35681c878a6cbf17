internal import RealModule

/// The offline form of ``InertialFilter``: two passes over a whole recording, so that every
/// attitude knows what came after it.
///
/// The filter runs forwards and backwards for the gyro's bias; the gyro, without the mean of
/// the two, is integrated once more; the specific force is low-passed in both directions, which
/// leaves no lag; what the device adds to the magnetic field is taken off, as the turns before and
/// after tell it; and the heading is smoothed as H. E. Rauch, F. Tung and C. T. Striebel
/// describe (1965). Between gaps each stretch stands for itself.
///
/// Takes about 400 bytes a sample.
public struct InertialSmoother: Hashable, Sendable, Codable {
  /// The parameters, those of the filter.
  public var configuration: InertialFilter.Configuration

  /// A smoother of these parameters.
  public init(configuration: InertialFilter.Configuration = .init()) {
    self.configuration = configuration
  }

  /// What the smoother says about one sample.
  public struct Estimate: Hashable, Sendable, Codable {
    /// Seconds, as in the sample.
    public var timestamp: Double
    /// Device to reference, *z* up; *x* to magnetic north where there is a magnetometer.
    public var attitude: Quaternion<Double>
    /// The gyro's bias in the device frame, in rad/s.
    public var gyroscopeBias: Vector3<Double>
    /// The standard deviation of the heading, in radians; `nil` without a magnetometer.
    public var headingDeviation: Double?
  }

  /// What came of a recording.
  public struct Result: Hashable, Sendable, Codable {
    /// One a sample; `nil` for samples that were left out, and for stretches without an
    /// accelerometer.
    public var estimates: [Estimate?]
    /// What was wrong with the samples.
    public var faults: SampleFaults
  }

  /// The attitude at every sample.
  ///
  /// - Complexity: O(*n*).
  public func smooth(_ samples: some Collection<SensorSample>) -> Result {
    var screen = SampleScreen()
    var result = Result(estimates: [], faults: SampleFaults())
    result.estimates.reserveCapacity(samples.count)
    var stretch = Stretch()
    for (index, sample) in samples.enumerated() {
      let admitted = screen.admit(sample)
      result.estimates.append(nil)
      guard
        admitted.rotationRate != nil || admitted.specificForce != nil
          || admitted.magneticField != nil
      else { continue }
      if admitted.followsGap {
        solve(stretch, into: &result.estimates)
        stretch = Stretch()
      }
      stretch.indices.append(index)
      stretch.times.append(sample.timestamp)
      stretch.samples.append(admitted)
    }
    solve(stretch, into: &result.estimates)
    result.faults = screen.faults
    return result
  }

  /// Samples without a gap.
  struct Stretch {
    var indices: [Int] = []
    var times: [Double] = []
    var samples: [SampleScreen.Admitted] = []
  }

  private func solve(_ whole: Stretch, into estimates: inout [Estimate?]) {
    guard whole.samples.contains(where: { $0.specificForce != nil }) else { return }
    var stretch = whole
    let biases = biases(of: stretch)
    var attitudes = levelAttitudes(of: stretch, biases: biases)
    var deviations: [Double]?
    if configuration.usesMagnetometer {
      calibrate(&stretch, biases: biases)
      deviations = turnToNorth(&attitudes, stretch: stretch, biases: biases)
    }
    for (place, index) in stretch.indices.enumerated() {
      estimates[index] = Estimate(
        timestamp: stretch.times[place], attitude: attitudes[place],
        gyroscopeBias: biases[place].value, headingDeviation: deviations?[place])
    }
  }
}

// MARK: - Bias

extension InertialSmoother {
  struct Bias {
    var value: Vector3<Double>
    var variance: Vector3<Double>
    var isResting: Bool
  }

  /// The bias at each sample: the means of what the filter finds forwards and backwards, each
  /// component weighted by its information.
  private func biases(of stretch: Stretch) -> [Bias] {
    var settings = configuration
    settings.usesMagnetometer = false
    let count = stretch.samples.count

    var forward = InertialFilter(configuration: settings)
    var biases: [Bias] = []
    biases.reserveCapacity(count)
    for (admitted, time) in zip(stretch.samples, stretch.times) {
      forward.update(sample(admitted, at: time))
      biases.append(forward.smootherBias)
    }

    var backward = InertialFilter(configuration: settings)
    visitBackwards(stretch) { place, sample in
      backward.update(sample)
      let other = backward.smootherBias
      let mine = biases[place]
      let sum = mine.variance + other.variance
      func weighed(_ a: Double, _ va: Double, _ b: Double, _ vb: Double, _ s: Double) -> Double {
        s > 0 ? (a * vb + b * va) / s : a
      }
      biases[place].value = Vector3(
        weighed(mine.value.x, mine.variance.x, -other.value.x, other.variance.x, sum.x),
        weighed(mine.value.y, mine.variance.y, -other.value.y, other.variance.y, sum.y),
        weighed(mine.value.z, mine.variance.z, -other.value.z, other.variance.z, sum.z))
      biases[place].variance = Vector3(
        sum.x > 0 ? mine.variance.x * other.variance.x / sum.x : 0,
        sum.y > 0 ? mine.variance.y * other.variance.y / sum.y : 0,
        sum.z > 0 ? mine.variance.z * other.variance.z / sum.z : 0)
      biases[place].isResting = mine.isResting || other.isResting
    }
    return biases
  }

  /// Calls `visit` with each sample's place and what it would be if time ran backwards, the last first.
  func visitBackwards(_ stretch: Stretch, _ visit: (Int, SensorSample) -> Void) {
    // A rate is the mean since the sample before: backwards it belongs to that one, reversed.
    var nextRate: Vector3<Double>?
    for place in stretch.samples.indices.reversed() {
      var reversed = sample(stretch.samples[place], at: -stretch.times[place])
      let rate = reversed.rotationRate
      reversed.rotationRate = nextRate.map { -$0 }
      if let rate { nextRate = rate }
      visit(place, reversed)
    }
  }

  func sample(_ admitted: SampleScreen.Admitted, at time: Double) -> SensorSample {
    SensorSample(
      timestamp: time, rotationRate: admitted.rotationRate,
      acceleration: admitted.specificForce.map { -$0 }, magneticField: admitted.magneticField)
  }
}

// MARK: - Inclination

extension InertialSmoother {
  /// The attitude at each sample but for the heading.
  private func levelAttitudes(of stretch: Stretch, biases: [Bias]) -> [Quaternion<Double>] {
    let count = stretch.samples.count
    var attitudes: [Quaternion<Double>] = []
    attitudes.reserveCapacity(count)
    var attitude = Quaternion<Double>.identity
    var previousTurn = Vector3<Double>.zero
    for (admitted, bias) in zip(stretch.samples, biases) {
      if let rate = admitted.rotationRate {
        let turn = (rate - bias.value) * admitted.rotationStep
        attitude = (attitude * .turn(by: turn + previousTurn.cross(turn) / 12)).renormalized
        previousTurn = turn
      }
      attitudes.append(attitude)
    }

    let up = verticals(of: stretch, attitudes: attitudes)
    var tilt = Quaternion<Double>.identity
    for place in 0..<count {
      tilt = (.leveling(tilt.act(up[place])) * tilt).renormalized
      attitudes[place] = tilt * attitudes[place]
    }
    return attitudes
  }

  /// The low-passed force in the almost-inertial frame at each sample.
  private func verticals(
    of stretch: Stretch, attitudes: [Quaternion<Double>]
  ) -> [Vector3<Double>] {
    let count = stretch.samples.count
    // Without a lag to keep short, a fixed time constant serves turning and pushing alike.
    let span = configuration.inclination.timeConstant
    var forces: [Vector3<Double>] = []
    forces.reserveCapacity(count)
    var lowPass = SecondOrderLowPass<Vector3<Double>>()
    // Across a turn too fast for the gyro the mean on one side says little about the other.
    for (place, admitted) in stretch.samples.enumerated() {
      if admitted.isRotationSaturated { lowPass.loosen(to: 0.1 / max(admitted.hiddenTurn, 1e-3)) }
      if let force = admitted.specificForce {
        lowPass.update(
          attitudes[place].act(force),
          LowPassResponse(step: admitted.forceStep, timeConstant: span))
      }
      forces.append(lowPass.output)
    }
    lowPass.restart()
    var step = 0.0
    var latest = forces[count - 1]
    for place in stride(from: count - 1, through: 0, by: -1) {
      if stretch.samples[place].specificForce != nil {
        lowPass.update(
          forces[place], LowPassResponse(step: step, timeConstant: span))
        step = stretch.samples[place].forceStep
        latest = lowPass.output
      }
      forces[place] = latest
      if stretch.samples[place].isRotationSaturated {
        lowPass.loosen(to: 0.1 / max(stretch.samples[place].hiddenTurn, 1e-3))
      }
    }
    return forces
  }
}
