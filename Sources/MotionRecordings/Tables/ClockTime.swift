/// Parses times of day, with or without a date.
enum ClockTime {
  /// The seconds since midnight, or since 1970-01-01 for a text with a date; `nil` for other text.
  ///
  /// Forms: `17:23:55.464`, `17:23:55:464`, `2018-10-03 17:23:55.464`.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split { $0 == " " || $0 == "T" }
    guard let clock = parts.last, parts.count <= 2 else { return nil }
    // Some apps write a colon before the fraction.
    let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 3 || fields.count == 4, let hours = Int(fields[0]),
      let minutes = Int(fields[1]), (0..<60).contains(minutes),
      let seconds = Double(fields.count == 4 ? "\(fields[2]).\(fields[3])" : String(fields[2])),
      (0..<61).contains(seconds), (0..<24).contains(hours)
    else { return nil }
    let ofDay = Double(hours * 3600 + minutes * 60) + seconds
    guard parts.count == 2 else { return ofDay }
    guard let days = days(String(parts[0])) else { return nil }
    return Double(days) * 86_400 + ofDay
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar, in ISO 8601's order.
  private static func days(_ date: String) -> Int? {
    let fields = date.split(separator: "-").map { Int($0) }
    guard fields.count == 3, let year = fields[0], let month = fields[1], let day = fields[2],
      (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // Years start in March, so that the leap day is the last day of the year.
    let shifted = month > 2 ? year : year - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * shifted + leapDays + dayOfYear - 719_468
  }
}
