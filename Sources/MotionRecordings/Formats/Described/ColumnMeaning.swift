internal import MotionFusion

/// The meaning of a column by its name, such as `Gyro_X_deg_per_s` or `ACCELEROMETER Z (m/s²)`.
struct ColumnMeaning {
  enum Subject: Hashable {
    case time
    /// A component, 0 to 2, of a vector.
    case vector(MotionQuantity, axis: Int)
    /// The component of a vector without a name: `X`, `Y` or `Z`.
    case unnamed(axis: Int)
  }

  var subject: Subject
  /// The factor to our unit, or units per second of a time; `nil` if the name states no unit.
  var factor: Double?
  /// Whether the name states a unit that is none of the quantity.
  private(set) var isUnknownUnit = false
  /// The words of the name without its axis and unit.
  private(set) var group = ""

  /// The meaning of the column called `name`; `nil` for an unknown one.
  ///
  /// - Parameter fileQuantity: The quantity in the file's name, for components without a name.
  init?(_ name: String, fileQuantity: MotionQuantity? = nil) {
    let (plain, bracketed) = Self.unitInBrackets(name)
    let words = Self.words(plain)
    if let bracketed, let axis = ["0", "1", "2"].firstIndex(of: bracketed) {
      // The first words name the quantity, the last its unit: `accelerometer_m_s2[0]`.
      guard
        let count = (1...max(words.count, 1)).first(where: {
          Self.quantity(of: words.prefix($0)) != nil
        }),
        let quantity = Self.quantity(of: words.prefix(count))
      else { return nil }
      subject = .vector(quantity, axis: axis)
      for start in words.indices.dropFirst(count) where factor == nil {
        factor = QuantityUnit.factor(words[start...].joined(), of: quantity)
      }
      group = words.joined(separator: " ")
    } else if let axis = words.lastIndex(where: { Self.axis(of: $0) != nil }),
      let subject = Self.vector(words, axisAt: axis)
    {
      self.subject = subject
      let rest = words[(axis + 1)...].filter { $0 != "axis" }
      let unit = bracketed ?? rest.joined()
      group = words[..<axis].joined(separator: " ")
      if case .vector(let quantity, _) = subject {
        factor = QuantityUnit.factor(unit, of: quantity)
        if group == "gforce" { factor = 1 }
      } else if case .unnamed(let component) = subject, !unit.isEmpty {
        // The unit says which sensor it is: `x-axis (deg/s)`.
        let quantities: [MotionQuantity] = [.rotationRate, .acceleration, .magneticField]
        let candidates: [MotionQuantity] = fileQuantity.map { [$0] } ?? []
        for quantity in candidates + quantities where factor == nil {
          guard let found = QuantityUnit.factor(unit, of: quantity) else { continue }
          self.subject = .vector(quantity, axis: component)
          factor = found
        }
      }
      // An unknown unit cannot belong to this quantity: the column holds another one.
      isUnknownUnit = factor == nil && !unit.isEmpty
    } else if let time = Self.timeUnit(words) {
      subject = .time
      factor = QuantityUnit.unitsPerSecond(bracketed ?? time)
    } else {
      return nil
    }
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
    return (String(name[..<start]), String(name[name.index(after: start)..<end]))
  }

  /// The words of a name, in lower case: cut at other characters and before a capital.
  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character = " "
    for character in name {
      if !(character.isLetter || character.isNumber)
        || character.isUppercase && previous.isLowercase
      {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if character.isLetter || character.isNumber { word.append(character) }
      previous = character
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  // MARK: - Vectors

  private static let quantities: [MotionQuantity: Set<String>] = [
    .rotationRate: [
      "gyro", "gyr", "gyroscope", "gyros", "angular", "angvel", "omega", "w", "rate", "g",
    ],
    .acceleration: ["acc", "accel", "accelerometer", "acceleration", "a", "gforce"],
    .magneticField: ["mag", "magn", "magnetometer", "magnetic", "m", "b"],
    .gravity: ["gravity", "grav"], .userAcceleration: ["lacc", "linacc", "linaccel"],
  ]
  /// Words of other quantities that share a word with one of these.
  private static let others: Set<String> = [
    "orientation", "euler", "quat", "quaternion", "position", "bias", "covariance", "std",
    "offset", "jerk", "angle",
  ]

  /// Whether the column may hold the number or name of one of several sensors.
  static func isIdentifier(_ name: String) -> Bool {
    !["id", "imu", "sensor", "device", "node", "mac", "address"].allSatisfy {
      !words(name).contains($0)
    }
  }

  /// The axis of a word, and the word before it if they are one: `x`, `ax` or `gyrox`.
  private static func axis(of word: String) -> (axis: Int, prefix: String)? {
    guard let last = word.last, let axis = ["x", "y", "z"].firstIndex(of: last) else { return nil }
    let prefix = String(word.dropLast())
    guard prefix.isEmpty || quantities.values.contains(where: { $0.contains(prefix) }) else {
      return nil
    }
    return (axis, prefix)
  }

  private static func vector(_ words: [String], axisAt index: Int) -> Subject? {
    guard let (axis, prefix) = axis(of: words[index]) else { return nil }
    let names = words[..<index] + (prefix.isEmpty ? [] : [prefix])
    guard others.isDisjoint(with: words) else { return nil }
    guard !names.isEmpty else { return .unnamed(axis: axis) }
    return quantity(of: names).map { .vector($0, axis: axis) }
  }

  /// The quantity that words name.
  private static func quantity(of words: some Sequence<String>) -> MotionQuantity? {
    let words = Set(words)
    guard others.isDisjoint(with: words) else { return nil }
    func names(_ quantity: MotionQuantity) -> Bool {
      quantities[quantity]?.isDisjoint(with: words) == false
    }
    if words.contains("user") || words.contains("linear") {
      return names(.acceleration) ? .userAcceleration : nil
    }
    return [.gravity, .userAcceleration, .rotationRate, .magneticField, .acceleration]
      .first(where: names)
  }

  // MARK: - Times

  private static let times: Set<String> = [
    "time", "timestamp", "stamp", "t", "elapsed", "seconds", "milliseconds", "millis",
    "microseconds", "micros", "nanoseconds",
  ]

  /// The unit of a time, empty if it is not stated; `nil` for another column.
  private static func timeUnit(_ words: [String]) -> String? {
    let isUnit =
      words.count == 1 && words[0].count > 1
      && QuantityUnit.unitsPerSecond(words[0]) != nil
    guard isUnit || !times.isDisjoint(with: words), !words.contains("zone") else { return nil }
    // The unit is a word of its own: `time_ms`, `Milliseconds`, `Time since start in ms`.
    return words.last { QuantityUnit.unitsPerSecond($0) != nil } ?? ""
  }
}
