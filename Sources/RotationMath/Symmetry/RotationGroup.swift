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
