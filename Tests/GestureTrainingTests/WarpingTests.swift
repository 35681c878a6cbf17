import MotionFusion
import TestSupport
import Testing

@testable import GestureRecognition

@Suite("Dynamic time warping")
struct WarpingTests {
  /// Five random walks of `count` points.
  static func channels(count: Int, using random: inout SplitMix64) -> [Float] {
    (0..<WarpingLayout.channels).flatMap { _ in
      var value = 0.0
      return (0..<count).map { _ -> Float in
        value = 0.8 * value + random.nextNormal()
        return Float(value)
      }
    }
  }

  /// The textbook recurrence, cell by cell.
  private func textbook(_ a: [Float], _ b: [Float], count: Int, band: Int) -> Double {
    var costs = [[Double]](
      repeating: [Double](repeating: .infinity, count: count + 1), count: count + 1)
    costs[0][0] = 0
    for i in 1...count {
      for j in 1...count where abs(i - j) <= band {
        let cost = (0..<WarpingLayout.channels).reduce(0.0) { sum, channel in
          let difference = Double(a[channel * count + i - 1]) - Double(b[channel * count + j - 1])
          return sum + difference * difference
        }
        costs[i][j] = cost + min(costs[i - 1][j], costs[i][j - 1], costs[i - 1][j - 1])
      }
    }
    return costs[count][count]
  }

  @Test(
    "the distance is the smallest cost of a path in the band",
    arguments: [(32, 7), (32, 6), (32, 3), (32, 0), (21, 7), (9, 7), (2, 1), (1, 0), (3, 7)])
  func distance(count: Int, band: Int) {
    var random = SplitMix64(seed: UInt64(100 * count + band))
    for _ in 0..<6 {
      let a = Self.channels(count: count, using: &random)
      let b = Self.channels(count: count, using: &random)
      let expected = textbook(a, b, count: count, band: band)
      let probe = WarpingProbe(channels: a, band: band)
      WarpingLayout.reversed(b).withUnsafeBufferPointer { template in
        guard let template = template.baseAddress else { return }
        let found = probe.distance(to: template)
        // Some 500 sums of single precision.
        #expect(abs(Double(found) - expected) <= 1e-5 * expected)
        #expect(probe.lowerBound(to: template) <= found * 1.00001)
        #expect(probe.distance(to: template, limit: found) == found)
        #expect(probe.distance(to: template, limit: found * 0.999) == .infinity)
      }
    }
  }

  @Test("the distance of a series to itself and to a delayed copy is zero")
  func shift() {
    let count = 32
    func wave(delay: Int) -> [Float] {
      (0..<WarpingLayout.channels).flatMap { channel in
        (0..<count).map { point -> Float in
          (8 + delay..<20 + delay).contains(point) ? Float(channel + 1) : 0
        }
      }
    }
    let probe = WarpingProbe(channels: wave(delay: 0), band: 7)
    for delay in [0, 1, 5, 7] {
      WarpingLayout.reversed(wave(delay: delay)).withUnsafeBufferPointer { template in
        guard let template = template.baseAddress else { return }
        #expect(probe.distance(to: template) == 0)
        #expect(probe.lowerBound(to: template) == 0)
      }
    }
  }

