/// Stochastic gradient descent with moments and decoupled weight decay.
///
/// D. P. Kingma, J. Ba, *Adam: a method for stochastic optimization*, 2015, arXiv:1412.6980, with
/// its constants; I. Loshchilov, F. Hutter, *Decoupled weight decay regularization*, 2019,
/// arXiv:1711.05101.
struct AdamOptimizer {
  /// The weights.
  var weights: [Float]
  /// The weight decay, relative to the rate of a step.
  let decay: Float
  private var means: [Float]
  private var squares: [Float]
  private var steps = 0

  init(weights: [Float], decay: Float) {
    self.weights = weights
    self.decay = decay
    means = [Float](repeating: 0, count: weights.count)
    squares = means
  }

  /// Takes one step against `gradient`.
  mutating func step(_ gradient: [Float], rate: Float) {
    let (first, second, least): (Float, Float, Float) = (0.9, 0.999, 1e-8)
    steps += 1
    let correction = 1 / (1 - Self.power(first, steps))
    let spread = 1 / (1 - Self.power(second, steps))
    weights.withUnsafeMutableBufferPointer { weights in
      means.withUnsafeMutableBufferPointer { means in
        squares.withUnsafeMutableBufferPointer { squares in
          gradient.withUnsafeBufferPointer { gradient in
            for index in weights.indices {
              let slope = gradient[index]
              means[index] = first * means[index] + (1 - first) * slope
              squares[index] = second * squares[index] + (1 - second) * slope * slope
              let move =
                means[index] * correction / ((squares[index] * spread).squareRoot() + least)
              weights[index] -= rate * (move + decay * weights[index])
            }
          }
        }
      }
    }
  }

  private static func power(_ base: Float, _ exponent: Int) -> Float {
    var (result, factor, rest) = (Float(1), base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return result
  }
}
