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
  /// not zero to rounding, or if the group has more elements than `maximumOrder`, as for an angle
  /// that is no fraction of a turn.
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
