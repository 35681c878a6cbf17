import CInertial
import DeadReckoning
import InertialC
import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

/// The C functions against the library's own answers.
@Suite("C functions")
struct CallTests {
  /// A written text with its raw samples and no labels; without the samples of a pause of 1.5 s,
  /// after which the vertical has to settle again.
  private static func recording(pauses: Bool = false) throws -> [SensorSample] {
    let recording = try SyntheticRecording(
      "HI", kind: .sensors, writer: Writer(seed: 5), seed: 5)
    let samples = try #require(recording.recordings.sensorSamples.first).samples
    let middle = samples[samples.count / 2].timestamp
    return pauses ? samples.filter { abs($0.timestamp - middle) > 0.75 } : samples
  }

  @Test(
    "orientation and path have the bits of MotionEstimation and PathEstimation",
    arguments: [false, true])
  func orientation(pauses: Bool) throws {
    let samples = try Self.recording(pauses: pauses)
    let arrays = Arrays(samples)
    let rows = MotionRows(capacity: samples.count)
    var input = arrays.samples
    var motion = rows.motions
    var error = inertial_error()
    #expect(inertial_orientation(&input, nil, &motion, nil, &error) == INERTIAL_OK)
    let expected = MotionEstimation().estimate(samples).motions
    try #require(motion.count == expected.count)
    for (index, motion) in expected.enumerated() {
      #expect(rows.quaternion(index) == motion.attitude.quaternion)
      #expect(rows.userAcceleration(index) == motion.userAcceleration)
    }

    let path = PathRows(capacity: expected.count)
    var points = path.points
    #expect(inertial_track(&motion, nil, 2, 0, &points, nil, &error) == INERTIAL_OK)
    let estimated = PathEstimation().estimate(expected).points
    try #require(points.count == estimated.count)
    for (index, point) in estimated.enumerated() {
      #expect(path.position(index) == point.position)
    }
  }

  @Test(
    "an estimator and a path, sample by sample, have the bits of their stages",
    arguments: [false, true])
  func streams(pauses: Bool) throws {
    let samples = try Self.recording(pauses: pauses)
    var estimator: OpaquePointer?
    var path: OpaquePointer?
    #expect(inertial_estimator_new(nil, &estimator, nil) == INERTIAL_OK)
    #expect(inertial_path_new(nil, 2, &path, nil) == INERTIAL_OK)
    defer {
      inertial_estimator_free(estimator)
      inertial_path_free(path)
    }
    var stage = MotionEstimator()
    var session = PathSession()
    var points: [PathPoint] = []
    for sample in samples {
      let rate = sample.rotationRate.map { [$0.x, $0.y, $0.z] }
      let force = sample.acceleration.map { [$0.x, $0.y, $0.z] }
      var motion = inertial_motion()
      let isKnown = inertial_estimator_update(
        estimator, sample.timestamp, rate, force, nil, &motion)
      var plain = sample
      plain.magneticField = nil
      plain.isTouching = nil
      let expected = stage.update(plain)
      #expect((isKnown == 1) == (expected != nil))
      guard let expected else { continue }
      #expect(motion.attitude.3 == expected.attitude.quaternion.w)
      var position = [0.0, 0, 0]
      #expect(inertial_path_update(path, &motion, &position, nil) == 1)
      session.update(expected) {
        points.apply($0)
        if case .position(let point) = $0 { #expect(point.position.x == position[0]) }
      }
    }
    session.finish { points.apply($0) }
    let rows = PathRows(capacity: points.count)
    var result = rows.points
    #expect(inertial_path_points(path, 1, points.count, &result, nil) == INERTIAL_OK)
    try #require(result.count == points.count)
    for (index, point) in points.enumerated() {
      #expect(rows.position(index) == point.position)
    }
    // SIZE_MAX: all rows.
    #expect(inertial_path_points(path, 0, -1, &result, nil) == INERTIAL_OK)
    #expect(result.count == points.count)
  }

  @Test("a filter run equals single updates; the smoother covers every sample")
  func filter() throws {
    let samples = try Self.recording()
    let arrays = Arrays(samples)
    var input = arrays.samples
    var filter: OpaquePointer?
    #expect(inertial_filter_new(nil, &filter, nil) == INERTIAL_OK)
    defer { inertial_filter_free(filter) }
    var estimates = [inertial_estimates](repeating: inertial_estimates(), count: samples.count)
    #expect(inertial_filter_run(filter, &input, &estimates, nil) == INERTIAL_OK)
    var stage = InertialFilter()
    for (sample, estimate) in zip(samples, estimates) {
      stage.update(sample)
      #expect((estimate.has_attitude == 1) == (stage.attitude != nil))
      #expect(estimate.attitude.0.isNaN == (stage.attitude == nil))
      guard let attitude = stage.attitude else { continue }
      #expect(estimate.attitude.0 == attitude.x && estimate.attitude.3 == attitude.w)
      #expect(estimate.bias.0 == stage.gyroscopeBias.x)
    }
    #expect(inertial_filter_smooth(nil, &input, &estimates, nil) == INERTIAL_OK)
    #expect(estimates.allSatisfy { $0.has_attitude == 1 && $0.attitude.3.isFinite })
    // The same rates as those of the motion, which lack bias and error of scale.
    let motions = MotionEstimation(isOffline: true, skipsStartup: false).estimate(samples).motions
    for (motion, estimate) in zip(motions, estimates) {
      #expect(estimate.rotation_rate.0 == motion.rotationRate.x)
      #expect(estimate.rotation_rate.2 == motion.rotationRate.z)
    }
  }

  @Test("rotations: the identity, a half turn that is not unique, and an invalid matrix")
  func rotations() {
    let half = [1.0, 0, 0, 0, -1, 0, 0, 0, -1]
    var matrices = [1.0, 0, 0, 0, 1, 0, 0, 0, 1] + half + [Double](repeating: 0, count: 9)
    var rotations = [Double](repeating: 0, count: 27)
    var unique = [0.0, 0, 0]
    var error = inertial_error()
    #expect(
      inertial_nearest_rotations(3, matrices, &rotations, nil, nil, &unique, &error) == INERTIAL_OK)
    #expect(Array(rotations[9..<18]) == half)
    #expect(unique == [1, 1, 0])
    matrices[9] = .nan
    #expect(
      inertial_nearest_rotations(3, matrices, nil, nil, nil, nil, &error) == INERTIAL_BAD_DATA)
    #expect(error.text.hasPrefix("matrix 1: "))

