internal import RealModule
internal import RotationMath

/// What makes confidences and the decision whether it was a gesture of distances.
public struct TemplateCalibration: Hashable, Sendable, Codable {
  /// Confidences are proportional to distance to the power of minus this.
  ///
  /// Where nothing is known the default of 16 holds: what it comes to for people's letters lies
  /// between 11 for one example each and 29 for those of other people.
  public var sharpness = 16.0
  /// The least familiarity of a gesture; anything less is of no class.
  public var minimumFamiliarity = -Double.greatestFiniteMagnitude
  /// How many gestures it was made from, each compared with examples of other people or, where
  /// nobody else is known, with all other examples; 0 for one that was not measured.
  public var gestures = 0
  /// How many of these were read right.
  public var correct = 0

  /// A calibration that believes everything.
  public init() {}

  /// What is wrong with it; `nil` when nothing is.
  var problem: String? {
    if !(sharpness > 0 && sharpness.isFinite) { return "a sharpness of \(sharpness)" }
    if !minimumFamiliarity.isFinite { return "\(minimumFamiliarity) as the least familiarity" }
    return nil
  }
}

extension TemplateCalibration {
  /// The distances of one gesture to examples that are not its own.
  struct Trial: Sendable {
    /// Logarithms of the distances, one a class.
    var logarithms: [Double]
    /// The class it is of.
    var truth: Int
    var familiarity: Double
    /// How familiar it is without the class it is of.
    var unknownFamiliarity: Double
  }

  /// What fits `trials` best.
  ///
  /// The sharpness is the most likely one, with a log-normal prior about the default, of deviation
  /// 0.5, that some trials outweigh; that of few trials without an error would be infinite. The least familiarity lies halfway
  /// between the one that the share `acceptance` of the trials reaches and the one that the same
  /// share does not reach without the class it is of: so what is known and what is not both have a
  /// say, and no writer's worst letters alone.
  init(trials: [Trial], acceptance: Double) {
    guard !trials.isEmpty else { return }
    // What is misread need not be believed.
    let right = trials.filter { $0.logarithms.min() == $0.logarithms[$0.truth] }
    gestures = trials.count
    correct = right.count
    sharpness = Self.mostLikelySharpness(trials)
    let known = Self.bound((right.isEmpty ? trials : right).map(\.familiarity), share: acceptance)
    let unknown = -Self.bound(trials.map { -$0.unknownFamiliarity }, share: acceptance)
    minimumFamiliarity = (known + unknown) / 2
  }

  /// The bound that another of such values reaches with the probability `share` (split conformal
  /// prediction: V. Vovk, A. Gammerman, G. Shafer, *Algorithmic learning in a random world*, 2005).
  ///
  /// Values too few to promise that give one as far below the least of them as that is below their
  /// median.
  private static func bound(_ values: [Double], share: Double) -> Double {
    let sorted = values.sorted()
    let rank = Int(Double(sorted.count + 1) * (1 - share))
    guard rank < 1 else { return sorted[min(rank, sorted.count) - 1] }
    return 2 * sorted[0] - (sorted.upperMedian ?? 0)
  }

  private static func mostLikelySharpness(_ trials: [Trial]) -> Double {
    let usual = Double.log(TemplateCalibration().sharpness)
    func cost(_ logarithm: Double) -> Double {
      let sharpness = Double.exp(logarithm)
      let prior = 2 * (logarithm - usual) * (logarithm - usual)
      return trials.reduce(prior) { sum, trial in
        let truth = trial.logarithms[trial.truth]
        let odds = trial.logarithms.reduce(0) { $0 + Double.exp(-sharpness * ($1 - truth)) }
        return sum + Double.log(odds)
      }
    }
    // Golden-section search: the likelihood has one summit.
    let ratio = (Double(5).squareRoot() - 1) / 2
    var (low, high) = (Double.log(0.5), Double.log(64))
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (leftCost, rightCost) = (cost(left), cost(right))
    while high - low > 1e-3 {
      if leftCost < rightCost {
        (high, right, rightCost) = (right, left, leftCost)
        left = high - ratio * (high - low)
        leftCost = cost(left)
      } else {
        (low, left, leftCost) = (left, right, rightCost)
        right = low + ratio * (high - low)
        rightCost = cost(right)
      }
    }
    return Double.exp((low + high) / 2)
  }
}
