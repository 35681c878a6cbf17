internal import MotionFusion
internal import RotationMath
internal import SensorDiagnostics

extension ColumnMap {
  /// The columns that the numbers of a table suggest, to be checked; `nil` for none.
  ///
  /// The proposal is tried: a unit that it leaves open is `UNIT` in the result.
  ///
  /// - Parameter isNamed: Whether the columns have names without a known meaning.
  static func proposal(for file: FileContents, isNamed: Bool = false) -> String? {
    guard let suggestion = suggestion(for: file, isNamed: isNamed) else { return nil }
    // Any rate shows which units are open.
    let trial = suggestion.replacing("row/RATE", with: "row/100")
    guard !trial.contains("UNIT"), let map = try? ColumnMap(trial) else { return suggestion }
    do throws(RecordingError) {
      _ = try map.read(file.firstPiece, options: ReadingOptions(damage: .skip))
      return suggestion
    } catch {
      return error.proposal?.replacing("row/100", with: "row/RATE") ?? suggestion
    }
  }

  /// The map of a table of yaw, pitch and roll without sensors; `nil` for another table.
  static func angles(in file: FileContents) -> String? {
    guard var table = try? TableReader(file) else { return nil }
    let names = ColumnMap.uniqueNames(file.header)
    table.rename(names)
    let columns = ["yaw", "pitch", "roll"].compactMap { angle in
      names.firstIndex { $0.lowercased().contains(angle) }
    }
    guard columns.count == 3 else { return nil }
    var largest = 0.0
    table.lookAhead { row in
      for column in columns { largest = max(largest, abs((try? row.number(at: column)) ?? 0)) }
    }
    let time = names.first { ColumnMeaning($0)?.subject == .time }
    let clock = table.clock(among: names) ?? time.map(\.asMapName) ?? "row/RATE"
    let attitude = MotionTable.AttitudeColumns(
      columns.map { names[$0] }, .euler(axes: [2, 1, 0], unit: largest > 2 * .pi ? .pi / 180 : 1))
    return "time=\(clock), \(attitude.mapEntry)"
  }

