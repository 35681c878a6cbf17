internal import RealModule
internal import RotationMath

// Groups, rigid transforms and paths.

extension ReferenceRecord {
  mutating func compareGroups() {
    let name = text("group")
    guard let group = Self.group(name) else {
      return require(false, "group: expected T, O, I, C or D with an order, got '\(name)'")
    }
    let elements = rotations("elements", count: count("elements"))
    compare("size", [Double(group.elements.count)], 0.5e-9)
    require(elements.count == group.elements.count, "elements: expected \(group.elements.count)")
    // Every element of the group is in the list, and the counts are equal.
    var largest = 0.0
    for element in group.elements {
      largest = max(
        largest,
        elements.map { min(($0 - element).maximumMagnitude, ($0 + element).maximumMagnitude) }
          .reduce(.infinity, min))
    }
    check("elements", [largest], [0], 1e-12)
    let p = rotations("p", count: count("p"))
    let reduced = p.map { $0.reduced(left: group).rotation.angle }
    let both = p.map { $0.reduced(left: group, right: .cyclic(order: 2)).rotation.angle }
    compare("reduced_magnitude", reduced, 1e-12)
    compare("reduced_lr_magnitude", both, 1e-12)
  }

  private static func group(_ name: String) -> RotationGroup<Double>? {
    switch name {
    case "T": return .tetrahedral
    case "O": return .octahedral
    case "I": return .icosahedral
    default:
      guard let order = Int(name.dropFirst()), (1...1000).contains(order) else { return nil }
      if name.hasPrefix("C") { return .cyclic(order: order) }
      return name.hasPrefix("D") ? .dihedral(order: order) : nil
    }
  }

  mutating func compareRigidTransforms() {
    let tolerance = 1e-12
    func list(_ twist: Twist<Double>) -> [Double] { twist.angular.numbers + twist.linear.numbers }
    let x = numbers("exp_coords", count: 6)
    let t = RigidTransform(
      exponentialCoordinates: Twist(
        angular: Vector3(x[0], x[1], x[2]), linear: Vector3(x[3], x[4], x[5])))
    let given = matrix4("u")
    let u = RigidTransform(given)
    // A rigid transform: an orthonormal rotation above the row 0, 0, 0, 1.
    check("u", given.numbers, Matrix4(u).numbers, tolerance)
    compare("matrix", Matrix4(t).numbers, tolerance)
    compare("log", list(t.exponentialCoordinates), tolerance, relative: 1e-10)
    compare("t_u", Matrix4(t * u).numbers, tolerance)
    compare("inv", Matrix4(t.inverted()).numbers, tolerance)
    // SciPy converts the exponent of a rigid transform to single precision. 50-digit logm and expm
    // agree with RotationMath for the exponent as written.
    compare("pow", Matrix4(u.power(Double(Float(number("n"))))).numbers, tolerance)
    let v = vector("v")
    compare("apply", u.act(v).numbers, tolerance)
    compare("apply_inverse", u.inverted().act(v).numbers, tolerance)
    let dual = DualQuaternion(t)
    let found = dual.real.numbers + dual.dual.numbers
    compare("dual_quat", found, tolerance, upToSign: true)
    // Small motions keep their digits.
    let small = numbers("dual_quat", count: 8)
    let (turn, shift) = (dual.real.vector.numbers, dual.dual.vector.numbers)
    check(
      "dual_quat", Array(small[0..<3]), turn, 1e-10 * dual.real.vector.maximumMagnitude,
      upToSign: true)
    check(
      "dual_quat", Array(small[4..<7]), shift, 1e-10 * dual.dual.vector.maximumMagnitude,
      upToSign: true)
  }

  mutating func comparePaths() {
    let (keyCount, atCount) = (count("times"), count("at"))
    let times = numbers("times", count: keyCount)
    let keys = rotations("quats", count: keyCount)
    let at = numbers("at", count: atCount)
    // SciPy stops after ten iterations without a convergence check.
    guard let slerp = try? SlerpPath(times: times, rotations: keys),
      let spline = try? RotationSpline(times: times, rotations: keys, maximumIterations: 10)
    else { return require(false, "times: expected at least two increasing times") }
    let expected = rotations("slerp", count: atCount)
    let smooth = rotations("spline", count: atCount)
    let rates = vectors("rate", count: atCount)
    let accelerations = vectors("accel", count: atCount)
    for (index, time) in at.enumerated() {
      guard let turned = slerp.rotation(at: time), let state = spline.state(at: time) else {
        require(false, "at: \(time) is outside the times of the path")
        continue
      }
      check("slerp", expected[index].numbers, turned.numbers, 1e-14, upToSign: true)
      check("spline", smooth[index].numbers, state.rotation.numbers, 1e-8, upToSign: true)
      let (rate, acceleration) = (rates[index], accelerations[index])
      check("rate", rate.numbers, state.rate.numbers, 1e-8 * max(1, rate.length))
      check(
        "accel", acceleration.numbers, state.acceleration.numbers,
        1e-8 * max(1, acceleration.length))
    }
  }
}
