internal import Foundation
internal import Synchronization

/// A progress line on the terminal; silent when standard error is not a terminal, and
/// with `--quiet`.
///
/// All methods are thread-safe.
final class Progress: Sendable {
  private let label: String
  private let shown = Mutex(-1)
  private let isVisible =
    Console.messagesGoToTerminal && Console.settings.withLock(\.detail) != .errors

  /// Progress of the task `label`.
  init(_ label: String) { self.label = label }

  /// Shows `done` of `total` steps; smaller values than before are ignored.
  func show(done: Int, of total: Int) {
    guard isVisible, total > 0 else { return }
    let percent = 100 * done / total
    shown.withLock { shown in
      guard percent > shown else { return }
      shown = percent
      Console.write("\r\(label): \(percent) %")
    }
  }

  /// Clears the line.
  func finish() {
    shown.withLock { shown in
      if shown >= 0 { Console.write("\r\u{1B}[2K") }
      shown = -1
    }
  }
}
