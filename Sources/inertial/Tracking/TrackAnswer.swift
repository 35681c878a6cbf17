internal import DeadReckoning
internal import MotionFusion

/// What `inertial track` says of one recording, or of several.
struct TrackAnswer: Encodable {
  /// How the rest that is claimed agrees with what the data set marks as movement.
  struct RestFigures: Encodable {
    /// Of the samples claimed to be at rest, the share that were.
    var precision: Double
    /// Of the samples at rest, the share that were found.
    var recall: Double

    /// The figures of samples, told one after another; `nil` where none is claimed, or none moves.
    init?(_ claims: [Bool], _ reference: ReferencePath) {
      let agreement = DetectionAccuracy(of: claims, with: reference.isScored.lazy.map { !$0 })
      guard reference.isScored.contains(true), let precision = agreement.precision,
        let recall = agreement.recall
      else { return nil }
      self.precision = precision
      self.recall = recall
    }

    /// The figures for people.
    var text: String {
      "precision \(percentage(precision)) and recall \(percentage(recall))"
    }
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
    /// Of the rest that the method claims of each sample as it comes, before any revision.
    var rest: RestFigures?
    /// The same of the default rest detector by itself.
    var detectorRest: RestFigures?
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
    if let rest { text += ", rest as the method finds it: \(rest.text)" }
    if let detectorRest { text += ", as the default detector does: \(detectorRest.text)" }
    text += startupText(startupSamples)
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
