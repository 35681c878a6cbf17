import MotionFusion
import MotionTestSupport
import RealModule
import Testing

/// A device in a vehicle: for seconds the mean force is not gravity.
@Suite("Vehicles")
struct VehicleTests {
  /// A part of a ride with a constant acceleration.
  struct Leg {
    /// In seconds.
    var duration: Double
    /// The acceleration forwards, to the left and up, in m/s².
    var acceleration = Vector3<Double>.zero
    /// The turn about the vertical, in rad/s.
    var turning = 0.0
  }

  enum Ride: Hashable, CustomTestStringConvertible {
    /// Ten seconds of acceleration, in m/s².
    case tram(Double)
    case bus, stopAndGo, curve, roundabout, lift

    /// What follows the rest.
    var legs: [Leg] {
      func go(_ duration: Double, _ acceleration: Double = 0) -> Leg {
        Leg(duration: duration, acceleration: Vector3(acceleration, 0, 0))
      }
      func turn(_ duration: Double, speed: Double) -> Leg {
        Leg(duration: duration, acceleration: Vector3(0, 3, 0), turning: 3 / speed)
      }
      func rise(_ duration: Double, _ acceleration: Double = 0) -> Leg {
        Leg(duration: duration, acceleration: Vector3(0, 0, acceleration))
      }
      return switch self {
      case .tram(let acceleration): [go(10, acceleration), go(20)]
      case .bus: [go(12, 1), go(30)]
      case .stopAndGo: (0..<3).flatMap { _ in [go(6, 2), go(6), go(6, -2), go(6)] }
      case .curve: [go(7, 2), go(10), turn(20, speed: 14), go(10), go(7, -2)]
      case .roundabout: [go(4, 2), go(10), turn(12, speed: 8), go(10)]
      case .lift: [rise(2, 1.2), rise(8), rise(2, -1.2), rise(10)]
      }
    }

    var testDescription: String {
      if case .tram(let acceleration) = self { "tram, \(acceleration) m/s²" } else { "\(self)" }
    }

    /// The largest tilt of the force, in degrees.
    var tilt: Double {
      let largest =
        legs.map {
          ($0.acceleration.x * $0.acceleration.x
            + $0.acceleration.y * $0.acceleration.y).squareRoot()
        }.max() ?? 0
      return Double.atan(largest / 9.80665) * 180 / .pi
    }
  }

  /// The samples of a ride, and the attitude at each.
  ///
  /// - Parameters:
  ///   - rest: Seconds without motion at the start.
  ///   - hand: Whether a hand holds the device.
  static func samples(
    of ride: Ride, rest: Double, seed: UInt64, hand: Bool
  ) -> (samples: [SensorSample], truth: [Quaternion<Double>]) {
    var random = SplitMix64(seed: seed)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let step = 0.01
    let legs = [Leg(duration: rest)] + ride.legs
    // The jerk is bounded: an acceleration sets in over 0.3 s.
    var plan: [(acceleration: Vector3<Double>, turning: Double)] = []
    for leg in legs {
      let last = plan.last ?? (.zero, 0)
      for place in 0..<Int((leg.duration / step).rounded()) {
        let share = min(1, Double(place + 1) * step / 0.3)
        plan.append(
          (
            last.acceleration + (leg.acceleration - last.acceleration) * share,
            last.turning + (leg.turning - last.turning) * share
          ))
      }
    }
    let bias = normal() * (0.3 * .pi / 180)
    let phase = normal() * 3
    var q = Quaternion(rotationVector: normal())
    var heading = random.nextNormal() * 3
    var samples: [SensorSample] = []
    var truth: [Quaternion<Double>] = []
    for (place, motion) in plan.enumerated() {
      let time = Double(place + 1) * step
      var rate = q.conjugate.act(Vector3(0, 0, motion.turning))
      var sway = Vector3<Double>.zero
      if hand {
        for (number, frequency) in [0.4, 1.1, 2.3].enumerated() {
          let speed = 2 * Double.pi * frequency
          let swing = [1.5, 0.6, 0.3][number] * .pi / 180 * speed
          rate += (Vector3(repeating: speed * time) + phase * Double(number + 1))
            .map { swing * Double.cos($0) }
        }
        sway = Vector3(
          0.3 * Double.sin(8.2 * time + phase.x), 0.3 * Double.sin(5.7 * time + phase.y),
          0.3 * Double.sin(10.7 * time + phase.z))
      }
      heading += motion.turning * step
      q = q * Quaternion(rotationVector: rate * step)
      let (forward, left) = (motion.acceleration.x, motion.acceleration.y)
      let (c, s) = (Double.cos(heading), Double.sin(heading))
      let acceleration =
        Vector3(forward * c - left * s, forward * s + left * c, motion.acceleration.z) + sway
      samples.append(
        SensorSample(
          timestamp: time, rotationRate: rate + bias + normal() * (0.05 * .pi / 180),
          acceleration: q.conjugate.act(Vector3(0, 0, -1) - acceleration * (1 / 9.80665))
            + normal() * 0.002))
      truth.append(q / q.length)
    }
    return (samples, truth)
  }

