public import Foundation

extension Process {
  /// Waits until the process has ended, and returns the status of its exit, or minus the signal
  /// that ended it.
  @discardableResult
  public func endStatus() -> Int32 {
    if Loopback.isUp {
      waitUntilExit()
    } else {
      // Foundation hears of the end over the loopback interface, and without it only at times.
      var status: Int32 = 0
      while waitpid(processIdentifier, &status, 0) < 0 {
        guard errno == EINTR else {
          while isRunning { usleep(1000) }
          return endStatusOfReaped
        }
      }
      let signal = status & 0x7f
      return signal == 0 ? status >> 8 & 0xff : -signal
    }
    return endStatusOfReaped
  }

  private var endStatusOfReaped: Int32 {
    terminationReason == .exit ? terminationStatus : -terminationStatus
  }
}
