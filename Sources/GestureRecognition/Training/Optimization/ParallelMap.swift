/// The results of `body` for `0..<count` in order, computed on up to `width` cores.
///
/// `nil` if the task is cancelled. A `body` that notices the cancellation returns `nil`.
func parallelMap<Result: Sendable>(
  count: Int, width: Int?, progress: (@Sendable (Int) -> Void)? = nil,
  _ body: @escaping @Sendable (Int) async -> Result?
) async -> [Result]? {
  var results = [Result?](repeating: nil, count: count)
  await withTaskGroup(of: (Int, Result?).self) { group in
    var next = 0
    var done = 0
    func startOne() {
      guard next < count else { return }
      let index = next
      next += 1
      group.addTask { (index, Task.isCancelled ? nil : await body(index)) }
    }
    for _ in 0..<max(1, min(width ?? count, count)) { startOne() }
    while let (index, result) = await group.next() {
      results[index] = result
      done += 1
      progress?(done)
      if result == nil { group.cancelAll() } else { startOne() }
    }
  }
  let whole = results.compactMap { $0 }
  return Task.isCancelled || whole.count < count ? nil : whole
}
