extension InertialFilter {
  /// The parameters of an ``InertialFilter``, in physical units.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Whether the magnetometer corrects the heading. Default: true.
    public var usesMagnetometer = true
    /// The bounds of the time constant of the correction by gravity, in seconds. It follows the
    /// motion: fast turns shorten it, translation lengthens it; equal bounds fix it. Default:
    /// 1...4.
    public var inclinationTimeConstants: ClosedRange<Double> = 1...4
    /// The largest component of the gyroscope bias, in rad/s. In a stationary phase alone at most
    /// 2°/s are estimated, because a slow turn looks alike. Default: 8°/s.
    public var largestBias = 8 * Double.pi / 180

    /// The default parameters.
    public init() {}
  }
}
