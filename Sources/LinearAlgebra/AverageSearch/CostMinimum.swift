import RotationMath

/// A local minimum of a mean cost.
struct CostMinimum {
  let rotation: Quaternion<Double>
  let expansion: CostExpansion
  /// The number of expansions of the descent.
  let effort: Int
  /// Whether the descent converged.
  let isConverged: Bool
  /// Whether the cost increases in every direction, by first or second order.
  let isStrict: Bool
  /// No rotation within this angle has a lower cost; zero if that is not proven.
  let provenRadius: Double

  var value: Double { expansion.value }
}
