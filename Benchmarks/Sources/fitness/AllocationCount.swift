import CInstruments
import DeadReckoning
import GestureRecognition
import Inputs
import LinearAlgebra
import MotionFusion
import RotationMath

/// The allocations of a call.
struct AllocationCount {
  var name: String
  /// The allowed number of allocations.
  var allowed: Int
  var job: () -> Void

  static let header = """
    | call | allocations | allowed |
    |---|---:|---:|
    """

  /// The mean over a thousand calls, after a first one that fills caches.
  func measured() -> (row: String, holds: Bool) {
    job()
    let before = instruments_allocations()
    for _ in 0..<1000 { job() }
    let count = Double(instruments_allocations() - before) / 1000
    return ("| \(name) | \(count) | \(allowed) |", count <= Double(allowed))
  }
}

/// Calls per sample, without allocations, and per gesture, which allocate their results.
func allocationCounts() -> [AllocationCount] {
  var random = SplitMix64(seed: 61)
  func vector() -> Vector3<Double> {
    Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
  }
  let matrix = Matrix3(columns: vector(), vector(), vector())
  let rotations = (0..<100).map { _ in Quaternion(rotationVector: vector() * 0.3) }
  let features = (0..<28).map { _ in random.nextNormal() }
  let scorer = LinearScorer(
    weights: (0..<26 * 28).map { _ in random.nextNormal() }, featureCount: 28)
  let scores = UnsafeMutableBufferPointer<Double>.allocate(capacity: 26)
  scores.initialize(repeating: 0)
  let motions = AirLetters(writers: 1, seed: 62).motions[0]
  var sink = 0.0
  var filter = InertialFilter()
  var estimator = MotionEstimator(referenceFrame: .xArbitraryCorrectedZVertical)
  var readout = MotionReadout()
  var reckoner = DeadReckoner()
  var rest = ZeroVelocityDetector()
  var time = 0.0
  func sample() -> SensorSample {
    time += 0.01
    return SensorSample(
      timestamp: time, rotationRate: vector() * 0.1, acceleration: vector() * 0.1 - .unitZ,
      magneticField: Vector3(0, 20, -45) + vector())
  }
  func motion() -> DeviceMotion {
    time += 0.01
    var motion = motions[0]
    motion.timestamp = time
    return motion
  }
  // The first second is buffered until a start-up transient is excluded.
  for _ in 0..<200 {
    sink += estimator.update(sample())?.gravity.x ?? 0
    readout.update(sample())
  }
  let stroke = (0..<100).map {
    Sample2D(x: random.nextNormal(), y: random.nextNormal(), timestamp: Double($0) / 100)
  }
  return [
    AllocationCount(name: "inertial filter, a sample", allowed: 0) {
      filter.update(sample())
      sink += filter.attitude?.x ?? 0
    },
    AllocationCount(name: "motion estimator, a sample", allowed: 0) {
      sink += estimator.update(sample())?.gravity.x ?? 0
    },
    AllocationCount(name: "motion readout, a sample", allowed: 0) {
      readout.update(sample())
      sink += readout.values.tilt ?? 0
    },
    AllocationCount(name: "dead reckoning, a sample", allowed: 0) { reckoner.update(motion()) },
    AllocationCount(name: "rest detector, a sample", allowed: 0) { rest.update(motion()) },
    AllocationCount(name: "nearest rotation, direct", allowed: 0) {
      sink += (try? nearestRotation(to: matrix, engine: .direct))?.rotation.x ?? 0
    },
    AllocationCount(name: "nearest rotation, lapack", allowed: 0) {
      sink += (try? nearestRotation(to: matrix, engine: .lapack))?.rotation.x ?? 0
    },
    AllocationCount(name: "chordal mean of 100 rotations", allowed: 0) {
      sink += (try? averageRotation(of: rotations))?.rotation.x ?? 0
    },
    AllocationCount(name: "scores of a 28-vector for 26 classes", allowed: 0) {
      features.withUnsafeBufferPointer { scorer.score(rows: $0, count: 1, into: scores) }
      sink += Double(LinearScorer.best(of: scores) ?? 0)
    },
    AllocationCount(name: "28 zone features of a stroke", allowed: 2) {
      sink += (try? ZoneFeatures().vector(of: stroke, minSize: 0))?[0] ?? 0
    },
  ]
}
