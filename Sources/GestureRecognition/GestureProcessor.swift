/// The lab's gesture processor: takes the samples of a finished gesture, tells its delegate what
/// letter it was, and gives back the stroke as the classifier saw it.
///
/// For a value that returns its recognition, alternatives and all, see ``GestureRecognizer``.
public final class GestureProcessor {
  /// Who is told; not kept alive.
  public weak var delegate: (any GestureProcessorDelegate)?
  /// What tells the letters apart.
  public let model: LinearModel

  /// A processor with this model.
  public init(model: LinearModel) { self.model = model }

  /// Recognises a stroke drawn on a screen, and tells the delegate.
  ///
  /// - Parameters:
  ///   - samples: The stroke's points in order of time, origin top left.
  ///   - minSize: The smallest size that is magnified, in the samples' unit of length. The lab's
  ///     screens use 100 points.
  /// - Returns: The samples rescaled to the unit square.
  /// - Throws: ``GestureError``, where the stroke has no features; the delegate is not told.
  @discardableResult
  public func processGesture2D(
    samples: [Sample2D], minSize: Double
  ) throws(GestureError) -> [Sample2D] {
    let rescaler = StrokeRescaler(minSize: minSize, alignment: model.features.alignment)
    let rescaled = try rescaler.rescaled(samples)
    let recognition = try model.recognize(model.features.vector(ofRescaled: rescaled))
    delegate?.gestureProcessor(
      self, didRecognizeGesture: recognition.label, score: recognition.score)
    return rescaled
  }

  /// Recognises a gesture drawn in the air, and tells the delegate.
  ///
  /// The path is projected to the plane of the device's screen in its mean attitude
  /// (``ScreenPlane``) and then treated as a stroke.
  ///
  /// - Parameters:
  ///   - samples: The gesture's points in order of time, in the reference frame.
  ///   - minSize: The smallest size that is magnified, in metres. The lab uses 0.01.
  /// - Returns: The projected samples, rescaled to the unit square.
  /// - Throws: ``GestureError``, where the gesture has no features; the delegate is not told.
  @discardableResult
  public func processGesture3D(
    samples: [Sample3D], minSize: Double
  ) throws(GestureError) -> [Sample2D] {
    let plane = try ScreenPlane(meanAttitudeOf: samples)
    return try processGesture2D(samples: plane.project(samples), minSize: minSize)
  }
}
