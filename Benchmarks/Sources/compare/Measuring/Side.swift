/// One side of a comparison: runs its job repeatedly and measures the time.
struct Side {
  /// Runs the job this many times; returns the total time in seconds.
  let seconds: (_ repetitions: Int) -> Double

  /// A job in this process.
  init(_ job: @escaping () -> Void) {
    let clock = ContinuousClock()
    seconds = { repetitions in
      let elapsed = clock.measure { for _ in 0..<repetitions { job() } }
      let (seconds, attoseconds) = elapsed.components
      return Double(seconds) + Double(attoseconds) * 1e-18
    }
  }

  /// A job in another process, which measures its own time.
  init(seconds: @escaping (_ repetitions: Int) -> Double) { self.seconds = seconds }
}
