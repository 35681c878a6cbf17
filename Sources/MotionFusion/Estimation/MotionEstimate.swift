/// The device motion of one recording, estimated from its raw samples.
public struct MotionEstimate: Hashable, Sendable {
  /// The motion at every sample with an accelerometer reading and a known attitude.
  public package(set) var motions: [DeviceMotion] = []
  /// Whether *x* points to magnetic north; otherwise the heading is arbitrary.
  public package(set) var pointsNorth = false
  /// The number of samples at the start that were left out as a start-up transient.
  public package(set) var startupSampleCount = 0
  /// The number of headings and attitudes from outside that were used.
  public package(set) var usedMeasurementCount = 0
  /// The faults of the samples.
  public package(set) var faults = SampleFaults()
  /// The wrong units and axes that the samples show.
  public package(set) var findings: [SensorFinding] = []
  /// The standard deviations of the estimates at each of the motions; empty for methods without
  /// them.
  public package(set) var uncertainties: [OrientationUncertainty] = []
  /// The gyroscope bias at the end, in rad/s; `nil` for methods without it.
  public package(set) var gyroscopeBias: Vector3<Double>?
  /// The number of samples, or of their block means, that were processed.
  package var sampleCount = 0
  /// The mean interval between these samples, in seconds.
  package var sampleInterval = 0.0

  /// Whether ``turnFrame(to:)`` has turned *x* to the east.
  private var isTurnedEast = false

  /// The attitudes of the motions, device to a reference frame with these axes.
  public func attitudes(in axes: WorldAxes) -> [Quaternion<Double>] {
    let current = isTurnedEast ? WorldAxes.eastNorthUp : .northWestUp
    let turn = axes.turn(from: current)
    return motions.map { turn * $0.attitude.quaternion }
  }

  /// Turns the frame from magnetic north to that of a reference: by a quarter turn for
  /// ``ReferenceHeading/east``, otherwise not at all.
  public mutating func turnFrame(to heading: ReferenceHeading) {
    guard heading == .east, !isTurnedEast else { return }
    motions.turnFrame(by: .pi / 2)
    isTurnedEast = true
  }
}
