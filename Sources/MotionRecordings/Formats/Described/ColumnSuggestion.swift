internal import MotionFusion

extension ColumnMap {
  /// The columns that the numbers of a table without names suggest, to be checked; `nil` for none.
  ///
  /// The time advances. Of the triples of columns beside each other, the acceleration is the one
  /// whose length changes least, because most of it is gravity. Loggers write the gyroscope beside
  /// it.
  static func suggestion(for file: FileContents) -> String? {
    let names = (1...max(file.header.count, 1)).map { "#\($0)" }
    let table = TableReader(headerless: file, columns: names, separator: file.separator)
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
        && (isZero || !steps.allSatisfy { $0 == 0 || $0 == 1 }) && !steps.allSatisfy { $0 > 0 }
    }
    var triples: [[Int]] = []
    for index in free where !triples.joined().contains(index) {
      let triple = [index, index + 1, index + 2]
      if triple.allSatisfy(free.contains) { triples.append(triple) }
    }
    func spread(_ triple: [Int]) -> Double {
      let lengths = (0..<rows).map { row in
        Vector3(columns[triple[0]][row], columns[triple[1]][row], columns[triple[2]][row]).length
      }
      let mean = lengths.reduce(0, +) / Double(rows)
      let square = lengths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rows)
      return mean > 0 ? square.squareRoot() / mean : .infinity
    }
    // Of the first two, because a magnetometer comes last.
    let spreads = triples.prefix(2).map(spread)
    guard let place = spreads.indices.min(by: { spreads[$0] < spreads[$1] }) else { return nil }
    var order: [MotionQuantity] = [.acceleration]
    if triples.count > 1 { order.insert(.rotationRate, at: place == 0 ? 1 : 0) }
    if triples.count > 2 { order.append(.magneticField) }
    let vectors = zip(order, triples).map { quantity, triple in
      "\(quantity.mapKey)=\(triple.map { names[$0] }.joined(separator: " "))"
    }
    return (["time=\(clock ?? "row/RATE")"] + vectors).joined(separator: ", ")
  }
}

extension TableReader {
  /// The first of these columns that advances in every row by similar steps, with its unit, for a
  /// column map; `nil` for none.
  func clock(among names: [String]) -> String? {
    for name in names {
      guard let column = column(named: name) else { continue }
      var evidence = ClockEvidence()
      var times: [Double] = []
      lookAhead { row in
        guard let time = try? row.time(at: column, ReadingOptions()), time.isFinite else { return }
        evidence.add(time)
        times.append(time)
      }
      evidence.finish()
      let steps = zip(times.dropFirst(), times).map { $0 - $1 }
      // A counter of rows may lack some.
      guard let median = evidence.medianStep, steps.count > 2, evidence.backward == 0,
        steps.count(where: { $0 == 1 }) * 10 < steps.count * 8, !evidence.plausibleUnits.isEmpty,
        steps.count(where: { (0.4...2.5).contains($0 / median) }) * 10 > steps.count * 8
      else { continue }
      let unit = evidence.unitsPerSecond.map { QuantityUnit.name(unitsPerSecond: $0.units) }
      return "\(name.asMapName) [\(unit ?? "UNIT")]"
    }
    return nil
  }
}
