internal import MotionFusion
internal import SensorDiagnostics

/// Reads the times of a ``MotionTable/Clock``.
struct ClockReader {
  /// The units, or rows, per second.
  let unitsPerSecond: Double
  private let column: Int?
  private let start: Double
  /// The second column of a sum.
  private let other: (column: Int, unitsPerSecond: Double)?

  init(_ clock: MotionTable.Clock, table: TableReader) throws(RecordingError) {
    let columns = try clock.columns.map { (column) throws(RecordingError) in
      try table.columns([column.name])[0]
    }
    let units = try columns.indices.map { (index) throws(RecordingError) in
      if let units = clock.columns[index].unitsPerSecond { return units }
      return try table.unitsPerSecond(ofTimes: columns[index])
    }
    column = columns.first
    unitsPerSecond = units.first ?? clock.rowsPerSecond
    start = clock.start
    other = columns.count > 1 ? (columns[1], units[1]) : nil
  }

  /// The time of the current row in seconds.
  func time(
    of row: TableReader, number: Int, _ damage: ReadingOptions.Damage
  ) throws(RecordingError) -> Double {
    guard let column else { return start + Double(number) / unitsPerSecond }
    let seconds = try row.time(at: column, damage) / unitsPerSecond
    guard let other else { return seconds }
    return try seconds + row.time(at: other.column, damage) / other.unitsPerSecond
  }
}

/// Undoes the wraps of a counter, and finds where a clock starts again.
struct WrappingClock {
  /// The seconds after which 16-bit and 32-bit counters, and times of day, start again at 0.
  private let periods: [Double]
  private var first: Double?
  private var last = -Double.infinity
  private var offset = 0.0
  /// The number of times that the clock started again.
  private(set) var session = 0

  /// Shorter steps back are faults of single rows.
  private static let shortestSession = 2.0

  init(unitsPerSecond: Double) {
    periods = [65_536, 4_294_967_296].map { $0 / unitsPerSecond } + [86_400]
  }

  /// The time of a row without wraps, of the time in its column.
  mutating func seconds(_ time: Double) -> Double {
    guard time.isFinite else { return time }
    defer { last = time }
    guard let first else {
      self.first = time
      return time
    }
    guard time < last else { return time + offset }
    let back = last - time
    // A counter that wraps goes from the end of its range to the start.
    if let period = periods.first(where: { last <= $0 && time >= 0 && back > 0.98 * $0 }) {
      offset += period
    } else if back > Self.shortestSession, time <= first + 1 {
      session += 1
      self.first = time
      offset = 0
    }
    return time + offset
  }
}

/// Rows of equal times that hold different readings, such as those of one transmission, or of a
/// clock that is coarser than the rate.
struct BatchedRows: Sendable {
  let rowsPerStep: Double
  /// The mean time from row to row, in the unit of the times.
  let step: Double

  /// Finds batches in the first rows of a table.
  struct Search {
    private var last: (time: Double, value: Vector3<Double>?)?
    private var rows = 0
    private var differences = 0
    /// The first and the last step of the time, because the first batch may be cut off.
    private var steps:
      (first: (row: Int, time: Double), last: (row: Int, time: Double), count: Int)?

    mutating func add(_ time: Double, _ value: Vector3<Double>?) {
      defer { last = (time, value) }
      guard let last else { return }
      rows += 1
      if time > last.time {
        let step = (rows, time)
        steps = (steps?.first ?? step, step, (steps?.count ?? 0) + 1)
      }
      if time == last.time, let value, let before = last.value, value != before {
        differences += 1
      }
    }

    /// The batches, if at least a third of the rows differ from the row before at the same time.
    var batches: BatchedRows? {
      guard let steps, steps.count > 1, steps.last.time > steps.first.time, 3 * differences > rows
      else { return nil }
      let rows = Double(steps.last.row - steps.first.row)
      return BatchedRows(
        rowsPerStep: rows / Double(steps.count - 1),
        step: (steps.last.time - steps.first.time) / rows)
    }
  }
}

/// What the numbers of a column of times say about it.
struct ClockEvidence {
  private var steps = StreamingMedian()
  private var last: Double?
  private var first: Double?
  private(set) var count = 0
  private(set) var repeated = 0
  private(set) var backward = 0
  private var unitSteps = 0

