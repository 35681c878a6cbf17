package import GestureRecognition
package import MotionFusion
internal import MotionRecordings

/// The spotting of gestures in streams without a touch, in all and by user.
package struct SpottingEvaluation: Sendable {
  package private(set) var total = SpottingResult()
  /// The counts of the streams of each user.
  package private(set) var perUser: [String: SpottingResult] = [:]
  /// The number of gestures recognised with the right label where their times are known.
  package private(set) var rightByTouch = 0

  /// An evaluation without streams.
  package init() {}

  /// Adds the gestures that a recogniser finds in a stream of a user, if known.
  package mutating func add(
    _ stream: LabeledStream, of user: String? = nil, by recognizer: GestureRecognizer
  ) {
    let found = recognizer.evaluateSpotting(in: stream)
    total.add(found)
    if let user { perUser[user, default: SpottingResult()].add(found) }
    rightByTouch += recognizer.countRecognized(in: stream)
  }

  /// Adds the streams of each user of a data set.
  ///
  /// - Parameters:
  ///   - recognizer: The recogniser; `nil` trains one on the gestures of the other users.
  ///   - content: Its labelled motions are used.
  ///   - name: The name of the data set in messages.
  ///   - streams: Makes the streams of a user, by name, of the number and the gestures of the user.
  package mutating func addUsers(
    of content: DataSetContent, name: String, by recognizer: GestureRecognizer?,
    streams: (_ number: Int, _ gestures: [LabeledRecording<DeviceMotion>])
      -> [(stream: LabeledStream, user: String?)]
  ) async throws {
    let examples = content.gestures.compactMap { gesture in
      gesture.samples.motions.map {
        LabeledRecording(
          label: gesture.label, user: gesture.user, name: gesture.name, samples: $0)
      }
    }
    .filter { $0.label != nil }
    let users = Dictionary(grouping: examples) { $0.user ?? "" }
    for (number, user) in users.keys.sorted().enumerated() {
      let tested: GestureRecognizer
      if let recognizer {
        tested = recognizer
      } else {
        var others = Recordings(format: "inertial-motion")
        others.deviceMotion = examples.filter { $0.user ?? "" != user }
        var trainer = ModelTrainer()
        trainer.classifier = .nearestTemplates
        tested = GestureRecognizer(
          try await trainer.train(on: .recordings(others), name: name).model)
      }
      for (stream, owner) in streams(number, users[user] ?? []) {
        add(stream, of: owner, by: tested)
      }
    }
  }
}
