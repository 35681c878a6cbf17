internal import ArgumentParser
internal import Foundation
internal import MotionFusion

/// True north: the declination, given or by position and date.
struct NorthOptions: ParsableArguments {
  /// A position in degrees, written as `42.36,-71.09`.
  struct Position: ExpressibleByArgument {
    var latitude: Double
    var longitude: Double

    init?(argument: String) {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1])
      else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// A day in years, written as `2026-11-22`.
  struct Day: ExpressibleByArgument {
    var year: Double

    init?(argument: String) {
      let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
        let decimal = WorldMagneticModel.decimalYear(year: year, month: month, day: day)
      else { return nil }
      self.year = decimal
    }

    /// Today.
    static var now: Double {
      let today = Calendar(identifier: .gregorian)
        .dateComponents(in: .gmt, from: Date())
      return WorldMagneticModel.decimalYear(
        year: today.year ?? 0, month: today.month ?? 0, day: today.day ?? 0) ?? .nan
    }
  }

  @Option(
    help: ArgumentHelp(
      "The angle from true to magnetic north in degrees, positive to the east.",
      valueName: "degrees"))
  var declination: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Latitude and longitude in degrees, instead of --declination: true north by the World "
        + "Magnetic Model.", valueName: "latitude>,<longitude"))
  var position: Position?

  @Option(
    help: ArgumentHelp("With --position: the altitude, in metres.", valueName: "metres"))
  var altitude = 0.0

  @Option(
    help: ArgumentHelp(
      "With --position: the date, such as 2026-11-22 (default: today).", valueName: "date"))
  var date: Day?

  func validate() throws {
    guard declination?.isFinite ?? true else {
      throw ValidationError(
        "--declination: expected degrees, such as 3.5, got \(declination ?? 0).")
    }
    guard declination == nil || position == nil else {
      throw ValidationError("Expected --declination or --position, got both.")
    }
    guard position != nil || (altitude == 0 && date == nil) else {
      throw ValidationError("--altitude and --date require --position.")
    }
    _ = try radians
  }

  /// Whether either is given.
  var isGiven: Bool { declination != nil || position != nil }

  /// The declination in radians; `nil` if neither is given.
  var radians: Double? {
    get throws {
      if let declination { return declination * (.pi / 180) }
      guard let position else { return nil }
      do {
        return try WorldMagneticModel.field(
          latitude: position.latitude, longitude: position.longitude, altitude: altitude,
          year: date?.year ?? Day.now
        ).declination
      } catch {
        throw ValidationError("--position: \(error).")
      }
    }
  }
}
