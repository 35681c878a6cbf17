internal import RealModule
internal import RotationMath

// Conversions and functions of one rotation.

extension ReferenceRecord {
  mutating func compareConversions() {
    let q = rotation("quat")
    let tolerance = 1e-15
    // Small rotations keep their digits; the scalar part does not.
    let small = 1e-12
    compare("canonical", q.canonical.numbers, tolerance)
    compare("inv", q.conjugate.numbers, tolerance)
    let expected = numbers("canonical", count: 4) + numbers("inv", count: 4)
    check(
      "canonical", Array(expected[0..<3]), q.canonical.vector.numbers,
      min(tolerance, small * q.vector.maximumMagnitude))
    check(
      "inv", Array(expected[4..<7]), (-q.vector).numbers,
      min(tolerance, small * q.vector.maximumMagnitude))
    let matrix = Matrix3(q)
    compare("matrix", matrix.numbers, tolerance)
    if q.vector.maximumMagnitude < 1e-3 {
      let skew = matrix.skewNumbers
      check(
        "matrix", matrix3("matrix").skewNumbers, skew,
        min(
          tolerance,
          max(
            small * Vector3(skew[0], skew[1], skew[2]).maximumMagnitude, 64 * .leastNonzeroMagnitude
          )))
    }
    // A half turn has two rotation vectors.
    compare(
      "rotvec", q.rotationVector.numbers, tolerance, relative: small, upToSign: q.w == 0)
    compare("mrp", q.modifiedRodriguesParameters.numbers, tolerance, relative: small)
    // SciPy's squares underflow.
    compare(
      "magnitude", [q.angle], tolerance, relative: q.angle > 1e-150 ? small : .infinity)
  }

  mutating func comparePowers() {
    let exponent = number("n")
    // The rounding error of the angle, times the exponent, in both results.
    let tolerance = max(1e-14, 4 * abs(exponent) * .ulpOfOne)
    compare("pow", rotation("quat").power(exponent).numbers, tolerance, upToSign: true)
    _ = rotation("pow")
  }

  mutating func compareEulerAngles() {
    let (name, angles) = (text("seq"), numbers("angles", count: 3))
    let q = rotation("quat")
    guard let sequence = EulerSequence(name) else {
      return require(false, "seq: expected an Euler sequence such as 'xyz', got '\(name)'")
    }
    let given = EulerAngles(angles[0], angles[1], angles[2], sequence: sequence)
    compare("quat", Quaternion(given).numbers, 1e-14, upToSign: true)
    let found = q.eulerAngles(sequence)
    check("quat", q.numbers, Quaternion(found).numbers, 1e-15, upToSign: true)
    if has("lock") {
      // The distance from gimbal lock; the two other angles are not determined.
      let locks: [Double] = sequence.isSymmetric ? [0, .pi] : [-.pi / 2, .pi / 2]
      let distance = min(abs(angles[1] - locks[0]), abs(angles[1] - locks[1]))
      compare("lock", [distance], 5e-16)
      skip("check")
    } else {
      compare("as_euler", [found.first, found.second, found.third], 1e-14)
    }
  }

  mutating func compareDavenportAngles() {
    let (e, order) = (vectors("axes", count: 3), text("order"))
    let (angles, q) = (numbers("angles", count: 3), rotation("quat"))
    require(order == "e" || order == "i", "order: expected 'e' or 'i', got '\(order)'")
    for axis in e {
      require(abs(axis.lengthSquared - 1) <= 16 * .ulpOfOne, "axes: an axis has not length 1")
    }
    guard let axes = DavenportAxes(e[0], e[1], e[2], isIntrinsic: order == "i") else {
      return require(false, "axes: expected a second axis perpendicular to the others")
    }
    let given = DavenportAngles(angles[0], angles[1], angles[2])
    compare("quat", Quaternion(given, about: axes).numbers, 1e-12, upToSign: true)
    let found = q.davenportAngles(axes)
    compare("as_davenport", [found.first, found.second, found.third], 1e-12)
  }

  /// Exponentials, logarithms and Jacobians, correctly rounded from 50 digits.
  mutating func compareExponentials() {
    let v = vector("rotvec")
    let exponential = Quaternion(rotationVector: v)
    compareUlps("quat", exponential.numbers, 2)
    check(
      "quat", Array(numbers("quat", count: 4)[..<3]), exponential.vector.numbers,
      4 * ulp(exponential.vector.numbers))
    compareUlps("matrix", Matrix3(rotationVector: v).numbers, 2)
    compareUlps("leftJacobian", Quaternion.leftJacobian(at: v).numbers, 2)
    compareUlps("rightJacobian", Quaternion.rightJacobian(at: v).numbers, 2)
    // Singular at multiples of a full turn; at a half turn two logarithms are equally short.
    let angle = v.length, turns = (angle / (2 * .pi)).rounded()
    if turns == 0 || abs(angle - 2 * .pi * turns) > 1e-6 || has("leftJacobianInverse") {
      compareUlps("leftJacobianInverse", Quaternion.leftJacobianInverse(at: v).numbers, 2)
    }
    if v.maximumMagnitude < 1e-3 {
      compareSkew("matrix", Matrix3(rotationVector: v))
      compareSkew("leftJacobian", Quaternion.leftJacobian(at: v))
      compareSkew("rightJacobian", Quaternion.rightJacobian(at: v))
      compareSkew("leftJacobianInverse", Quaternion.leftJacobianInverse(at: v))
    }
    if angle < .pi - 1e-9 || has("log") {
      compareUlps("log", rotation("quat").rotationVector.numbers, 2)
    }
  }

  private func ulp(_ numbers: [Double]) -> Double {
    numbers.reduce(0) { max($0, abs($1)) }.ulp
  }

  private mutating func compareUlps(_ name: String, _ found: [Double], _ ulps: Double) {
    compare(name, found, ulps * max(ulp(found), .leastNonzeroMagnitude))
  }

  /// Compares the first-order terms of a matrix at a small angle, which keep their digits.
  private mutating func compareSkew(_ name: String, _ found: Matrix3<Double>) {
    let skew = found.skewNumbers
    let largest = skew.reduce(0) { max($0, abs($1)) }
    check(name, matrix3(name).skewNumbers, skew, max(1e-12 * largest, 64 * .leastNonzeroMagnitude))
  }
}

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
      let spline = try? RotationSpline(times: times, rotations: keys, iterations: 10)
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
