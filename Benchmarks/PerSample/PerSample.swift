import Benchmark
import DeadReckoning
import GestureRecognition
import LinearAlgebra
import MotionFusion
import MotionSimulation
import RotationMath

/// What happens for every sample, and for every gesture: times and throughput. Allocations are
/// counted by `fitness`, instructions by `check-instructions`.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], timeUnits: .nanoseconds, scalingFactor: .kilo,
    maxDuration: .milliseconds(500))

  var random = SplitMix64(seed: 51)
  let turn = Quaternion(rotationVector: Vector3(0.1, 0.02, -0.03))
  let single = Quaternion<Float>(rotationVector: Vector3(0.1, 0.02, -0.03))
  let vector = Vector3(0.3, -0.2, 0.9)
  let matrix = Matrix3(
    columns: Vector3(0.9, 0.1, 0), Vector3(-0.2, 1.1, 0.3), Vector3(0, -0.3, 0.8))

  Benchmark("quaternion product, Double") { benchmark in
    var q = turn
    for _ in benchmark.scaledIterations { q = q * turn }
    blackHole(q)
  }
  Benchmark("quaternion product, Float") { benchmark in
    var q = single
    for _ in benchmark.scaledIterations { q = q * single }
    blackHole(q)
  }
  Benchmark("rotate vector, Double") { benchmark in
    var v = vector
    for _ in benchmark.scaledIterations { v = turn.act(v) }
    blackHole(v)
  }
  Benchmark("slerp, Double") { benchmark in
    var q = turn
    for _ in benchmark.scaledIterations { q = q.slerp(to: turn * q, 0.25) }
    blackHole(q)
  }
  Benchmark("nearest rotation, direct, 3x3 Double") { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(try? nearestRotation(to: matrix, engine: .direct))
    }
  }
  Benchmark("nearest rotation, lapack, 3x3 Double") { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(try? nearestRotation(to: matrix, engine: .lapack))
    }
  }

  var configuration = AirSimulator.Configuration()
  configuration.sensors.magneticField = Vector3(0, 20, -45)
  guard
    let recording = try? AirSimulator(configuration: configuration).recording(
      of: "SAMPLES", by: Writer(seed: 52)),
    let model = try? FeatureModel.uppercaseZones()
  else { return }
  let samples = Array(recording.samples.prefix(1000))
  let motions = recording.deviceMotion.prefix(1000)

  /// A thousand samples an iteration of the benchmark, as the scaling says.
  func filter(_ name: String, _ fresh: InertialFilter) {
    Benchmark(name) { benchmark in
      var filter = fresh
      var index = 0
      for _ in benchmark.scaledIterations {
        filter.update(samples[index])
        index = index + 1 == samples.count ? 0 : index + 1
      }
      blackHole(filter.attitude)
    }
  }
  filter("inertial filter, 9 axes, a sample", InertialFilter())
  var sixAxes = InertialFilter.Configuration()
  sixAxes.usesMagnetometer = false
  filter("inertial filter, 6 axes, a sample", InertialFilter(configuration: sixAxes))

  Benchmark("dead reckoning, a sample") { benchmark in
    var reckoner = DeadReckoner(configuration: .init(dampingRate: 2))
    var index = 0
    for _ in benchmark.scaledIterations {
      reckoner.update(motions[index])
      index = index + 1 == motions.count ? 0 : index + 1
    }
    blackHole(reckoner.position)
  }
  Benchmark("rest detector, a sample") { benchmark in
    var rest = ZeroVelocityDetector()
    var index = 0
    for _ in benchmark.scaledIterations {
      rest.update(motions[index])
      index = index + 1 == motions.count ? 0 : index + 1
    }
    blackHole(rest.isStationary)
  }
  Benchmark("raw sample to position with revisions, 9 axes, a sample") { benchmark in
    var estimator = MotionEstimator(referenceFrame: .xArbitraryCorrectedZVertical)
    var tracker = PathTracker()
    var index = 0
    for _ in benchmark.scaledIterations {
      if let motion = estimator.update(samples[index]) {
        tracker.update(motion) { blackHole($0) }
      }
      index = index + 1 == samples.count ? 0 : index + 1
    }
    blackHole(tracker.reckoner.position)
  }

  let strokes = ScreenSimulator().alphabet(writers: 1, seed: 53).map(\.samples)
  let features = (0..<28).map { _ in random.nextNormal() }
  let scorer = LinearScorer(
    weights: (0..<26 * 28).map { _ in random.nextNormal() }, featureCount: 28)
  Benchmark("28 zone features, a stroke") { benchmark in
    for iteration in benchmark.scaledIterations {
      blackHole(
        try? ZoneFeatures().vector(of: strokes[iteration % strokes.count], minSize: 100))
    }
  }
  Benchmark("scores of 28 features for 26 classes, Double") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(scorer.scores(of: features)) }
  }
  Benchmark("stroke to letter, 26 letters") { benchmark in
    let recognizer = GestureRecognizer(.features(model))
    for iteration in benchmark.scaledIterations {
      blackHole(try? recognizer.recognize(strokes[iteration % strokes.count]))
    }
  }
}
