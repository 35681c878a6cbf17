internal import COpenBLAS
public import RotationMath

/// The chordal distances ‖*R*ᵢ - *S*ⱼ‖ (Frobenius norm) of every rotation of one list from every one of
/// another: 2√2 sin(θ/2) of the angle θ between them, 0 through 2√2.
///
/// All cosines of half the angles come from one matrix product of quaternions; where two rotations
/// are close, and their distance would lose digits in 1 - cos², it comes from their difference.
///
/// Source: R. Hartley, J. Trumpf, Y. Dai, H. Li, *Rotation averaging*, Int. J. Computer Vision 103,
/// 2013, doi:10.1007/s11263-012-0601-0, section 4.
///
/// - Parameters:
///   - rotations: Unit quaternions; their signs do not matter.
///   - others: Unit quaternions.
/// - Returns: A row for each of `rotations`, a column for each of `others`; NaN where a quaternion is
///   not finite.
/// - Complexity: O(*n* *m*); allocates the result and a copy of the quaternions.
public func chordalDistances(
  from rotations: [Quaternion<Double>], to others: [Quaternion<Double>]
) -> DenseMatrix {
  var elements = [Double](repeating: 0, count: rotations.count * others.count)
  // Column-major: a column holds the distances from all `rotations` to one of `others`.
  for first in stride(from: 0, to: others.count, by: pieceLength) {
    let piece = others[first..<min(first + pieceLength, others.count)]
    elements.withUnsafeMutableBufferPointer { buffer in
      let part = UnsafeMutableBufferPointer(
        rebasing: buffer[first * rotations.count..<(first + piece.count) * rotations.count])
      halfAngleCosines(of: piece, with: rotations[...], into: part)
      for (column, other) in piece.enumerated() {
        for (row, rotation) in rotations.enumerated() {
          let index = column * rotations.count + row
          part[index] = chord(rotation, other, cosine: part[index])
        }
      }
    }
  }
  return DenseMatrix(rowCount: rotations.count, columnCount: others.count, elements: elements)
}

/// A rotation near to another.
public struct RotationNeighbor: Hashable, Sendable {
  /// Its index in the list that was searched.
  public let index: Int
  /// How far it is, as ``chordalDistances(from:to:)`` measures.
  public let chordalDistance: Double

  /// The angle between the two, in radians.
  public var angle: Double { 2 * Double.asin(min(1, chordalDistance / (2 * 2.0.squareRoot()))) }
}

/// The `count` rotations of a list that are nearest to each of some others, nearest first, those as
/// far in the order of the list.
///
/// - Parameters:
///   - queries: Unit quaternions; their signs do not matter.
///   - rotations: The list to search: unit quaternions.
///   - count: How many neighbours each is to have; fewer where the list is shorter. Quaternions that
///     are not finite are nobody's neighbours, and have none.
/// - Precondition: `count` is not negative.
/// - Complexity: O(*n* *m*) by matrix products, and O(*k*) for each of a list's rotations that comes
///   among the nearest; allocates the result and a piece of the distances.
public func nearestNeighbors(
  of queries: [Quaternion<Double>], among rotations: [Quaternion<Double>], count: Int
) -> [[RotationNeighbor]] {
  precondition(count >= 0, "\(count) neighbours cannot be found")
  let wanted = min(count, rotations.count)
  guard wanted > 0 else { return queries.map { _ in [] } }
  var neighbors: [[RotationNeighbor]] = []
  neighbors.reserveCapacity(queries.count)
  var cosines = [Double](repeating: 0, count: min(pieceLength, queries.count) * rotations.count)
  for first in stride(from: 0, to: queries.count, by: pieceLength) {
    let piece = queries[first..<min(first + pieceLength, queries.count)]
    cosines.withUnsafeMutableBufferPointer { buffer in
      halfAngleCosines(
        of: piece, with: rotations[...],
        into: UnsafeMutableBufferPointer(rebasing: buffer[..<(piece.count * rotations.count)]))
      for (row, query) in piece.enumerated() {
        let own = UnsafeBufferPointer(
          rebasing: buffer[row * rotations.count..<(row + 1) * rotations.count])
        neighbors.append(nearest(to: query, cosines: own, among: rotations, count: wanted))
      }
    }
  }
  return neighbors
}

/// How many rotations one matrix product takes against all others.
private let pieceLength = 64

private func nearest(
  to query: Quaternion<Double>, cosines: UnsafeBufferPointer<Double>,
  among rotations: [Quaternion<Double>], count: Int
) -> [RotationNeighbor] {
  var leaders: [RotationNeighbor] = []
  leaders.reserveCapacity(count + 1)
  // A cosine below this belongs to none of the nearest, rounding errors included.
  var bar = -1.0
  for index in cosines.indices where abs(cosines[index]) >= bar {
    let distance = chord(query, rotations[index], cosine: cosines[index])
    if distance.isNaN { continue }
    if leaders.count == count, distance >= leaders[count - 1].chordalDistance { continue }
    let place = leaders.firstIndex { $0.chordalDistance > distance } ?? leaders.count
    leaders.insert(RotationNeighbor(index: index, chordalDistance: distance), at: place)
    if leaders.count > count { leaders.removeLast() }
    if leaders.count == count {
      let last = leaders[count - 1].chordalDistance
      bar = max(0, 1 - last * last / 8).squareRoot() - 8 * .ulpOfOne
    }
  }
  return leaders
}

/// The distance of two rotations whose quaternions have this inner product.
@inline(__always)
private func chord(
  _ a: Quaternion<Double>, _ b: Quaternion<Double>, cosine: Double
) -> Double {
  let magnitude = abs(cosine)
  // 8 (1 - c²); above 0.9, 1 - c is half the squared difference, which loses nothing.
  guard magnitude > 0.9 else { return (8 * (1 - magnitude) * (1 + magnitude)).squareRoot() }
  let difference = (cosine < 0 ? a + b : a - b).lengthSquared
  guard difference < .infinity else { return .nan }
  return (4 * difference * (1 + min(1, magnitude))).squareRoot()
}

/// Writes the inner products of quaternions, those with each of `queries` in a row.
private func halfAngleCosines(
  of queries: ArraySlice<Quaternion<Double>>, with rotations: ArraySlice<Quaternion<Double>>,
  into cosines: UnsafeMutableBufferPointer<Double>
) {
  guard let output = cosines.baseAddress, !cosines.isEmpty else { return }
  withScalars(of: queries) { a in
    withScalars(of: rotations) { b in
      cblas_dgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, Int32(queries.count), Int32(rotations.count), 4, 1,
        a, 4, b, 4, 0, output, Int32(rotations.count))
    }
  }
}

/// The packed scalars of quaternions, for C.
private func withScalars(
  of quaternions: ArraySlice<Quaternion<Double>>, _ body: (UnsafePointer<Double>?) -> Void
) {
  quaternions.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: Double.self)) }
}