  /// The evidence of no times yet.
  init() {}

  /// The evidence of all times of a column.
  init(_ times: [Double]) {
    for time in times { add(time) }
  }

  mutating func add(_ time: Double) {
    guard time.isFinite else { return }
    count += 1
    if first == nil { first = time }
    if let last {
      if time == last { repeated += 1 }
      if time < last { backward += 1 }
      if time == last + 1 { unitSteps += 1 }
      if time > last { steps.add(time - last) }
    }
    last = time
  }

  var medianStep: Double? { steps.value }

  var countsRows: Bool { count > 2 && unitSteps == count - 1 }

  /// Whether the column is constant, or goes back and forth.
  var isClock: Bool { steps.count > 0 && 10 * backward <= count }

  /// What shows the unit of times.
  enum Basis: Hashable {
    /// The times count from 1970.
    case date
    /// Only one unit has the rate of a motion sensor.
    case step
    /// Gravity's turn against the gyroscope's.
    case turn
  }

  /// Whether the last row is the earliest.
  var goesBack: Bool { backward * 10 > count * 9 && count > 2 }

  /// Whether some row is later than the one before, and not all are earlier.
  var advances: Bool { steps.count > 0 && !goesBack }

  /// The units per second, without the gyroscope; `nil` if undecided.
  var unitsPerSecond: (units: Double, basis: Basis)? {
    if let date = dateUnits { return (date, .date) }
    return plausibleUnits.count == 1 ? (plausibleUnits[0], .step) : nil
  }

  /// The units per second with the rate of a motion sensor.
  var plausibleUnits: [Double] {
    [1, 1e3, 1e6, 1e9].filter { isPlausible(unitsPerSecond: $0) }
  }

  /// The units per second of times since 1970, in the years 2001 to 2064; of 100 ns, also since
  /// 1601 (Windows) or the year 1 (.NET).
  private var dateUnits: Double? {
    guard let first else { return nil }
    let dates: [(units: Double, start: Double)] = [
      (1, 0), (1e3, 0), (1e6, 0), (1e9, 0), (1e7, 11_644_473_600), (1e7, 62_135_596_800),
    ]
    // The step excludes a clock since the start in a smaller unit.
    return dates.first {
      (1e9...3e9).contains(first / $0.units - $0.start) && isPlausible(unitsPerSecond: $0.units)
    }?.units
  }

  /// Motion is sampled at 0.8 to 2,500 Hz.
  private func isPlausible(unitsPerSecond: Double) -> Bool {
    guard let medianStep else { return false }
    // Of batches with equal times, a row's share of the step.
    let step = medianStep * Double(steps.count) / Double(max(count - 1, 1))
    return (0.0004...1.25).contains(step / unitsPerSecond)
  }
}

extension TableReader {
  /// The times in the next rows of `column`; other fields are left out.
  func times(in column: Int) -> [Double] {
    var times: [Double] = []
    lookAhead { row in
      if let time = try? row.time(at: column, .reject), time.isFinite { times.append(time) }
    }
    return times
  }

  /// The units per second of a column of times, by the steps of the first rows; 1 without a step.
  fileprivate func unitsPerSecond(ofTimes column: Int) throws(RecordingError) -> Double {
    let clock = ClockEvidence(numbers(in: column, rows: 1000))
    guard let step = clock.medianStep else { return 1 }
    guard let units = clock.unitsPerSecond?.units else {
      throw RecordingError(
        file: file, line: 1,
        "the unit of time is undecided: the median step is \(figures(step)); state it by --columns")
    }
    return units
  }

  /// The units per second of a column of fractions of a second, by the largest; 1 for times of day.
  func unitsPerSecond(ofFractions column: Int) throws(RecordingError) -> Double {
    let fractions = numbers(in: column, rows: 2000)
    guard let largest = fractions.max() else { return 1 }
    let units = [1e3, 1e6, 1e9].first { (0.2 * $0..<$0).contains(largest) }
    guard let units, fractions.allSatisfy({ $0 >= 0 }) else {
      throw RecordingError(
        file: file, line: 1, column: header[column],
        "expected fractions of a second in ms, us or ns, got numbers up to \(figures(largest)); "
          + "state the units by time=A+B [s+UNIT]")
    }
    return units
  }
}
