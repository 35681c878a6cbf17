extension InertialFilter {
  /// The parameters of an ``InertialFilter``, in physical units.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Whether the magnetometer gives the heading. Default: true.
    public var usesMagnetometer = true
    /// The bounds of the time constant of the correction by gravity, in seconds. It follows the
    /// motion: fast turns shorten it, translation lengthens it; equal bounds fix it. Default:
    /// 1...5.
    public var inclinationTimeConstants: ClosedRange<Double> = 1...5
    /// The largest component of the gyroscope bias, in rad/s. Default: 2°/s.
    public var largestBias = 2 * Double.pi / 180

    /// The default parameters.
    public init() {}
  }
}
