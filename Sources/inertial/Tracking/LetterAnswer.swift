internal import DeadReckoning

/// What `inertial track --simulated-letters` says: errors of the shape of paths, in metres.
struct LetterAnswer: Encodable {
  /// One letter's part.
  struct Letter: Encodable {
    var label: String
    /// The rate of exponential damping that is the best for this letter, in 1/s.
    var bestDampingRate: Double
    var damped: GestureComparison.Summary.Figures
    var window: GestureComparison.Summary.Figures
    var navigator: GestureComparison.Summary.Figures
    /// How many times larger the mean error of the damping is than that of the window.
    var windowRatio: Double
    var navigatorRatio: Double
    /// The least ratio of a single gesture, whose damping is the best for that gesture itself.
    var leastWindowRatio: Double
    var leastNavigatorRatio: Double

    init(label: String, _ summary: GestureComparison.Summary) {
      self.label = label
      bestDampingRate = summary.bestDampingRate
      damped = summary.damped
      window = summary.window
      navigator = summary.navigator
      windowRatio = summary.windowRatio
      navigatorRatio = summary.navigatorRatio
      leastWindowRatio = summary.leastWindowRatio
      leastNavigatorRatio = summary.leastNavigatorRatio
    }
  }

  var writers: Int
  var seed: UInt64
  /// In g.
  var accelerometerRange: Double
  /// In hertz.
  var sampleRate: Double
  var letters: [Letter]
  // The least over the letters.
  var windowRatio: Double
  var navigatorRatio: Double

  init(
    writers: Int, seed: UInt64, accelerometerRange: Double, sampleRate: Double, letters: [Letter]
  ) {
    self.writers = writers
    self.seed = seed
    self.accelerometerRange = accelerometerRange
    self.sampleRate = sampleRate
    self.letters = letters
    windowRatio = letters.map(\.windowRatio).min() ?? .nan
    navigatorRatio = letters.map(\.navigatorRatio).min() ?? .nan
  }
}

// MARK: - For people and spreadsheets

extension LetterAnswer {
  /// A table: one line a letter, the worst below.
  var text: String {
    func figures(_ figures: GestureComparison.Summary.Figures) -> String {
      [figures.mean, figures.median, figures.worst].map { decimal(100 * $0, places: 2).leading(6) }
        .joined()
    }
    func ratio(_ ratio: Double) -> String { decimal(ratio, places: 1).leading(6) }
    var lines = [
      "Errors of the shape in cm (mean, median, worst of \(counted(writers, "writer")) from number "
        + "\(seed)), \(decimal(accelerometerRange, places: 1)) g, "
        + "\(decimal(sampleRate, places: 0)) Hz; ratios of the means",
      " " + "1/s".leading(6) + "best damping".leading(18) + "  " + "gesture window".leading(18)
        + "ratio".leading(6) + "  " + "navigator".leading(18) + "ratio".leading(6),
    ]
    lines += letters.map { letter in
      "\(letter.label)" + decimal(letter.bestDampingRate, places: 2).leading(6)
        + figures(letter.damped) + "  " + figures(letter.window) + ratio(letter.windowRatio) + "  "
        + figures(letter.navigator) + ratio(letter.navigatorRatio)
    }
    lines.append(worst(of: "gesture window", \.windowRatio, \.leastWindowRatio))
    lines.append(worst(of: "navigator", \.navigatorRatio, \.leastNavigatorRatio))
    return lines.joined(separator: "\n")
  }

  private func worst(
    of name: String, _ ratio: KeyPath<Letter, Double>, _ single: KeyPath<Letter, Double>
  ) -> String {
    guard let letter = letters.min(by: { $0[keyPath: ratio] < $1[keyPath: ratio] }),
      let gesture = letters.min(by: { $0[keyPath: single] < $1[keyPath: single] })
    else { return "" }
    let ratios = [letter[keyPath: ratio], gesture[keyPath: single]].map { decimal($0, places: 1) }
    return "\(name): \(ratios[0]) times closer than the best damping in the worst letter "
      + "(\(letter.label)), \(ratios[1]) in the worst single recording, damped as is best for it "
      + "(\(gesture.label))"
  }

  /// The same as a table of comma-separated values, in metres.
  var table: String {
    var text =
      "letter,damping_rate,damped_mean,damped_median,damped_worst,window_mean,window_median,"
      + "window_worst,window_ratio,window_least_ratio,navigator_mean,navigator_median,"
      + "navigator_worst,navigator_ratio,navigator_least_ratio\n"
    for letter in letters {
      let (damped, window, navigator) = (letter.damped, letter.window, letter.navigator)
      text +=
        "\(letter.label),\(letter.bestDampingRate),\(damped.mean),\(damped.median),\(damped.worst),"
        + "\(window.mean),\(window.median),\(window.worst),\(letter.windowRatio),"
        + "\(letter.leastWindowRatio),\(navigator.mean),\(navigator.median),\(navigator.worst),"
        + "\(letter.navigatorRatio),\(letter.leastNavigatorRatio)\n"
    }
    return text
  }
}

extension String {
  /// The text with spaces before it, to this width.
  fileprivate func leading(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