    var average = inertial_average()
    let quaternions = [0, 0, 0, 1, 0, 0, 1, 0.0]
    #expect(inertial_mean_rotation(2, quaternions, nil, nil, &average, &error) == INERTIAL_OK)
    #expect(average.unique == 0)
    #expect(
      inertial_mean_rotation(1, [0, 0, 0, 0.0], nil, nil, &average, &error) == INERTIAL_BAD_DATA)
    #expect(error.text == "rotation 0 is not a quaternion of finite, positive length")
    #expect(
      inertial_mean_rotation(2, quaternions, nil, "mean", &average, &error) == INERTIAL_WRONG_USE)
    #expect(error.text.contains("chordal-l2"))
    #expect(
      inertial_mean_rotation(1, nil, nil, nil, &average, &error) == INERTIAL_WRONG_USE)
    #expect(error.text == "quaternions: expected a pointer, got NULL")
    // SIZE_MAX
    #expect(
      inertial_mean_rotation(-1, quaternions, nil, nil, &average, &error) == INERTIAL_WRONG_USE)
    #expect(error.text == "count: expected at most \(Int.max), got \(UInt.max)")
    #expect(
      inertial_nearest_rotations(-1, matrices, nil, nil, nil, nil, &error) == INERTIAL_WRONG_USE)
  }

  @Test("paths through rotations at several times, and their errors")
  func paths() {
    let keys = [0, 0, 0, 1, 0, 0, 1, 0.0]
    var rotations = [Double](repeating: 0, count: 8)
    var error = inertial_error()
    var path: OpaquePointer?
    for kind in ["slerp", "spline", "monotone"] {
      #expect(
        inertial_rotation_path_new(kind, 2, [0, 1], keys, nil, &path, &error) == INERTIAL_OK)
      #expect(inertial_rotation_path_at(path, 2, [0, 0.5], &rotations, &error) == INERTIAL_OK)
      #expect(rotations[3] == 1 && abs(rotations[6] - 0.5.squareRoot()) < 1e-15)
      for time in [7, .nan] {
        #expect(
          inertial_rotation_path_at(path, 1, [time], &rotations, &error) == INERTIAL_WRONG_USE)
        #expect(error.text == "times[0]: expected a time in 0.0...1.0, got \(time)")
      }
      #expect(inertial_rotation_path_at(path, 0, nil, nil, &error) == INERTIAL_OK)
      inertial_rotation_path_free(path)
    }
    #expect(
      inertial_rotation_path_new(nil, 2, [0, 1], keys, "clamped", &path, &error) == INERTIAL_OK)
    #expect(inertial_rotation_path_at(path, 1, [7], &rotations, &error) == INERTIAL_OK)
    #expect(abs(rotations[2] - 1) < 1e-15)
    inertial_rotation_path_free(path)
    path = nil
    #expect(
      inertial_rotation_path_new(nil, 2, [0, 0], keys, nil, &path, &error) == INERTIAL_BAD_DATA)
    #expect(error.text.contains("increasing"))
    #expect(
      inertial_rotation_path_new("cubic", 2, [0, 1], keys, nil, &path, &error)
        == INERTIAL_WRONG_USE)
    #expect(
      inertial_rotation_path_new(nil, 0, nil, nil, nil, &path, &error) == INERTIAL_BAD_DATA)
    #expect(path == nil)
    #expect(inertial_rotation_path_at(path, 1, [0], &rotations, &error) == INERTIAL_WRONG_USE)
    inertial_rotation_path_free(nil)
  }
}
