/// Recognised gestures as JSON: the answer of `inertial recognize` and of the studio.
package struct RecognitionAnswer {
  package struct Gesture {
    /// The name of the recording.
    package var recording: String
    /// The accepted label; `nil` for a rejected gesture.
    package var label: String?
    /// The best label, accepted or rejected; `nil` without a recognition.
    package var best: String?
    package var score: Double?
    package var confidence: Double?
    /// The next best labels with a confidence of 0.1 % or more, best first.
    package var alternatives: [Recognition.Alternative]
    /// Whether the gesture is accepted.
    package var isGesture: Bool
    /// The reason for the rejection.
    package var reason: String?
    /// The true label, if known.
    package var truth: String?
    package var samples: Int
    package var seconds: Double
    /// The times of the first and the last sample, in seconds of the recording.
    package var start: Double
    package var end: Double
  }

  package var gestures: [Gesture]
  /// The words; `nil` if none were decoded.
  package var words: [RecognizedWord]?
  package var model: String
  /// The file of the report, if written.
  package var report: String?

  package init(gestures: [Gesture], model: String) {
    self.gestures = gestures
    self.model = model
  }

  /// The labels in order, with spaces between them if one is longer than a character; `?` for a
  /// rejected gesture.
  package var text: String {
    let labels = gestures.map { $0.label ?? "?" }
    return labels.joined(separator: labels.contains { $0.count > 1 } ? " " : "")
  }
  /// The number of right labels among gestures with a true label; `nil` without any.
  package var score: (correct: Int, total: Int)? {
    let known = gestures.filter { $0.truth != nil }
    return known.isEmpty ? nil : (known.count { $0.truth == $0.label }, known.count)
  }
}

extension RecognitionAnswer.Gesture {
  /// The largest number of alternatives in an answer.
  private static let alternativeCount = 4
  /// The minimum confidence of an alternative. Below it, the order of labels carries no
  /// information.
  private static let leastConfidence = 1e-3

  /// The alternatives in texts: those with a confidence of 1 % or more.
  package var rivals: [Recognition.Alternative] { alternatives.filter { $0.confidence >= 0.01 } }

  package init(_ recognized: RecognizedGesture) {
    let gesture = recognized.gesture
    self.init(
      recording: gesture.name, label: recognized.label, alternatives: [],
      isGesture: recognized.label != nil, truth: gesture.label, samples: gesture.samples.count,
      seconds: gesture.samples.duration, start: recognized.start, end: recognized.end)
    switch recognized.result {
    case .success(let recognition):
      best = recognition.label
      score = recognition.score
      confidence = recognition.confidence
      alternatives = Array(
        recognition.alternatives.prefix(Self.alternativeCount)
          .prefix { $0.confidence >= Self.leastConfidence })
      if label == nil {
        let lost = (recognition.lostDuration * 100).rounded() / 100
        reason =
          "rejected as \(recognition.label): "
          + (lost > 0 ? "\(lost) s of samples missing, " : "") + "not similar enough"
      }
    case .failure(let error): reason = error.description
    }
  }
}

extension RecognitionAnswer {
  package var json: JSON {
    [
      "text": JSON(text), "gestures": JSON(gestures) { $0.json },
      "words": words.map { JSON($0) { $0.json } }, "model": JSON(model),
      "report": report.map { JSON($0) },
      "accuracy": score.map { JSON(Double($0.correct) / Double($0.total)) },
      "correct": score.map { JSON($0.correct) }, "total": score.map { JSON($0.total) },
    ]
  }
}

extension RecognitionAnswer.Gesture {
  /// Every documented field, `null` without a value.
  package var json: JSON {
    [
      "recording": JSON(recording), "label": JSON(label) { JSON($0) },
      "best": JSON(best) { JSON($0) }, "score": JSON(score) { JSON($0) },
      "confidence": JSON(confidence) { JSON($0) },
      "alternatives": JSON(alternatives) { $0.json }, "isGesture": JSON(isGesture),
      "reason": reason.map { JSON($0) }, "truth": truth.map { JSON($0) },
      "samples": JSON(samples), "seconds": JSON(seconds), "start": JSON(start), "end": JSON(end),
    ]
  }
}

extension RecognizedWord {
  package var json: JSON {
    [
      "text": JSON(word.text), "confidence": JSON(word.confidence),
      "isInLexicon": JSON(word.isInLexicon), "letters": JSON(letters),
      "alternatives": JSON(word.alternatives) { $0.json }, "start": JSON(start), "end": JSON(end),
    ]
  }
}

extension DecodedWord.Alternative {
  package var json: JSON {
    ["text": JSON(text), "confidence": JSON(confidence), "isInLexicon": JSON(isInLexicon)]
  }
}

extension Recognition.Alternative {
  package var json: JSON {
    ["label": JSON(label), "score": JSON(score), "confidence": JSON(confidence)]
  }
}

#if !hasFeature(Embedded)
  extension RecognitionAnswer: Encodable {
    package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
  }

  extension RecognitionAnswer.Gesture: Encodable {
    package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
  }
#endif
