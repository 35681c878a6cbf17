import MotionDelivery
import MotionFusion
import Synchronization

/// A stationary device with samples until its task is cancelled, which counts them.
final class EndlessSource: MotionSource {
  struct Log: Equatable {
    var runs = 0
    var running = 0
    /// The largest number of simultaneous runs, which must be 1.
    var mostRunning = 0
    /// The number of samples in all runs.
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

/// Samples, then an error, with unknown sensors.
struct BrokenSource: MotionSource {
  var samples: [SensorSample]
  var error: MotionSourceError?
  let sensors: MotionSensors? = nil

  func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    for sample in samples { await receive(sample) }
    if let error { throw error }
  }
}

/// A source that counts its samples.
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
