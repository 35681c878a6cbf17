import RealModule
import RotationMath
import TestSupport
import Testing

@testable import GestureRecognition

@Suite("Stages of a pipeline")
struct PipelineStageTests {
  // MARK: - Pre-processing

  @Test("a moving average is the mean of the window", arguments: 0..<4 as Range<UInt64>)
  func movingAverage(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let samples = (0..<40).map { _ in random.nextNormal() }
    var average = MovingAverage(window: 5)
    for index in samples.indices {
      let window = samples[max(0, index - 4)...index]
      let expected = window.reduce(0, +) / Double(window.count)
      let found = average.update(samples[index])
      #expect(abs(found - expected) < 1e-15)
      let unchanged = average.update(.nan)
      #expect(unchanged == found)
    }
    var constant = MovingAverage(window: 3)
    let outputs = (0..<6).map { _ in constant.update(7) }
    #expect(difference(outputs, Array(repeating: 7, count: 6)) < 2e-15)
    var extreme = MovingAverage(window: 2)
    _ = extreme.update(.greatestFiniteMagnitude)
    let mean = extreme.update(.greatestFiniteMagnitude)
    #expect(mean.isFinite)
  }

  @Test("a dead zone is odd, monotonic, and never increases |x|", arguments: 0..<8 as Range<UInt64>)
  func deadZone(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let zone = DeadZone(limit: 0.5)
    let inputs = (0..<50).map { _ in random.nextNormal() }.sorted()
    let outputs = inputs.map(zone.apply)
    #expect(outputs == outputs.sorted())
    for (input, output) in zip(inputs, outputs) {
      #expect(zone.apply(-input) == -output)
      #expect(output == 0 ? abs(input) <= 0.5 : abs(abs(input) - abs(output) - 0.5) < 1e-15)
      #expect(DeadZone(limit: 0).apply(input) == input)
    }
    #expect(zone.apply(.nan).isNaN)
    #expect(zone.apply(.infinity) == .infinity)
  }

  @Test("the derivative of a line is its slope")
  func derivative() {
    var differentiator = Differentiator(sampleRate: 50)
    let outputs = (0..<4).map { differentiator.update(2 + 3 * Double($0) / 50) }
    #expect(difference(outputs, [0, 3, 3, 3]) < 1e-13)
    let unchanged = differentiator.update(.infinity)
    #expect(unchanged == outputs[3])
  }

  // MARK: - Post-processing

  @Test("a label filter returns the majority label")
  func labelFilter() {
    var filter = Postprocessor(.labelFilter(minimumCount: 3, window: 5))
    let inputs: [String?] = ["A", "A", nil, "A", "B", "B", "B", "A", nil, nil, nil, nil]
    let outputs = inputs.map { filter.update($0, at: 0) }
    #expect(outputs == [nil, nil, nil, "A", "A", nil, "B", "B", "B", nil, nil, nil])
    var plain = Postprocessor(.labelFilter(minimumCount: 1, window: 1))
    let same = inputs.map { plain.update($0, at: 0) }
    #expect(same == inputs)
    var tie = Postprocessor(.labelFilter(minimumCount: 1, window: 2))
    let latest = [tie.update("A", at: 0), tie.update("B", at: 0)]
    #expect(latest == ["A", "B"])
  }

  @Test("a label filter matches a majority vote over its window", arguments: 0..<4 as Range<UInt64>)
  func labelFilterLaw(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let window = Int.random(in: 1...12, using: &random)
    let minimum = Int.random(in: 1...window, using: &random)
    var filter = Postprocessor(.labelFilter(minimumCount: minimum, window: window))
    var inputs: [String?] = []
    for _ in 0..<200 {
      inputs.append(["A", "B", "C", nil].randomElement(using: &random) ?? nil)
      let recent = inputs.suffix(window)
      func count(_ label: String?) -> Int { recent.count { $0 == label } }
      let most = recent.compactMap { $0 }.map(count).max() ?? 0
      let expected = most >= minimum ? recent.last { $0 != nil && count($0) == most } ?? nil : nil
      let believed = filter.update(inputs[inputs.count - 1], at: 0)
      #expect(believed == expected)
    }
  }

