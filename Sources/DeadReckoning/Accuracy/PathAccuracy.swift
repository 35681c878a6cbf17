package import MotionFusion

/// The errors of an estimated path against a reference trajectory.
package struct PathAccuracy: Sendable {
  /// The error of the whole path, aligned with the reference at its first known position.
  ///
  /// `nil` if the estimation left out samples.
  package let error: PathError?
  /// The true positions, laid on the path at the first known one; empty if ``error`` is `nil`.
  package let truePath: [(timestamp: Double, position: Vector3<Double>)]
  /// The accuracy of the method's zero-velocity detection, sample by sample, before any revision.
  ///
  /// `nil` if the reference does not mark movement, or the method detects no stationary phase.
  package let detection: DetectionAccuracy?
  /// The accuracy of a ``ZeroVelocityDetector`` with default parameters on the same samples.
  package let defaultDetection: DetectionAccuracy?
  /// The median errors over windows, one entry for each length with any window.
  package var windows: [WindowErrors] { samples.compactMap { $0.medians } }

  fileprivate let samples: [WindowSamples]

  /// Compares an estimated path with a reference.
  ///
  /// - Parameters:
  ///   - estimation: The estimation that produced it; it is repeated on every window.
  ///   - motions: The motions from which the path was estimated, in the order of time.
  ///   - poses: The reference, in the order of time and in the frame of the motions, up to a shift.
  ///   - windowLengths: The lengths of the windows, in seconds.
  /// - Returns: `nil` if the reference has no position.
  package init?(
    of estimate: PathEstimate, by estimation: PathEstimation, from motions: [DeviceMotion],
    reference poses: [ReferencePose], windowLengths: [Double]
  ) {
    guard let reference = ReferencePath(of: motions, in: poses) else { return nil }
    let isComplete = estimate.points.count == motions.count
    error =
      isComplete
      ? reference.known.flatMap {
        reference.error(of: estimate.points[$0].map { $0.position }, from: $0.lowerBound)
      } : nil
    let points = isComplete ? estimate.points : []
    let shift = zip(points, reference.positions).lazy.compactMap { point, position in
      position.map { point.position - $0 }
    }.first
    truePath = zip(points, reference.positions).compactMap { point, position in
      guard let shift, let position else { return nil }
      return (point.timestamp, position + shift)
    }
    // Samples that are not scored are those without movement, where any are scored at all.
    let isStationary = reference.isScored.map { !$0 }
    let marksMovement = isStationary.contains(false)
    detection =
      isComplete && marksMovement
      ? DetectionAccuracy(of: estimate.liveStationary, with: isStationary) : nil
    var detector = ZeroVelocityDetector()
    defaultDetection =
      marksMovement
      ? DetectionAccuracy(of: motions.map { detector.update($0) }, with: isStationary) : nil
    samples = windowLengths.map {
      WindowSamples(seconds: $0, motions, reference, estimation)
    }
  }
}

extension Collection<PathAccuracy> {
  /// The median errors over the windows of several recordings, compared with the same lengths.
  package var pooledWindows: [WindowErrors] {
    guard var pooled = first?.samples else { return [] }
    for accuracy in dropFirst() {
      for (index, samples) in zip(pooled.indices, accuracy.samples) {
        pooled[index].append(samples)
      }
    }
    return pooled.compactMap { $0.medians }
  }
}

/// The precision and recall of zero-velocity detection.
package struct DetectionAccuracy: Hashable, Sendable {
  /// The share of samples detected as stationary that are stationary, from 0 to 1.
  package let precision: Double
  /// The share of stationary samples that are detected, from 0 to 1.
  package let recall: Double

  /// The accuracy over these samples, as many as both sequences have.
  ///
  /// - Parameters:
  ///   - detected: Whether each sample is detected as stationary.
  ///   - actual: Whether it is stationary.
  /// - Returns: `nil` if no sample is detected, or none is stationary.
  init?(of detected: some Sequence<Bool>, with actual: some Sequence<Bool>) {
    var (detections, positives, hits) = (0, 0, 0)
    for (isDetected, isActual) in zip(detected, actual) {
      detections += isDetected ? 1 : 0
      positives += isActual ? 1 : 0
      hits += isDetected && isActual ? 1 : 0
    }
    guard detections > 0, positives > 0 else { return nil }
    precision = Double(hits) / Double(detections)
    recall = Double(hits) / Double(positives)
  }
}
