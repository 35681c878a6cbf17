public import GestureRecognition
public import MotionFusion
public import MotionRecordings

/// Self-contained HTML pages about recordings, which load nothing from elsewhere.
public enum Report {
  /// A page with attitude, gravity and, with references, errors over time.
  ///
  /// - Parameters:
  ///   - recordings: Recordings of raw samples; references belong to samples of the same name.
  ///   - usesMagnetometer: Whether the magnetometer, if there is one, corrects the heading.
  ///   - isOffline: Whether recordings are smoothed by a forward and a backward pass.
  /// - Throws: `RecordingError` if a streamed file can no longer be read.
  public static func orientation(
    of recordings: StreamedRecordings, usesMagnetometer: Bool = true, isOffline: Bool = false
  ) throws -> String {
    var analysis = OrientationAnalysis(usesMagnetometer: usesMagnetometer, isOffline: isOffline)
    analysis.hasReport = true
    let references = recordings.others.references.samplesByName()
    for recording in recordings.sensorSamples {
      try analysis.add(
        recording, reference: references[recording.name] ?? [],
        heading: recordings.others.referenceHeading)
    }
    return analysis.report.html
  }

  /// A page with paths in three views, position and speed.
  ///
  /// - Parameters:
  ///   - recordings: Recordings of device motion, otherwise of raw samples; references belong to
  ///     recordings of the same name.
  ///   - path: The estimation of paths. Default: the navigator.
  ///   - motion: The estimation of device motion from raw samples.
  /// - Throws: `RecordingError` for recordings without motion, or if a file can no longer be read;
  ///   a described error for a path of one point.
  public static func track(
    of recordings: StreamedRecordings, by path: PathEstimation = PathEstimation(),
    motion: MotionEstimation = MotionEstimation()
  ) throws -> String {
    var analysis = TrackAnalysis(path, motion: motion)
    analysis.hasReport = true
    try analysis.add(recordings, name: recordings.others.format)
    return analysis.report.html
  }

  /// A page with the stroke of each gesture, its label and its alternatives.
  ///
  /// - Parameters:
  ///   - gestures: The recognised gestures.
  ///   - title: The title of the page.
  ///   - model: The name of the model.
  public static func recognition(
    of gestures: [RecognizedGesture], title: String, model: String
  ) -> String {
    RecognitionReport(gestures, modelName: model).html(title: title)
  }
}
