/// The smallest rotation equivalent to another under symmetry groups.
public struct SymmetryReduction<Scalar: RealScalar>: Hashable, Sendable {
  /// The rotation l *q* r with the smallest angle.
  public let rotation: Quaternion<Scalar>
  /// The index of l in the left group.
  public let leftIndex: Int
  /// The index of r in the right group.
  public let rightIndex: Int
  /// Whether no other equivalent rotation has the same angle up to rounding.
  ///
  /// On the boundary of the fundamental zone several do, and ``rotation`` is the first of them.
  /// False if the input is not finite.
  public let isUnique: Bool

  @inlinable init(rotation: Quaternion<Scalar>, leftIndex: Int, rightIndex: Int, isUnique: Bool) {
    self.rotation = rotation
    self.leftIndex = leftIndex
    self.rightIndex = rightIndex
    self.isUnique = isUnique
  }
}

extension Quaternion {
  /// Reduces this rotation to the equivalent one with the smallest angle.
  ///
  /// Of a unit quaternion *q* it is the l *q* r of smallest angle, with l and r from the two
  /// groups.
  ///
  /// If *q* maps body to reference, `right` is the symmetry of the body and `left` that of the
  /// reference.
  ///
  /// - Complexity: O(*m* *n*) for groups of *m* and *n* elements.
  @inlinable public func reduced(
    left: RotationGroup<Scalar>, right: RotationGroup<Scalar> = .trivial
  ) -> SymmetryReduction<Scalar> {
    var best = self, leftIndex = 0, rightIndex = 0, isUnique = false
    var largest: Scalar = -1
    let rounding = 16 * Scalar.ulpOfOne
    for (i, l) in left.elements.enumerated() {
      let turned = l * self
      for (j, r) in right.elements.enumerated() {
        let candidate = turned * r
        let cosine = abs(candidate.w)
        if cosine > largest + rounding {
          (best, leftIndex, rightIndex, isUnique) = (candidate, i, j, true)
          largest = cosine
        } else if cosine > largest - rounding {
          // Several pairs can produce the same rotation; only a different rotation is a tie.
          if abs(candidate.dot(best)) < 1 - rounding { isUnique = false }
        }
      }
    }
    return SymmetryReduction(
      rotation: best, leftIndex: leftIndex, rightIndex: rightIndex, isUnique: isUnique)
  }
}
