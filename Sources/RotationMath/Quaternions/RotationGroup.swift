public import RealModule

/// A finite group of rotations, such as the symmetry of a solid.
///
/// Elements are unit quaternions, one per rotation.
public struct RotationGroup<Scalar: RealScalar>: Hashable, Sendable {
  /// The rotations, including the identity.
  public let elements: [Quaternion<Scalar>]

  @inlinable init(checked elements: [Quaternion<Scalar>]) { self.elements = elements }

  /// The group that contains only the identity.
  @inlinable public static var trivial: Self { Self(checked: [.identity]) }

  /// The cyclic group Cn: rotations about an axis by multiples of 2π/`order`.
  ///
  /// - Precondition: `order` is positive.
  @inlinable public static func cyclic(order: Int, axis: CoordinateAxis = .z) -> Self {
    precondition(order > 0, "expected a positive order, got \(order)")
    return Self(
      checked: (0..<order).map { k in
        let (sine, cosine) = halfTurn(k, of: order)
        return onAxes(axis, along: sine, first: 0, second: 0, scalar: cosine)
      })
  }

  /// The dihedral group Dn: Cn and half turns about perpendicular axes.
  ///
  /// It has 2 `order` elements.
  ///
  /// The first half turn is about the coordinate axis that follows `axis` in cyclic order.
  ///
  /// - Precondition: `order` is positive.
  @inlinable public static func dihedral(order: Int, axis: CoordinateAxis = .z) -> Self {
    let flips = (0..<max(order, 0)).map { k in
      let (sine, cosine) = halfTurn(k, of: order)
      return onAxes(axis, along: 0, first: cosine, second: sine, scalar: 0)
    }
    return Self(checked: cyclic(order: order, axis: axis).elements + flips)
  }

  /// The 12 rotations of a tetrahedron, with half turns about the coordinate axes.
  @inlinable public static var tetrahedral: Self {
    let half: Scalar = 0.5
    var elements: [Quaternion<Scalar>] = [
      .identity, Quaternion(x: 1, y: 0, z: 0, w: 0), Quaternion(x: 0, y: 1, z: 0, w: 0),
      Quaternion(x: 0, y: 0, z: 1, w: 0),
    ]
    for signs in 0..<8 {
      elements.append(
        Quaternion(
          x: signs & 1 == 0 ? half : -half, y: signs & 2 == 0 ? half : -half,
          z: signs & 4 == 0 ? half : -half, w: half))
    }
    return Self(checked: elements)
  }

  /// The 24 rotations of the cube and octahedron along the coordinate axes.
  @inlinable public static var octahedral: Self {
    let root = (0.5 as Scalar).squareRoot()
    let quarter = Quaternion<Scalar>(x: 0, y: 0, z: root, w: root)
    let even = tetrahedral.elements
    return Self(checked: even + even.map { quarter * $0 })
  }

  /// The 60 rotations of the icosahedron and dodecahedron.
  ///
  /// Half turns are about the coordinate axes.
  @inlinable public static var icosahedral: Self {
    let golden = (1 + (5 as Scalar).squareRoot()) / 2
    // A rotation by 2π/5 about a five-fold axis; its powers represent the cosets.
    let fifth = Quaternion<Scalar>(x: 0.5, y: 0, z: 0.5 / golden, w: golden / 2)
    var elements: [Quaternion<Scalar>] = []
    var turn = Quaternion<Scalar>.identity
    for _ in 0..<5 {
      elements += tetrahedral.elements.map { turn * $0 }
      turn = fifth * turn
    }
    return Self(checked: elements)
  }

  /// Sine and cosine of π `k`/`order`; the cosine of π/2 is exactly zero.
  @inlinable static func halfTurn(_ k: Int, of order: Int) -> (sine: Scalar, cosine: Scalar) {
    let turn = Scalar.pi / Scalar(2 * order)
    return (.sin(turn * Scalar(2 * k)), .sin(turn * Scalar(order - 2 * k)))
  }

  /// A quaternion from coefficients along an axis and the next two in cyclic order.
  @inlinable static func onAxes(
    _ axis: CoordinateAxis, along: Scalar, first: Scalar, second: Scalar, scalar: Scalar
  ) -> Quaternion<Scalar> {
    switch axis {
    case .x: Quaternion(x: along, y: first, z: second, w: scalar)
    case .y: Quaternion(x: second, y: along, z: first, w: scalar)
    case .z: Quaternion(x: first, y: second, z: along, w: scalar)
    }
  }
}

// MARK: - Groups from elements

extension RotationGroup {
  /// Creates a group from all of its elements.
  ///
  /// Elements are normalised; their signs do not matter. Returns `nil` if they do not form a group
  /// within the tolerance: if one is zero or not finite, two are the same rotation, the identity is
  /// missing, or a product is not among them. Rotations are the same within 16√eps radians: 2.4e-7
  /// for `Double`, 5.5e-3 for `Float`.
  ///
  /// - Complexity: O(*n*³).
  @inlinable public init?(elements: [Quaternion<Scalar>]) {
    var units: [Quaternion<Scalar>] = []
    for element in elements {
      guard let unit = element.normalized(), !Self.holds(units, unit) else { return nil }
      units.append(unit)
    }
    guard Self.holds(units, .identity) else { return nil }
    for p in units {
      for q in units where !Self.holds(units, p * q) { return nil }
    }
    self.init(checked: units)
  }

  /// Creates the group that rotations generate: all of their products.
  ///
  /// Products are the same rotation within 16√eps radians: 2.4e-7 for `Double`, 5.5e-3 for `Float`.
  /// Returns `nil` if a generator is zero or not finite, if its angle is within that tolerance and
  /// not zero to rounding, or if the group has more elements than `maximumOrder`, for example if an
  /// angle is not a fraction of a turn.
  ///
  /// - Parameters:
  ///   - generators: Quaternions; they are normalised, and their signs do not matter.
  ///   - maximumOrder: The largest number of elements (default: 120).
  /// - Complexity: O(*n*² *m*) for *n* elements and *m* generators.
  @inlinable public init?(generators: [Quaternion<Scalar>], maximumOrder: Int = 120) {
    var units: [Quaternion<Scalar>] = []
    for generator in generators {
      guard let unit = generator.normalized() else { return nil }
      let isSmall = unit.vector.length > 16 * Scalar.ulpOfOne && Self.holds([.identity], unit)
      guard !isSmall else { return nil }
      units.append(unit)
    }
    var elements = [Quaternion<Scalar>.identity]
    var next = 0
    while next < elements.count {
      for unit in units {
        let product = elements[next].composed(with: unit)
        guard !Self.holds(elements, product) else { continue }
        guard elements.count < maximumOrder else { return nil }
        elements.append(product)
      }
      next += 1
    }
    self.init(checked: elements)
  }

  /// Whether a list of unit quaternions has one of the same rotation as `q`, within 16√eps radians.
  @inlinable static func holds(_ list: [Quaternion<Scalar>], _ q: Quaternion<Scalar>) -> Bool {
    let tolerance = 8 * Scalar.ulpOfOne.squareRoot()
    return list.contains {
      min(($0 - q).lengthSquared, ($0 + q).lengthSquared) <= tolerance * tolerance
    }
  }
}

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
