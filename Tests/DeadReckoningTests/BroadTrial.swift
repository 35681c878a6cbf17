import Foundation
import MotionFusion
import TestSupport

/// Some rows of a trial of BROAD, read with as little work as a debug build allows: the package's
/// own reader, which checks everything, takes ten seconds there.
struct BroadTrial {
  /// Seconds, one a row that is kept.
  var times: [Double] = []
  /// In rad/s.
  var rates: [Vector3<Double>] = []
  /// What the accelerometer read, in g, with Core Motion's sign.
  var accelerations: [Vector3<Double>] = []
  /// Whether the data set counts errors there.
  var isMoving: [Bool] = []

  /// Every `stride`th row of the trial of this name.
  init(_ name: String, every stride: Int) throws {
    guard let folder = Locations.recordings else { return }
    let url = folder.appending(path: "broad/\(name).csv")
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    for row in Swift.stride(from: 0, to: lines.count - 1, by: stride) {
      let cells = lines[row + 1].split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 17 else { continue }
      let numbers = cells.prefix(6).compactMap { Double($0) }
      times.append(Double(row) * 0.0035)
      rates.append(Vector3(Array(numbers[..<3])))
      accelerations.append(Vector3(Array(numbers[3...])) / -9.80665)
      isMoving.append(cells[16] == "1")
    }
  }
}
