internal import MotionFusion

/// One pass over a file of raw samples whose samples are handed over instead of collected.
final class SamplePass {
  /// Takes each sample that is kept, in order.
  let receive: (SensorSample) throws(RecordingError) -> Void
  /// Whether the gaps are counted in bounded memory; `nil` for not at all.
  let boundsGaps: Bool?
  /// Whether the gaps could not be counted in bounded memory.
  var lostGaps = false

  init(
    boundsGaps: Bool?, receive: @escaping (SensorSample) throws(RecordingError) -> Void
  ) {
    self.boundsGaps = boundsGaps
    self.receive = receive
  }
}
