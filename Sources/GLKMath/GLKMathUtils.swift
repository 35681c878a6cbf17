// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's conversions, projections to a window, and descriptions, by their names.

import RotationMath

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// MARK: - Angles

/// The angle in radians of one in degrees.
@inlinable public func GLKMathDegreesToRadians(_ degrees: Float) -> Float {
  degrees * (.pi / 180)
}

/// The angle in degrees of one in radians.
@inlinable public func GLKMathRadiansToDegrees(_ radians: Float) -> Float {
  radians * (180 / .pi)
}

// MARK: - Windows

/// Where a point of an object appears in a window: *x* and *y* in the viewport's unit, depth from
/// 0 (near) to 1 (far).
///
/// - Parameters:
///   - object: The point in the object's coordinates.
///   - model: The model-view matrix.
///   - projection: The projection matrix.
///   - viewport: Four integers: left, bottom, width, height.
public func GLKMathProject(
  _ object: GLKVector3, _ model: GLKMatrix4, _ projection: GLKMatrix4,
  _ viewport: UnsafePointer<Int32>
) -> GLKVector3 {
  let device = GLKMatrix4MultiplyAndProjectVector3(GLKMatrix4Multiply(projection, model), object)
  return GLKVector3(
    x: Float(viewport[0]) + Float(viewport[2]) * (device.x + 1) / 2,
    y: Float(viewport[1]) + Float(viewport[3]) * (device.y + 1) / 2, z: (device.z + 1) / 2)
}

/// The point of an object that appears at `window`: the inverse of `GLKMathProject`.
///
/// - Parameters:
///   - window: *x* and *y* in the viewport's unit, depth from 0 to 1.
///   - model: The model-view matrix.
///   - projection: The projection matrix.
///   - viewport: Four integers: left, bottom, width, height.
///   - success: Told whether the matrices can be inverted.
public func GLKMathUnproject(
  _ window: GLKVector3, _ model: GLKMatrix4, _ projection: GLKMatrix4,
  _ viewport: UnsafePointer<Int32>, _ success: UnsafeMutablePointer<Bool>?
) -> GLKVector3 {
  let inverse = GLKMatrix4Invert(GLKMatrix4Multiply(projection, model), success)
  let device = GLKVector3(
    x: 2 * (window.x - Float(viewport[0])) / Float(viewport[2]) - 1,
    y: 2 * (window.y - Float(viewport[1])) / Float(viewport[3]) - 1, z: 2 * window.z - 1)
  return GLKMatrix4MultiplyAndProjectVector3(inverse, device)
}

// MARK: - Descriptions

/// `{{m00, m01}, {m10, m11}}`: one column after another.
public func NSStringFromGLKMatrix2(_ matrix: GLKMatrix2) -> String {
  nested([matrix.matrix.c0, matrix.matrix.c1].map { [$0.x, $0.y] })
}

/// `{{m00, m01, m02}, {m10, m11, m12}, {m20, m21, m22}}`: one column after another.
public func NSStringFromGLKMatrix3(_ matrix: GLKMatrix3) -> String {
  let m = matrix.matrix
  return nested([m.c0, m.c1, m.c2].map { [$0.x, $0.y, $0.z] })
}

/// `{{m00, m01, m02, m03}, ...}`: one column after another.
public func NSStringFromGLKMatrix4(_ matrix: GLKMatrix4) -> String {
  let m = matrix.matrix
  return nested([m.c0, m.c1, m.c2, m.c3].map { [$0.x, $0.y, $0.z, $0.w] })
}

/// `{x, y}`.
public func NSStringFromGLKVector2(_ vector: GLKVector2) -> String { braced([vector.x, vector.y]) }

/// `{x, y, z}`.
public func NSStringFromGLKVector3(_ vector: GLKVector3) -> String {
  braced([vector.x, vector.y, vector.z])
}

/// `{x, y, z, w}`.
public func NSStringFromGLKVector4(_ vector: GLKVector4) -> String {
  braced([vector.x, vector.y, vector.z, vector.w])
}

/// `{{x, y, z}, w}`.
public func NSStringFromGLKQuaternion(_ quaternion: GLKQuaternion) -> String {
  "{\(NSStringFromGLKVector3(quaternion.v)), \(printed(quaternion.w))}"
}

private func nested(_ columns: [[Float]]) -> String {
  "{" + columns.map(braced).joined(separator: ", ") + "}"
}

private func braced(_ numbers: [Float]) -> String {
  "{" + numbers.map(printed).joined(separator: ", ") + "}"
}

/// C's `%g`, which is how GLKit prints: six significant digits, no trailing zeros.
private func printed(_ number: Float) -> String {
  withVaList([Double(number)]) { arguments in
    // The longest is "-1.17549e-38": 12 characters.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let text = buffer.baseAddress else { return "" }
      vsnprintf(text, buffer.count, "%g", arguments)
      return String(cString: text)
    }
  }
}
