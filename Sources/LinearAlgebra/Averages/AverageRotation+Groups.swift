public import RotationMath

/// Chordal means of rotations by group, in one pass.
///
/// - Parameters:
///   - rotations: Quaternions of any positive length; their signs do not matter.
///   - groups: The group of each rotation, from 0 to `groupCount` - 1.
///   - groupCount: The number of groups.
///   - weights: One per rotation, zero or more; `nil` for equal weights.
/// - Returns: One average a group, `nil` for a group without a rotation of positive weight.
/// - Throws: ``RotationAverageError`` for the first invalid element.
/// - Precondition: `groups` has one element per rotation, each in `0..<groupCount`.
/// - Complexity: O(*n*).
public func averageRotations(
  of rotations: [Quaternion<Double>], groups: [Int], groupCount: Int, weights: [Double]? = nil
) throws(RotationAverageError) -> [RotationAverage?] {
  precondition(
    groups.count == rotations.count,
    "expected \(rotations.count) groups, one per rotation, got \(groups.count)")
  if let weights, weights.count != rotations.count {
    throw .countMismatch(rotations: rotations.count, weights: weights.count)
  }
  var sums = [RotationAccumulator](repeating: RotationAccumulator(), count: groupCount)
  for (index, group) in groups.enumerated() {
    precondition(
      group >= 0 && group < groupCount, "expected a group in 0..<\(groupCount), got \(group)")
    do {
      try sums[group].add(rotations[index], weight: weights?[index] ?? 1)
    } catch .invalidRotation {
      throw .invalidRotation(index: index)
    } catch .invalidWeight {
      throw .invalidWeight(index: index)
    }
  }
  return sums.map { try? $0.average() }
}
