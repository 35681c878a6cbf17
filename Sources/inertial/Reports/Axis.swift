/// An axis with ticks at round numbers.
struct Axis {
  let low: Double
  let high: Double
  private let places: Int
  /// The values of the ticks.
  let ticks: [Double]

  /// An axis with about `parts` intervals, optionally widened to ticks.
  init(from least: Double, to greatest: Double, parts: Int, widened: Bool) {
    // Values that differ only by rounding are drawn as a level line.
    let size = max(abs(least), abs(greatest))
    let finest = widened ? (size > 1e-9 ? max(1e-3 * size, 1e-9) : 1) : 1e-9 * max(size, 1)
    let span = min(max(greatest - least, finest), .greatestFiniteMagnitude)
    // The power of ten below the interval, then 1, 2, 5 or 10 times it.
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

  /// The position of a number on the axis, from 0 to 1.
  func share(of number: Double) -> Double { (number - low) / (high - low) }

  /// The label of a tick.
  func text(_ tick: Double) -> String { decimal(tick, places: places) }
}
