internal import Foundation
internal import Synchronization

/// A line on the terminal that says how far the work is; silent elsewhere.
///
/// Any thread may report.
final class Progress: Sendable {
  private let label: String
  private let total: Int
  private let shown = Mutex(-1)
  private let isVisible = Console.messagesGoToTerminal

  /// Progress of what `label` names, over `total` steps unless a report says otherwise.
  init(_ label: String, total: Int = 0) {
    self.label = label
    self.total = total
  }

  /// Shows that `done` steps are done; reports that come late change nothing.
  func show(done: Int, of stated: Int? = nil) {
    let total = stated ?? total
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
