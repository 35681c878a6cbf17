internal import Synchronization

/// A progress line over consecutive named steps; thread-safe.
final class StepProgress: Sendable {
  private let current = Mutex<(step: String, progress: Progress)?>(nil)

  /// Shows `done` of `total` parts of a step.
  func show(_ step: String, done: Int, of total: Int) {
    let progress = current.withLock { current in
      if let current, current.step == step { return current.progress }
      current?.progress.finish()
      let progress = Progress(step)
      current = (step, progress)
      return progress
    }
    progress.show(done: done, of: total)
  }

  /// Clears the line.
  func finish() { current.withLock { $0?.progress.finish() } }
}
