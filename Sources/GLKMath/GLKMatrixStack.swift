// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// GLKit's stack of 4×4 matrices, for transforms within transforms. A new one holds the identity.
///
/// It is an object, as in GLKit: every holder sees the same stack. Use it from one thread.
public final class GLKMatrixStack {
  var matrices = [GLKMatrix4Identity]

  var top: GLKMatrix4 {
    get { matrices[matrices.count - 1] }
    set { matrices[matrices.count - 1] = newValue }
  }

  init() {}
}

#if !canImport(Darwin)
  /// Stands for CoreFoundation's default allocator, which `GLKMatrixStackCreate` takes.
  public var kCFAllocatorDefault: AnyObject? { nil }
#endif

/// A new stack that holds the identity. The allocator is not used.
public func GLKMatrixStackCreate(_ alloc: AnyObject?) -> Unmanaged<GLKMatrixStack>? {
  Unmanaged.passRetained(GLKMatrixStack())
}

/// A number that stands for the type of stacks, the same throughout a process.
public func GLKMatrixStackGetTypeID() -> UInt {
  UInt(bitPattern: ObjectIdentifier(GLKMatrixStack.self))
}

// MARK: - Levels

/// Puts a copy of the top matrix on the stack.
public func GLKMatrixStackPush(_ stack: GLKMatrixStack) {
  stack.matrices.append(stack.top)
}

/// Removes the top matrix; the last one stays.
public func GLKMatrixStackPop(_ stack: GLKMatrixStack) {
  if stack.matrices.count > 1 { stack.matrices.removeLast() }
}

/// How many matrices the stack holds, at least 1.
public func GLKMatrixStackSize(_ stack: GLKMatrixStack) -> Int32 {
  Int32(stack.matrices.count)
}

/// Replaces the top matrix.
public func GLKMatrixStackLoadMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) {
  stack.top = matrix
}

// MARK: - The top matrix

/// The top matrix.
public func GLKMatrixStackGetMatrix4(_ stack: GLKMatrixStack) -> GLKMatrix4 { stack.top }

/// The upper left 3×3 part of the top matrix.
public func GLKMatrixStackGetMatrix3(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix4GetMatrix3(stack.top)
}

/// The upper left 2×2 part of the top matrix.
public func GLKMatrixStackGetMatrix2(_ stack: GLKMatrixStack) -> GLKMatrix2 {
  GLKMatrix4GetMatrix2(stack.top)
}

/// The inverse of the top matrix; the identity where there is none.
public func GLKMatrixStackGetMatrix4Inverse(_ stack: GLKMatrixStack) -> GLKMatrix4 {
  GLKMatrix4Invert(stack.top, nil)
}

/// The transposed inverse of the top matrix; the identity where there is none.
public func GLKMatrixStackGetMatrix4InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix4 {
  GLKMatrix4InvertAndTranspose(stack.top, nil)
}

/// The inverse of the top matrix's upper left 3×3 part; the identity where there is none.
public func GLKMatrixStackGetMatrix3Inverse(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix3Invert(GLKMatrixStackGetMatrix3(stack), nil)
}

/// The transposed inverse of the top matrix's upper left 3×3 part: what turns normals.
public func GLKMatrixStackGetMatrix3InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix3 {
  GLKMatrix3InvertAndTranspose(GLKMatrixStackGetMatrix3(stack), nil)
}

// MARK: - Products with the top matrix, from the right

/// Multiplies the top matrix by `matrix`.
public func GLKMatrixStackMultiplyMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) {
  stack.top = GLKMatrix4Multiply(stack.top, matrix)
}

/// Multiplies the top matrix of `stackLeft` by that of `stackRight`.
public func GLKMatrixStackMultiplyMatrixStack(
  _ stackLeft: GLKMatrixStack, _ stackRight: GLKMatrixStack
) {
  GLKMatrixStackMultiplyMatrix4(stackLeft, stackRight.top)
}

/// Multiplies the top matrix by a translation.
public func GLKMatrixStackTranslate(
  _ stack: GLKMatrixStack, _ tx: Float, _ ty: Float, _ tz: Float
) {
  stack.top = GLKMatrix4Translate(stack.top, tx, ty, tz)
}

/// Multiplies the top matrix by a translation.
public func GLKMatrixStackTranslateWithVector3(
  _ stack: GLKMatrixStack, _ translationVector: GLKVector3
) {
  stack.top = GLKMatrix4TranslateWithVector3(stack.top, translationVector)
}

/// Multiplies the top matrix by a translation; the fourth component is not used.
public func GLKMatrixStackTranslateWithVector4(
  _ stack: GLKMatrixStack, _ translationVector: GLKVector4
) {
  stack.top = GLKMatrix4TranslateWithVector4(stack.top, translationVector)
}

/// Multiplies the top matrix by a scale.
public func GLKMatrixStackScale(
  _ stack: GLKMatrixStack, _ sx: Float, _ sy: Float, _ sz: Float
) {
  stack.top = GLKMatrix4Scale(stack.top, sx, sy, sz)
}

/// Multiplies the top matrix by a scale.
public func GLKMatrixStackScaleWithVector3(
  _ stack: GLKMatrixStack, _ scaleVector: GLKVector3
) {
  stack.top = GLKMatrix4ScaleWithVector3(stack.top, scaleVector)
}

/// Multiplies the top matrix by a scale; the fourth component is not used.
public func GLKMatrixStackScaleWithVector4(
  _ stack: GLKMatrixStack, _ scaleVector: GLKVector4
) {
  stack.top = GLKMatrix4ScaleWithVector4(stack.top, scaleVector)
}

/// Multiplies the top matrix by a rotation by `radians` about the axis (`x`, `y`, `z`), normalised first.
public func GLKMatrixStackRotate(
  _ stack: GLKMatrixStack, _ radians: Float, _ x: Float, _ y: Float, _ z: Float
) {
  stack.top = GLKMatrix4Rotate(stack.top, radians, x, y, z)
}

/// Multiplies the top matrix by a rotation by `radians` about `axisVector`.
public func GLKMatrixStackRotateWithVector3(
  _ stack: GLKMatrixStack, _ radians: Float, _ axisVector: GLKVector3
) {
  stack.top = GLKMatrix4RotateWithVector3(stack.top, radians, axisVector)
}

/// Multiplies the top matrix by a rotation by `radians` about `axisVector`; the fourth component is not used.
public func GLKMatrixStackRotateWithVector4(
  _ stack: GLKMatrixStack, _ radians: Float, _ axisVector: GLKVector4
) {
  stack.top = GLKMatrix4RotateWithVector4(stack.top, radians, axisVector)
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
