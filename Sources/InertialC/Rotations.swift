// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import LinearAlgebra
internal import RotationMath

/// The rotations nearest to matrices; see the header.
@c @implementation public func inertial_nearest_rotations(
  _ count: Int, _ matrices: UnsafePointer<Double>?, _ rotations: UnsafeMutablePointer<Double>?,
  _ quaternions: UnsafeMutablePointer<Double>?, _ gaps: UnsafeMutablePointer<Double>?,
  _ unique: UnsafeMutablePointer<Double>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    guard try checked(count: count) > 0 else { return }
    let matrices = try required(matrices, "matrices")
    for index in 0..<count {
      let m = matrices + 9 * index
      let matrix = Matrix3(
        rows: Vector3(m[0], m[1], m[2]), Vector3(m[3], m[4], m[5]), Vector3(m[6], m[7], m[8]))
      let nearest: NearestRotation
      do throws(LinearAlgebraError) {
        nearest = try nearestRotation(to: matrix, engine: .direct)
      } catch {
        throw MatrixError(index: index, error: error)
      }
      if let rotations {
        let rotation = nearest.matrix
        for row in 0..<3 { rotations.set(3 * index + row, rotation[row: row]) }
      }
      quaternions?.set(index, nearest.rotation)
      gaps?[index] = nearest.gap
      unique?.set(index, nearest.isUnique)
    }
  }
}

/// The average of rotations; see the header.
@c @implementation public func inertial_mean_rotation(
  _ count: Int, _ quaternions: UnsafePointer<Double>?, _ weights: UnsafePointer<Double>?,
  _ method: UnsafePointer<CChar>?, _ average: UnsafeMutablePointer<inertial_average>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let method = try choice(method, "method", default: RotationAverageMethod.chordalL2)
    let result = try required(average, "average")
    let count = try checked(count: count)
    let rotations = try rotations(quaternions, count: count)
    let found = try averageRotation(
      of: rotations, weights: weights.map { Array(UnsafeBufferPointer(start: $0, count: count)) },
      method: method)
    let q = found.rotation
    result.pointee = inertial_average(
      quaternion: (q.x, q.y, q.z, q.w), spread: found.spread, gap: found.gap,
      unique: found.isUnique ? 1 : 0)
  }
}

/// A path through rotations, ready to be read.
private struct RotationPath {
  /// The times that have a rotation; `nil` for all.
  var domain: ClosedRange<Double>?
  var rotation: (Double) -> Quaternion<Double>
}

/// Prepares a path through rotations; see the header.
@c @implementation public func inertial_rotation_path_new(
  _ kind: UnsafePointer<CChar>?, _ count: Int, _ times: UnsafePointer<Double>?,
  _ quaternions: UnsafePointer<Double>?, _ outside: UnsafePointer<CChar>?,
  _ path: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let kind = try choice(kind, "kind", default: RotationPathKind.slerp)
    let isBounded = outside == nil
    let outside = try choice(outside, "outside", default: OutsideKeys.clamped).value
    let result = try required(path, "path")
    let count = try checked(count: count)
    let times =
      count == 0
      ? [] : Array(UnsafeBufferPointer(start: try required(times, "times"), count: count))
    let keys = try rotations(quaternions, count: count)
    let rotation: (Double) -> Quaternion<Double>
    switch kind {
    case .slerp:
      let path = try SlerpPath(times: times, rotations: keys)
      rotation = { path.rotation(at: $0, outside: outside) }
    case .spline, .monotone:
      let path =
        try kind == .spline
        ? RotationSpline(times: times, rotations: keys)
        : RotationSpline.monotone(times: times, rotations: keys)
      rotation = { path.rotation(at: $0, outside: outside) }
    }
    result.pointee = Handle.make(
      RotationPath(domain: isBounded ? times[0]...times[count - 1] : nil, rotation: rotation))
  }
}

/// Frees a path through rotations.
@c @implementation public func inertial_rotation_path_free(_ path: OpaquePointer?) {
  Handle<RotationPath>.free(path)
}

/// Writes the rotations of a path; see the header.
@c @implementation public func inertial_rotation_path_at(
  _ path: OpaquePointer?, _ count: Int, _ times: UnsafePointer<Double>?,
  _ quaternions: UnsafeMutablePointer<Double>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let path = Handle<RotationPath>.object(try required(path, "path")).value
    guard try checked(count: count) > 0 else { return }
    let (times, result) = (
      try required(times, "times"), try required(quaternions, "quaternions")
    )
    for index in 0..<count {
      if let domain = path.domain, !domain.contains(times[index]) {
        throw ArgumentError(
          "times[\(index)]: expected a time in \(domain), got \(times[index])")
      }
      result.set(index, path.rotation(times[index]))
    }
  }
}

/// The quaternions of an array [n][4], scalar last; the pointer may be NULL if there are none.
private func rotations(
  _ quaternions: UnsafePointer<Double>?, count: Int
) throws -> [Quaternion<Double>] {
  guard count > 0 else { return [] }
  let numbers = try required(quaternions, "quaternions")
  return (0..<count).map { index in
    let q = numbers + 4 * index
    return Quaternion(x: q[0], y: q[1], z: q[2], w: q[3])
  }
}

private enum RotationPathKind: String, CaseIterable {
  case slerp, spline, monotone
}

private enum OutsideKeys: String, CaseIterable {
  case clamped, extrapolated

  var value: PathExtension { self == .clamped ? .clamped : .extrapolated }
}

/// An error of one matrix of several.
struct MatrixError: Error, CustomStringConvertible {
  let index: Int
  let error: LinearAlgebraError

  var description: String { "matrix \(index): \(error)" }
}
