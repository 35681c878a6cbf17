internal import MotionFusion

/// A contradiction between the numbers of a recording and the unit, sign or frame of its format.
struct Contradiction {
  /// The contradicted property; recordings of one file with the same subject share one warning.
  enum Subject: Hashable {
    case sensors(SensorFinding.Subject)
    case accelerometerSign, userAcceleration, attitudeDirection
    case gyroscopeUnit, gyroscopeSign
  }

  var subject: Subject
  /// The measured and the expected figures, and the likely cause.
  var evidence: String
}
