extension WordDecoder {
  /// The probabilities of errors in recognised letters, and the evidence of gaps.
  ///
  /// The defaults of temperature, confusion, insertions and omissions are maximum-likelihood
  /// estimates on 200 words of three to eight letters by the synthetic writers of seeds 8500 to
  /// 8699 with the built-in model: 1,252 letters with touch, none of them lost or inserted (rounded
  /// up to 0.001), and without touch 1,165 letters, 6 insertions and 87 omissions.
  public struct Configuration: Hashable, Sendable {
    /// The temperature of the confidences: above 1 flattens, below 1 sharpens. Default: 1.
    public var temperature = 1.0
    /// The share of any letter, whatever the confidences. Default: 0.003.
    public var confusion = 0.003
    /// The probability that a letter is rejected. Default: 0.02, the share of the training set that
    /// is below the threshold of acceptance.
    public var rejection = 0.02
    /// The probability that a gesture that is no letter is rejected. Default: 0.5, our choice.
    public var insertionRejection = 0.5
    /// The probability that a gesture by touch is no letter. Default: 0.001.
    public var insertion = 0.001
    /// The probability that a letter of a word has no gesture by touch. Default: 0.001.
    public var omission = 0.001
    /// The probability that a spotted gesture is no letter. Default: 0.005.
    public var spottingInsertion = 0.005
    /// The probability that a letter of a word is not spotted. Default: 0.07.
    public var spottingOmission = 0.07
    /// The prior probability of a word outside the lexicon. Default: 0.5.
    ///
    /// Chosen on the same words with touch: of 200 in the lexicon 198 are right (199 at 0.05), of
    /// 67 taken out of the lexicon 53 (41 at 0.2).
    public var outOfLexicon = 0.5
    /// The log-odds of the end of a word without evidence of gaps. Default: ln ¼, for words of
    /// five letters.
    public var boundaryLogOdds = -1.386
    /// The growth of the log-odds with the logarithm of the gap over the median gap. Default: 10.
    public var gapSlope = 10.0
    /// The logarithm of the gap over the median gap at even odds. Default: 0.3.
    public var gapThreshold = 0.3
    /// The largest log-odds by a gap, of either sign. Default: 3.
    public var gapLimit = 3.0

    /// Creates the default configuration.
    public init() {}

    /// Stops the program unless the values are valid.
    func requireValid() {
      precondition(temperature > 0 && temperature.isFinite, "temperature \(temperature)")
      let shares = [
        confusion, rejection, insertionRejection, insertion, omission, spottingInsertion,
        spottingOmission, outOfLexicon,
      ]
      precondition(
        shares.allSatisfy { $0 > 0 && $0 < 1 },
        "expected probabilities above 0 and below 1, got \(shares)")
      precondition(gapLimit > 0 && gapSlope.isFinite && gapThreshold.isFinite)
    }
  }
}