  /// The time advances. Of the triples of columns beside each other, the accelerometer and the
  /// gyroscope are the pair in which one turns as the other says (``TurnFit``). If nothing turns,
  /// the acceleration is the one of the first two whose length changes least, because most of it is
  /// gravity. The name of the file says which sensor is alone.
  private static func suggestion(for file: FileContents, isNamed: Bool) -> String? {
    var names = (1...max(file.header.count, 1)).map { "#\($0)" }
    var table = TableReader(headerless: file, columns: names, separator: file.separator)
    if isNamed, let named = try? TableReader(file) {
      names = ColumnMap.uniqueNames(file.header)
      table = named
      table.rename(names)
    }
    var columns = [[Double]](repeating: [], count: names.count)
    var rows = 0
    table.lookAhead { row in
      rows += 1
      for index in names.indices {
        guard let number = try? row.number(at: index), number.isFinite else { continue }
        columns[index].append(number)
      }
    }
    let clock = table.clock(among: names)
    // Neither the time nor a counter, a label or a text.
    let free = names.indices.filter { index in
      let numbers = columns[index]
      let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
      let isZero = numbers.allSatisfy { $0 == 0 }
      return rows > 2 && numbers.count == rows
        && (isZero || !steps.allSatisfy { $0 == 0 || $0 == 1 })
        && (isZero || steps.allSatisfy { $0 == 0 } || !steps.allSatisfy { $0 >= 0 })
    }
    let all = free.map { [$0, $0 + 1, $0 + 2] }.filter { $0.allSatisfy(free.contains) }
    func vectors(_ triples: [[Int]]) -> [[Vector3<Double>]] {
      triples.map { triple in
        (0..<rows).map { row in
          Vector3(columns[triple[0]][row], columns[triple[1]][row], columns[triple[2]][row])
        }
      }
    }
    func apart(_ triples: [[Int]]) -> [[Int]] {
      triples.reduce(into: []) { apart, triple in
        if Set(apart.joined()).isDisjoint(with: triple) { apart.append(triple) }
      }
    }
    // Other columns may be between the sensors'.
    var triples = apart(all)
    var turning: (force: [Int], rate: [Int])?
    if triples.count > 1 {
      let tried = all.count <= mostTriples ? all : triples
      turning = turningPair(vectors(tried), of: tried)
    }
    if let turning { triples = apart([turning.force, turning.rate] + all) }
    triples.sort { $0[0] < $1[0] }
    let readings = vectors(triples)
    func length(_ readings: [Vector3<Double>]) -> (mean: Double, spread: Double) {
      let lengths = readings.map(\.length)
      let mean = lengths.reduce(0, +) / Double(rows)
      let square = lengths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rows)
      return (mean, mean > 0 ? square.squareRoot() / mean : .infinity)
    }
    guard !triples.isEmpty else { return nil }
    var quantities = [MotionQuantity?](repeating: nil, count: triples.count)
    if triples.count == 1 {
      quantities[0] = SensorEventCSV.quantity(inFileName: file.name) ?? .acceleration
    } else {
      let lengths = readings.prefix(2).map(length)
      let still = lengths[0].spread <= lengths[1].spread ? 0 : 1
      let force = turning.flatMap { triples.firstIndex(of: $0.force) } ?? still
      let rate = turning.flatMap { triples.firstIndex(of: $0.rate) } ?? 1 - still
      quantities[force] = .acceleration
      // Two steady readings of one length are two accelerometers.
      let areEqual =
        turning == nil && lengths.allSatisfy { $0.spread < 0.3 }
        && (0.9...1.1).contains(lengths[0].mean / lengths[1].mean)
      if !areEqual { quantities[rate] = .rotationRate }
      // A second accelerometer has the direction of the first. The field's is at most 75 degrees
      // from the horizon where most people live.
      let third = readings.indices.first { quantities[$0] == nil }
      if let third {
        let cosines = zip(readings[third], readings[force]).map { a, b in
          a.length > 0 && b.length > 0 ? a.dot(b) / (a.length * b.length) : 0
        }
        let mean = cosines.reduce(0, +) / Double(rows)
        if abs(mean) < 0.97 { quantities[third] = .magneticField }
      }
    }
    let order = quantities.indices.sorted {
      (quantities[$0]?.rawValue ?? 9) < (quantities[$1]?.rawValue ?? 9)
    }
    let entries = order.compactMap { place in
      quantities[place].map { quantity in
        "\(quantity.mapKey)=\(triples[place].map { names[$0].asMapName }.joined(separator: " "))"
      }
    }
    return (["time=\(clock ?? "row/RATE")"] + entries).joined(separator: ", ")
  }

  private static let mostTriples = 24

  /// The accelerometer and the gyroscope by gravity's turns; `nil` if nothing turns.
  private static func turningPair(
    _ readings: [[Vector3<Double>]], of triples: [[Int]]
  ) -> (force: [Int], rate: [Int])? {
    // The field turns as gravity does, with another length.
    let gravities = readings.map { readings -> Int in
      var evidence = UnitEvidence()
      for (row, reading) in readings.enumerated() {
        evidence.add(stamp: Double(row), time: Double(row), force: reading, rate: nil, field: nil)
      }
      evidence.finish()
      // A length of 1 may be a normalized field's.
      return evidence.force().map { $0.name == "m/s²" ? 2 : 1 } ?? 0
    }
    let likeliest = gravities.max()
    var best: (pair: ([Int], [Int]), explained: Double)?
    for force in readings.indices where gravities[force] == likeliest {
      for rate in readings.indices where Set(triples[force]).isDisjoint(with: triples[rate]) {
        for length in [5, 12, 30] {
          var fit = TurnFit(length: length)
          for (f, r) in zip(readings[force], readings[rate]) { fit.add(force: f, rate: r, step: 1) }
          let explained = fit.explained
          if explained > max(best?.explained ?? 0, 0.5) {
            best = ((triples[force], triples[rate]), explained)
          }
        }
      }
    }
    return best?.pair
  }
}

extension TableReader {
  /// The first of these columns that advances in every row by similar steps, or else by any, with
  /// its unit, for a column map; `nil` for none.
  func clock(among names: [String]) -> String? {
    var other: String?
    for name in names {
      guard let column = column(named: name), !ColumnMeaning.isCounter(name) else { continue }
      let times = times(in: column)
      let evidence = ClockEvidence(times)
      let steps = zip(times.dropFirst(), times).map { $0 - $1 }
      // A counter of rows may lack some.
      guard let median = evidence.medianStep, steps.count > 2, evidence.backward == 0,
        steps.count(where: { $0 == 1 }) * 10 < steps.count * 8, !evidence.plausibleUnits.isEmpty
      else { continue }
      let unit = evidence.unitsPerSecond
      let clock =
        "\(name.asMapName) [\(unit.map { QuantityUnit.name(unitsPerSecond: $0.units) } ?? "UNIT")]"
      let isRegular =
        steps.count(where: { (0.4...2.5).contains($0 / median) }) * 10 > steps.count * 8
      if isRegular { return clock }
      if unit?.basis == .date || evidence.repeated == 0 { other = other ?? clock }
    }
    return other ?? names.lazy.compactMap(rowsPerSecond).first
  }

  /// The rate of the rows by a column of steps, such as `dt_ms`, for a column map; `nil` for
  /// another column.
  private func rowsPerSecond(bySteps name: String) -> String? {
    guard ColumnMeaning.isStep(name), let column = column(named: name) else { return nil }
    let steps = times(in: column)
    let mean = steps.reduce(0, +) / Double(max(steps.count, 1))
    guard mean > 0, steps.count(where: { (0.5...2).contains($0 / mean) }) * 10 > steps.count * 9
    else { return nil }
    let stated = ColumnMeaning.words(name).last.flatMap(QuantityUnit.unitsPerSecond)
    let units = stated.map { [$0] } ?? ClockEvidence([0, mean]).plausibleUnits
    return units.count == 1 ? "row/\(figures(units[0] / mean))" : nil
  }
}
