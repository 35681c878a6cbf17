import CPeers
import DeadReckoning
import MotionFusion
import MotionSimulation
import RotationMath

/// The per-sample path of dead reckoning at 100 Hz against the same arithmetic in C, which checks
/// nothing of its data; ours checks every sample.
func motionComparisons() -> [Comparison] {
  let motion = Motion(count: 4096)
  return [
    reckoning(motion), reckoningWithRest(motion), tracking(), navigation(), smoothedNavigation(),
  ]
}

/// Device motion that is stationary for two seconds in every five.
private struct Motion {
  let count: Int
  let times: Block<Double>
  let attitudes: Block<Quaternion<Double>>
  let rates, accelerations: Block<Vector3<Double>>

  init(count: Int) {
    self.count = count
    var random = SplitMix64(seed: 4)
    var motions: [DeviceMotion] = []
    for i in 0..<count {
      let strength = i % 500 < 200 ? 0.01 : 1
      motions.append(
        DeviceMotion(
          timestamp: Double(i + 1) * 0.01, attitude: Attitude(quaternion: random.rotation()),
          rotationRate: random.vector() * strength,
          userAcceleration: random.vector() * 0.1 * strength))
    }
    func block<Element>(_ part: (DeviceMotion) -> Element) -> Block<Element> {
      var iterator = motions.map(part).makeIterator()
      return Block(count: count) { iterator.next() ?? part(motions[0]) }
    }
    times = block(\.timestamp)
    attitudes = block(\.attitude.quaternion)
    rates = block(\.rotationRate)
    accelerations = block(\.userAcceleration)
  }
}

private let alpha = 2.0
private let reason =
  "ours checks every sample for impossible values, and its window keeps a second sum, so that "
  + "rounding errors do not accumulate"

private func reckoning(_ motion: Motion) -> Comparison {
  let ours = Block(count: 2) { Vector3<Double>.zero }
  let theirs = Block(count: 2) { Vector3<Double>.zero }
  return Comparison(
    name: "dead reckoning, damped split step, a sample", peer: "C without checks", target: 1.35,
    operations: motion.count,
    ours: {
      var reckoner = DeadReckoner(
        configuration: .init(updateRule: .splitStep, dampingRate: alpha))
      let (times, attitudes) = (motion.times.elements, motion.attitudes.elements)
      let accelerations = motion.accelerations.elements
      for i in 0..<motion.count {
        reckoner.update(
          timestamp: times[i], attitude: Attitude(quaternion: attitudes[i]),
          userAcceleration: accelerations[i])
      }
      ours.elements[0] = reckoner.position
      ours.elements[1] = reckoner.velocity
    },
    theirs: {
      c_dead_reckoning(
        motion.times.scalars, motion.attitudes.scalars, motion.accelerations.scalars,
        motion.count, alpha, theirs.scalars)
    },
    disagreement: { relativeDifference(ours.values, theirs.values) }, tolerance: 1e-9,
    reason: reason)
}

/// The lab's chain: the same, and zero-velocity detection.
private func reckoningWithRest(_ motion: Motion) -> Comparison {
  let ours = Block(count: 2) { Vector3<Double>.zero }
  let theirs = Block(count: 2) { Vector3<Double>.zero }
  let resting = Block(count: 1) { 0 }
  let theirResting = Block(count: 1) { 0 }
  return Comparison(
    name: "dead reckoning and rest window of 0.1 s, a sample", peer: "C without checks",
    targetRatio: 1.45, targetNanoseconds: 15, operations: motion.count,
    ours: Side {
      var reckoner = DeadReckoner(
        configuration: .init(updateRule: .splitStep, dampingRate: alpha))
      var rest = ZeroVelocityDetector()
      var count = 0
      let (times, attitudes) = (motion.times.elements, motion.attitudes.elements)
      let (rates, accelerations) = (motion.rates.elements, motion.accelerations.elements)
      for i in 0..<motion.count {
        reckoner.update(
          timestamp: times[i], attitude: Attitude(quaternion: attitudes[i]),
          userAcceleration: accelerations[i])
        let isStationary = rest.update(
          timestamp: times[i], rotationRate: rates[i], acceleration: accelerations[i])
        count += isStationary ? 1 : 0
      }
      ours.elements[0] = reckoner.position
      ours.elements[1] = reckoner.velocity
      resting.elements[0] = count
    },
    theirs: Side {
      theirResting.elements[0] = c_dead_reckoning_with_rest(
        motion.times.scalars, motion.attitudes.scalars, motion.accelerations.scalars,
        motion.rates.scalars, motion.count, alpha, theirs.scalars)
    },
    disagreement: {
      // In the C form rounding decides whether a sample exactly 0.1 s old belongs to the window.
      let (a, b) = (Double(resting.elements[0]), Double(theirResting.elements[0]))
      guard b > 0, abs(a / b - 1) < 0.05 else { return .infinity }
      return relativeDifference(ours.values, theirs.values)
    }, tolerance: 1e-9, reason: reason)
}

/// Device motion of a phone that writes in the air, with exact attitudes.
private func writing() -> [DeviceMotion] {
  (try? AirSimulator().recording(of: "POSITIONS AND REVISIONS", by: Writer(seed: 6)))?
    .deviceMotion ?? []
}

/// Positions sample by sample, and revisions at stationary phases.
private func tracking() -> Comparison {
  var revised = 0
  let motions = writing()
  let outcome = Block(count: 1) { 0 }
  return Comparison(
    name: "path tracker with revisions at rest, a sample", peer: "", operations: motions.count,
    ours: Side {
      var tracker = PathTracker()
      revised = 0
      for motion in motions {
        tracker.update(motion) { event in
          if case .revision(_, let points) = event { revised += points.count }
        }
      }
      outcome.elements[0] = tracker.reckoner.position.isFinite ? revised : 0
    },
    theirs: nil, disagreement: { outcome.elements[0] * 4 > motions.count ? 0 : .infinity })
}

/// The navigator during a movement, with biases and covariances.
private func navigation() -> Comparison {
  var configuration = InertialNavigator.Configuration()
  // No stationary phase: all is movement.
  configuration.detector.accelerationLimit = 1e-9
  configuration.detector.rotationLimit = 1e-9
  return navigation(
    "inertial navigator with uncertainty, a sample", configuration,
    didWhatItShould: { _, revised in revised == 0 })
}

/// The navigator with stationary phases, at which it smooths the movements before: half as much
/// again for each sample.
private func smoothedNavigation() -> Comparison {
  navigation(
    "inertial navigator with uncertainty and smoothing, a sample",
    InertialNavigator.Configuration(), targetNanoseconds: 450,
    didWhatItShould: { count, revised in revised * 4 > count }
  )
}

private func navigation(
  _ name: String, _ configuration: InertialNavigator.Configuration,
  targetNanoseconds: Double = 300,
  didWhatItShould: @escaping (_ count: Int, _ revised: Int) -> Bool
) -> Comparison {
  let motions = writing()
  let outcome = Block(count: 1) { 0 }
  return Comparison(
    name: name, peer: "", targetNanoseconds: targetNanoseconds, operations: motions.count,
    ours: Side {
      var navigator = InertialNavigator(configuration: configuration)
      var revised = 0
      for motion in motions {
        navigator.update(motion) { event in
          if case .revision(_, let points) = event { revised += points.count }
        }
      }
      outcome.elements[0] = navigator.latest?.position.isFinite == true ? revised : -1
    },
    theirs: nil,
    disagreement: {
      outcome.elements[0] >= 0 && didWhatItShould(motions.count, outcome.elements[0])
        ? 0 : .infinity
    })
}
