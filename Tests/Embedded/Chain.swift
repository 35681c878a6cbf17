// From raw samples to attitude and position, as Embedded Swift: `Scripts/embedded --run`.

import DeadReckoning
import MotionFusion
import RealModule

/// Component `index` of the attitude (x, y, z, w) and the position after `count` synthetic samples.
@c(chain_component)
public func chainComponent(_ count: Int32, _ index: Int32) -> Double {
  var estimator = MotionEstimator(referenceFrame: .xArbitraryCorrectedZVertical)
  var reckoner = DeadReckoner(configuration: .init(dampingRate: 2))
  var attitude = Quaternion<Double>.zero
  var truth = Quaternion<Double>.identity
  for step in 0..<Int(count) {
    let time = Double(step) * 0.01
    let rate = Vector3(
      0.8 * Double.sin(0.7 * time), 0.5 * Double.cos(1.1 * time), 0.3 * Double.sin(0.3 * time))
    // Of one motion: samples that contradict each other magnify rounding errors.
    truth *= Quaternion(rotationVector: rate * 0.01)
    let force = Vector3(
      0.1 * Double.sin(2 * time), 0.2 * Double.cos(3 * time), 1 + 0.1 * Double.sin(5 * time))
    let acceleration = -truth.conjugate.act(force)
    let field = truth.conjugate.act(Vector3(0, 20, -45))
    let sample = SensorSample(
      timestamp: time, rotationRate: rate, acceleration: acceleration, magneticField: field)
    if let motion = estimator.update(sample) {
      attitude = motion.attitude.quaternion
      reckoner.update(motion)
    }
  }
  switch index {
  case 0: return attitude.x
  case 1: return attitude.y
  case 2: return attitude.z
  case 3: return attitude.w
  case 4: return reckoner.position.x
  case 5: return reckoner.position.y
  default: return reckoner.position.z
  }
}
