import RotationMath

/// Storage of fixed address for the inputs and results of both sides: `count` elements, seen as
/// our type or as packed scalars. Lives as long as the program; one thread at a time writes it.
struct Block<Element>: @unchecked Sendable {
  let elements: UnsafeMutablePointer<Element>
  let count: Int
  let width: Int

  init(count: Int, _ make: () -> Element) {
    elements = .allocate(capacity: count)
    for i in 0..<count { (elements + i).initialize(to: make()) }
    self.count = count
    width = MemoryLayout<Element>.stride / MemoryLayout<Double>.stride
  }

  /// The same storage as packed scalars, for C.
  var scalars: UnsafeMutablePointer<Double> {
    UnsafeMutableRawPointer(elements).assumingMemoryBound(to: Double.self)
  }

  /// A copy of the elements.
  var array: [Element] { Array(UnsafeBufferPointer(start: elements, count: count)) }

  /// A copy of the scalars.
  var values: [Double] { Array(UnsafeBufferPointer(start: scalars, count: count * width)) }
}

extension SplitMix64 {
  mutating func vector() -> Vector3<Double> { Vector3(nextNormal(), nextNormal(), nextNormal()) }

  mutating func rotation() -> Quaternion<Double> {
    let q = Quaternion(vector: vector(), scalar: nextNormal())
    return q / q.length
  }

  mutating func matrix() -> Matrix3<Double> { Matrix3(columns: vector(), vector(), vector()) }

  mutating func matrix4() -> Matrix4<Double> {
    func column() -> Vector4<Double> {
      Vector4(nextNormal(), nextNormal(), nextNormal(), nextNormal())
    }
    return Matrix4(columns: column(), column(), column(), column())
  }
}

/// The numbers at an address that lasts as long as the program.
func copy(_ numbers: [Double]) -> UnsafeMutablePointer<Double> {
  let copy = UnsafeMutablePointer<Double>.allocate(capacity: numbers.count)
  copy.initialize(from: numbers, count: numbers.count)
  return copy
}

/// An input that takes long to make, and is made when it is first needed: a comparison that is not
/// chosen never makes it.
final class Deferred<Value> {
  private(set) lazy var value = make()
  private let make: () -> Value

  init(_ make: @escaping () -> Value) { self.make = make }
}