  @Test("a change filter returns one label per run")
  func changeFilter() {
    var filter = Postprocessor(.changeFilter)
    let outputs = [nil, "A", "A", "B", "B", nil, "B", "A"].map { filter.update($0, at: 0) }
    #expect(outputs == [nil, "A", nil, "B", nil, nil, "B", "A"])
  }

  @Test("a time-out suppresses one class or all classes")
  func timeout() {
    let inputs: [(String?, Double)] = [
      ("A", 0), ("A", 0.5), ("B", 0.6), ("A", 1), (nil, 1.2), ("B", 1.5), ("B", 1.6), ("A", 0.2),
    ]
    var own = Postprocessor(.timeout(duration: 1, isShared: false))
    #expect(
      inputs.map { own.update($0.0, at: $0.1) } == ["A", nil, "B", "A", nil, nil, "B", "A"])
    var shared = Postprocessor(.timeout(duration: 1, isShared: true))
    #expect(
      inputs.map { shared.update($0.0, at: $0.1) } == ["A", nil, nil, "A", nil, nil, nil, "A"])
  }

  // MARK: - Segmentation

  /// Feeds one component at 10 Hz.
  private func pieces(
    _ rule: SegmentationRule, _ samples: [Double], touching: (Int) -> Bool = { _ in false },
    maximumCount: Int = 100
  ) -> (pieces: [[Double]], overflows: Int) {
    var segmenter = SeriesSegmenter(rule, dimension: 1, maximumCount: maximumCount)
    var pieces: [[Double]] = []
    for (index, sample) in samples.enumerated() {
      let piece = segmenter.update(
        [sample], at: Double(index) / 10, isTouching: touching(index))
      if let piece { pieces.append(piece.values) }
    }
    if let last = segmenter.finish() { pieces.append(last.values) }
    return (pieces, segmenter.overflows)
  }

  @Test("windows advance by the hop")
  func slidingWindow() {
    let samples = (0..<8).map(Double.init)
    #expect(pieces(.everySample, [4, 5]).pieces == [[4], [5]])
    #expect(
      pieces(.slidingWindow(length: 3, hop: 2), samples).pieces
        == [[0, 1, 2], [2, 3, 4], [4, 5, 6]])
    #expect(pieces(.slidingWindow(length: 7, hop: 1), samples).pieces.count == 2)
    #expect(pieces(.slidingWindow(length: 9, hop: 1), samples).pieces.isEmpty)
  }

  @Test("a touch segment spans touch-down to touch-up")
  func touch() {
    let samples = (0..<10).map(Double.init)
    let result = pieces(.touch, samples, touching: { (2...4).contains($0) || $0 >= 8 })
    #expect(result.pieces == [[2, 3, 4], [8, 9]])
    let long = pieces(.touch, samples, touching: { $0 != 7 }, maximumCount: 4)
    #expect(long.pieces == [[8, 9]])
    #expect(long.overflows == 1)
  }

  @Test("a stationary phase ends a segment and is not part of it")
  func rest() {
    let samples: [Double] = [0, 0, 5, -6, 0, 7, 0, 0, 0, 0, 8, 9]
    let rule = SegmentationRule.restToRest(limit: 1, restDuration: 0.2)
    #expect(pieces(rule, samples).pieces == [[5, -6, 0, 7], [8, 9]])
    #expect(pieces(rule, [0, 0, 0, 0]).pieces.isEmpty)
    // Discarded for its length; segmentation resumes after the next stationary phase.
    let long = pieces(rule, [5, 5, 5, 5, 5, 0, 0, 0, 0, 6, 0, 0, 0, 0], maximumCount: 4)
    #expect(long.pieces == [[6]])
    #expect(long.overflows == 1)
  }

  @Test("a backward timestamp restarts the stationary phase")
  func restAcrossClockReset() {
    var segmenter = SeriesSegmenter(.restToRest(limit: 1, restDuration: 0.2), dimension: 1)
    #expect(segmenter.update([5], at: 10) == nil)
    #expect(segmenter.update([0], at: 10.1) == nil)
    #expect(segmenter.update([0], at: 1) == nil)
    #expect(segmenter.update([0], at: 1.15) == nil)
    #expect(segmenter.update([0], at: 1.25)?.values == [5])
  }
}
