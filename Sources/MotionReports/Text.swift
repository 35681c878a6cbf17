package import MotionFusion

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// `number` with this many decimal places, or from 1e15 on with three significant digits; without a
/// sign when it rounds to 0.
package func decimal(_ number: Double, places: Int) -> String {
  let format = abs(number) < 1e15 ? "%.\(places)f" : "%.3g"
  let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 24 + places) { buffer in
    guard let start = buffer.baseAddress else { return "" }
    _ = withVaList([number]) { vsnprintf(start, buffer.count, format, $0) }
    return String(cString: start)
  }
  return text.hasPrefix("-") && !text.contains { ("1"..."9").contains($0) }
    ? String(text.dropFirst()) : text
}

/// A count with a noun: `1 sample`, `2 samples`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

package func percentage(_ fraction: Double) -> String { decimal(100 * fraction, places: 1) + " %" }

/// The text for `count` skipped samples of the start-up transient; empty for 0.
func startupText(_ count: Int) -> String {
  count > 0 ? ", the first \(counted(count, "sample")) skipped: start-up" : ""
}

let degreesPerRadian = 180 / Double.pi

/// The alignment of a text in a wider column.
package enum TextAlignment {
  case left, right, center
}

extension String {
  /// The text padded with spaces to `width` characters; longer text is unchanged.
  package func padded(to width: Int, _ alignment: TextAlignment = .left) -> String {
    let spaces = max(0, width - count)
    let before =
      switch alignment {
      case .left: 0
      case .right: spaces
      case .center: spaces / 2
      }
    return String(repeating: " ", count: before) + self
      + String(repeating: " ", count: spaces - before)
  }
}

extension MotionEstimate {
  /// Says that a part of the recording has no motion, as its heading was not known yet; `nil` for
  /// one of under half a second.
  var startWarning: String? {
    guard timeToNorth >= 0.5 else { return nil }
    return "left out the first \(decimal(timeToNorth, places: 1)) s, in which no magnetic field or "
      + "measurement shows the heading; --offline has the whole recording, and --mode 6d without "
      + "--measurements has it in a frame of its own"
  }
}

extension SampleFaults {
  /// The faults as text; `nil` without any.
  package var text: String? {
    let kinds = [
      (notFinite, "not finite or implausibly large"),
      (backwardTime, "not later than the previous one"),
      (clockResets, "after the clock was set back"),
      (gaps, "after a gap"),
      (saturatedGyroscope, "with a saturated gyroscope"),
      (saturatedAccelerometer, "with a saturated accelerometer"),
      (withoutDirection, "zero, without a direction"),
      (headingCorrections, "late corrections of the heading"),
    ]
    let found = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return found.isEmpty ? nil : "\(counted(total, "fault")): " + found.joined(separator: ", ")
  }
}
