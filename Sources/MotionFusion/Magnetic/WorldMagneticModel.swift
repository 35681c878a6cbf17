internal import RealModule

/// The Earth's magnetic field by position and date: the World Magnetic Model of 2025.
///
/// A spherical-harmonic expansion to degree 12 of the field of core and crust. Its declination is
/// the angle from true to magnetic north that ``ReferenceFrame/xTrueNorthZVertical`` requires. The
/// model's own error of the declination is about 0.3° where the horizontal field is strong, and
/// grows without bound towards the magnetic poles; buildings and iron add more.
///
/// ```swift
/// var configuration = MotionManager.Configuration()
/// configuration.declination =
///   try WorldMagneticModel.field(latitude: 42.36, longitude: -71.09, year: 2026.9).declination
/// ```
///
/// Equations: the technical report of WMM2025, section 1.2.
public enum WorldMagneticModel {
  /// The years for which the model is valid.
  package static let years = 2025.0...2030.0

  /// An error of a position or date.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The date is not from 2025.0 through 2030.0.
    case year(Double)
    /// The latitude is not within -90...90, or the longitude not within -180...360 degrees.
    case position(latitude: Double, longitude: Double)
    /// The altitude is not within -1...850 km.
    case altitude(Double)

    /// The error and the expected value.
    public var description: String {
      switch self {
      case .year(let year):
        "expected a date from 2025.0 through 2030.0, the years of WMM2025, got \(year)"
      case .position(let latitude, let longitude):
        "expected a latitude of -90 to 90 and a longitude of -180 to 360 degrees, got "
          + "\(latitude), \(longitude)"
      case .altitude(let altitude):
        "expected an altitude of -1000 to 850000 m, got \(altitude) m"
      }
    }
  }

  /// The field at one place.
  public struct Field: Hashable, Sendable {
    /// The component towards true north, in µT.
    package let north: Double
    /// The component towards the east, in µT.
    package let east: Double
    /// The component downwards, in µT.
    package let down: Double

    /// The angle from true to magnetic north in radians, positive east.
    public var declination: Double { Double.atan2(y: east, x: north) }
    /// The angle of the field below the horizontal, in radians.
    package var inclination: Double { Double.atan2(y: down, x: horizontal) }
    /// The horizontal intensity, in µT.
    package var horizontal: Double { (north * north + east * east).squareRoot() }
    /// The total intensity, in µT.
    package var intensity: Double { (north * north + east * east + down * down).squareRoot() }
  }

  /// The field at a position and date.
  ///
  /// - Parameters:
  ///   - latitude: Geodetic latitude in degrees, positive north.
  ///   - longitude: Longitude in degrees, positive east.
  ///   - altitude: Height above the WGS 84 ellipsoid, in metres.
  ///   - year: The date in years, such as 2026.5 for the middle of 2026.
  /// - Throws: ``Failure``.
  public static func field(
    latitude: Double, longitude: Double, altitude: Double = 0, year: Double
  ) throws(Failure) -> Field {
    guard years.contains(year) else { throw .year(year) }
    guard abs(latitude) <= 90, (-180...360).contains(longitude) else {
      throw .position(latitude: latitude, longitude: longitude)
    }
    guard (-1000...850_000).contains(altitude) else { throw .altitude(altitude) }
    let degree = Double.pi / 180
    let geodetic = latitude * degree
    let (radius, geocentric) = spherical(latitude: geodetic, altitude: altitude / 1000)
    let sum = sums(
      colatitude: .pi / 2 - geocentric, longitude: longitude * degree, radius: radius,
      years: year - epoch)
    // From the sphere's vertical to the ellipsoid's.
    let turn = geocentric - geodetic
    let (sine, cosine) = (Double.sin(turn), Double.cos(turn))
    return Field(
      north: (sum.x * cosine - sum.z * sine) / 1000, east: sum.y / 1000,
      down: (sum.x * sine + sum.z * cosine) / 1000)
  }

  /// The date of a day in years, for ``field(latitude:longitude:altitude:year:)``.
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - month: The month, 1 through 12.
  ///   - day: The day of the month.
  /// - Returns: `nil` for a day that does not exist.
  public static func decimalYear(year: Int, month: Int, day: Int) -> Double? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    let days = lengths[..<(month - 1)].reduce(day - 1, +)
    return Double(year) + Double(days) / (isLeap ? 366 : 365)
  }
}

// MARK: - Geometry

extension WorldMagneticModel {
  private static let epoch = 2025.0
  private static let largestDegree = 12
  /// The model's reference radius, in km.
  private static let referenceRadius = 6371.2
  /// The WGS 84 ellipsoid: the equatorial radius in km, and the flattening.
  private static let (equatorialRadius, flattening) = (6378.137, 1 / 298.257_223_563)

