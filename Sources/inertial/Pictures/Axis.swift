/// A span of numbers with round ones in it.
struct Axis {
  let low: Double
  let high: Double
  private let places: Int
  /// The round numbers.
  let ticks: [Double]

  /// The span between two numbers, with about so many parts, widened to round numbers or not.
  init(from least: Double, to greatest: Double, parts: Int, widened: Bool) {
    // Values that hardly differ, or are nothing but rounding, are one level line; times may lie far
    // from zero.
    let size = max(abs(least), abs(greatest))
    let finest = widened ? (size > 1e-9 ? max(1e-3 * size, 1e-9) : 1) : 1e-9 * max(size, 1)
    let span = min(max(greatest - least, finest), .greatestFiniteMagnitude)
    // The power of ten below a part's length, and 1, 2 or 5 of it.
    var power = 1.0
    var places = 0
    let part = span / Double(parts)
    while power > part {
      power /= 10
      places += 1
    }
    while power * 10 <= part { power *= 10 }
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= part } ?? 10 * power
    self.places = step >= 10 * power ? max(0, places - 1) : places
    let firstTick = widened ? (least / step).rounded(.down) : (least / step).rounded(.up)
    let lastTick = widened ? (greatest / step).rounded(.up) : (greatest / step).rounded(.down)
    ticks = stride(from: firstTick, through: max(lastTick, firstTick), by: 1).map { $0 * step }
    low = widened ? firstTick * step : least
    high = widened ? max(lastTick, firstTick + 1) * step : least + span
  }

  /// Where a number lies from 0, the low end, to 1.
  func share(of number: Double) -> Double { (number - low) / (high - low) }

  /// A tick for people.
  func text(_ tick: Double) -> String { decimal(tick, places: places) }
}
