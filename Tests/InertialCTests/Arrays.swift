import CInertial
import MotionFusion

extension inertial_error {
  /// The message.
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// Memory of a number of doubles, all NaN at first.
final class Memory {
  let start: UnsafeMutablePointer<Double>

  init(_ count: Int) {
    start = .allocate(capacity: max(count, 1))
    start.initialize(repeating: .nan, count: max(count, 1))
  }

  deinit { start.deallocate() }

  func vector(_ index: Int) -> Vector3<Double> {
    Vector3(start[3 * index], start[3 * index + 1], start[3 * index + 2])
  }

  func set(_ index: Int, _ vector: Vector3<Double>?) {
    guard let vector else { return }
    for axis in 0..<3 { start[3 * index + axis] = vector[axis] }
  }
}

/// Raw samples as C arrays.
struct Arrays {
  private let count: Int
  private let times, rates, accelerations, fields, touches: Memory

  init(_ samples: [SensorSample]) {
    count = samples.count
    (times, touches) = (Memory(count), Memory(count))
    (rates, accelerations, fields) = (Memory(3 * count), Memory(3 * count), Memory(3 * count))
    for (index, sample) in samples.enumerated() {
      times.start[index] = sample.timestamp
      rates.set(index, sample.rotationRate)
      accelerations.set(index, sample.acceleration)
      fields.set(index, sample.magneticField)
      touches.start[index] = sample.isTouching.map { $0 ? 1 : 0 } ?? .nan
    }
  }

  var samples: inertial_samples {
    inertial_samples(
      count: count, times: times.start, rotation_rates: rates.start,
      accelerations: accelerations.start, magnetic_fields: fields.start, touches: touches.start,
      acceleration_scale: 1)
  }
}

/// C arrays for device motion.
struct MotionRows {
  private let times, attitudes, rates, accelerations, inclinations, biases: Memory

  init(capacity: Int) {
    (times, attitudes) = (Memory(capacity), Memory(4 * capacity))
    inclinations = Memory(capacity)
    (rates, accelerations) = (Memory(3 * capacity), Memory(3 * capacity))
    biases = Memory(3 * capacity)
  }

  var motions: inertial_motions {
    inertial_motions(
      count: 0, times: times.start, attitudes: attitudes.start, rotation_rates: rates.start,
      gravities: nil, user_accelerations: accelerations.start, magnetic_fields: nil,
      headings: nil, touches: nil, inclination_deviations: inclinations.start,
      heading_deviations: nil, bias_deviations: biases.start)
  }

  func quaternion(_ index: Int) -> Quaternion<Double> {
    let row = attitudes.start + 4 * index
    return Quaternion(x: row[0], y: row[1], z: row[2], w: row[3])
  }

  func userAcceleration(_ index: Int) -> Vector3<Double> { accelerations.vector(index) }
}

/// C arrays for a path.
struct PathRows {
  private let positions: Memory

  init(capacity: Int) { positions = Memory(3 * capacity) }

  var points: inertial_points {
    inertial_points(
      count: 0, times: nil, positions: positions.start, velocities: nil, attitudes: nil,
      stationary: nil, position_deviations: nil)
  }

  func position(_ index: Int) -> Vector3<Double> { positions.vector(index) }
}
