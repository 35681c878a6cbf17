// swift-format-ignore-file: AlwaysUseLowerCamelCase
// GLKit's unit conversions, window projections and descriptions.

public import RotationMath

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

/// Converts degrees to radians.
@inlinable public func GLKMathDegreesToRadians(_ degrees: Float) -> Float { degrees * (.pi / 180) }
/// Converts radians to degrees.
@inlinable public func GLKMathRadiansToDegrees(_ radians: Float) -> Float { radians * (180 / .pi) }

// MARK: - Window coordinates

/// Projects a point from object to window coordinates.
///
/// *x* and *y* are in the unit of the viewport, the depth from 0 (near) to 1 (far).
///
/// - Parameters:
///   - object: The point in object coordinates.
///   - model: The model-view matrix.
///   - projection: The projection matrix.
///   - viewport: Four integers: left, bottom, width and height.
public func GLKMathProject(
  _ object: GLKVector3, _ model: GLKMatrix4, _ projection: GLKMatrix4,
  _ viewport: UnsafePointer<Int32>
) -> GLKVector3 {
  let device = GLKMatrix4MultiplyAndProjectVector3(GLKMatrix4Multiply(projection, model), object)
  return GLKVector3(
    x: Float(viewport[0]) + Float(viewport[2]) * (device.x + 1) / 2,
    y: Float(viewport[1]) + Float(viewport[3]) * (device.y + 1) / 2, z: (device.z + 1) / 2)
}

/// Maps a window position to object coordinates: the inverse of `GLKMathProject`.
///
/// - Parameters:
///   - window: *x* and *y* in the unit of the viewport, depth from 0 to 1.
///   - model: The model-view matrix.
///   - projection: The projection matrix.
///   - viewport: Four integers: left, bottom, width and height.
///   - success: Set to whether the product of the matrices is invertible.
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

/// The text `{{m00, m01}, {m10, m11}}`, column by column.
public func NSStringFromGLKMatrix2(_ matrix: GLKMatrix2) -> String {
  nested([matrix.matrix.c0, matrix.matrix.c1].map { [$0.x, $0.y] })
}
/// The text `{{m00, m01, m02}, {m10, ...}, ...}`, column by column.
public func NSStringFromGLKMatrix3(_ matrix: GLKMatrix3) -> String {
  let m = matrix.matrix
  return nested([m.c0, m.c1, m.c2].map { [$0.x, $0.y, $0.z] })
}

/// The text `{{m00, m01, m02, m03}, ...}`, column by column.
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

/// Formats a number with C's `%g`, as GLKit does.
private func printed(_ number: Float) -> String {
  withVaList([Double(number)]) { arguments in
    // The longest text, "-1.17549e-38", has 12 characters.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      guard let text = buffer.baseAddress else { return "" }
      vsnprintf(text, buffer.count, "%g", arguments)
      return String(cString: text)
    }
  }
}

// MARK: - Conversions from Core Motion

/// Converts an attitude quaternion of device motion to GLKit's, rounded to floats.
@inlinable
public func GLKQuaternionFromCMQuaternion(_ quaternion: Quaternion<Double>) -> GLKQuaternion {
  GLKQuaternion(
    x: Float(quaternion.x), y: Float(quaternion.y), z: Float(quaternion.z), w: Float(quaternion.w))
}

/// Converts an acceleration of device motion to GLKit's vector, rounded to floats.
@inlinable public func GLKVector3FromCMAcceleration(_ acceleration: Vector3<Double>) -> GLKVector3 {
  GLKVector3(x: Float(acceleration.x), y: Float(acceleration.y), z: Float(acceleration.z))
}

// The number types of OpenGL, which `import GLKit` brings along: for vertex and index arrays.

/// An 8-bit signed integer.
public typealias GLbyte = Int8
/// An 8-bit unsigned integer.
public typealias GLubyte = UInt8
/// A 16-bit signed integer.
public typealias GLshort = Int16
/// A 16-bit unsigned integer, as in arrays of indices.
public typealias GLushort = UInt16
/// A 32-bit signed integer.
public typealias GLint = Int32
/// A 32-bit unsigned integer.
public typealias GLuint = UInt32
/// A 32-bit signed count.
public typealias GLsizei = Int32
/// A named constant.
public typealias GLenum = UInt32
/// A truth value: 0 or 1.
public typealias GLboolean = UInt8
/// A 32-bit floating-point number.
public typealias GLfloat = Float
/// A 32-bit floating-point number from 0 to 1.
public typealias GLclampf = Float
