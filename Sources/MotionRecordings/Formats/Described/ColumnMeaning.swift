internal import MotionFusion

/// The meaning of a column by its name, such as `Gyro_X_deg_per_s` or `ACCELEROMETER Z (m/s²)`.
struct ColumnMeaning {
  enum Subject: Hashable {
    case time
    /// A component, 0 to 2, of a vector; an index may be 3, the last of three from 1.
    case vector(MotionQuantity, axis: Int)
    /// The component of a vector without a name: `X`, `Y` or `Z`.
    case unnamed(axis: Int)
  }

  var subject: Subject
  /// The factor to our unit, or units per second of a time; `nil` if the name states no unit.
  var factor: Double?
  /// Whether the name states a unit that is none of the quantity.
  private(set) var isUnknownUnit = false
  /// Whether only three such columns are a vector, if no other is named: by their unit, as in
  /// `AsX(°/s)`, or `p`, `q` and `r`.
  private(set) var isWeak = false
  /// The words of the name without its axis and unit.
  private(set) var group = ""

  /// The meaning of the column called `name`; `nil` for an unknown one.
  ///
  /// - Parameter fileQuantity: The quantity in the file's name, for components without a name.
  init?(_ name: String, fileQuantity: MotionQuantity? = nil) {
    var (plain, bracketed) = Self.unitInBrackets(name)
    // `gyroADC[0] (deg/s)` has an index before its unit.
    var index = bracketed.flatMap(Self.indices.firstIndex)
    if index != nil { bracketed = nil }
    if index == nil, case (let stem, let second?) = Self.unitInBrackets(plain.trimmed),
      let place = Self.indices.firstIndex(of: second)
    {
      (plain, index) = (stem, place)
    }
    // A letter that got lost may have been a prefix, and counts have no unit.
    if let unit = bracketed,
      unit.contains(where: { "?\u{FFFD}".contains($0) }) || Self.counts.contains(unit.lowercased())
        || unit.lowercased() == Self.ambiguous
    {
      bracketed = nil
    }
    var words = Self.words(plain).flatMap(Self.parts).filter { !Self.neutral.contains($0) }
    words = Self.nameTurnsByAxes(Self.nameDirectionsByAxes(words))
    // `Accel Channel 0` ends in an index.
    if index == nil, let last = words.last, let place = Self.indices.firstIndex(of: last),
      !words.contains(where: { Self.axis(of: $0) != nil })
    {
      (index, words) = (place, words.dropLast())
    }
    let byUnit = bracketed.flatMap { Self.vector(words, of: $0) }
    if let unit = bracketed.flatMap(QuantityUnit.unitsPerSecond), Self.timeUnit(words) != nil {
      // `ACC X Time Series (s)` is a time of that sensor.
      subject = .time
      factor = unit
    } else if let index {
      // The first words name the quantity, the last its unit: `accelerometer_m_s2[0]`.
      guard Self.others.isDisjoint(with: words),
        let count = (1...max(words.count, 1)).first(where: {
          Self.quantity(of: words.prefix($0)) != nil
        }),
        let quantity = Self.quantity(of: words.prefix(count))
      else { return nil }
      subject = .vector(quantity, axis: index)
      factor = bracketed.flatMap { QuantityUnit.factor($0, of: quantity) }
      for start in words.indices.dropFirst(count) where factor == nil {
        factor = QuantityUnit.factor(words[start...].joined(), of: quantity)
      }
      group = words.joined(separator: " ")
      isUnknownUnit = factor == nil && bracketed != nil
    } else if let axis = words.lastIndex(where: { Self.axis(of: $0) != nil }) ?? byUnit?.axis,
      let subject = Self.vector(words, axisAt: axis) ?? byUnit?.subject
    {
      self.subject = subject
      isWeak = Self.vector(words, axisAt: axis) == nil
      let rest = words[(axis + 1)...].filter { !Self.names($0) }
      var unit = bracketed ?? rest.joined()
      let before = words[..<axis] + words[(axis + 1)...].filter(Self.names)
      group = before.joined(separator: " ")
      if case .vector(let quantity, _) = subject {
        factor = QuantityUnit.factor(unit, of: quantity)
        if group == "gforce" { factor = 1 }
        // Other words after the axis name one of several sensors: `AccelX_chest`.
        var sensor = bracketed == nil && factor != nil ? [] : rest
        if bracketed == nil, factor == nil {
          let start = rest.indices.first {
            QuantityUnit.factor(rest[$0...].joined(), of: quantity) != nil
          }
          if let start {
            factor = QuantityUnit.factor(rest[start...].joined(), of: quantity)
            sensor = Array(rest[..<start])
          }
          // `gx_krad_s` ends in a part of an unknown unit.
          if !Self.unitParts.contains(rest.last ?? "") { unit = "" }
        }
        group = (before + sensor).joined(separator: " ")
      } else if case .unnamed(let component) = subject, !unit.isEmpty {
        // The unit says which sensor it is: `x-axis (deg/s)`.
        let candidates: [MotionQuantity] = fileQuantity.map { [$0] } ?? []
        for quantity in candidates + Self.measured where factor == nil {
          guard let found = QuantityUnit.factor(unit, of: quantity) else { continue }
          self.subject = .vector(quantity, axis: component)
          factor = found
        }
        // A time for each axis: `X [s]`.
        if factor == nil, let units = QuantityUnit.unitsPerSecond(unit) {
          self.subject = .time
          factor = units
        }
      }
      // An unknown unit cannot belong to this quantity: the column holds another one.
      isUnknownUnit = factor == nil && !unit.isEmpty
    } else if let time = Self.timeUnit(words) {
      subject = .time
      factor = QuantityUnit.unitsPerSecond(bracketed ?? time)
    } else if let axis = words.first.flatMap(Self.rates.firstIndex) {
      let unit = bracketed ?? words.dropFirst().joined()
      subject = .vector(.rotationRate, axis: axis)
      factor = QuantityUnit.factor(unit, of: .rotationRate)
      guard factor != nil || unit.isEmpty else { return nil }
      isWeak = true
    } else {
      return nil
    }
  }

