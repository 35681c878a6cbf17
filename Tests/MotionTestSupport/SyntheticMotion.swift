package import MotionFusion
import RealModule

/// A device turned by hand, with the truth: smooth turns about all axes, a little acceleration,
/// biased and noisy sensors.
///
/// A gyroscope's reading is the mean angular rate over one step around its time less the delay of
/// its low-pass, as ``InertialFilter`` assumes. The other readings are instantaneous.
package struct SyntheticMotion {
  /// The samples of the sensors.
  package var samples: [SensorSample] = []
  /// The attitude at each sample, *x* north.
  package var truth: [Quaternion<Double>] = []

  /// The Earth's field in the reference frame (*x* north, *z* up), in µT: 60° down.
  package static let field = Vector3(25.0, 0, -43.3)
  /// The delay of the gyroscope in seconds: that of an MPU-6050 at 188 Hz (RM-MPU-6000A).
  package static let gyroscopeDelay = 0.0019

  /// A recording of `duration` seconds at `rate` Hz.
  ///
  /// - Parameters:
  ///   - stillUntil: Seconds without motion at the start.
  ///   - bias: The gyroscope bias in rad/s.
  ///   - offset: The device's own magnetic field in µT.
  ///   - noise: A factor on the noise of all sensors.
  ///   - spin: A constant angular rate in the device frame on top of the turns to and fro, in
  ///     rad/s.
  ///   - gyroscope: The scale and alignment of the gyroscope.
  ///   - push: The amplitude of the acceleration along each axis, in g.
  ///   - pace: A factor on its frequencies of 0.8, 1 and 1.1 Hz.
  package init(
    duration: Double, rate: Double = 100, seed: UInt64, stillUntil: Double = 0,
    bias: Vector3<Double> = .zero, offset: Vector3<Double> = .zero, noise: Double = 1,
    spin: Vector3<Double> = .zero, gyroscope: Matrix3<Double> = .identity, push: Double = 0.1,
    pace: Double = 1
  ) {
    var random = SplitMix64(seed: seed)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * noise
    }
    let phase = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    var q = Attitude(pitch: 0.3, roll: -0.2, yaw: 0.5).quaternion
    // The truth is integrated ten times finer than it is sampled.
    let substeps = 10
    let dt = 1 / (rate * Double(substeps))
    let count = Int(duration * rate)
    func angularRate(at time: Double) -> Vector3<Double> {
      time < stillUntil ? .zero : Self.rate(at: time, phase) + spin
    }
    for index in 0..<count {
      let time = Double(index + 1) / rate
      let shift = 0.5 / rate - Self.gyroscopeDelay
      var mean = Vector3<Double>.zero
      for substep in 0..<substeps {
        let middle = (Double(index * substeps + substep) + 0.5) * dt
        q = q * Quaternion(rotationVector: angularRate(at: middle) * dt)
        mean += angularRate(at: middle + shift) / Double(substeps)
      }
      q /= q.length
      let acceleration =
        time < stillUntil ? .zero : Self.sway(at: pace * time, phase) * push
      samples.append(
        SensorSample(
          timestamp: time,
          rotationRate: gyroscope * mean + bias + normal() * 0.003,
          acceleration: q.conjugate.act(Vector3(0, 0, -1) - acceleration) + normal() * 0.005,
          magneticField: q.conjugate.act(Self.field) + offset + normal() * 0.3))
      truth.append(q)
    }
  }

  private static func rate(at time: Double, _ phase: Vector3<Double>) -> Vector3<Double> {
    Vector3(
      1.5 * Double.sin(1.7 * time + phase.x), 1.2 * Double.sin(2.3 * time + phase.y),
      1.8 * Double.sin(0.9 * time + phase.z))
  }

  private static func sway(at time: Double, _ phase: Vector3<Double>) -> Vector3<Double> {
    Vector3(
      Double.sin(5 * time + phase.z), Double.sin(6 * time + phase.x),
      Double.sin(7 * time + phase.y))
  }
}

/// How an attitude differs from the true one, in degrees.
package func errorInDegrees(of estimate: Quaternion<Double>, from truth: Quaternion<Double>)
  -> AttitudeError
{
  AttitudeError(of: estimate, from: truth).inDegrees
}

extension MotionEstimator {
  /// The motions of a copy of this estimator.
  package func motions(of samples: some Sequence<SensorSample>) -> [DeviceMotion] {
    var estimator = self
    return samples.compactMap { estimator.update($0) }
  }
}
