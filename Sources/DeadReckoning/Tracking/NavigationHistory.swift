internal import MotionFusion

/// What a navigator remembers of the way since the last rest, and its smoother.
///
/// Of each sample it keeps where the device was and how errors came there, and a covariance only at
/// checkpoints: where a measurement was made, and a fifth of a second after the one before. Between
/// these, errors go back through the steps exactly, and smoothed covariances are taken to change
/// linearly with time.
struct NavigationHistory: Sendable {
  /// One sample.
  struct Step: Sendable {
    var index: Int
    var timestamp: Double
    var position: Vector3<Double>
    var velocity: Vector3<Double>
    var attitude: Quaternion<Double>
    var isStationary: Bool
    /// How errors came to it from the one before.
    var passage: ErrorStep
  }

  /// A sample where the covariance is known.
  struct Checkpoint: Sendable {
    var index = 0
    /// How errors came to it from the checkpoint before.
    var transition = ErrorTransition()
    /// Before any measurement that was made there.
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

  /// Takes a checkpoint at the sample of this index, after the last step or at it: brings the covariance
  /// up to date and remembers it.
  mutating func appendCheckpoint(at index: Int, of filter: inout NavigationFilter) {
    checkpoints.append(Checkpoint())
    let last = checkpoints.count - 1
    checkpoints[last].index = index
    checkpoints[last].transition = filter.pending
    filter.propagate()
    checkpoints[last].covariance = filter.covariance
  }

  /// Takes the next sample.
  @inline(__always)
  mutating func append(_ step: Step) { steps.append(step) }

  /// Takes a measurement at the last checkpoint.
  mutating func append(_ update: NavigationUpdate) {
    if updates.count == updates.capacity, let oldest = updates.first {
      // Without its update a step cannot be smoothed.
      while let first = steps.first, first.index <= oldest.index { steps.removeFirst() }
    }
    updates.append(update)
  }

  mutating func removeAll() {
    steps.removeAll()
    updates.removeAll()
    checkpoints.removeAll()
  }

  /// Changes what the last step came to.
  mutating func replaceLast(_ change: (inout Step) -> Void) {
    guard !steps.isEmpty else { return }
    change(&steps[steps.count - 1])
  }

  /// Forgets what was before the last checkpoint, from which the next movement starts.
  mutating func keepLastCheckpoint() {
    guard checkpoints.count > 1 else { return }
    checkpoints.keepLast(1)
    let index = checkpoints[0].index
    steps.keepLast(steps.countFromEnd { $0.index >= index })
    updates.keepLast(updates.countFromEnd { $0.index >= index })
  }
}

extension NavigationHistory.Step {
  /// The point less its errors.
  @inline(__always)
  func point(withErrors errors: ErrorVector, uncertainty: PathUncertainty?) -> PathPoint {
    PathPoint(
      index: index, timestamp: timestamp, position: position - errors.p,
      velocity: velocity - errors.v,
      attitude: Attitude(quaternion: Quaternion(shortRotation: -errors.t) * attitude),
      isStationary: isStationary, uncertainty: uncertainty)
  }
}
