import MotionFusion
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("PathTracker")
struct PathTrackerTests {
  /// Movements of a second along x by half a metre between stationary phases of a second, with a
  /// constant error of acceleration; level, at 100 Hz, from time 0.
  static func motions(movements: Int, bias: Vector3<Double> = .zero) -> [DeviceMotion] {
    (0...movements * 200 + 100).map { index in
      let phase = Double(index % 200) / 100 - 1
      // Minimum jerk: position is 10 t³ - 15 t⁴ + 6 t⁵.
      let t = max(phase, 0)
      let acceleration = 0.5 * (60 * t - 180 * t * t + 120 * t * t * t)
      let isMoving = phase >= 0 && index < movements * 200
      return DeadReckonerTests.motion(
        at: Double(index) / 100, acceleration: Vector3(isMoving ? acceleration : 0, 0, 0) + bias)
    }
  }

  private func track(
    _ motions: [DeviceMotion], capacity: Int = 8192
  ) -> (path: [PathPoint], revisions: [Range<Int>]) {
    // A push at constant attitude shows in the accelerometer alone.
    var tracker = PathTracker(detector: .init(accelerationLimit: 0.02), capacity: capacity)
    var path: [PathPoint] = []
    var revisions: [Range<Int>] = []
    for motion in motions {
      tracker.update(motion) { event in
        if case .revision(let range, let points) = event {
          #expect(range.count == points.count && range.upperBound == path.count)
          revisions.append(range)
        }
        path.apply(event)
      }
    }
    return (path, revisions)
  }

  @Test(
    "every movement is revised once, at the stationary phase after it, and ends at its true end")
  func revisions() throws {
    let (path, revisions) = track(Self.motions(movements: 3, bias: Vector3(0.05, -0.08, 0.03)))
    #expect(path.map(\.index) == Array(0...700))
    // The first is of the samples before the detector's window was full.
    #expect(revisions.count == 4)
    for (movement, range) in revisions.dropFirst().enumerated() {
      #expect(range.contains(150 + 200 * movement))
    }
    for movement in 1...3 {
      let point = path[200 * movement + 50]
      #expect(point.isStationary && point.velocity == .zero)
      // Some millimetres of each movement fall into the stationary phases.
      let end = Vector3(0.5 * Double(movement), 0, 0)
      #expect(maximumDifference(point.position, end) < 0.007 * Double(movement))
    }
  }

  @Test("drift is not corrected across a gap or a clock reset", arguments: [60.0, -1000])
  func broken(jump: Double) throws {
    // A movement of two seconds whose middle is lost; the second half ends with a drift.
    var motions = Self.motions(movements: 2, bias: Vector3(0.1, 0, 0))
    for index in motions.indices.dropFirst(150) { motions[index].timestamp += jump }
    let (path, _) = track(motions)
    for (before, after) in zip(path, path.dropFirst()) {
      #expect(before.position.distance(to: after.position) < 0.02)
    }
    #expect(try #require(path.last).position.length < 2)
  }

  @Test("memory is bounded: of a long movement the last samples are revised")
  func capacity() throws {
    let (path, revisions) = track(
      Self.motions(movements: 1, bias: Vector3(0.05, 0, 0)), capacity: 40)
    let last = try #require(revisions.last)
    #expect(last.count == 40)
    #expect(abs(path[300].position.x - 0.5) < 0.012)
  }

  @Test("samples that are left out cause no event")
  func trouble() {
    var tracker = PathTracker()
    var count = 0
    for time in [0, 0.01, .nan, 0.01, 0.02] {
      tracker.update(DeadReckonerTests.motion(at: time, acceleration: .zero)) { _ in count += 1 }
    }
    #expect(count == 3)
  }

  @Test("a smooth slide is no rest in its middle, where its acceleration vanishes")
  func smoothSlide() throws {
    // Minimum jerk from rest to rest, level and without a turn.
    let (distance, duration) = (1.27, 2.0)
    let motions = (0...Int((duration + 2) * 100)).map { index in
      let t = min(max((Double(index) / 100 - 1) / duration, 0), 1)
      let a = distance / (duration * duration) * (60 * t - 180 * t * t + 120 * t * t * t)
      return DeadReckonerTests.motion(at: Double(index) / 100, acceleration: Vector3(a, 0, 0))
    }
    for motions in [motions, Array(motions[100...])] {
      let path = PathEstimation(method: .zeroVelocity).estimate(motions).points
      let (first, last) = (try #require(path.first), try #require(path.last))
      #expect(abs(last.position.x - first.position.x - distance) < 0.1)
      #expect(last.isStationary && last.velocity == .zero)
    }
  }
}
