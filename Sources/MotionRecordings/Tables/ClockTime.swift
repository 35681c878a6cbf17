/// Times of day, with or without a date before them.
enum ClockTime {
  /// The seconds that `text` names since midnight, or since the beginning of 1970 where it has a
  /// date: `17:23:55.464`, `17:23:55:464`, `2018-10-03 17:23:55.464`. `nil` when it is no such text.
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
    // Years begin in March, so that the day that leap years add comes last.
    let shifted = month > 2 ? year : year - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * shifted + leapDays + dayOfYear - 719_468
  }
}

extension TableReader {
  /// The time in `column`: a number, or a time of day in seconds.
  func time(at column: Int, _ options: ReadingOptions) throws(RecordingError) -> Double {
    do throws(RecordingError) {
      return try value(at: column, options)
    } catch {
      guard let seconds = ClockTime.seconds(text(at: column)) else { throw error }
      return seconds
    }
  }

  /// The numbers in the first `rows` rows of `column`, those that are none left out.
  func numbers(in column: Int, rows: Int) -> [Double] {
    var ahead = self
    var numbers: [Double] = []
    for _ in 0..<rows {
      guard (try? ahead.next()) == true else { break }
      if let number = try? ahead.number(at: column), number.isFinite { numbers.append(number) }
    }
    return numbers
  }
}
