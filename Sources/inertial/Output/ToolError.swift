internal import ArgumentParser
internal import GestureRecognition
internal import GestureTraining
internal import InertialStudio
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionReports

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
  case unavailable = 69
  case internalFailure = 70
  case cannotCreate = 73
  case writeFailed = 74

  /// The exit status of `error`.
  init(of error: any Error) {
    self =
      switch error {
      case let error as ToolError: error.status
      case is RecordingError, is DataSetError, is ModelError, is LexiconError, is TrainingError,
        is GestureError, is AnalysisError, is UnlabeledRecordingError:
        .badData
      case MotionError.source(let error): Self(of: error)
      case let error as MotionSourceError:
        switch error.kind {
        case .badData: .badData
        case .busy: .unavailable
        case .unavailable, .brokenOff: .noInput
        }
      case is MotionError: .badData
      case FileError.missing, FileError.unreadable: .noInput
      case FileError.cannotCreate: .cannotCreate
      case FileError.writeFailed: .writeFailed
      case StudioError.model(_, let cause), StudioError.lexicon(_, let cause),
        StudioError.folder(_, let cause):
        Self(of: cause)
      case StudioError.portInUse: .unavailable
      case is StudioError: .noInput
      default: .internalFailure
      }
  }
}

/// The inputs of a subcommand: failures are reported, and the other inputs are processed.
enum Batch {
  /// Processes the inputs, then prints the answer unless all of them failed.
  ///
  /// - Throws: The error of a single input, wrong usage, and after the answer ``ToolError`` for the
  ///   inputs that failed: with their status if they share one.
  static func run<Input>(
    _ inputs: [Input], _ process: (Input) throws -> Void, answer: () throws -> Void
  ) throws {
    var statuses: [ExitStatus] = []
    for input in inputs {
      do {
        try process(input)
      } catch let error where inputs.count > 1 && !(error is ValidationError) {
        Console.error("\(error)")
        statuses.append(ExitStatus(of: error))
      }
    }
    if statuses.count < inputs.count { try answer() }
    guard let first = statuses.first else { return }
    throw ToolError(
      Set(statuses).count == 1 ? first : .badData,
      "\(statuses.count) of \(counted(inputs.count, "input")) failed")
  }
}
