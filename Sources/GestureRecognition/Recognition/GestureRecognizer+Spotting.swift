internal import MotionFusion

extension GestureRecognizer {
  /// Spots the gestures in a stream as ``RecognitionSession`` does, and compares them with those
  /// that it contains. Rejected ones do not count.
  public func evaluateSpotting(in stream: LabeledStream) -> SpottingResult {
    var session = RecognitionSession(self)
    var found = stream.motions.flatMap { session.update($0) }
    found += session.finish()
    var result = SpottingResult()
    let accepted = found.compactMap { gesture in
      gesture.label.map { ($0, gesture.start...max(gesture.start, gesture.end)) }
    }
    result.add(accepted, in: stream)
    return result
  }

  /// Recognises the gestures of a stream, cut at their known times.
  ///
  /// - Returns: The number of gestures with the right label. Rejection does not enter.
  public func countRecognized(in stream: LabeledStream) -> Int {
    stream.gestures.count { gesture in
      let motions = stream.motions.filter { gesture.times.contains($0.timestamp) }
      return (try? recognize(motions))?.label == gesture.label
    }
  }
}
