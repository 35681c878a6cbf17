import Foundation
import MotionFusion
import MotionTestSupport
import RealModule
import TestSupport
import Testing

@Suite("Motion readout")
struct MotionReadoutTests {
  /// Tests/ReferenceData/tilt/make_tilt_reference.py
  private struct TiltCase: Decodable {
    var processNoise: Double
    var measurementNoise: Double
    var initialVariance: Double?
    var quaternions: [[Double]]
    var tilts: [Double]
    var estimates: [Double]
  }

  @Test("tilt and its Kalman filter match SciPy's matrices and a least-squares solution")
  func tiltReference() throws {
    let cases: [TiltCase] = try JSONSuite.reference("tilt/tilt.json")
    #expect(cases.count == 3)
    for row in cases {
      var filter = ScalarKalmanFilter(
        processNoise: row.processNoise, measurementNoise: row.measurementNoise,
        initialVariance: row.initialVariance)
      for (index, list) in row.quaternions.enumerated() {
        let tilt = Attitude(quaternion: Quaternion(list)).elevation
        #expect(abs(tilt - row.tilts[index]) < 1e-13)
        let estimate = filter.update(tilt)
        #expect(abs((estimate ?? .nan) - row.estimates[index]) < 1e-11)
      }
    }
    #expect(
      ScalarKalmanFilter.tilt
        == ScalarKalmanFilter(processNoise: 0.1, measurementNoise: 0.1, initialVariance: 0.1))
  }

  @Test("device motion, raw readings and tilt are those of the samples")
  func values() throws {
    let motion = SyntheticMotion(duration: 20, seed: 3, bias: Vector3(0.01, 0.02, -0.01))
    var readout = MotionReadout()
    #expect(readout.values.motion == nil && readout.values.attitude == nil)
    #expect(readout.values.gyroscopeOnly == nil && !readout.values.needsCalibration)
    var estimator = MotionEstimator()
    for sample in motion.samples {
      let expected = estimator.update(sample)
      #expect(readout.update(sample) == expected && readout.values.motion == expected)
    }
    let (values, last) = (readout.values, try #require(motion.samples.last))
    #expect(values.timestamp == last.timestamp && values.rotationRate == last.rotationRate)
    #expect(values.acceleration == last.acceleration)
    #expect(values.magneticField == last.magneticField)
    #expect(values.attitude == values.motion?.attitude)
    #expect(values.tilt == values.attitude?.elevation)
    #expect(values.calibratedField == values.motion?.magneticField)
    #expect(readout.estimator.faults == estimator.faults)
  }

  @Test("a new zero: the attitude is the change since, in the zero's device frame")
  func zero() throws {
    let motion = SyntheticMotion(duration: 10, seed: 5)
    var readout = MotionReadout()
    let refused = readout.rezero()
    #expect(!refused && readout.zero == nil)
    for sample in motion.samples[..<600] { readout.update(sample) }
    let absolute = try #require(readout.motion).attitude
    let accepted = readout.rezero()
    #expect(accepted && readout.zero == readout.motion)
    let identity = try #require(readout.values.attitude).quaternion
    #expect(differenceUpToSign(identity.list, Quaternion<Double>.identity.list) < 1e-15)
    for sample in motion.samples[600...] { readout.update(sample) }
    let change = try #require(readout.values.attitude)
    let now = try #require(readout.motion).attitude
    #expect(
      differenceUpToSign((absolute.quaternion * change.quaternion).list, now.quaternion.list)
        < 1e-15)
    // The motion itself keeps its frame.
    #expect(readout.values.motion?.attitude == now)
  }

  /// A device face up on a table, at 100 Hz.
  private func resting(seconds: Double, from start: Double = 0, rate: Vector3<Double>)
    -> [SensorSample]
  {
    (0..<Int(seconds * 100)).map {
      SensorSample(
        timestamp: start + Double($0) / 100, rotationRate: rate, acceleration: Vector3(0, 0, -1))
    }
  }

  @Test("the gyroscope alone drifts with its bias; a gap begins it anew")
  func drift() throws {
    // 2°/s about x: the accelerometer keeps the fused attitude level.
    let bias = Vector3(2 * Double.pi / 180, 0, 0)
    var readout = MotionReadout()
    for sample in resting(seconds: 60, rate: bias) { readout.update(sample) }
    let gyroscope = try #require(readout.values.gyroscopeOnly)
    #expect(abs(gyroscope.duration - 59.99) < 1e-9)
    let fused = try #require(readout.motion).attitude
    // All of the bias is integrated.
    let expected = 59.99 * bias.x
    #expect(abs(gyroscope.attitude.quaternion.angle - expected) < 0.01)
    #expect(abs(gyroscope.drift - expected) < fused.inclination + 0.01)
    let perMinute = try #require(gyroscope.driftPerMinute)
    #expect(abs(perMinute - 60 * gyroscope.drift / gyroscope.duration) < 1e-12)
    for sample in resting(seconds: 0.5, from: 70, rate: bias) { readout.update(sample) }
    let restarted = try #require(readout.values.gyroscopeOnly)
    #expect(abs(restarted.duration - 0.49) < 1e-9 && restarted.driftPerMinute == nil)
    #expect(restarted.drift < 0.02)
  }

  @Test("without bias and noise the gyroscope alone follows the truth")
  func noDrift() throws {
    let motion = SyntheticMotion(duration: 30, seed: 8, noise: 0)
    var readout = MotionReadout()
    for sample in motion.samples { readout.update(sample) }
    let gyroscope = try #require(readout.values.gyroscopeOnly).attitude.quaternion
    let turn = gyroscope * motion.truth[motion.truth.count - 1].conjugate
    // The start is the fused attitude at the first sample: only its tilt is known, within the
    // user's acceleration.
    var first = MotionEstimator()
    let start = first.update(motion.samples[0])
    let expected = try #require(start).attitude.quaternion * motion.truth[0].conjugate
    #expect((turn * expected.conjugate).angle < 0.01)
  }

  @Test("calibration is asked for until the magnetometer is calibrated")
  func calibration() throws {
    let offset = Vector3(30.0, -20, 10)
    let motion = SyntheticMotion(duration: 60, seed: 13, offset: offset)
    var readout = MotionReadout()
    readout.update(motion.samples[0])
    #expect(readout.values.needsCalibration)
    for sample in motion.samples.dropFirst() { readout.update(sample) }
    let field = try #require(readout.values.calibratedField)
    #expect(!readout.values.needsCalibration && field.accuracy > .low)
    #expect(try #require(readout.values.magneticField).distance(to: field.field + offset) < 3)
  }

  @Test("faulty samples leave finite numbers")
  func faults() throws {
    var readout = MotionReadout()
    for sample in resting(seconds: 3, rate: .zero) { readout.update(sample) }
    let bad = Vector3(Double.nan, .infinity, 0)
    for time in [3.0, .nan, 2.5, 1e300] {
      readout.update(
        SensorSample(
          timestamp: time, rotationRate: bad, acceleration: bad, magneticField: bad))
    }
    let values = readout.values
    #expect(values.attitude?.quaternion.vector.isFinite == true)
    #expect(values.tilt?.isFinite == true && values.filteredTilt?.isFinite == true)
    // No rate since the gap: its integral has not begun again.
    #expect(values.gyroscopeOnly == nil)
    #expect(values.timestamp == 1e300)
  }

  // MARK: - Without a gyroscope

  @Test("an accelerometer alone: the tilt follows a turn, the heading stays")
  func accelerometerOnly() throws {
    var estimator = MotionEstimator()
    let pitch = 0.8
    let raised = Attitude(pitch: pitch, roll: 0, yaw: 0).gravity
    var motion: DeviceMotion?
    for index in 0..<400 {
      let gravity = index < 200 ? Vector3(0, 0, -1) : raised
      motion = estimator.update(
        SensorSample(timestamp: Double(index) / 100, acceleration: gravity))
    }
    // Two seconds after the turn: 20 time constants.
    let last = try #require(motion)
    #expect(abs(last.attitude.pitch - pitch) < 1e-6 && abs(last.attitude.yaw) < 1e-6)
    #expect(last.rotationRate == .zero && last.userAcceleration.length < 1e-6)
    #expect(estimator.gyroscopeBias == .zero)
  }
}
