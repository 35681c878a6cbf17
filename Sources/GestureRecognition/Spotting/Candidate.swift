extension GestureSpotter {
  /// A gesture, or a movement between gestures, that ends with a segment.
  struct Candidate: Sendable {
    enum Kind: Int, Sendable, CaseIterable { case movement, gesture }

    let kind: Kind
    /// The number of segments.
    let count: Int
    /// The distance to the nearest example, in the unit of scores, and the factor on its square
    /// relative to the median; `nil` for a part of a long movement.
    private(set) var comparison: (distance: Double, weight: Double)?
    /// The duration of whole movements, in seconds.
    private var duration = 0.0
    /// The cost of a part of a long movement, or the additional one of whole movements.
    private var cost = 0.0
    /// The match of a gesture; `nil` for a part of a long movement.
    var match: TemplateModel.MovementMatch?
    /// The similarity of a part of a long movement to a gesture, as against other movements.
    var similarity: Double?

    /// The largest distance of a gesture, relative to the median; movements beyond it cost no more.
    static let largestRatio = 1.7

    /// Creates one or several whole movements.
    init(_ kind: Kind, count: Int, distance: Double, duration: Double = 0, weight: Double = 1) {
      self.kind = kind
      self.count = count
      self.duration = duration
      comparison = (distance, weight)
    }

    /// Creates a part of a long movement.
    init(_ kind: Kind, count: Int, cost: Double) {
      self.kind = kind
      self.count = count
      self.cost = cost
    }

    /// A gesture of whole movements, with a cost in proportion to its duration like that of parts.
    func comparedWithParts() -> Candidate {
      guard let comparison else { return self }
      let (base, rate, offset) = MovementWindows.gestureCost
      var candidate = self
      candidate.comparison = (comparison.distance, comparison.weight * (base + rate * duration))
      candidate.cost = offset
      return candidate
    }

    /// The cost in a sequence; infinite for a gesture that is too far.
    ///
    /// - Parameter median: The median distance of the gestures so far.
    func cost(median: Double) -> Double {
      guard let comparison else { return cost }
      let ratio = comparison.distance / median
      guard kind == .movement || ratio <= Self.largestRatio else { return .infinity }
      let least = min(ratio, Self.largestRatio)
      return cost + comparison.weight * least * least
    }
  }
}
