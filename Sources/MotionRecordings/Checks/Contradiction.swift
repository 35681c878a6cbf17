internal import Foundation

/// Something that the numbers of a recording say against its file: the wrong unit, sign or frame.
struct Contradiction {
  /// What is contradicted; recordings of one file that share it are told of once.
  enum Subject: Hashable {
    case accelerometerUnit, accelerometerSign, userAcceleration, attitudeDirection
    case gyroscopeUnit, gyroscopeSign, magnetometerUnit, timeUnit
  }

  var subject: Subject
  /// What was seen, in figures, what would be right, and what explains it.
  var evidence: String
}

/// Three significant digits, for messages.
func figures(_ number: Double) -> String { String(format: "%.3g", number) }
