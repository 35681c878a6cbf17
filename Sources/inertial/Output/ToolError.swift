internal import ArgumentParser
internal import GestureRecognition
internal import InertialStudio
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings

/// An error of a subcommand: the exit status and a message.
///
/// The message names the place, the problem and the expected input.
struct ToolError: Error, CustomStringConvertible {
  let status: ExitStatus
  let description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}

/// The exit statuses of errors, as in `sysexits.h`.
///
/// The argument parser exits with 64 for wrong usage.
enum ExitStatus: Int32, Sendable {
  case badData = 65
  case noInput = 66
  case internalFailure = 70
  case cannotCreate = 73
  case writeFailed = 74

  /// The exit status of `error`.
  init(of error: any Error) {
    self =
      switch error {
      case let error as ToolError: error.status
      case is RecordingError, is DataSetError, is ModelError, is LexiconError, is TrainingError,
        is GestureError:
        .badData
      case MotionError.source(let error): Self(of: error)
      case let error as MotionSourceError: error.kind == .badData ? .badData : .noInput
      case is MotionError: .badData
      case FileError.missing, FileError.unreadable: .noInput
      case FileError.cannotCreate: .cannotCreate
      case FileError.writeFailed: .writeFailed
      case StudioError.model(_, let cause), StudioError.lexicon(_, let cause),
        StudioError.folder(_, let cause):
        Self(of: cause)
      case is StudioError: .noInput
      default: .internalFailure
      }
  }
}

/// The inputs of a subcommand: failures are reported, and the other inputs are processed.
struct Batch {
  private let count: Int
  private var failures = 0

  /// A batch of `count` inputs.
  init(count: Int) { self.count = count }

  /// Processes one input. Of several inputs a failure is printed and counted.
  ///
  /// - Throws: The error of a single input, and wrong usage.
  mutating func process(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error where count > 1 && !(error is ValidationError) {
      Console.error("\(error)")
      failures += 1
    }
  }

  /// Whether no input succeeded.
  var isFailed: Bool { failures == count }

  /// Ends the batch, after the answer.
  ///
  /// - Throws: ``ToolError`` after failures.
  func finish() throws {
    guard failures > 0 else { return }
    throw ToolError(.badData, "\(failures) of \(counted(count, "input")) failed")
  }
}
