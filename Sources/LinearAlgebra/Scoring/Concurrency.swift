internal import Dispatch

/// Calls `body` with 0 through `workers` - 1, each on a thread of its own where there is one.
@usableFromInline
func concurrently(_ workers: Int, _ body: @Sendable (Int) -> Void) {
  if workers > 1 {
    DispatchQueue.concurrentPerform(iterations: workers, execute: body)
  } else {
    body(0)
  }
}
