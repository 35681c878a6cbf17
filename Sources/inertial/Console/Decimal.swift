internal import Foundation

/// `number` with this many places after the point, for people.
func decimal(_ number: Double, places: Int) -> String {
  String(format: "%.\(places)f", number)
}

/// A fraction as a percentage with one place, for people.
func percentage(_ fraction: Double) -> String { decimal(100 * fraction, places: 1) + " %" }
