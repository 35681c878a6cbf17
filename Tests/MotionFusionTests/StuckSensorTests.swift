import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// Sensors that repeat one reading, or stop, while the device moves.
@Suite("Stuck sensors")
struct StuckSensorTests {
  enum Fault: CaseIterable { case stuckGyroscope, lostGyroscope, stuckForce, lostForce }

  /// The fault lasts from 30 to 45 s; the errors count from its detection on.
  ///
  /// Taken for measurements, stuck readings turned the vertical by 60° at a stated 6°.
  @Test("deviations are true while a sensor is stuck or lost", arguments: Fault.allCases)
  func deviations(of fault: Fault) throws {
    for offline in [false, true] {
      var (within, headingWithin, count) = (0.0, 0.0, 0.0)
      for seed in 0..<4 as Range<UInt64> {
        var motion = SyntheticMotion(duration: 60, seed: seed, bias: InertialFilterTests.bias)
        let first = motion.samples[3000]
        for place in 3000..<4500 {
          switch fault {
          case .stuckGyroscope: motion.samples[place].rotationRate = first.rotationRate
          case .lostGyroscope: motion.samples[place].rotationRate = nil
          case .stuckForce: motion.samples[place].acceleration = first.acceleration
          case .lostForce: motion.samples[place].acceleration = nil
          }
          motion.samples[place].magneticField = nil
        }
        var filtered: [(time: Double, attitude: Quaternion<Double>, OrientationUncertainty)] = []
        if offline {
          for estimate in InertialSmoother().smooth(motion.samples).estimates {
            guard let e = estimate else { continue }
            filtered.append((e.timestamp, e.attitude, e.uncertainty))
          }
        } else {
          var filter = InertialFilter()
          for sample in motion.samples {
            filter.update(sample)
            guard let attitude = filter.attitude, let deviation = filter.uncertainty else {
              continue
            }
            filtered.append((sample.timestamp, attitude, deviation))
          }
        }
        for (time, attitude, deviation) in filtered where time > 32 && time < 45 {
          let truth = motion.truth[Int((time * 100).rounded()) - 1]
          let error = AttitudeError(of: attitude, from: truth)
          if error.inclination < 2 * deviation.inclination { within += 1 }
          if abs(error.heading) < 2 * deviation.heading { headingWithin += 1 }
          count += 1
        }
      }
      try #require(count > 4000)
      #expect(within / count > 0.9, "\(fault), offline \(offline)")
      #expect(headingWithin / count > 0.9, "\(fault), offline \(offline)")
    }
  }

  /// A simulation has no noise: a steady turn repeats the rate exactly, and moves the force.
  @Test("a steady turn without noise is no stuck gyroscope")
  func steadyTurn() throws {
    var filter = InertialFilter()
    var attitude = Quaternion<Double>.identity
    for index in 0..<3000 {
      let rate = index < 500 ? Vector3(0.1 * Double.sin(Double(index)), 0, 0) : Vector3(1, 0.5, 0)
      attitude = attitude * .turn(by: rate * 0.01)
      filter.update(
        SensorSample(
          timestamp: Double(index) * 0.01, rotationRate: rate,
          acceleration: attitude.conjugate.act(-.unitZ)))
    }
    let deviation = try #require(filter.uncertainty)
    #expect(deviation.heading < 0.5)
    #expect(deviation.inclination < 0.1)
  }

  @Test("without a gyroscope the heading is unknown")
  func noGyroscope() throws {
    var filter = InertialFilter()
    for index in 0..<500 {
      filter.update(
        SensorSample(timestamp: Double(index) * 0.01, acceleration: Vector3(0, 0.1, -1)))
      let deviation = try #require(filter.uncertainty)
      #expect(deviation.heading > 1.7)
    }
  }
}
