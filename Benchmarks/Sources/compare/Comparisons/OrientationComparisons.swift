import DeadReckoning
import MotionFusion
import MotionSimulation

/// Attitude from raw samples at 100 Hz, per sample, against VQF and Fusion.
func orientationComparisons(_ peers: Peers) -> [Comparison] {
  guard let recording = Recording() else { return [] }
  return inertialFilter(recording, peers)
    + [fusion(recording, peers), wholeChain(recording)]
    .compactMap(\.self)
}

/// Samples of a phone that writes in the air, in the forms of all filters.
private struct Recording {
  let samples: [SensorSample]
  let withoutField: [SensorSample]
  /// Packed: rad/s, specific force in m/s², µT.
  let rates, forces, fields: Block<Vector3<Double>>
  var count: Int { samples.count }
  var shape: [Int] { [count, 3] }

  init?() {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.magneticField = Vector3(0, 20, -45)
    configuration.sensors.timestampJitter = 0
    guard
      let recording = try? AirSimulator(configuration: configuration).recording(
        of: "ATTITUDE FROM RAW SAMPLES", by: Writer(seed: 5))
    else { return nil }
    samples = recording.samples
    withoutField = samples.map {
      var sample = $0
      sample.magneticField = nil
      return sample
    }
    func block(_ vector: (SensorSample) -> Vector3<Double>?) -> Block<Vector3<Double>> {
      var iterator = recording.samples.makeIterator()
      return Block(count: recording.samples.count) {
        iterator.next().flatMap(vector) ?? .zero
      }
    }
    rates = block(\.rotationRate)
    // Core Motion's sign is the specific force's with a minus.
    forces = block { $0.acceleration.map { $0 * -SensorSample.standardGravity } }
    fields = block(\.magneticField)
  }

  /// The largest inclination between our attitudes and a peer's (w, x, y, z) after the first two
  /// seconds, in radians: filters differ, but not by much.
  func inclination(_ ours: [Quaternion<Double>], _ theirs: [Double]) -> Double {
    guard theirs.count == 4 * ours.count else { return .infinity }
    var largest = 0.0
    for i in min(200, ours.count)..<ours.count {
      let peer = Quaternion(
        x: theirs[4 * i + 1], y: theirs[4 * i + 2], z: theirs[4 * i + 3], w: theirs[4 * i])
      let up = ours[i].conjugate.act(.unitZ)
      guard let angle = up.angle(to: peer.conjugate.act(.unitZ)) else { return .infinity }
      largest = max(largest, angle)
    }
    return largest
  }
}

/// Attitudes of a recording by a new filter, written over `out`.
@inline(__always)
private func run(
  _ filter: InertialFilter, _ samples: [SensorSample],
  into out: UnsafeMutablePointer<Quaternion<Double>>
) {
  var filter = filter
  for i in samples.indices {
    filter.update(samples[i])
    out[i] = filter.attitude ?? .identity
  }
}

private func inertialFilter(_ recording: Recording, _ peers: Peers) -> [Comparison] {
  let count = recording.count
  let (rates, forces) = (recording.rates, recording.forces)
  var comparisons: [Comparison] = []
  for (axes, samples, fields) in [
    (9, recording.samples, Optional(recording.fields)),
    (6, recording.withoutField, nil),
  ] {
    let a = Block(count: count) { Quaternion<Double>.zero }
    let b = Block(count: 4 * count) { 0.0 }
    let name = "inertial filter, \(axes) axes at 100 Hz, a sample"
    func ours() { run(InertialFilter(), samples, into: a.elements) }
    func disagreement(_ theirs: [Double]) -> Double {
      recording.inclination(Array(UnsafeBufferPointer(start: a.elements, count: count)), theirs)
    }
    if let vqf = peers.vqf {
      comparisons.append(
        Comparison(
          name: name, peer: "VQF in C++", target: 1, operations: count, ours: ours,
          theirs: {
            vqf.run(
              rates.scalars, forces.scalars, fields?.scalars, count, 0.01, b.scalars)
          },
          disagreement: { disagreement(b.values) }, tolerance: 0.1,
          reason: """
            VQF computes its coefficients once for a fixed rate, ours for the time step of each \
            sample; ours also checks every sample, adapts to the motion and estimates its variance
            """))
    }
    let arrays = [rates, forces, fields].compactMap { $0.map { ($0.values, recording.shape) } }
    comparisons += peers.compare(
      name, with: "vqf", job: "vqf_update", arrays, operations: count, ours: ours,
      tolerance: 0.1, disagreement: disagreement)
  }
  return comparisons
}

/// Fusion's filter with a constant gain.
private func fusion(_ recording: Recording, _ peers: Peers) -> Comparison? {
  let count = recording.count
  let samples = recording.withoutField
  let a = Block(count: count) { Quaternion<Double>.zero }
  let c = Block(count: 4 * count) { 0.0 }
  return peers.fusion.map { fusion in
    Comparison(
      name: "inertial filter, 6 axes at 100 Hz, a sample", peer: "Fusion in C", target: nil,
      operations: count, ours: { run(InertialFilter(), samples, into: a.elements) },
      theirs: {
        fusion.run(recording.rates.scalars, recording.forces.scalars, count, 0.01, c.scalars)
      },
      disagreement: {
        recording.inclination(
          Array(UnsafeBufferPointer(start: a.elements, count: count)), c.values)
      }, tolerance: 0.3,
      reason: "Fusion has a constant gain and Float numbers; ours estimates biases and variances")
  }
}

/// From a raw sample to a position: calibration, filter, dead reckoning.
private func wholeChain(_ recording: Recording) -> Comparison {
  let samples = recording.samples
  let position = Block(count: 1) { Vector3<Double>.zero }
  return Comparison(
    name: "raw sample to position, 9 axes at 100 Hz, a sample", peer: "",
    operations: recording.count,
    ours: Side {
      var estimator = MotionEstimator(referenceFrame: .xArbitraryCorrectedZVertical)
      var reckoner = DeadReckoner(configuration: .init(dampingRate: 2))
      for sample in samples {
        if let motion = estimator.update(sample) { reckoner.update(motion) }
      }
      position.elements[0] = reckoner.position
    },
    theirs: nil,
    disagreement: {
      let length = position.elements[0].length
      return length > 0 && length < 10 ? 0 : .infinity
    })
}
