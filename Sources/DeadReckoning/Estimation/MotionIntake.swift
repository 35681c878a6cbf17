internal import MotionFusion
internal import RotationMath

/// The intake of device motion: unchecked motion, for example from a phone's recording, is checked
/// like raw samples.
struct MotionIntake: Sendable {
  private var intake = Intake()

  /// An intake before its first motion.
  init() {}

  /// The faults of the motion that was checked here.
  var faults: SampleFaults { intake.faults }

  /// Counts an external measurement that is not valid.
  mutating func countInvalid() { intake.countInvalid() }

  /// The motion with its quality; `nil` if it is left out.
  mutating func check(_ motion: DeviceMotion) -> DeviceMotion? {
    guard motion.quality == nil else { return motion }
    guard DeadReckoner.isPlausible(motion) else {
      intake.countInvalid()
      return nil
    }
    let checked = intake.check(SensorSample(motion))
    guard checked.acceleration != nil, let rate = checked.rotationRate else { return nil }
    var motion = motion
    motion.rotationRate = rate
    motion.quality = MotionQuality(checked)
    return motion
  }
}
