/// One side of a comparison: runs its job a number of times and says how long that took.
struct Side {
  /// Runs the job so many times; gives the seconds that all of them took together.
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

  /// A job elsewhere, which measures its own time.
  init(seconds: @escaping (_ repetitions: Int) -> Double) { self.seconds = seconds }
}
