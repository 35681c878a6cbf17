internal import DeviceMotion

/// Sums over the samples of the last moments, by running sums in fixed memory at any sample rate.
///
/// Time is cut into blocks of an eighth of the window. Eight closed blocks and the open one are
/// summed, so the window is between 1 and 1⅛ times its nominal length. A sample costs seven
/// additions; a block that closes costs two more of each sum, and every eighth block the sums are
/// taken afresh, so that rounding never accumulates.
struct RestWindow: Hashable, Sendable {
  /// What is summed.
  struct Sums: Hashable, Sendable {
    var count = 0.0
    var acceleration = Vector3<Double>.zero
    var accelerationSquared = 0.0
    var rateSquared = 0.0

    @inline(__always)
    static func + (a: Self, b: Self) -> Self {
      Sums(
        count: a.count + b.count, acceleration: a.acceleration + b.acceleration,
        accelerationSquared: a.accelerationSquared + b.accelerationSquared,
        rateSquared: a.rateSquared + b.rateSquared)
    }

    @inline(__always)
    static func - (a: Self, b: Self) -> Self {
      Sums(
        count: a.count - b.count, acceleration: a.acceleration - b.acceleration,
        accelerationSquared: a.accelerationSquared - b.accelerationSquared,
        rateSquared: a.rateSquared - b.rateSquared)
    }
  }

  private static let blockCount = 8

  private let blockDuration: Double
  /// The closed blocks, a ring.
  private var blocks = [Sums](repeating: Sums(), count: Self.blockCount)
  private var oldest = 0
  private var closed = Sums()
  private var open = Sums()
  private var blockEnd = -Double.infinity
  /// When samples will have come for the length of the window.
  private var fullTime = Double.infinity

  /// A window of `duration` seconds.
  init(duration: Double) { blockDuration = duration / Double(Self.blockCount) }

  /// The sums over the window.
  var sums: Sums { closed + open }

  /// One of them.
  @inline(__always)
  func sums(_ part: (Sums) -> Double) -> Double { part(closed) + part(open) }

  /// Whether samples came for the length of the window.
  @inline(__always)
  func isFull(at time: Double) -> Bool {
    time >= fullTime
  }

  /// Takes the sample at `time`, later than the ones before.
  @inline(__always)
  mutating func add(
    acceleration: Vector3<Double>, squared: Double, rateSquared: Double, at time: Double
  ) {
    if time >= blockEnd { close(until: time) }
    open.count += 1
    open.acceleration += acceleration
    open.accelerationSquared += squared
    open.rateSquared += rateSquared
  }

  /// Forgets all.
  mutating func restart() {
    for index in blocks.indices { blocks[index] = Sums() }
    oldest = 0
    closed = Sums()
    open = Sums()
    blockEnd = -.infinity
    fullTime = .infinity
  }

  @inline(never)
  private mutating func close(until time: Double) {
    guard time - blockEnd < blockDuration * Double(Self.blockCount) else {
      // The first sample, or one after a pause that the window does not reach across.
      restart()
      fullTime = time + blockDuration * Double(Self.blockCount)
      blockEnd = time + blockDuration
      return
    }
    repeat {
      closed = closed + open - blocks[oldest]
      blocks[oldest] = open
      open = Sums()
      oldest += 1
      if oldest == Self.blockCount {
        oldest = 0
        closed = blocks.reduce(Sums(), +)
      }
      blockEnd += blockDuration
    } while time >= blockEnd
  }
}
