import Foundation
import MotionFusion
import TestSupport
import Testing

@Suite("WorldMagneticModel")
struct WorldMagneticModelTests {
  @Test("the field at 60 places and dates")
  func reference() throws {
    let url = Locations.referenceData.appending(path: "magnetic-field/field.json")
    let rows = try JSONDecoder().decode([[Double]].self, from: Data(contentsOf: url))
    #expect(rows.count == 60)
    for row in rows {
      let field = try WorldMagneticModel.field(
        latitude: row[0], longitude: row[1], altitude: row[2], year: row[3])
      // nT: the two programs round differently.
      let errors = [
        field.north * 1000 - row[4], field.east * 1000 - row[5], field.down * 1000 - row[6],
      ]
      #expect(errors.allSatisfy { abs($0) < 1e-4 }, "\(row)")
    }
  }

  @Test("a published test value of WMM2025: 2025.0 at 80° N, 0°, sea level")
  func published() throws {
    let field = try WorldMagneticModel.field(latitude: 80, longitude: 0, year: 2025)
    let degree = 180 / Double.pi
    // Printed with one decimal in nT, and two in degrees.
    #expect(abs(field.north * 1000 - 6521.6) < 0.05)
    #expect(abs(field.east * 1000 - 145.9) < 0.05)
    #expect(abs(field.down * 1000 - 54791.5) < 0.05)
    #expect(abs(field.horizontal * 1000 - 6523.2) < 0.05)
    #expect(abs(field.intensity * 1000 - 55178.5) < 0.05)
    #expect(abs(field.inclination * degree - 83.21) < 0.005)
    #expect(abs(field.declination * degree - 1.28) < 0.005)
  }

  @Test("the poles, and longitudes a turn apart")
  func edges() throws {
    for latitude in [90.0, -90] {
      let field = try WorldMagneticModel.field(latitude: latitude, longitude: 30, year: 2026)
      let near = try WorldMagneticModel.field(
        latitude: latitude * (1 - 1e-9), longitude: 30, year: 2026)
      #expect(field.intensity.isFinite && abs(field.east - near.east) < 1e-4)
      #expect(abs(field.declination - near.declination) < 1e-5)
    }
    let west = try WorldMagneticModel.field(latitude: 10, longitude: -120, year: 2026)
    let east = try WorldMagneticModel.field(latitude: 10, longitude: 240, year: 2026)
    #expect(abs(west.north - east.north) < 1e-10 && abs(west.east - east.east) < 1e-10)
  }

  @Test("invalid positions and dates throw")
  func errors() {
    #expect(throws: WorldMagneticModel.Failure.year(2030.1)) {
      try WorldMagneticModel.field(latitude: 0, longitude: 0, year: 2030.1)
    }
    #expect(throws: WorldMagneticModel.Failure.self) {
      try WorldMagneticModel.field(latitude: 0, longitude: 0, year: .nan)
    }
    #expect(throws: WorldMagneticModel.Failure.position(latitude: 91, longitude: 0)) {
      try WorldMagneticModel.field(latitude: 91, longitude: 0, year: 2026)
    }
    #expect(throws: WorldMagneticModel.Failure.self) {
      try WorldMagneticModel.field(latitude: .nan, longitude: 0, year: 2026)
    }
    #expect(throws: WorldMagneticModel.Failure.altitude(1e6)) {
      try WorldMagneticModel.field(latitude: 0, longitude: 0, altitude: 1e6, year: 2026)
    }
  }

  @Test("days in years")
  func days() {
    #expect(WorldMagneticModel.decimalYear(year: 2026, month: 1, day: 1) == 2026)
    #expect(WorldMagneticModel.decimalYear(year: 2028, month: 3, day: 1) == 2028 + 60.0 / 366)
    #expect(WorldMagneticModel.decimalYear(year: 2026, month: 12, day: 31) == 2026 + 364.0 / 365)
    #expect(WorldMagneticModel.decimalYear(year: 2026, month: 2, day: 29) == nil)
    #expect(WorldMagneticModel.decimalYear(year: 2026, month: 13, day: 1) == nil)
  }
}
