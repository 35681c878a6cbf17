internal import Foundation

/// A line on the terminal that counts how far the work is; silent elsewhere.
struct Progress {
  private let label: String
  private let total: Int
  private var done = 0
  private var shown = -1
  private let isVisible = Console.messagesGoToTerminal

  /// Progress over `total` steps of what `label` names.
  init(_ label: String, total: Int) {
    self.label = label
    self.total = total
  }

  /// Counts `steps` more as done.
  mutating func advance(by steps: Int = 1) {
    done += steps
    guard isVisible, total > 0 else { return }
    let percent = 100 * done / total
    guard percent != shown else { return }
    shown = percent
    write("\r\(label): \(percent) %")
  }

  /// Clears the line.
  func finish() {
    guard isVisible, shown >= 0 else { return }
    write("\r\u{1B}[2K")
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
