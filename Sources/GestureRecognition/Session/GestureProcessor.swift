// Embedded Swift has no weak references.
#if !hasFeature(Embedded)
  /// Recognises complete gestures and reports the label to a delegate.
  ///
  /// The interface of the lab's gesture processor: each method returns the rescaled stroke, the
  /// input of the classifier. ``GestureRecognizer`` returns the whole recognition, with
  /// alternatives.
  public final class GestureProcessor {
    /// Receives results; held weakly.
    public weak var delegate: (any GestureProcessorDelegate)?
    /// The classifier of the strokes.
    public let model: FeatureModel

    /// Creates a processor with a model.
    public init(model: FeatureModel) { self.model = model }

    /// Recognises a stroke drawn on a screen and notifies the delegate.
    ///
    /// - Parameters:
    ///   - samples: The points of the stroke in chronological order, origin top left.
    ///   - minSize: The smallest size that is scaled to the unit square, in the samples' unit of
    ///     length. The lab's screens use 100 points.
    /// - Returns: The samples, smoothed as the model's features are, rescaled to the unit square.
    /// - Throws: ``GestureError`` for a stroke without features; the delegate is not notified.
    @discardableResult
    public func processGesture2D(
      samples: [Sample2D], minSize: Double
    ) throws(GestureError) -> [Sample2D] {
      let zoned = try model.zones.zonedStroke(of: samples, minSize: minSize)
      let recognition =
        if case .zones = model.features { try model.recognize(zoned.vector) } else {
          try model.recognize(samples, minSize: minSize)
        }
      delegate?.gestureProcessor(
        self, didRecognizeGesture: recognition.label, score: recognition.score)
      delegate?.gestureProcessor(self, didRecognizeGesture: recognition.label)
      return zoned.stroke
    }

    /// Recognises a gesture drawn in the air and notifies the delegate.
    ///
    /// The path is projected onto the plane of the device's screen at its mean attitude
    /// (``ScreenPlane``) and then processed as a stroke.
    ///
    /// - Parameters:
    ///   - samples: The points of the path in chronological order, in the reference frame.
    ///   - minSize: The smallest size that is scaled to the unit square, in metres. The lab uses
    ///     0.01 m.
    /// - Returns: The projected samples, smoothed and rescaled in the same way.
    /// - Throws: ``GestureError`` for a gesture without features; the delegate is not notified.
    @discardableResult
    public func processGesture3D(
      samples: [Sample3D], minSize: Double
    ) throws(GestureError) -> [Sample2D] {
      let plane = try ScreenPlane(meanAttitudeOf: samples)
      return try processGesture2D(samples: plane.project(samples), minSize: minSize)
    }
  }

  /// Receives the results of a ``GestureProcessor``.
  ///
  /// Both methods are called for each gesture; each does nothing unless it is implemented.
  public protocol GestureProcessorDelegate: AnyObject {
    /// Called after each recognised gesture, as in the lab.
    ///
    /// - Parameters:
    ///   - processor: The processor of the gesture.
    ///   - label: The class with the highest score.
    func gestureProcessor(_ processor: GestureProcessor, didRecognizeGesture label: String)

    /// Called after each recognised gesture, with its score.
    ///
    /// - Parameters:
    ///   - processor: The processor of the gesture.
    ///   - label: The class with the highest score.
    ///   - score: Its score; higher is better.
    func gestureProcessor(
      _ processor: GestureProcessor, didRecognizeGesture label: String, score: Double)
  }

  extension GestureProcessorDelegate {
    /// Ignores the gesture.
    public func gestureProcessor(_ processor: GestureProcessor, didRecognizeGesture label: String) {
    }

    /// Ignores the gesture.
    public func gestureProcessor(
      _ processor: GestureProcessor, didRecognizeGesture label: String, score: Double
    ) {}
  }
#endif
