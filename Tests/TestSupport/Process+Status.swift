public import Foundation

extension Process {
  /// Waits until the process has ended, and returns the status of its exit, or minus the signal that
  /// ended it.
  @discardableResult
  public func endStatus() -> Int32 {
    guard !Loopback.isUp else {
      waitUntilExit()
      return terminationReason == .exit ? terminationStatus : -terminationStatus
    }
    // Foundation hears of the end over the loopback interface only.
    var status: Int32 = 0
    while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : -signal
  }
}
