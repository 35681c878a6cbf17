internal import LinearAlgebra
internal import RealModule
internal import RotationMath

// Nearest rotations, means and alignments.

extension ReferenceRecord {
  /// The reference of a nearest rotation, without an answer for a special matrix.
  mutating func nearestRotationReference() -> RotationReference? {
    let matrix = matrix3("matrix")
    let answer = has("nearest") ? Quaternion(matrix3("nearest")) : nil
    return RotationReference(
      category: has("class") ? text("class") : "all", problem: .nearestRotation(to: matrix),
      answer: answer, tolerance: 1e-12)
  }

  mutating func chordalMeanReference() -> RotationReference? {
    let rotations = rotations("quats", count: count("quats"))
    let weights = has("weights") ? numbers("weights", count: rotations.count) : nil
    return RotationReference(
      category: has("class") ? text("class") : "all",
      problem: .chordalMean(of: rotations, weights: weights), answer: rotation("mean"),
      tolerance: 1e-12)
  }

  mutating func compareNearestRotations() {
    let matrix = matrix3("matrix")
    if has("class") { skip("class") }
    for engine in NearestRotationEngine.compared {
      guard let found = try? nearestRotation(to: matrix, engine: engine) else {
        return require(false, "matrix: expected finite numbers")
      }
      require(found.backwardError <= 64, "matrix: backward error \(found.backwardError)")
      if has("special") {
        compareSpecial(matrix, found)
        continue
      }
      let norm = matrix.frobeniusNorm
      // An error of the matrix turns the rotation by its ratio to the gap.
      compare("nearest", found.matrix.numbers, max(1e-12, 256 * .ulpOfOne * norm / found.gap))
      let tolerance = max(64 * .ulpOfOne * norm, 4 * .leastNonzeroMagnitude)
      compare("sv", found.singularValues.numbers, tolerance)
      compare("gap", [found.gap], tolerance)
      // Files with classes, those of RotationValidation, have no determinant.
      guard has("det") || !has("class") else { continue }
      let determinant = matrix.determinant, error = tolerance * norm * norm
      compare("det", [determinant], error)
      let raises = flag("scipy_raises")
      require(
        raises == (determinant <= 0) || raises != nil && abs(determinant) <= error,
        "scipy_raises: wrong sign of det")
    }
  }

  /// Compares a matrix without a reference answer: any rotation within the errors is correct.
  private mutating func compareSpecial(_ matrix: Matrix3<Double>, _ found: NearestRotation) {
    require(flag("special") == true, "special: expected true")
    require(found.orthonormalityError <= 4, "matrix: the result is not a rotation")
  }

  mutating func compareMeans() {
    if has("class") { skip("class") }
    let rotations = rotations("quats", count: count("quats"))
    let weights = has("weights") ? numbers("weights", count: rotations.count) : nil
    skip("weights")
    let total = weights?.reduce(0, +) ?? Double(rotations.count)
    let mean = rotation("mean")
    for engine in NearestRotationEngine.compared {
      var sum = RotationAccumulator()
      guard (try? sum.add(contentsOf: rotations, weights: weights)) != nil,
        let found = try? sum.average(engine: engine)
      else { return require(false, "quats: expected rotations with positive weights") }
      // Without a class the gap is that of the 4×4 sum of products, half that of the sum of
      // matrices.
      let gap = found.gap * total / (has("class") ? 1 : 2)
      compare("gap", [gap], 256 * .ulpOfOne * total)
      guard found.gap > 1e-6 else {
        // The mean is not determined; the given one must be as good.
        let cost = rotations.indices.reduce(0) {
          let cosine = rotations[$1].dot(mean)
          return $0 + (weights?[$1] ?? 1) * (1 - cosine * cosine)
        }
        let least = rotations.indices.reduce(0) {
          let cosine = rotations[$1].dot(found.rotation)
          return $0 + (weights?[$1] ?? 1) * (1 - cosine * cosine)
        }
        require(cost <= least + 1e-6 * total, "mean: cost \(cost), expected \(least)")
        continue
      }
      require(found.isUnique, "gap: uniqueness differs")
      compare(
        "mean", found.rotation.numbers, max(1e-12, 256 * .ulpOfOne / found.gap), upToSign: true)
    }
  }

  mutating func compareAlignment() {
    let count = count("a")
    let (a, b) = (vectors("a", count: count), vectors("b", count: count))
    let (weights, q) = (numbers("weights", count: count), rotation("quat"))
    guard let found = try? alignment(of: b, to: a, weights: weights) else {
      return require(false, "weights: expected weights that are not negative, one infinite at most")
    }
    if has("check") { return compareSingle(a, b, q, found) }
    let rssd = number("rssd")
    require(rssd >= 0, "rssd: expected a number that is not negative")
    // SciPy computes the residual from a difference of sums, so its square is accurate.
    check("rssd", [rssd * rssd], [found.residual * found.residual], 1e-12 * max(1, rssd * rssd))
    if found.isUnique {
      compare("quat", found.rotation.numbers, 1e-11, upToSign: true)
    } else {
      // Two mirrored pairs have more than one rotation; the given one must be as good.
      var sum = 0.0
      for index in 0..<count where weights[index] < .infinity {
        sum += weights[index] * (a[index] - q.act(b[index])).lengthSquared
      }
      check("quat", [sum], [rssd * rssd], 1e-12 * max(1, rssd * rssd))
    }
    require(contains("sensitivity"), "sensitivity: expected 9 numbers or null")
    if let sensitivity = found.sensitivity, has("sensitivity") {
      compare("sensitivity", sensitivity.numbers, 1e-9 * sensitivity.frobeniusNorm)
    } else {
      skip("sensitivity")
    }
  }

  /// One pair of vectors: the smallest rotation, of which opposite vectors have many.
  private mutating func compareSingle(
    _ a: [Vector3<Double>], _ b: [Vector3<Double>], _ q: Quaternion<Double>,
    _ found: VectorAlignment
  ) {
    skip("check")
    compare("weights", [Double](repeating: 1, count: a.count), 1e-15)
    guard a.count == 1, let end = a[0].normalized(), let start = b[0].normalized() else {
      return require(false, "a: expected one vector other than zero")
    }
    check("quat", q.act(start).numbers, end.numbers, 1e-11)
    compare("rssd", [(found.rotation.act(b[0]) - a[0]).length], 1e-11)
    // The axis is perpendicular to both vectors.
    check("quat", [q.vector.dot(start), q.vector.dot(end)], [0, 0], 1e-11)
    if start.dot(end) > -1 + 1e-9 { compare("quat", found.rotation.numbers, 1e-11, upToSign: true) }
  }
}
