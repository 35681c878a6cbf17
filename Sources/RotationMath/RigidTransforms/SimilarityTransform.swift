public import RealModule

/// A scaling, then a rotation, then a translation: *p* ↦ *s* *R* *p* + *t*, the group Sim(3).
///
/// A negative scale includes the reflection *p* ↦ -*p*. With three factors see ``ScaledTransform``,
/// without scale ``RigidTransform``.
@frozen public struct SimilarityTransform<Scalar: RealScalar>: Hashable, Sendable, Codable {
  /// The rotation, a unit quaternion.
  public var rotation: Quaternion<Scalar>
  /// The translation, applied last.
  public var translation: Vector3<Scalar>
  /// The scale, not zero.
  public var scale: Scalar

  /// Creates a transform from its parts.
  @inlinable public init(
    rotation: Quaternion<Scalar> = .identity, translation: Vector3<Scalar> = .zero,
    scale: Scalar = 1
  ) {
    self.rotation = rotation
    self.translation = translation
    self.scale = scale
  }

  /// Creates a transform of scale 1.
  @inlinable public init(_ transform: RigidTransform<Scalar>) {
    self.init(rotation: transform.rotation, translation: transform.translation)
  }

  /// The identity transform.
  @inlinable public static var identity: Self { Self() }

  /// The composition: `b` first, then `a`. The rotation stays at unit length.
  @inlinable public static func * (a: Self, b: Self) -> Self {
    Self(
      rotation: a.rotation.composed(with: b.rotation), translation: a.act(b.translation),
      scale: a.scale * b.scale)
  }

  /// The inverse transform. Its elements are infinite or NaN for a scale of zero.
  @inlinable public func inverted() -> Self {
    let back = rotation.conjugate
    return Self(
      rotation: back, translation: -back.act(translation) / scale, scale: 1 / scale)
  }

  /// Transforms a point.
  @inlinable public func act(_ point: Vector3<Scalar>) -> Vector3<Scalar> {
    rotation.act(point) * scale + translation
  }

  /// Transforms a point: ``act(_:)``.
  @inlinable public static func * (transform: Self, point: Vector3<Scalar>) -> Vector3<Scalar> {
    transform.act(point)
  }
}

extension Matrix4 {
  /// Creates the homogeneous matrix of a similarity.
  @inlinable public init(_ transform: SimilarityTransform<Scalar>) {
    self.init(
      translation: transform.translation, rotation: transform.rotation,
      scale: Vector3(repeating: transform.scale))
  }
}

extension SimilarityTransform: CustomStringConvertible {
  /// The three parts.
  public var description: String {
    "translation \(translation), rotation \(rotation), scale \(scale)"
  }
}

// MARK: - Exponential and logarithm

extension SimilarityTransform {
  /// The exponential map of Sim(3).
  ///
  /// Source: E. Eade, *Lie groups for 2D and 3D transformations*, 2017, section 6.
  ///
  /// - Parameters:
  ///   - twist: The angular and the linear part.
  ///   - logarithmOfScale: The natural logarithm of the scale.
  @inlinable public init(exponentialCoordinates twist: Twist<Scalar>, logarithmOfScale: Scalar) {
    let rotation = Quaternion(rotationVector: twist.angular), scale = Scalar.exp(logarithmOfScale)
    let moved = Self.translationMap(twist.angular, logarithmOfScale) * twist.linear
    self.init(
      rotation: rotation, translation: logarithmOfScale > 0 ? rotation.act(moved) * scale : moved,
      scale: scale)
  }

  /// The logarithm, with an angle in 0...π; `nil` unless the scale is positive and finite.
  @inlinable public var logarithm: (twist: Twist<Scalar>, logarithmOfScale: Scalar)? {
    guard scale > 0, scale < .infinity else { return nil }
    let angular = rotation.rotationVector, growth = Scalar.log(scale)
    let moved = growth > 0 ? rotation.conjugate.act(translation) / scale : translation
    guard let linear = Self.translationMap(angular, growth).solve(moved) else { return nil }
    return (Twist(angular: angular, linear: linear), growth)
  }

  /// ∫ exp(λτ) exp(τ[**w**]ₓ) dτ for τ in 0...1: C *I* + A [**w**]ₓ + B [**w**]ₓ², for λ ≤ 0.
  ///
  /// For a positive λ the map at -λ and -**w**: as exp(*x*) is the inverse of exp(-*x*), the
  /// rotation and the scale times this map is the map at λ. At λ ≤ 0 no large terms cancel.
  @inlinable static func translationMap(_ w: Vector3<Scalar>, _ growth: Scalar) -> Matrix3<Scalar> {
    let angle = w.length, decay = abs(growth), end = Scalar.exp(-decay)
    let whole = decay == 0 ? 1 : -Scalar.expMinusOne(-decay) / decay
    var (linear, square): (Scalar, Scalar) = (0, 0)
    if decay >= 2 {
      // The moments of τ and τ² in closed form.
      let terms = AngleCoefficients(w), norm = decay * decay + angle * angle
      let sine = decay * (1 - angle * angle * terms.sineTail.high)
      linear = (1 - end * (sine + Scalar.cos(angle))) / norm
      let falling: Scalar = end * (decay * decay * terms.versine.high + sine + 1)
      square = (1 - falling) / norm / decay
    } else if angle < 1 {
      // Taylor series in the angle of the moments ∫ τᵏ exp(λτ) dτ / k!, by backward recurrence:
      // sums of positive terms.
      let last = 28
      var moment = end / Scalar(last + 1)
      for k in stride(from: last, through: 1, by: -1) {
        // Of order k. Here the sums are polynomials in the squared angle by Horner's rule, times
        // the factorials that follow.
        if k % 2 == 1 {
          linear = moment - linear * (angle * angle) / Scalar((k + 1) * (k + 2))
        } else {
          square = moment - square * (angle * angle) / Scalar((k + 1) * (k + 2))
        }
        moment = (end + decay * moment) / Scalar(k)
      }
      square /= 2
    } else {
      // The real and the imaginary part of (exp(λ + iθ) - 1)/(λ + iθ).
      let (x, y) = (end * Scalar.cos(angle) - 1, end * Scalar.sin(angle))
      let norm = decay * decay + angle * angle
      linear = -(y * decay + x * angle) / norm / angle
      square = (whole - (y * angle - x * decay) / norm) / (angle * angle)
    }
    let hat = Matrix3(hat: growth > 0 ? -w : w)
    return .identity * whole + hat * linear + (hat * hat) * square
  }
}
