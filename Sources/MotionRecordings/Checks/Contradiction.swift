internal import Foundation

/// A contradiction between the numbers of a recording and the unit, sign or frame of its format.
struct Contradiction {
  /// The contradicted property; recordings of one file with the same subject share one warning.
  enum Subject: Hashable {
    case accelerometerUnit, accelerometerSign, userAcceleration, attitudeDirection
    case gyroscopeUnit, gyroscopeSign, magnetometerUnit, timeUnit
  }

  var subject: Subject
  /// The measured and the expected figures, and the likely cause.
  var evidence: String
}

/// The number with three significant digits, for messages.
func figures(_ number: Double) -> String { String(format: "%.3g", number) }
