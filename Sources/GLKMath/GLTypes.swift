// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
