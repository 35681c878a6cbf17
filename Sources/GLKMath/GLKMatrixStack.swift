// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// GLKit's stack of 4×4 matrices, for nested transforms.
///
/// A new stack holds the identity.
///
/// It is a reference type, as in GLKit, and not thread-safe.
public final class GLKMatrixStack {
  var matrices = [GLKMatrix4Identity]

  var top: GLKMatrix4 {
    get { matrices[matrices.count - 1] }
    set { matrices[matrices.count - 1] = newValue }
  }

  init() {}
}

#if !canImport(Darwin)
  /// A placeholder for CoreFoundation's default allocator.
  public var kCFAllocatorDefault: AnyObject? { nil }
#endif

/// Creates a stack that holds the identity. The allocator is ignored.
public func GLKMatrixStackCreate(_ alloc: AnyObject?) -> Unmanaged<GLKMatrixStack>? {
  Unmanaged.passRetained(GLKMatrixStack())
}
/// The type identifier of stacks, constant within a process.
public func GLKMatrixStackGetTypeID() -> UInt {
  UInt(bitPattern: ObjectIdentifier(GLKMatrixStack.self))
}

// MARK: - Levels

/// Pushes a copy of the top matrix.
public func GLKMatrixStackPush(_ stack: GLKMatrixStack) { stack.matrices.append(stack.top) }
/// Pops the top matrix, unless it is the only one.
public func GLKMatrixStackPop(_ stack: GLKMatrixStack) {
  if stack.matrices.count > 1 { stack.matrices.removeLast() }
}
/// The number of matrices on the stack, at least 1.
public func GLKMatrixStackSize(_ stack: GLKMatrixStack) -> Int32 { Int32(stack.matrices.count) }
/// Replaces the top matrix.
public func GLKMatrixStackLoadMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) {
  stack.top = matrix
}

// MARK: - The top matrix

/// The top matrix.
public func GLKMatrixStackGetMatrix4(_ stack: GLKMatrixStack) -> GLKMatrix4 { stack.top }
/// The upper left 3×3 block of the top matrix.
public func GLKMatrixStackGetMatrix3(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix4GetMatrix3(stack.top)
}
/// The upper left 2×2 block of the top matrix.
public func GLKMatrixStackGetMatrix2(_ stack: GLKMatrixStack) -> GLKMatrix2 {
  GLKMatrix4GetMatrix2(stack.top)
}
/// The inverse of the top matrix, or the identity if it is singular.
public func GLKMatrixStackGetMatrix4Inverse(_ stack: GLKMatrixStack) -> GLKMatrix4 {
  GLKMatrix4Invert(stack.top, nil)
}
/// The transposed inverse of the top matrix, or the identity if it is singular.
public func GLKMatrixStackGetMatrix4InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix4 {
  GLKMatrix4InvertAndTranspose(stack.top, nil)
}
/// The inverse of the upper left 3×3 block, or the identity if it is singular.
public func GLKMatrixStackGetMatrix3Inverse(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix3Invert(GLKMatrixStackGetMatrix3(stack), nil)
}
/// The transposed inverse of the upper left 3×3 block, which transforms normals.
public func GLKMatrixStackGetMatrix3InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix3InvertAndTranspose(GLKMatrixStackGetMatrix3(stack), nil)
}

// MARK: - Multiplication of the top matrix from the right

/// Multiplies the top matrix by `matrix`.
public func GLKMatrixStackMultiplyMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) {
  stack.top = GLKMatrix4Multiply(stack.top, matrix)
}
/// Multiplies the top matrix of `left` by that of `right`.
public func GLKMatrixStackMultiplyMatrixStack(_ left: GLKMatrixStack, _ right: GLKMatrixStack) {
  GLKMatrixStackMultiplyMatrix4(left, right.top)
}
/// Multiplies the top matrix by a translation.
public func GLKMatrixStackTranslate(
  _ stack: GLKMatrixStack, _ tx: Float, _ ty: Float, _ tz: Float
) {
  stack.top = GLKMatrix4Translate(stack.top, tx, ty, tz)
}

/// Multiplies the top matrix by a translation.
public func GLKMatrixStackTranslateWithVector3(_ stack: GLKMatrixStack, _ translation: GLKVector3) {
  stack.top = GLKMatrix4TranslateWithVector3(stack.top, translation)
}
/// Multiplies the top matrix by a translation; ignores the fourth component.
public func GLKMatrixStackTranslateWithVector4(_ stack: GLKMatrixStack, _ translation: GLKVector4) {
  stack.top = GLKMatrix4TranslateWithVector4(stack.top, translation)
}
/// Multiplies the top matrix by a scaling.
public func GLKMatrixStackScale(_ stack: GLKMatrixStack, _ sx: Float, _ sy: Float, _ sz: Float) {
  stack.top = GLKMatrix4Scale(stack.top, sx, sy, sz)
}
/// Multiplies the top matrix by a scaling.
public func GLKMatrixStackScaleWithVector3(_ stack: GLKMatrixStack, _ scale: GLKVector3) {
  stack.top = GLKMatrix4ScaleWithVector3(stack.top, scale)
}
/// Multiplies the top matrix by a scaling; ignores the fourth component.
public func GLKMatrixStackScaleWithVector4(_ stack: GLKMatrixStack, _ scale: GLKVector4) {
  stack.top = GLKMatrix4ScaleWithVector4(stack.top, scale)
}
/// Multiplies the top matrix by a rotation about the axis (`x`, `y`, `z`).
///
/// The axis is normalised.
public func GLKMatrixStackRotate(
  _ stack: GLKMatrixStack, _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) {
  stack.top = GLKMatrix4Rotate(stack.top, radians, x, y, z)
}

/// Multiplies the top matrix by a rotation about `axis`, which is normalised.
public func GLKMatrixStackRotateWithVector3(
  _ stack: GLKMatrixStack, _ radians: Float, _ axis: GLKVector3
) {
  stack.top = GLKMatrix4RotateWithVector3(stack.top, radians, axis)
}

/// Multiplies the top matrix by a rotation about `axis`.
///
/// The axis is normalised; its fourth component is ignored.
public func GLKMatrixStackRotateWithVector4(
  _ stack: GLKMatrixStack, _ radians: Float, _ axis: GLKVector4
) {
  stack.top = GLKMatrix4RotateWithVector4(stack.top, radians, axis)
}

/// Multiplies the top matrix by a rotation by `radians` about *x*.
public func GLKMatrixStackRotateX(_ stack: GLKMatrixStack, _ radians: Float) {
  stack.top = GLKMatrix4RotateX(stack.top, radians)
}
/// Multiplies the top matrix by a rotation by `radians` about *y*.
public func GLKMatrixStackRotateY(_ stack: GLKMatrixStack, _ radians: Float) {
  stack.top = GLKMatrix4RotateY(stack.top, radians)
}
/// Multiplies the top matrix by a rotation by `radians` about *z*.
public func GLKMatrixStackRotateZ(_ stack: GLKMatrixStack, _ radians: Float) {
  stack.top = GLKMatrix4RotateZ(stack.top, radians)
}
