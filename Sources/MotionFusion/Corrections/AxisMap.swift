/// A signed permutation of axes, such as `+y,-x,+z`: new *x* = old *y*, new *y* = -old *x*.
///
/// There are 48: 24 rotations by quarter turns and 24 mirrored maps (``isMirrored``).
public struct AxisMap: Hashable, Sendable, Codable {
  /// One component of the result: an axis of the argument, and its sign.
  struct Source: Hashable, Sendable, Codable {
    var axis: CoordinateAxis
    var isNegative: Bool

    var sign: Double { isNegative ? -1 : 1 }
  }

  let x: Source
  let y: Source
  let z: Source

  private init(x: Source, y: Source, z: Source) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The map that changes nothing: `+x,+y,+z`.
  public static let identity = AxisMap(
    x: Source(axis: .x, isNegative: false), y: Source(axis: .y, isNegative: false),
    z: Source(axis: .z, isNegative: false))

  /// A map by its text: three of `x`, `y` and `z` with a sign or none, separated by commas.
  ///
  /// - Throws: ``SensorCorrectionError/axes(_:)`` unless each axis occurs once.
  public init(_ text: String) throws(SensorCorrectionError) {
    let sources = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Self.source($0)
    }
    guard sources.count == 3, let x = sources[0], let y = sources[1], let z = sources[2],
      Set([x.axis, y.axis, z.axis]).count == 3
    else { throw .axes(text) }
    self.init(x: x, y: y, z: z)
  }

  private static func source(_ text: Substring) -> Source? {
    var name = text.filter { $0 != " " }
    let isNegative = name.first == "-"
    if isNegative || name.first == "+" { name.removeFirst() }
    switch name {
    case "x", "X": return Source(axis: .x, isNegative: isNegative)
    case "y", "Y": return Source(axis: .y, isNegative: isNegative)
    case "z", "Z": return Source(axis: .z, isNegative: isNegative)
    default: return nil
    }
  }

  /// The source of component `index` of the result.
  subscript(index: Int) -> Source { index == 0 ? x : index == 1 ? y : z }
}

extension AxisMap: CustomStringConvertible {
  /// The text that ``init(_:)`` reads, such as `+y,-x,+z`.
  public var description: String {
    [x, y, z].map { ($0.isNegative ? "-" : "+") + "xyz".prefix($0.axis.rawValue + 1).suffix(1) }
      .joined(separator: ",")
  }
}

// MARK: - Algebra

extension AxisMap {
  /// Returns the vector on the new axes.
  public func act(_ v: Vector3<Double>) -> Vector3<Double> {
    Vector3(
      x.sign * v[x.axis.rawValue], y.sign * v[y.axis.rawValue], z.sign * v[z.axis.rawValue])
  }

  /// The orthogonal matrix of the map.
  package var matrix: Matrix3<Double> {
    Matrix3(
      columns: act(Vector3(1, 0, 0)), act(Vector3(0, 1, 0)), act(Vector3(0, 0, 1)))
  }

  /// Whether the map changes the handedness of the axes: its determinant is -1.
  public var isMirrored: Bool {
    let (a, b) = (x.axis.rawValue, y.axis.rawValue)
    let isOdd = (b - a + 3) % 3 == 2
    return [x, y, z].filter { $0.isNegative }.count.isMultiple(of: 2) == isOdd
  }

  /// The inverse map.
  public var inverse: AxisMap {
    func source(of axis: CoordinateAxis) -> Source {
      for (index, source) in [x, y, z].enumerated() where source.axis == axis {
        return Source(axis: CoordinateAxis.allCases[index], isNegative: source.isNegative)
      }
      preconditionFailure("a map has each axis once")
    }
    return AxisMap(x: source(of: .x), y: source(of: .y), z: source(of: .z))
  }

  /// The map with all signs changed; it has the opposite handedness.
  public static prefix func - (map: AxisMap) -> AxisMap {
    func opposite(_ source: Source) -> Source {
      Source(axis: source.axis, isNegative: !source.isNegative)
    }
    return AxisMap(x: opposite(map.x), y: opposite(map.y), z: opposite(map.z))
  }

  /// The map that applies `b` first and `a` next.
  public static func * (a: AxisMap, b: AxisMap) -> AxisMap {
    func composed(_ source: Source) -> Source {
      let inner = b[source.axis.rawValue]
      return Source(axis: inner.axis, isNegative: inner.isNegative != source.isNegative)
    }
    return AxisMap(x: composed(a.x), y: composed(a.y), z: composed(a.z))
  }

  /// The 24 maps that are rotations, the identity first.
  package static let rotations: [AxisMap] = {
    let orders: [[CoordinateAxis]] = [
      [.x, .y, .z], [.y, .z, .x], [.z, .x, .y], [.x, .z, .y], [.z, .y, .x], [.y, .x, .z],
    ]
    return orders.flatMap { order in
      (0..<8).map { signs in
        AxisMap(
          x: Source(axis: order[0], isNegative: signs & 1 != 0),
          y: Source(axis: order[1], isNegative: signs & 2 != 0),
          z: Source(axis: order[2], isNegative: signs & 4 != 0))
      }
    }.filter { !$0.isMirrored }
  }()

  /// All 48 maps: the rotations and their mirror images.
  package static var all: [AxisMap] { rotations + rotations.map { -$0 } }
}
