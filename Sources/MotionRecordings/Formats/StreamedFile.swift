internal import MotionFusion

/// A file of one recording of raw samples, and how it is read.
struct StreamedFile: @unchecked Sendable {
  // Unchecked for the contents' pass alone, which is nil here.
  let contents: FileContents
  let options: ReadingOptions
  /// The reader of the whole file, or of one pass over it.
  let read: @Sendable (FileContents, ReadingOptions) throws(RecordingError) -> Recordings

  /// Reads the recording, and hands its samples over, corrected.
  ///
  /// - Parameter boundsGaps: As in ``SamplePass``.
  /// - Returns: The recording without its samples; `nil` if its gaps could not be counted in
  ///   bounded memory.
  func pass(
    boundsGaps: Bool?, _ receive: (SensorSample) throws -> Void
  ) throws -> Recordings? {
    try withoutActuallyEscaping(receive) { receive in
      var failure: (any Error)?
      let correction = options.correction
      let pass = SamplePass(boundsGaps: boundsGaps) { (sample) throws(RecordingError) in
        do {
          try receive(correction == .none ? sample : correction.applied(to: sample))
        } catch {
          failure = error
          // Ends the pass; the reader may take it for the last row's, which is why it is kept.
          throw RecordingError(file: "", problem: .noRows)
        }
      }
      var contents = contents
      contents.pass = pass
      do {
        let recordings = try read(contents, options)
        if let failure { throw failure }
        return pass.lostGaps ? nil : recordings
      } catch {
        throw failure ?? error
      }
    }
  }

  /// Calls `body` with each sample.
  func visitAll(_ body: (SensorSample) throws -> Void) throws {
    _ = try pass(boundsGaps: nil, body)
  }
}
