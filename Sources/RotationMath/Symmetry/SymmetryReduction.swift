/// The smallest rotation that is equivalent to another under symmetries.
public struct SymmetryReduction<Scalar: RealScalar>: Hashable, Sendable {
  /// The rotation l *q* r of the smallest angle; its sign is that of the product.
  public let rotation: Quaternion<Scalar>
  /// The index of l in the left group.
  public let leftIndex: Int
  /// The index of r in the right group.
  public let rightIndex: Int
  /// Whether no other rotation is equivalent and, up to rounding, as small. On the border between
  /// the symmetry's cells several are, and ``rotation`` is the first of them. False for what is
  /// not finite, of which nothing is the smallest.
  public let isUnique: Bool

  @inlinable init(rotation: Quaternion<Scalar>, leftIndex: Int, rightIndex: Int, isUnique: Bool) {
    self.rotation = rotation
    self.leftIndex = leftIndex
    self.rightIndex = rightIndex
    self.isUnique = isUnique
  }
}

extension Quaternion {
  /// The rotation of the smallest angle among l *q* r, with l and r from the two groups: that
  /// between two objects of these symmetries, for a unit quaternion *q*. With *q* from the body's
  /// frame to the reference, `right` is the symmetry of the body and `left` that of the reference.
  ///
  /// - Complexity: O(*m* *n*) in the sizes of the groups.
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
          // The same rotation may come from several pairs; only another one is a tie.
          if abs(candidate.dot(best)) < 1 - rounding { isUnique = false }
        }
      }
    }
    return SymmetryReduction(
      rotation: best, leftIndex: leftIndex, rightIndex: rightIndex, isUnique: isUnique)
  }
}
