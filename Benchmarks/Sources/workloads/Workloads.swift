import CInstruments
import DeadReckoning
import GestureRecognition
import Inputs
import LinearAlgebra
import MotionFusion
import MotionSimulation
import RotationMath

/// Fixed workloads for `Benchmarks/check-instructions`, which counts instructions by callgrind: the
/// counts depend on the code and the compiler, not on the machine's load.
@main
struct Workloads {
  static func main() throws {
    var total = 0.0
    for workload in try all() {
      // A first run excludes the initialisation of the process.
      total += workload.job()
      instruments_zero_counts()
      total += workload.job()
      instruments_dump_counts(workload.name)
    }
    print(total)
  }

  struct Workload {
    var name: String
    /// Returns a number that depends on all results.
    var job: () -> Double
  }

  static func all() throws -> [Workload] {
    rotations() + (try motion()) + (try gestures())
  }

  private static func rotations() -> [Workload] {
    var random = SplitMix64(seed: 41)
    func vector() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let p = (0..<200).map { _ in Quaternion(rotationVector: vector()) }
    let q = (0..<200).map { _ in Quaternion(rotationVector: vector()) }
    let v = (0..<200).map { _ in vector() }
    let m = (0..<200).map { _ in Matrix3(columns: vector(), vector(), vector()) }
    let near = (0..<1000).map { _ in Quaternion(rotationVector: vector() * 0.3) }
    return [
      Workload(name: "quaternion-product-200") {
        zip(p, q).reduce(0) { $0 + ($1.0 * $1.1).x }
      },
      Workload(name: "rotate-vector-200") { zip(p, v).reduce(0) { $0 + $1.0.act($1.1).x } },
      Workload(name: "slerp-200") { zip(p, q).reduce(0) { $0 + $1.0.slerp(to: $1.1, 0.3).x } },
      Workload(name: "exp-log-200") {
        v.reduce(0) { $0 + Quaternion(rotationVector: $1).rotationVector.x }
      },
      Workload(name: "quaternion-from-matrix-200") {
        m.reduce(0) { $0 + Quaternion(rotationMatrix: $1).x }
      },
      Workload(name: "orthonormalize-200") {
        m.reduce(0) { $0 + ($1.orthonormalized()?.c0.x ?? 0) }
      },
      Workload(name: "nearest-rotation-direct-200") {
        m.reduce(0) { sum, matrix in
          sum + ((try? nearestRotation(to: matrix, engine: .direct))?.rotation.x ?? 0)
        }
      },
      Workload(name: "nearest-rotation-lapack-200") {
        m.reduce(0) { sum, matrix in
          sum + ((try? nearestRotation(to: matrix, engine: .lapack))?.rotation.x ?? 0)
        }
      },
      Workload(name: "chordal-mean-1000") { (try? averageRotation(of: near))?.rotation.x ?? 0 },
      Workload(name: "robust-mean-1000") {
        (try? averageRotation(of: near, method: .robust))?.rotation.x ?? 0
      },
    ]
  }

  private static func motion() throws -> [Workload] {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.magneticField = Vector3(0, 20, -45)
    let samples = try AirSimulator(configuration: configuration).recording(
      of: "HELLO", by: Writer(seed: 42)
    ).samples.prefix(1000)
    func motions() -> [DeviceMotion] {
      var estimator = MotionEstimator(
        referenceFrame: .xArbitraryCorrectedZVertical, skipsStartup: false)
      return samples.compactMap { estimator.update($0) }
    }
    let recorded = motions()
    return [
      Workload(name: "inertial-filter-9-axes-1000") {
        var filter = InertialFilter()
        for sample in samples { filter.update(sample) }
        return filter.attitude?.x ?? 0
      },
      Workload(name: "motion-estimator-1000") {
        motions().reduce(0) { $0 + $1.userAcceleration.x }
      },
      Workload(name: "dead-reckoning-1000") {
        var reckoner = DeadReckoner(configuration: .init(dampingRate: 2))
        for motion in recorded { reckoner.update(motion) }
        return reckoner.position.x
      },
      Workload(name: "rest-detector-1000") {
        var rest = ZeroVelocityDetector()
        return recorded.reduce(0) { $0 + (rest.update($1) ? 1 : 0) }
      },
      Workload(name: "path-tracker-1000") {
        var tracker = PathTracker()
        var events = 0.0
        for motion in recorded { tracker.update(motion) { _ in events += 1 } }
        return events + tracker.reckoner.position.x
      },
      Workload(name: "inertial-navigator-1000") {
        var navigator = InertialNavigator()
        var events = 0.0
        for motion in recorded { navigator.update(motion) { _ in events += 1 } }
        return events + (navigator.latest?.position.x ?? 0)
      },
    ]
  }

  private static func gestures() throws -> [Workload] {
    let strokes = ScreenSimulator().alphabet(writers: 2, seed: 43)
    let features = ZoneFeatures()
    let model = try FeatureModel.uppercaseZones()
    let vectors = strokes.compactMap {
      try? ZoneFeatures().vector(of: $0.samples, minSize: 100)
    }
    let letters = AirLetters(writers: 11, seed: 44)
    let templates = letters.model(examples: 100)
    let probes = letters.motions.suffix(10)
    let recognizer = try GestureRecognizer.uppercaseLetters()
    let touched = try AirSimulator().recording(of: "AECLMOSUWZ", by: Writer(seed: 45)).deviceMotion
    return [
      Workload(name: "zone-features-52") {
        strokes.reduce(0) { sum, stroke in
          sum + ((try? features.vector(of: stroke.samples, minSize: 100))?[0] ?? 0)
        }
      },
      Workload(name: "recognize-vector-52") {
        vectors.reduce(0) { sum, vector in sum + ((try? model.recognize(vector))?.score ?? 0) }
      },
      Workload(name: "nearest-templates-100-of-10") {
        probes.reduce(0) { sum, probe in sum + ((try? templates.recognize(probe))?.score ?? 0) }
      },
      Workload(name: "air-letters-in-a-session-10") {
        var session = WritingSession(recognizer)
        return touched.reduce(0) { sum, motion in
          session.update(motion).reduce(sum) { $0 + ($1.recognition?.score ?? 0) }
        }
      },
      Workload(name: "score-batch-52") {
        (try? model.recognize(batch: vectors))?.reduce(0) { $0 + $1.score } ?? 0
      },
    ]
  }
}
