internal import MotionFusion

/// The path of a navigator since the last stationary phase, with the data that smoothing needs.
///
/// Every sample has its state and the propagation of errors to it. Covariances are kept at
/// checkpoints only: at measurements, and a fifth of a second after the checkpoint before. Between
/// checkpoints errors are propagated back exactly, and smoothed covariances are linear in time.
struct NavigationHistory: Sendable {
  /// One sample.
  struct Step: Sendable {
    var index: Int
    var timestamp: Double
    var position: Vector3<Double>
    var velocity: Vector3<Double>
    var attitude: Quaternion<Double>
    var isStationary: Bool
    /// The propagation of errors from the sample before.
    var passage: ErrorStep
  }

  /// A sample with its covariance.
  struct Checkpoint: Sendable {
    var index = 0
    /// The propagation of errors from the checkpoint before.
    var transition = ErrorTransition()
    /// The covariance before any measurement at this sample.
    var covariance = ErrorMatrix()
  }

  private(set) var steps: SampleRing<Step>
  private(set) var updates: SampleRing<NavigationUpdate>
  private(set) var checkpoints: SampleRing<Checkpoint>

  init(capacity: Int) {
    steps = SampleRing(capacity: capacity)
    updates = SampleRing(capacity: capacity)
    checkpoints = SampleRing(capacity: capacity)
  }

  /// Whether there is no checkpoint.
  var isEmpty: Bool { checkpoints.isEmpty }

  /// Appends a checkpoint at the sample of this index, after the last step or at it, with the
  /// filter's covariance brought up to date.
  mutating func appendCheckpoint(at index: Int, of filter: inout NavigationFilter) {
    checkpoints.append(Checkpoint())
    let last = checkpoints.count - 1
    checkpoints[last].index = index
    checkpoints[last].transition = filter.pending
    filter.propagate()
    checkpoints[last].covariance = filter.covariance
  }

  /// Appends the next sample.
  @inline(__always)
  mutating func append(_ step: Step) { steps.append(step) }

  /// Appends a measurement at the last checkpoint.
  mutating func append(_ update: NavigationUpdate) {
    if updates.count == updates.capacity, let oldest = updates.first {
      // A step cannot be smoothed without its update.
      while let first = steps.first, first.index <= oldest.index { steps.removeFirst() }
    }
    updates.append(update)
  }

  mutating func removeAll() {
    steps.removeAll()
    updates.removeAll()
    checkpoints.removeAll()
  }

  /// Changes the last step.
  mutating func replaceLast(_ change: (inout Step) -> Void) {
    guard !steps.isEmpty else { return }
    change(&steps[steps.count - 1])
  }

  /// Removes everything before the last checkpoint, from which the next movement starts.
  mutating func keepLastCheckpoint() {
    guard checkpoints.count > 1 else { return }
    checkpoints.keepLast(1)
    let index = checkpoints[0].index
    steps.keepLast(steps.countFromEnd { $0.index >= index })
    updates.keepLast(updates.countFromEnd { $0.index >= index })
  }
}

extension NavigationHistory.Step {
  /// The point without its errors.
  @inline(__always)
  func point(withErrors errors: ErrorVector, uncertainty: PathUncertainty?) -> PathPoint {
    PathPoint(
      index: index, timestamp: timestamp, position: position - errors.p,
      velocity: velocity - errors.v,
      attitude: Attitude(quaternion: Quaternion(shortRotation: -errors.t) * attitude),
      isStationary: isStationary, uncertainty: uncertainty)
  }
}
