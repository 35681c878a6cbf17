/// Reads letters: from strokes on a screen, paths in space, or the motion of a device.
///
/// A value: it holds a model and how gestures are brought to the model's features, and nothing
/// else. ``GestureProcessor`` is the same with a delegate.
public struct GestureRecognizer: Hashable, Sendable {
  /// What tells strokes and paths apart.
  public var model: LinearModel
  /// What tells the motions of a device apart; `nil` to read the stroke that a motion draws by
  /// ``model``.
  public var motionModel: TemplateModel?
  /// What bounds the error of paths that are dead-reckoned.
  public var stabilizer = Stabilizer.zeroEndVelocity
  /// The rate of exponential damping, in 1/s.
  public var dampingRate = 2.0
  /// The smallest size of a stroke on a screen that is magnified, in points: about 1.5 cm.
  public var minSize2D = 100.0
  /// The smallest size of a gesture in the air that is magnified, in metres.
  public var minSize3D = 0.01

  /// A recogniser with these models, which makes paths as `model` says.
  public init(model: LinearModel, motionModel: TemplateModel? = nil) {
    self.model = model
    stabilizer = model.stabilizer
    dampingRate = model.dampingRate
    self.motionModel = motionModel
  }

  /// A recogniser of the letters A to Z, each one stroke, on a screen and in the air, with the
  /// models that come with the package.
  ///
  /// - Throws: ``ModelError`` if the generated source was altered.
  /// - Complexity: The models are decoded at each call, in some milliseconds: keep it.
  public static func uppercaseLetters() throws(ModelError) -> GestureRecognizer {
    GestureRecognizer(
      model: try LinearModel.uppercaseLetters(),
      motionModel: try TemplateModel.uppercaseLetters())
  }

  /// What a stroke on a screen is read as.
  ///
  /// - Throws: ``GestureError``, where the stroke has no features.
  public func recognize(_ stroke: [Sample2D]) throws(GestureError) -> Recognition {
    try model.recognize(model.features.vector(of: stroke, minSize: minSize2D))
  }

  /// What a path in space is read as.
  ///
  /// - Throws: ``GestureError``, where the path has no features.
  public func recognize(_ path: [Sample3D]) throws(GestureError) -> Recognition {
    let stroke = try ScreenPlane(meanAttitudeOf: path).project(path)
    return try model.recognize(model.features.vector(of: stroke, minSize: minSize3D))
  }

  /// What the motion of a device is read as.
  ///
  /// - Throws: ``GestureError``, where the motion has no features.
  public func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    if let motionModel { return try motionModel.recognize(motions) }
    let stroke = try self.stroke(of: motions)
    return try model.recognize(model.features.vector(of: stroke, minSize: minSize3D))
  }

  /// The stroke that the motion of a device draws on its screen's mean plane, in metres.
  ///
  /// A recording is held to more than a live stream: a sample that dead reckoning would leave out
  /// is an error here.
  ///
  /// - Throws: ``GestureError`` for less than two samples, one that is not finite or earlier than
  ///   the one before it, and attitudes without a mean.
  public func stroke(of motions: [DeviceMotion]) throws(GestureError) -> [Sample2D] {
    try motions.stroke(stabilizer: stabilizer, dampingRate: dampingRate)
  }
}

extension [DeviceMotion] {
  /// The stroke that they draw on the screen's mean plane, in metres.
  ///
  /// - Parameters:
  ///   - stabilizer: What bounds the error of the path.
  ///   - dampingRate: The rate of exponential damping, in 1/s.
  /// - Throws: ``GestureError`` for less than two samples, one that is not finite or earlier than
  ///   the one before it, and attitudes without a mean.
  public func stroke(
    stabilizer: Stabilizer = .zeroEndVelocity, dampingRate: Double = 2
  ) throws(GestureError) -> [Sample2D] {
    try checkGesture()
    let path = DeadReckoner.path(of: self, stabilizer: stabilizer, dampingRate: dampingRate)
    return try ScreenPlane(meanAttitudeOf: path).project(path)
  }

  /// Refuses what is no recording of a gesture: less than two samples, one that dead reckoning
  /// would leave out, one earlier than the one before it.
  func checkGesture() throws(GestureError) {
    guard count >= 2 else { throw .tooFewSamples(count: count, minimum: 2) }
    for (index, motion) in enumerated() {
      guard DeadReckoner.isPossible(motion) else { throw .notFinite(sample: index) }
      if index > 0, motion.timestamp < self[index - 1].timestamp {
        throw .timeRunsBackward(sample: index)
      }
    }
  }
}
