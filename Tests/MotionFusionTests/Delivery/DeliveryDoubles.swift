import MotionFusion
import Synchronization

/// A device at rest that gives samples until its task is cancelled, and keeps count.
final class EndlessSource: MotionSource {
  struct Log: Equatable {
    var runs = 0
    var running = 0
    /// The most runs at a time, which must be 1.
    var mostRunning = 0
    /// Samples that were handed over, in all runs.
    var samples = 0
  }

  let sensors: MotionSensors? = [.gyroscope, .accelerometer]
  private let state = Mutex(Log())

  var log: Log { state.withLock { $0 } }

  static func sample(_ index: Int) -> SensorSample {
    SensorSample(
      timestamp: Double(index) / 100, rotationRate: .zero, acceleration: Vector3(0, 0, -1))
  }

  func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    state.withLock { log in
      log.runs += 1
      log.running += 1
      log.mostRunning = max(log.mostRunning, log.running)
    }
    var index = 0
    while !Task.isCancelled {
      state.withLock { $0.samples += 1 }
      await receive(Self.sample(index))
      index += 1
      await Task.yield()
    }
    state.withLock { $0.running -= 1 }
  }
}

/// Samples, then an error; it does not say which sensors it has.
struct BrokenSource: MotionSource {
  var samples: [SensorSample]
  var error: MotionSourceError?
  let sensors: MotionSensors? = nil

  func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    for sample in samples { await receive(sample) }
    if let error { throw error }
  }
}

/// A source that counts what it has handed over.
final class CountedSource: MotionSource {
  let samples: [SensorSample]
  let sensors: MotionSensors? = nil
  private let handedOver = Mutex(0)

  init(samples: [SensorSample]) { self.samples = samples }

  var count: Int { handedOver.withLock { $0 } }

  func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    for sample in samples {
      handedOver.withLock { $0 += 1 }
      await receive(sample)
    }
  }
}