  private static let indices = ["0", "1", "2", "3"]
  /// The symbols of the rates about *x*, *y* and *z* in aeronautics.
  private static let rates = ["p", "q", "r"]
  /// The quantities of raw sensors.
  private static let measured: [MotionQuantity] = [.rotationRate, .acceleration, .magneticField]
  /// Units of numbers that a sensor's converter counts.
  private static let counts: Set<String> = ["lsb", "count", "counts", "raw", "adc", "digit"]
  /// Radians or revolutions per second.
  private static let ambiguous = "rps"
  /// Words that name nothing.
  private static let neutral: Set<String> = [
    "axis", "attr", "value", "values", "val", "data", "channel", "component",
  ]
  /// The last words of units.
  private static let unitParts: Set<String> = ["s", "s2", "sec", "rad", "deg", "h", "hz"]

  /// The parts of a word with the number of a sensor: `ax2`, `gyro2` or `acc1x`.
  private static func parts(_ word: String) -> [String] {
    let stem = word.prefix { !$0.isNumber }
    let number = word.dropFirst(stem.count).prefix(while: \.isNumber)
    let end = word.dropFirst(stem.count + number.count)
    guard !number.isEmpty,
      end.isEmpty
        ? axis(of: String(stem)) != nil || names(String(stem))
        : end.count == 1 && axis(of: String(stem) + end)?.prefix.isEmpty == false
    else { return [word] }
    return [String(stem), String(number)] + (end.isEmpty ? [] : [String(end)])
  }

  // MARK: - Words

  /// The name without the text in its last brackets, and that text.
  private static func unitInBrackets(_ name: String) -> (name: String, unit: String?) {
    // `[m/(s^2)]` ends with the bracket that it starts with.
    let opening = name.last == "]" ? "[" : name.last == ")" ? "(" : "[("
    guard let start = name.lastIndex(where: { opening.contains($0) }),
      let end = name[start...].lastIndex(where: { "])".contains($0) }),
      name.index(after: start) < end
    else { return (name, nil) }
    let unit = name[name.index(after: start)..<end]
    // `IMU(0):accelX` has the number of a sensor.
    guard name[end...].dropFirst().allSatisfy(\.isWhitespace) || !unit.allSatisfy(\.isNumber)
    else { return (name, nil) }
    return (String(name[..<start]), String(unit))
  }

