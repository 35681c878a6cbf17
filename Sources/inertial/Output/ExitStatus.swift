internal import GestureRecognition
internal import InertialStudio
internal import MotionFusion
internal import MotionRecordings

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