  /// The distance from the Earth's centre in km, and the geocentric latitude.
  private static func spherical(
    latitude: Double, altitude: Double
  ) -> (radius: Double, latitude: Double) {
    let (sine, cosine) = (Double.sin(latitude), Double.cos(latitude))
    let excentricity = flattening * (2 - flattening)
    let curvature = equatorialRadius / (1 - excentricity * sine * sine).squareRoot()
    let across = (curvature + altitude) * cosine
    let up = (curvature * (1 - excentricity) + altitude) * sine
    return ((across * across + up * up).squareRoot(), Double.atan2(y: up, x: across))
  }

  /// The field in nT on a sphere: to the north, to the east and down.
  private static func sums(
    colatitude: Double, longitude: Double, radius: Double, years: Double
  ) -> Vector3<Double> {
    let table = Legendre(colatitude: colatitude, degree: largestDegree)
    let ratio = referenceRadius / radius
    var result = Vector3<Double>.zero
    var power = ratio * ratio
    for degree in 1...largestDegree {
      power *= ratio
      for order in 0...degree {
        let terms = coefficients[degree * (degree + 1) / 2 - 1 + order]
        let (g, h) = (terms.g + years * terms.gRate, terms.h + years * terms.hRate)
        let angle = Double(order) * longitude
        let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
        let index = Legendre.index(degree, order)
        // The derivative is by colatitude, which grows to the south.
        result.x += power * (g * cosine + h * sine) * table.derivative[index]
        result.y += power * Double(order) * (g * sine - h * cosine) * table.overSine[index]
        result.z -= power * Double(degree + 1) * (g * cosine + h * sine) * table.value[index]
      }
    }
    return result
  }

  private struct Terms: Sendable {
    var g: Double
    var h: Double
    var gRate: Double
    var hRate: Double
  }

  /// By degree and order, from (1, 0).
  private static let coefficients: [Terms] = {
    let text = published.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\n").map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return Terms(g: numbers[2], h: numbers[3], gRate: numbers[4], hRate: numbers[5])
    }
  }()
}

/// Schmidt semi-normalised associated Legendre functions of cos *θ*.
private struct Legendre {
  /// *P*.
  private(set) var value: [Double]
  /// d*P*/d*θ*.
  private(set) var derivative: [Double]
  /// *P*/sin *θ* for orders from 1, finite at the poles too; 0 for order 0.
  private(set) var overSine: [Double]

  static func index(_ degree: Int, _ order: Int) -> Int { degree * (degree + 1) / 2 + order }

  init(colatitude: Double, degree largest: Int) {
    let (sine, cosine) = (Double.sin(colatitude), Double.cos(colatitude))
    let zeros = [Double](repeating: 0, count: Self.index(largest, largest) + 1)
    (value, derivative, overSine) = (zeros, zeros, zeros)
    value[0] = 1
    for order in 0...largest {
      let diagonal = Self.index(order, order)
      if order > 0 {
        let before = Self.index(order - 1, order - 1)
        let factor = order == 1 ? 1 : (Double(2 * order - 1) / Double(2 * order)).squareRoot()
        value[diagonal] = factor * sine * value[before]
        derivative[diagonal] = factor * (cosine * value[before] + sine * derivative[before])
        overSine[diagonal] = factor * value[before]
      }
      guard order < largest else { break }
      for degree in (order + 1)...largest {
        let (index, first) = (Self.index(degree, order), Self.index(degree - 1, order))
        let scale = 1 / Double(degree * degree - order * order).squareRoot()
        let a = Double(2 * degree - 1) * scale
        value[index] = a * cosine * value[first]
        derivative[index] = a * (cosine * derivative[first] - sine * value[first])
        overSine[index] = a * cosine * overSine[first]
        guard degree >= order + 2 else { continue }
        let second = Self.index(degree - 2, order)
        let b = Double((degree - 1) * (degree - 1) - order * order).squareRoot() * scale
        value[index] -= b * value[second]
        derivative[index] -= b * derivative[second]
        overSine[index] -= b * overSine[second]
      }
    }
  }
}

