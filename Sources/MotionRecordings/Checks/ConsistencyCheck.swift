internal import MotionFusion

/// Compares the units, signs and frames that a file states with its numbers.
///
/// Each comparison requires strong evidence: correct recordings of any movement yield no warning.
enum ConsistencyCheck {
  /// One warning for each subject, naming the first recording that contradicts it.
  static func warnings(about recordings: Recordings) -> [RecordingWarning] {
    var warnings: [RecordingWarning] = []
    var places: [Contradiction.Subject: Int] = [:]
    for recording in CheckedRecording.all(in: recordings) {
      for contradiction in recording.contradictions {
        if let place = places[contradiction.subject] {
          warnings[place].count += 1
        } else {
          places[contradiction.subject] = warnings.count
          warnings.append(
            RecordingWarning(
              file: recording.name, kind: .contradiction(contradiction.evidence), count: 1))
        }
      }
    }
    return warnings
  }

  /// The warnings about a recording called `name` of which only the sensors were compared.
  static func warnings(about findings: [SensorFinding], in name: String) -> [RecordingWarning] {
    findings.map {
      RecordingWarning(file: name, kind: .contradiction($0.description), count: 1)
    }
  }
}
