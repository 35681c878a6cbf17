/// Least squares with forgetting for the device's own magnetic field, from what turns say of it.
struct OffsetInformation: Hashable, Sendable, Codable {
  /// The most likely offset, in µT.
  private(set) var offset = Vector3<Double>.zero
  /// The variance of the offset's worst known direction, in µT², widened by how much more the turns
  /// disagree than their noise explains: near iron every place has a field of its own.
  private(set) var variance = 3 / prior
  private var information = Matrix3<Double>.zero
  private var weighted = Vector3<Double>.zero
  /// Squares of what the offset leaves of the turns, over their variance, and the number of turns.
  private var misfit = 0.0
  private var turns = 0.0
  /// Whether there was a turn.
  var isEmpty: Bool { turns == 0 }

  /// A change of the offset is one when it stands out by this many standard deviations.
  private static let gate = 5.0
  /// A weak belief in no offset, 100 µT wide, keeps directions that no turn has shown at zero.
  private static let prior = 1e-4

  /// Takes `design` · offset = `value`, in µT.
  ///
  /// - Parameters:
  ///   - noise: The variance of each component of `value`, in µT².
  ///   - kept: What older turns still count, as a share.
  mutating func add(
    _ design: Matrix3<Double>, _ value: Vector3<Double>, variance noise: Double, kept: Double
  ) {
    let weight = 1 / noise
    information = information * kept + design.transpose * design * weight
    weighted = weighted * kept + design.transpose * value * weight
    guard let covariance = solve() else { return }
    misfit = misfit * kept + (value - design * offset).lengthSquared * weight
    turns = turns * kept + 1
    variance = covariance * misfitScale
  }

  /// The same with a share of its weight.
  func faded(to share: Double) -> Self {
    var faded = self
    faded.information *= share
    faded.weighted *= share
    faded.misfit *= share
    faded.turns *= share
    if let covariance = faded.solve() { faded.variance = covariance * faded.misfitScale }
    return faded
  }

  /// What both say together.
  func combined(with other: Self) -> Self {
    var sum = self
    sum.information = information + other.information
    sum.weighted += other.weighted
    sum.misfit += other.misfit
    sum.turns += other.turns
    if let covariance = sum.solve() { sum.variance = covariance * sum.misfitScale }
    return sum
  }

  /// The offset as far as it stands out, in µT: from `least` and √3 standard deviations, both squared
  /// and added, and whole from √3 times that.
  func standingOut(from least: Double) -> Vector3<Double> {
    let noise = least * least + 3 * variance
    return offset * min(max((offset.lengthSquared / noise - 1) / 2, 0), 1)
  }

  /// Whether the offset is another than `older` says.
  func contradicts(_ older: Self) -> Bool {
    let change = offset - older.offset
    return change.dot(information * change) > Self.gate * Self.gate * misfitScale
  }

  /// Finds the offset.
  ///
  /// - Returns: The trace of its covariance, which bounds the largest eigenvalue.
  private mutating func solve() -> Double? {
    let m = information + Matrix3(diagonal: Vector3(repeating: Self.prior))
    let determinant = m.determinant
    guard determinant > 0, determinant.isFinite else { return nil }
    // The inverse by cofactors: its rows are the cross products of the columns.
    let inverse = Matrix3(rows: m.c1.cross(m.c2), m.c2.cross(m.c0), m.c0.cross(m.c1))
    offset = inverse * weighted * (1 / determinant)
    return max(inverse.trace, 0) / determinant
  }

  /// A turn says two things, for it says nothing along its axis.
  private var misfitScale: Double { max(1, misfit / max(2 * turns, 1)) }
}
