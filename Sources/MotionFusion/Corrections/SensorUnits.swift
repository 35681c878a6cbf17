/// The units of a source's numbers, as multiples of the units of ``SensorSample``.
public struct SensorUnits: Hashable, Sendable, Codable {
  /// One unit of time in seconds. Default: 1.
  public private(set) var time = 1.0
  /// One unit of angular rate in rad/s. Default: 1.
  public private(set) var rotationRate = 1.0
  /// One unit of acceleration in g. Default: 1.
  public private(set) var acceleration = 1.0
  /// One unit of the magnetic field in µT. Default: 1.
  public private(set) var magneticField = 1.0

  /// The units of ``SensorSample``: s, rad/s, g and µT.
  public static let standard = SensorUnits()

  private init() {}

  /// The units by name, separated by commas, such as `deg/s,m/s2`.
  ///
  /// The names are `s`, `ms`, `us`, `ns`; `rad/s`, `deg/s`; `g`, `mg`, `m/s2`; `uT`, `nT`, `T` and
  /// `gauss`. Quantities without a name have the unit of ``SensorSample``.
  ///
  /// - Throws: ``SensorCorrectionError/units(_:)`` for another name, and for two units of one
  ///   quantity.
  public init(_ text: String) throws(SensorCorrectionError) {
    var quantities: Set<Quantity> = []
    for field in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(field.filter { $0 != " " })
      guard let unit = Self.table.first(where: { $0.name == name }),
        quantities.insert(unit.quantity).inserted
      else { throw .units(text) }
      switch unit.quantity {
      case .time: time = unit.factor
      case .rotationRate: rotationRate = unit.factor
      case .acceleration: acceleration = unit.factor
      case .magneticField: magneticField = unit.factor
      }
    }
  }

  static var names: [String] { table.map { $0.name } }

  private enum Quantity { case time, rotationRate, acceleration, magneticField }

  private typealias Unit = (name: String, quantity: Quantity, factor: Double)

  private static var table: [Unit] {
    [
      ("s", .time, 1), ("ms", .time, 1e-3), ("us", .time, 1e-6), ("ns", .time, 1e-9),
      ("rad/s", .rotationRate, 1), ("deg/s", .rotationRate, .pi / 180),
      ("g", .acceleration, 1), ("mg", .acceleration, 1e-3),
      ("m/s2", .acceleration, 1 / SensorSample.standardGravity),
      ("uT", .magneticField, 1), ("nT", .magneticField, 1e-3), ("T", .magneticField, 1e6),
      ("gauss", .magneticField, 100),
    ]
  }
}