extension WorldMagneticModel {
  /// The coefficients of WMM2025, as published: degree, order, *g* and *h* in nT at 2025.0, and
  /// their rates in nT/year.
  ///
  /// Source: NOAA National Centers for Environmental Information and British Geological Survey,
  /// *The US/UK World Magnetic Model for 2025-2030*, doi:10.25921/aqfd-sd83; in the public domain.
  static let published: StaticString = """
    1 0 -29351.8 0.0 12.0 0.0
    1 1 -1410.8 4545.4 9.7 -21.5
    2 0 -2556.6 0.0 -11.6 0.0
    2 1 2951.1 -3133.6 -5.2 -27.7
    2 2 1649.3 -815.1 -8.0 -12.1
    3 0 1361.0 0.0 -1.3 0.0
    3 1 -2404.1 -56.6 -4.2 4.0
    3 2 1243.8 237.5 0.4 -0.3
    3 3 453.6 -549.5 -15.6 -4.1
    4 0 895.0 0.0 -1.6 0.0
    4 1 799.5 278.6 -2.4 -1.1
    4 2 55.7 -133.9 -6.0 4.1
    4 3 -281.1 212.0 5.6 1.6
    4 4 12.1 -375.6 -7.0 -4.4
    5 0 -233.2 0.0 0.6 0.0
    5 1 368.9 45.4 1.4 -0.5
    5 2 187.2 220.2 0.0 2.2
    5 3 -138.7 -122.9 0.6 0.4
    5 4 -142.0 43.0 2.2 1.7
    5 5 20.9 106.1 0.9 1.9
    6 0 64.4 0.0 -0.2 0.0
    6 1 63.8 -18.4 -0.4 0.3
    6 2 76.9 16.8 0.9 -1.6
    6 3 -115.7 48.8 1.2 -0.4
    6 4 -40.9 -59.8 -0.9 0.9
    6 5 14.9 10.9 0.3 0.7
    6 6 -60.7 72.7 0.9 0.9
    7 0 79.5 0.0 -0.0 0.0
    7 1 -77.0 -48.9 -0.1 0.6
    7 2 -8.8 -14.4 -0.1 0.5
    7 3 59.3 -1.0 0.5 -0.8
    7 4 15.8 23.4 -0.1 0.0
    7 5 2.5 -7.4 -0.8 -1.0
    7 6 -11.1 -25.1 -0.8 0.6
    7 7 14.2 -2.3 0.8 -0.2
    8 0 23.2 0.0 -0.1 0.0
    8 1 10.8 7.1 0.2 -0.2
    8 2 -17.5 -12.6 0.0 0.5
    8 3 2.0 11.4 0.5 -0.4
    8 4 -21.7 -9.7 -0.1 0.4
    8 5 16.9 12.7 0.3 -0.5
    8 6 15.0 0.7 0.2 -0.6
    8 7 -16.8 -5.2 -0.0 0.3
    8 8 0.9 3.9 0.2 0.2
    9 0 4.6 0.0 -0.0 0.0
    9 1 7.8 -24.8 -0.1 -0.3
    9 2 3.0 12.2 0.1 0.3
    9 3 -0.2 8.3 0.3 -0.3
    9 4 -2.5 -3.3 -0.3 0.3
    9 5 -13.1 -5.2 0.0 0.2
    9 6 2.4 7.2 0.3 -0.1
    9 7 8.6 -0.6 -0.1 -0.2
    9 8 -8.7 0.8 0.1 0.4
    9 9 -12.9 10.0 -0.1 0.1
    10 0 -1.3 0.0 0.1 0.0
    10 1 -6.4 3.3 0.0 0.0
    10 2 0.2 0.0 0.1 -0.0
    10 3 2.0 2.4 0.1 -0.2
    10 4 -1.0 5.3 -0.0 0.1
    10 5 -0.6 -9.1 -0.3 -0.1
    10 6 -0.9 0.4 0.0 0.1
    10 7 1.5 -4.2 -0.1 0.0
    10 8 0.9 -3.8 -0.1 -0.1
    10 9 -2.7 0.9 -0.0 0.2
    10 10 -3.9 -9.1 -0.0 -0.0
    11 0 2.9 0.0 0.0 0.0
    11 1 -1.5 0.0 -0.0 -0.0
    11 2 -2.5 2.9 0.0 0.1
    11 3 2.4 -0.6 0.0 -0.0
    11 4 -0.6 0.2 0.0 0.1
    11 5 -0.1 0.5 -0.1 -0.0
    11 6 -0.6 -0.3 0.0 -0.0
    11 7 -0.1 -1.2 -0.0 0.1
    11 8 1.1 -1.7 -0.1 -0.0
    11 9 -1.0 -2.9 -0.1 0.0
    11 10 -0.2 -1.8 -0.1 0.0
    11 11 2.6 -2.3 -0.1 0.0
    12 0 -2.0 0.0 0.0 0.0
    12 1 -0.2 -1.3 0.0 -0.0
    12 2 0.3 0.7 -0.0 0.0
    12 3 1.2 1.0 -0.0 -0.1
    12 4 -1.3 -1.4 -0.0 0.1
    12 5 0.6 -0.0 -0.0 -0.0
    12 6 0.6 0.6 0.1 -0.0
    12 7 0.5 -0.1 -0.0 -0.0
    12 8 -0.1 0.8 0.0 0.0
    12 9 -0.4 0.1 0.0 -0.0
    12 10 -0.2 -1.0 -0.1 -0.0
    12 11 -1.3 0.1 -0.0 0.0
    12 12 -0.7 0.2 -0.1 -0.1
    """
}
