import CPeers
import DeadReckoning
import DeviceMotion

/// The per-sample path of dead reckoning at 100 Hz against the same arithmetic in C, which checks
/// nothing of its data; ours checks every sample.
func motionComparisons() -> [Comparison] {
  let count = 4096
  var random = SplitMix64(seed: 4)
  var clock = 0.0
  let times = Block(count: count) {
    clock += 0.01
    return clock
  }
  let attitudes = Block(count: count) { random.rotation() }
  let accelerations = Block(count: count) { random.vector() * 0.1 }
  let ours = Block(count: 2) { Vector3<Double>.zero }
  let theirs = Block(count: 2) { Vector3<Double>.zero }
  let alpha = 2.0
  return [
    Comparison(
      name: "dead reckoning, damped split step, a sample", peer: "C without checks", target: 1.2,
      operations: count,
      ours: {
        var reckoner = DeadReckoner(
          configuration: .init(updateRule: .splitStep, dampingRate: alpha))
        for i in 0..<count {
          reckoner.update(
            timestamp: times.elements[i], attitude: Attitude(quaternion: attitudes.elements[i]),
            userAcceleration: accelerations.elements[i])
        }
        ours.elements[0] = reckoner.position
        ours.elements[1] = reckoner.velocity
      },
      theirs: {
        c_dead_reckoning(
          times.scalars, attitudes.scalars, accelerations.scalars, count, alpha, theirs.scalars)
      },
      disagreement: { relativeDifference(ours.values, theirs.values) }, tolerance: 1e-9)
  ]
}