  /// The words of a name, in lower case and without accents: cut at other characters, before a
  /// capital that starts a word (`AccelX`, `IMUAccel`), and between Latin letters and others. The
  /// sign of degrees is the word `deg`.
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character = " "
    func endWord() {
      if !word.isEmpty { words.append(String(word.lowercased().map { plain[$0] ?? $0 })) }
      word = ""
    }
    for index in name.indices {
      let character = name[index]
      let isDegree = "°º˚".contains(character)
      let isPart =
        (character.isLetter || character.isNumber) && !isDegree && !"轴軸".contains(character)
      let startsWord =
        character.isUppercase
        && (previous.isLowercase
          || previous.isUppercase
            && name[index...].dropFirst().prefix(2).count(where: \.isLowercase) == 2)
      if !isPart || startsWord || isIdeographic(character) != isIdeographic(previous) { endWord() }
      if isPart { word.append(character) }
      if isDegree { words.append("deg") }
      previous = character
    }
    endWord()
    return words
  }

  private static func isIdeographic(_ character: Character) -> Bool { character.utf8.count > 2 }

  /// Letters of European languages without their accents.
  private static let plain = [Character: Character](
    uniqueKeysWithValues: zip(
      "áàâäãåąçćčéèêëęěíìîïıłñńňóòôöõřśšúùûüůýżźž", "aaaaaaaccceeeeeeiiiiilnnnooooorssuuuuuyzzz"))

  // MARK: - Vectors

  private static let quantities: [MotionQuantity: Set<String>] = [
    .rotationRate: [
      "gyro", "gyr", "gyroscope", "gyros", "gyrometer", "angular", "angvel", "angularvelocity",
      "omega", "w", "rate", "g",
      "gyroskop", "drehrate", "winkelgeschwindigkeit", "angulaire", "giroscopio", "angolare",
      "gyroscoop", "hoeksnelheid", "zyroskop", "katowa", "jiroskop", "acisal", "гироскоп",
      "угловая",
      "角速度", "陀螺仪", "陀螺儀", "ジャイロ", "자이로", "자이로스코프", "각속도",
    ],
    .acceleration: [
      "acc", "acce", "accel", "accl", "accelerometer", "acceleration", "a", "gforce", "f", "alpha",
      "spec", "specific",
      "beschleunigung", "accelerometre", "aceleracion", "acelerometro", "accelerazione",
      "aceleracao", "versnelling", "przyspieszenie", "zrychleni", "ivme", "ivmeolcer", "ускорение",
      "акселерометр", "加速度", "加速度计", "加速度計", "가속도", "가속도계",
    ],
    .magneticField: [
      "mag", "magn", "magnet", "magnetometer", "magnetic", "m", "b", "magnetfeld", "magnetometre",
      "magnetique", "magnetico", "magnetometro", "magnetische", "magnetyczne", "manyetik",
      "магнитометр", "磁场", "磁場", "磁力计", "磁力計", "地磁気", "磁気", "지자기", "자기장",
    ],
    .gravity: ["gravity", "grav", "schwerkraft", "gravite", "gravedad", "重力"],
    .userAcceleration: ["lacc", "linacc", "linacce", "linaccel", "useraccel"],
  ]

  /// Whether a word of several letters names a quantity, as after an axis: `x_accel`.
  private static func names(_ word: String) -> Bool {
    word.count > 1 && quantities.values.contains { $0.contains(word) }
  }

  /// Words of other quantities that share a word with one of these.
  private static let others: Set<String> = [
    "orientation", "euler", "quat", "quaternion", "position", "bias", "covariance", "std",
    "offset", "jerk", "angle", "winkel", "角度", "var", "variance", "min", "max", "rms", "sigma",
    "error", "fft", "status", "accuracy", "count", "diff", "free",
  ]

  /// Whether the name is that of a vector's component.
  @Sendable static func isVector(_ name: String) -> Bool {
    if case .vector = Self(name)?.subject { true } else { false }
  }

  /// Whether the column may hold the number or name of one of several sensors.
  static func isIdentifier(_ name: String) -> Bool {
    !["id", "imu", "sensor", "device", "node", "mac", "address"].allSatisfy {
      !words(name).contains($0)
    }
  }

  /// Whether the column counts rows or packets.
  static func isCounter(_ name: String) -> Bool {
    !counters.isDisjoint(with: words(name))
  }

  /// Whether the column may hold the time since the row before.
  static func isStep(_ name: String) -> Bool { !steps.isDisjoint(with: words(name)) }

  private static let steps: Set<String> = ["dt", "delta", "diff", "interval", "period"]

  /// Whether the unit in the name is radians or revolutions per second.
  static func isAmbiguous(_ name: String) -> Bool { words(name).contains(ambiguous) }

  private static let counters: Set<String> = [
    "packet", "number", "counter", "count", "index", "frame", "sample", "seq", "sequence", "row",
    "loop", "iteration",
  ]

  /// The axis of a word, and the word before it if they are one: `x`, `ax` or `gyrox`.
  private static func axis(of word: String) -> (axis: Int, prefix: String)? {
    guard let last = word.last, let axis = ["x", "y", "z"].firstIndex(of: last) else { return nil }
    let prefix = String(word.dropLast())
    guard prefix.isEmpty || quantities.values.contains(where: { $0.contains(prefix) }) else {
      return nil
    }
    return (axis, prefix)
  }

  /// The component at the last word that ends in an axis, of the only quantity with this unit.
  private static func vector(_ words: [String], of unit: String) -> (subject: Subject, axis: Int)? {
    guard others.isDisjoint(with: words),
      let quantity = measured.first(where: { QuantityUnit.factor(unit, of: $0) != nil }),
      let place = words.lastIndex(where: { "xyz".contains($0.last ?? " ") }),
      let axis = Array("xyz").firstIndex(of: words[place].last ?? " ")
    else { return nil }
    return (.vector(quantity, axis: axis), place)
  }

  private static func vector(_ words: [String], axisAt index: Int) -> Subject? {
    guard let (axis, prefix) = axis(of: words[index]) else { return nil }
    let names =
      words[..<index] + (prefix.isEmpty ? [] : [prefix]) + words[(index + 1)...].filter(Self.names)
    guard others.isDisjoint(with: words) else { return nil }
    guard !names.isEmpty else { return .unnamed(axis: axis) }
    return quantity(of: names).map { .vector($0, axis: axis) }
  }

  /// `roll_rate`, `yawspeed` and `gyro_pitch` as rates about *x*, *z* and *y*, and browsers'
  /// `rotationRate.alpha`, `beta` and `gamma` as *x*, *y* and *z*; angles as they are.
  private static func nameTurnsByAxes(_ words: [String]) -> [String] {
    let turns = [
      "roll": "x", "pitch": "y", "yaw": "z", "alpha": "x", "beta": "y", "gamma": "z",
    ]
    let speeds: Set<String> = ["rate", "speed", "vel", "velocity"]
    let parts = words.flatMap { word -> [String] in
      guard let turn = turns.keys.first(where: word.hasPrefix), turn.count < word.count,
        speeds.contains(String(word.dropFirst(turn.count)))
      else { return [word] }
      return [turn, "rate"]
    }
    guard parts.contains(where: { turns[$0] != nil }),
      parts.contains(where: { speeds.contains($0) || $0.hasPrefix("gyr") })
    else { return words }
    return parts.map { turns[$0] ?? (speeds.contains($0) ? "rate" : $0) }
  }

  /// The vehicle's axes in `accel_forward`, `accel_right` and `accel_down`, or `left` and `up`, as
  /// *x*, *y* and *z*; other words as they are.
  private static func nameDirectionsByAxes(_ words: [String]) -> [String] {
    let axes = ["forward": "x", "right": "y", "left": "y", "down": "z", "up": "z"]
    guard words.count(where: { axes[$0] != nil }) == 1,
      !words.contains(where: { axis(of: $0) != nil }), quantity(of: words) != nil
    else { return words }
    return words.map { axes[$0] ?? $0 }
  }

  /// The quantity that words name.
  private static func quantity(of words: some Sequence<String>) -> MotionQuantity? {
    let words = Set(words)
    guard others.isDisjoint(with: words) else { return nil }
    func names(_ quantity: MotionQuantity) -> Bool {
      quantities[quantity]?.isDisjoint(with: words) == false
    }
    if !words.isDisjoint(with: ["user", "lin", "linear", "lineare", "lineaire", "lineal"]) {
      return names(.acceleration) ? .userAcceleration : nil
    }
    if words.contains("including"), names(.acceleration) { return .acceleration }
    if words.contains("ang"), !words.isDisjoint(with: ["vel", "velocity"]) { return .rotationRate }
    return [.gravity, .userAcceleration, .rotationRate, .magneticField, .acceleration]
      .first(where: names)
  }

  // MARK: - Times

  private static let times: Set<String> = [
    "time", "timestamp", "stamp", "t", "ts", "elapsed", "seconds", "milliseconds", "millis",
    "microseconds", "micros", "nanoseconds", "zeit", "zeitstempel", "uhrzeit", "temps",
    "horodatage", "tiempo", "tempo", "tijd", "czas", "cas", "zaman", "tid", "ido", "время", "时间",
    "時間",
    "时间戳", "時刻", "시간",
  ]

  /// The unit of a time, empty if it is not stated; `nil` for another column.
  private static func timeUnit(_ words: [String]) -> String? {
    let isUnit =
      words.count == 1 && words[0].count > 1
      && QuantityUnit.unitsPerSecond(words[0]) ?? 0 >= 1
    guard isUnit || !times.isDisjoint(with: words), !words.contains("zone") else { return nil }
    // The unit is a word of its own: `time_ms`, `Milliseconds`, `Time since start in ms`.
    return words.last { QuantityUnit.unitsPerSecond($0) != nil } ?? ""
  }
}
