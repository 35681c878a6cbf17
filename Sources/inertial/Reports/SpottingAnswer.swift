internal import GestureRecognition
internal import MotionSimulation

/// The answer of `spot`.
struct SpottingAnswer: Encodable {
  /// The counts of one writer's streams, or of all.
  struct Part: Encodable {
    var right: Int
    var wrong: Int
    var missed: Int
    var invented: Int
    var inventedInLong: Int
    var total: Int

    init(_ result: SpottingResult) {
      right = result.right
      wrong = result.wrong
      missed = result.missed
      invented = result.invented
      inventedInLong = result.inventedInLong
      total = result.total
    }
  }

  private var result = SpottingResult()
  private var users: [String: SpottingResult] = [:]
  private var rightByTouch = 0

  /// Adds a stream.
  mutating func add(_ stream: LetterStream, by recognizer: GestureRecognizer) {
    let labeled = LabeledStream(
      name: stream.name, motions: stream.motions, gestures: stream.letters)
    let found = recognizer.evaluateSpotting(in: labeled)
    result.add(found)
    if let user = stream.user { users[user, default: SpottingResult()].add(found) }
    rightByTouch += recognizer.countRecognized(in: labeled)
  }

  private enum CodingKeys: String, CodingKey {
    case rightByTouch, seconds, inventedPerMinute, perUser
  }

  func encode(to encoder: any Encoder) throws {
    let part = Part(result)
    try part.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    if part.total > 0 { try container.encode(rightByTouch, forKey: .rightByTouch) }
    try container.encode(result.seconds, forKey: .seconds)
    try container.encodeIfPresent(result.inventedPerMinute, forKey: .inventedPerMinute)
    if !users.isEmpty { try container.encode(users.mapValues(Part.init), forKey: .perUser) }
  }

  /// The answer as text.
  var text: String {
    guard let right = result.rightShare, let invented = result.inventedShare else {
      return "invented  \(result.invented) in \(decimal(result.seconds / 60, places: 1)) min"
    }
    let inLong =
      result.inventedInLong > 0 ? ", of which \(result.inventedInLong) in letters over 6 s" : ""
    var lines = [
      "right  \(percentage(right)) (\(result.right) of \(result.total))",
      "wrong  \(result.wrong), missed  \(result.missed)",
      "invented  \(decimal(100 * invented, places: 1)) per 100 letters (\(result.invented)"
        + inLong + ")",
      "right with known times  \(percentage(Double(rightByTouch) / Double(result.total))) "
        + "(\(rightByTouch) of \(result.total))",
    ]
    for (user, found) in users.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "\(user): \(percentage(found.rightShare ?? 0)) (\(found.right) of \(found.total)), "
          + "\(found.invented) invented")
    }
    return lines.joined(separator: "\n")
  }
}
