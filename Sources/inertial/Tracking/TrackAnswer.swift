internal import DeadReckoning
internal import DeviceMotion

/// What `inertial track` says of one recording, or of several.
struct TrackAnswer: Encodable {
  /// How the rest that the detector claims agrees with what the data set marks as movement.
  struct RestFigures: Encodable {
    /// Of the samples claimed to be at rest, the share that were.
    var precision: Double
    /// Of the samples at rest, the share that were found.
    var recall: Double
  }

  /// One recording's part.
  struct File: Encodable {
    var name: String
    var samples: Int
    var seconds: Double
    /// In metres, along the revised path.
    var pathLength: Double
    /// How many times the device came to rest.
    var rests: Int
    /// How many revisions there were.
    var revisions: Int
    /// From the first to the last point, in metres.
    var loopClosureError: Double?
    /// From the last point to the reference, in metres, when the first ones are laid on each other.
    var endError: Double?
    /// The same over all points: root mean square, in metres.
    var rmse: Double?
    /// The standard deviation that the last position is said to have, in metres.
    var endDeviation: Double?
    var windows: [WindowErrors]?
    var rest: RestFigures?
    /// The samples at the start that were skipped: sensors that were not settled yet.
    var startupSamples: Int
    var faults: SampleFaults
  }

  var method: String
  var mode: String
  var files: [File]
  // The same for all files together: sums of lengths, root mean squares of errors.
  var pathLength: Double
  var loopClosureError: Double?
  var endError: Double?
  var rmse: Double?
  var windows: [WindowErrors]?

  init(method: TrackMethod, mode: SensorMode, files: [File], windows: [WindowErrors]) {
    func together(_ part: KeyPath<File, Double?>) -> Double? {
      let known = files.compactMap { $0[keyPath: part] }
      guard !known.isEmpty else { return nil }
      if known.count == 1 { return known[0] }
      return (known.reduce(0) { $0 + $1 * $1 } / Double(known.count)).squareRoot()
    }
    self.method = method.rawValue
    self.mode = mode.rawValue
    self.files = files
    pathLength = files.reduce(0) { $0 + $1.pathLength }
    loopClosureError = together(\.loopClosureError)
    endError = together(\.endError)
    rmse = together(\.rmse)
    self.windows = windows.isEmpty ? nil : windows
  }
}

// MARK: - For people

extension TrackAnswer.File {
  /// The figures in one line.
  var line: String {
    var text =
      "\(counted(samples, "sample")) in \(decimal(seconds, places: 1)) s, "
      + "\(decimal(pathLength, places: 2)) m, \(counted(rests, "rest")), "
      + counted(revisions, "revision")
    if let endDeviation { text += ", end ± \(decimal(endDeviation, places: 3)) m" }
    if let loopClosureError {
      let share = percentage(loopClosureError / max(pathLength, .leastNormalMagnitude))
      text += ", loop closes to \(decimal(loopClosureError, places: 3)) m (\(share))"
    }
    if let endError, let rmse {
      text += ", end error \(decimal(endError, places: 3)) m, RMSE \(decimal(rmse, places: 3)) m"
    }
    if let rest {
      text +=
        ", rest found with precision \(percentage(rest.precision)) and recall "
        + percentage(rest.recall)
    }
    if startupSamples > 0 { text += ", the first \(startupSamples) samples skipped: start-up" }
    return faults.text.map { "\(text); \($0)" } ?? text
  }
}

extension WindowErrors {
  /// The figures in one line: end error and RMSE in centimetres.
  var line: String {
    func figures(_ name: String, _ figures: Figures) -> String {
      "\(name) \(decimal(100 * figures.endError, places: 1)) / \(decimal(100 * figures.rmse, places: 1))"
    }
    return "  \(decimal(seconds, places: 1)) s windows (\(count)), end error / RMSE in cm: "
      + [
        figures("linear", linear), figures("smoothed", smoothed), figures("online", online),
      ].joined(separator: ", ")
  }
}
