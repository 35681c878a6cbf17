internal import MotionFusion

/// An applied measurement of three errors, as the smoother needs it.
struct NavigationUpdate: Hashable, Sendable {
  /// The number of the sample after which it was made.
  var index: Int
  var block: ErrorBlock
  /// The transpose of the Kalman gain *K*.
  var gain: ErrorRows
  /// The inverse of the innovation covariance, *S*⁻¹.
  var information: Matrix3<Double>
  /// The weighted innovation *S*⁻¹ *y*.
  var weighted: Vector3<Double>
}

/// The covariance of the errors.
extension ErrorMatrix {
  /// Propagates the covariance through steps: *F P F*ᵀ + *Q*.
  @inline(never)
  mutating func propagate(_ f: ErrorTransition) {
    addHalf(f.noise)
    multiply(by: f)
    complete(0..<9) { $0.multiply(by: f) }
    addHalf(f.noise)
    p[.position].addDiagonal(f.noise.position)
    p[.velocity].addDiagonal(f.noise.positionVelocity)
    v[.position].addDiagonal(f.noise.positionVelocity)
    v[.velocity].addDiagonal(f.noise.velocity)
  }

  /// Adds the noise at one end of a transition.
  private mutating func addHalf(_ noise: ErrorTransition.Noise) {
    t[.attitude].addDiagonal(noise.attitude / 2)
    a[.accelerationBias].addDiagonal(noise.accelerationBias / 2)
    g[.rotationBias].addDiagonal(noise.rotationBias / 2)
  }

  /// Updates the covariance by a measurement of the errors of `block`.
  ///
  /// - Parameters:
  ///   - innovation: Its measured value, *y*.
  ///   - noise: The covariance of the measurement, *R*.
  ///   - gate: The largest accepted *y*ᵀ *S*⁻¹ *y*.
  ///   - index: The number of the sample after which it was made.
  ///   - learnsAccelerometer: Whether it corrects the accelerometer's errors. If not, they are
  ///     considered (S. F. Schmidt, *Application of state-space methods to navigation problems*,
  ///     Advances in Control Systems 3, 1966): the update is the same but for a gain of zero.
  /// - Returns: The update; `nil` when the measurement is rejected, and the covariance unchanged.
  @inline(__always)
  mutating func measure(
    _ block: ErrorBlock, innovation: Vector3<Double>, noise: Matrix3<Double>, gate: Double,
    at index: Int, learnsAccelerometer: Bool = true
  ) -> NavigationUpdate? {
    guard let information = (self[diagonal: block] + noise).inverse else { return nil }
    let weighted = information * innovation
    guard innovation.dot(weighted) <= gate else { return nil }
    var gain = ErrorRows.zero
    gain.add(self[block], times: information)
    let accelerometer = (a[.accelerationBias], k.a, k.k)
    changeRows(0..<16) { gain.add(to: &$0, times: -$0[block]) }
    if !learnsAccelerometer {
      (a[.accelerationBias], k.a, k.k) = accelerometer
      gain[.accelerationBias] = .zero
      (gain.x.k, gain.y.k, gain.z.k) = (0, 0, 0)
    }
    mirror(0..<16)
    return NavigationUpdate(
      index: index, block: block, gain: gain, information: information, weighted: weighted)
  }

  // MARK: - Position and velocity

  var uncertainty: PathUncertainty {
    PathUncertainty(position: p[.position], velocity: v[.velocity])
  }

  /// The approximate uncertainty after further steps of up to a fifth of a second.
  ///
  /// Cheaper than the propagation of the whole covariance. The effect of the attitude error on the
  /// velocity is exact, and the effects of the accelerometer's bias and scale are of first order in
  /// time; the covariance of the position assumes that the velocity's grows linearly; the
  /// gyroscope's bias is neglected.
  @inline(__always)
  func uncertainty(after f: ErrorTransition) -> PathUncertainty {
    let velocity =
      f.bias * a[.velocity] - f.force.cross(t[.velocity] + t[.attitude].crossed(f.force) * 0.5)
      - f.force.outerProduct(k.v)
    let growth = v[.velocity] * 0.5 + velocity * (1.0 / 3)
    let position = (p[.velocity] + growth * f.duration) * f.duration
    var result = PathUncertainty(
      position: p[.position] + position + position.transpose,
      velocity: v[.velocity] + velocity + velocity.transpose)
    result.position.addDiagonal(f.noise.position)
    result.velocity.addDiagonal(f.noise.velocity)
    return result
  }

  /// The uncertainty given later measurements: *P* - *P Λ P*.
  @inline(__always)
  func smoothed(by information: ErrorMatrix) -> PathUncertainty {
    PathUncertainty(
      position: p[.position] - information.square(p),
      velocity: v[.velocity] - information.square(v))
  }
}

/// The information of later measurements about the errors: *Λ*, an inverse covariance.
extension ErrorMatrix {
  /// Propagates the information back through steps: *F*ᵀ *Λ F*.
  @inline(never)
  mutating func propagateBack(_ f: ErrorTransition) {
    multiply(byTransposeOf: f)
    complete(3..<16) { $0.multiply(byTransposeOf: f) }
  }

  /// Propagates the information back through an update:
  /// (*I* - *K H*)ᵀ *Λ* (*I* - *K H*) + *H*ᵀ *S*⁻¹ *H*.
  @inline(never)
  mutating func undo(_ update: NavigationUpdate) {
    self[update.block].add(update.gain * self, times: -1)
    complete(update.block.states) { $0[update.block] -= update.gain * $0 }
    self[diagonal: update.block] = self[diagonal: update.block] + update.information
  }
}
