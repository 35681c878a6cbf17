extension GestureComparison {
  /// The errors of many gestures, each by every method, such as those of one letter.
  public struct Summary: Hashable, Sendable {
    /// The errors of one method over the gestures, in metres.
    public struct Figures: Hashable, Sendable, Codable {
      /// Their mean.
      public var mean: Double
      /// Their median.
      public var median: Double
      /// The largest.
      public var worst: Double

      fileprivate init?(_ errors: [Double]) {
        guard let median = errors.median, let worst = errors.max() else { return nil }
        mean = errors.reduce(0, +) / Double(errors.count)
        self.median = median
        self.worst = worst
      }
    }

    /// How many gestures there are.
    public let count: Int
    /// The rate of damping with the least mean error over these gestures, in 1/s.
    public let bestDampingRate: Double
    /// Of exponential damping at that rate.
    public let damped: Figures
    /// Of a ``GesturePathEstimator``.
    public let window: Figures
    /// Of an ``InertialNavigator``.
    public let navigator: Figures
    /// The least ratio that a single gesture has, damped at the rate that happens to be the best for
    /// that very gesture, to the window.
    public let leastWindowRatio: Double
    /// The same, to the navigator.
    public let leastNavigatorRatio: Double

    /// How many times larger the mean error of the best damping is than that of the window.
    public var windowRatio: Double { damped.mean / window.mean }
    /// How many times larger the mean error of the best damping is than that of the navigator.
    public var navigatorRatio: Double { damped.mean / navigator.mean }

    /// The figures of these gestures; `nil` without any, and without a rate of damping.
    ///
    /// - Precondition: All were damped at the same rates.
    public init?(of gestures: [GestureComparison]) {
      guard let rates = gestures.first?.dampingRates else { return nil }
      precondition(gestures.allSatisfy { $0.dampingRates == rates }, "the rates differ")
      let sums = rates.indices.map { place in
        gestures.reduce(0) { $0 + $1.damped[place] }
      }
      guard let best = sums.indices.min(by: { sums[$0] < sums[$1] }),
        let damped = Figures(gestures.map { $0.damped[best] }),
        let window = Figures(gestures.map(\.window)),
        let navigator = Figures(gestures.map(\.navigator))
      else { return nil }
      func leastRatio(_ error: KeyPath<GestureComparison, Double>) -> Double {
        gestures.map { ($0.damped.min() ?? .nan) / $0[keyPath: error] }.min() ?? .nan
      }
      count = gestures.count
      bestDampingRate = rates[best]
      self.damped = damped
      self.window = window
      self.navigator = navigator
      leastWindowRatio = leastRatio(\.window)
      leastNavigatorRatio = leastRatio(\.navigator)
    }
  }
}