  @Test("a beginning has the root mean squares of a whole gesture")
  func beginning() {
    var random = SplitMix64(seed: 3)
    let channels = Self.channels(count: 21, using: &random)
    let part = WarpingLayout.beginning(of: channels, share: 0.5)
    for group in [0..<63, 63..<105] {
      let power = [channels, part].map { $0[group].reduce(0) { $0 + $1 * $1 } }
      #expect(abs(power[1] - power[0]) < 1e-4 * power[0])
    }
    // The last point of the half is the middle one of the whole, to scale.
    #expect(abs(part[20] * channels[0] - part[0] * channels[10]) < 1e-4)
    let whole = WarpingLayout.beginning(of: part, share: 1)
    #expect(zip(whole, part).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test("onset weights reduce the start and keep the root mean square")
  func onset() {
    var random = SplitMix64(seed: 5)
    let channels = Self.channels(count: 21, using: &random)
    var matching = TemplateMatching()
    matching.integralWeight = 0
    matching.onsetWeight = 0.25
    matching.onsetShare = 0.5
    let weighted = matching.weighted(channels)
    let power = [channels, weighted].map { $0.reduce(0) { $0 + $1 * $1 } }
    #expect(abs(power[0] - power[1]) < 1e-4 * power[0])
    let end = weighted[20] / channels[20]
    for (point, weight) in [(0, 0.25), (4, 0.55), (10, 1), (15, 1)] {
      #expect(abs(weighted[point] - channels[point] * Float(weight) * end) < 1e-5)
    }
    matching.onsetWeight = 1
    #expect(matching.weighted(channels) == channels)
  }

  @Test("integrals are added, and the root mean square is kept")
  func integrals() {
    var random = SplitMix64(seed: 6)
    var matching = TemplateMatching()
    matching.onsetWeight = 1
    let channels = Self.channels(count: 21, using: &random)
    let mixed = matching.weighted(channels)
    for group in [0..<63, 63..<105] {
      let power = [channels, mixed].map { $0[group].reduce(0) { $0 + $1 * $1 } }
      #expect(abs(power[0] - power[1]) < 1e-4 * power[0])
    }
    // With a large weight the integrals dominate: their steps are the means of neighbours.
    matching.integralWeight = 1e5
    let integrals = matching.weighted(channels)
    let first = (integrals[1] - integrals[0]) / (channels[0] + channels[1])
    for point in 0..<20 {
      let step = integrals[point + 1] - integrals[point]
      #expect(abs(step - first * (channels[point] + channels[point + 1])) < 1e-3)
    }
    #expect(abs(integrals[0..<21].reduce(0, +)) < 1e-2)
    // A velocity ends as it began, but for half a step at both ends.
    let ends = integrals[83] - integrals[63]
    #expect(abs(ends) < 1e-2)
  }

  @Test("rotations about the long and the short axis turn both quantities")
  func rotations() {
    let still = Vector3(0.0, 0, 0)
    let series = MotionSeries(
      rotationRate: [Vector3(0, 0, 1), Vector3(1, 0, 0), still, still],
      acceleration: [Vector3(0, 0, 1), Vector3(0, 1, 0), still, Vector3(1, 0, 0)], duration: 1)
    func channels(_ angle: Double, _ isAboutLongAxis: Bool) -> [Float] {
      WarpingLayout.channels(
        of: series, rotation: .init(angle: angle, isAboutLongAxis: isAboutLongAxis))
    }
    let (short, long) = (channels(.pi / 2, false), channels(.pi / 2, true))
    // The rate about z becomes one about -y, and about x.
    #expect(abs(short[4] + Float(2).squareRoot()) < 1e-5 && abs(short[0]) < 1e-5)
    #expect(abs(long[0] - Float(2).squareRoot()) < 1e-5 && abs(long[4]) < 1e-5)
    // The acceleration along z does so too, and the others along y, and x, leave the plane.
    #expect(short[16] < -1 && abs(short[17]) < 1e-5 && short[15] > 1)
    #expect(long[12] > 1 && abs(long[15]) < 1e-5 && long[17] > 1)
    #expect(TemplateMatching().rotations.count == 4)
  }

  @Test(
    "the search finds the nearest of a full search, in order",
    arguments: 1...4 as ClosedRange<UInt64>)
  func nearest(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var matching = TemplateMatching()
    matching.rollPenalty = 1.5
    matching.reach = 1.5
    matching.rollMargin = 10
    matching.integralWeight = 0
    matching.onsetWeight = 1
    matching.rolls = [1]
    var templates = TemplateClass(label: "A", pointCount: 16, matching: matching)
    for _ in 0..<20 { templates.append(Self.channels(count: 16, using: &random)) }
    let straight = Self.channels(count: 16, using: &random)
    let turned = Self.channels(count: 16, using: &random)
    let probes = [straight, turned].map { WarpingProbe(channels: $0, band: 4) }
    let others = (0..<20).filter { $0 != 5 }
    let all = others.map { index in
      min(
        textbook(straight, Array(templates.channels(at: index)), count: 16, band: 4),
        1.5 * textbook(turned, Array(templates.channels(at: index)), count: 16, band: 4))
    }.sorted()
    var far = TemplateClass(label: "B", pointCount: 16, matching: matching)
    let distant = straight.map { $0 + 10 }
    for _ in 0..<5 { far.append(distant) }
    var search = TemplateSearch(
      classes: [far, templates], matching: matching, skipping: [1: 5..<6])
    search.compare(with: probes[0])
    search.compareTurned { $0.isAboutLongAxis ? probes[1] : probes[0] }
    let expected = all.prefix(3).reduce(0, +) / 3
    #expect(abs(Double(search.distances[1]) - expected) <= 1e-5 * expected)
    // Distances are cut off at 1.5 times the smallest one; these are squared.
    #expect(abs(search.distances[0] - 2.25 * search.distances[1]) <= 1e-5 * search.distances[0])
  }
}