  /// The largest error of the inclination in degrees, and the share of errors within two standard
  /// deviations.
  static func result(
    of ride: Ride, rest: Double, seed: UInt64, hand: Bool, offline: Bool
  ) -> (largest: Double, share: Double) {
    let (samples, truth) = samples(of: ride, rest: rest, seed: seed, hand: hand)
    var estimates: [(attitude: Quaternion<Double>, deviation: Double)?] = []
    if offline {
      estimates = InertialSmoother().smooth(samples).estimates.map {
        $0.map { ($0.levelAttitude, $0.uncertainty.inclination) }
      }
    } else {
      var filter = InertialFilter()
      for sample in samples {
        filter.update(sample)
        estimates.append(filter.attitude.map { ($0, filter.uncertainty?.inclination ?? 0) })
      }
    }
    var (largest, within) = (0.0, 0)
    for (estimate, truth) in zip(estimates, truth) {
      guard let estimate else { continue }
      let error = errorInDegrees(of: estimate.attitude, from: truth).inclination
      largest = max(largest, error)
      if error * .pi / 180 <= 2 * estimate.deviation { within += 1 }
    }
    return (largest, Double(within) / Double(truth.count))
  }

  static let rides: [Ride] =
    [0.2, 0.5, 1, 1.5, 2, 3].map { .tram($0) } + [.bus, .stopAndGo, .curve, .roundabout, .lift]

  /// VQF's largest error on such rides is the tilt of the force, up to 0.7° more.
  @Test(
    "the vertical is better than the force's after a rest, and says how well",
    arguments: rides, [5.0, 30, 120])
  func rest(ride: Ride, rest: Double) {
    for offline in [false, true] {
      for seed in 1...(rest < 60 ? 2 : 1) as ClosedRange<UInt64> {
        let (largest, share) = Self.result(
          of: ride, rest: rest, seed: seed, hand: false, offline: offline)
        #expect(largest < min(ride.tilt + 1, 3), "offline \(offline), seed \(seed), share \(share)")
        #expect(share >= 0.9, "offline \(offline), seed \(seed), largest \(largest)")
      }
    }
  }

  /// The hand adds accelerations of 0.3 m/s² along each axis, 2.5°. A bus that pulls away is within
  /// the velocities of the hand.
  @Test("the same in a hand", arguments: rides.suffix(5))
  func hand(ride: Ride) {
    for offline in [false, true] {
      for seed in 1...2 as ClosedRange<UInt64> {
        let (largest, share) = Self.result(
          of: ride, rest: 30, seed: seed, hand: true, offline: offline)
        #expect(largest < ride.tilt + 2.5, "offline \(offline), seed \(seed), share \(share)")
        #expect(share >= (ride == .bus ? 0.7 : 0.9), "offline \(offline), seed \(seed)")
      }
    }
  }

  /// A device that a hand turns slowly about its *z* axis, from the start on in a vehicle. The
  /// forces seem to show a bias about that axis, but so weakly that its errors explain them.
  @Test(
    "forces of a vehicle do not widen the prior of the bias",
    arguments: [-12.0, -8, -5, 8], 1...12 as ClosedRange<UInt64>)
  func prior(tilt: Double, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    func acceleration() -> Vector3<Double> { normal().map { min(max(1.5 + 0.8 * $0, 0.5), 2.5) } }
    let degree = Double.pi / 180
    let bias = normal() * (0.3 * degree)
    let phase = normal() * 3
    let (start, brake) = (acceleration(), acceleration())
    var q = Quaternion(rotationVector: Vector3(tilt * degree, 0, 0))
    var filter = InertialFilter()
    var largest = 0.0
    for place in 1...9000 {
      let time = Double(place) * 0.01
      var rate = Vector3<Double>.zero
      for frequency in [0.6, 1.3, 2.9] {
        rate += (phase + Vector3(repeating: 2 * .pi * frequency * time))
          .map { 0.8 * degree * Double.cos($0) }
      }
      if time > 10 { rate.z += 12 * degree * Double.sin(2 * .pi * time / 40) }
      q = q * Quaternion(rotationVector: rate * 0.01)
      // Every 25 s, 8 s of acceleration, 6 s of constant speed and 8 s of braking.
      let (number, part) = (Int((time - 8) / 25), (time - 8).truncatingRemainder(dividingBy: 25))
      var forward = 0.0
      if time > 8, number < 3 {
        if part < 8 {
          forward = start[number]
        } else if part > 14, part < 22 {
          forward = -brake[number]
        }
      }
      filter.update(
        SensorSample(
          timestamp: time, rotationRate: rate + bias + normal() * (0.05 * degree),
          acceleration: q.conjugate.act(Vector3(0, 0, -1) - Vector3(forward, 0, 0) * (1 / 9.80665))
            + normal() * 0.01))
      if time > 20 { largest = max(largest, (filter.gyroscopeBias - bias).length / degree) }
    }
    #expect(largest < 5, "deg/s")
  }
}
