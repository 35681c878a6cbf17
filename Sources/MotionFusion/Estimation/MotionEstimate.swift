/// The attitudes and device motion of one recording, estimated from its raw samples.
public struct MotionEstimate: Hashable, Sendable {
  /// The attitude at every sample from the first one with a known attitude on.
  public var attitudes: [TimedAttitude] = []
  /// The device motion at every sample with an accelerometer reading and a known attitude.
  public var motions: [DeviceMotion] = []
  /// Whether *x* points to magnetic north; otherwise the heading is arbitrary.
  public var pointsNorth = false
  /// The number of samples at the start that were left out as a start-up transient.
  public var startupSampleCount = 0
  /// The number of samples, or of their block means, that the filter received.
  public var sampleCount = 0
  /// The mean interval between these samples, in seconds.
  public var sampleInterval = 0.0
  /// The faults of these samples.
  public var faults = SampleFaults()

  /// Turns the frame from magnetic north to that of a reference: by a quarter turn for
  /// ``ReferenceHeading/east``, otherwise not at all.
  public mutating func turnFrame(to heading: ReferenceHeading) {
    guard heading == .east else { return }
    let quarter = Quaternion<Double>.turn(aboutVertical: .pi / 2)
    for index in attitudes.indices {
      attitudes[index].attitude = quarter * attitudes[index].attitude
    }
    motions.turnFrame(by: .pi / 2)
  }
}
