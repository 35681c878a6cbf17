// swift-format-ignore-file: AlwaysUseLowerCamelCase

import GLKMath

extension FunctionTable {
  mutating func addMathUtils() {
    self["GLKMathDegreesToRadians"] = adapt(GLKMathDegreesToRadians)
    self["GLKMathRadiansToDegrees"] = adapt(GLKMathRadiansToDegrees)
    self["GLKMathProject"] = { lists in
      GLKMathProject(
        GLKVector3(lists[0]), GLKMatrix4(lists[1]), GLKMatrix4(lists[2]), lists[3].map(Int32.init)
      ).list
    }
    self["GLKMathUnproject"] = { lists in
      var success = false
      let point = GLKMathUnproject(
        GLKVector3(lists[0]), GLKMatrix4(lists[1]), GLKMatrix4(lists[2]),
        lists[3].map(Int32.init), &success)
      return point.list + success.list
    }
  }

  /// Each case creates a stack that holds its first argument.
  mutating func addStacks() {
    self["GLKMatrixStackLoadMatrix4"] = { GLKMatrixStackGetMatrix4(stack($0)).list }
    self["GLKMatrixStackGetMatrix4"] = { GLKMatrixStackGetMatrix4(stack($0)).list }
    self["GLKMatrixStackGetMatrix3"] = { GLKMatrixStackGetMatrix3(stack($0)).list }
    self["GLKMatrixStackGetMatrix2"] = { GLKMatrixStackGetMatrix2(stack($0)).list }
    self["GLKMatrixStackGetMatrix4Inverse"] = { GLKMatrixStackGetMatrix4Inverse(stack($0)).list }
    self["GLKMatrixStackGetMatrix4InverseTranspose"] = {
      GLKMatrixStackGetMatrix4InverseTranspose(stack($0)).list
    }
    self["GLKMatrixStackGetMatrix3Inverse"] = { GLKMatrixStackGetMatrix3Inverse(stack($0)).list }
    self["GLKMatrixStackGetMatrix3InverseTranspose"] = {
      GLKMatrixStackGetMatrix3InverseTranspose(stack($0)).list
    }
    self["GLKMatrixStackMultiplyMatrix4"] = onStack(GLKMatrixStackMultiplyMatrix4)
    self["GLKMatrixStackMultiplyMatrixStack"] = { lists in
      let left = stack(lists)
      GLKMatrixStackMultiplyMatrixStack(left, stack([lists[1]]))
      return GLKMatrixStackGetMatrix4(left).list
    }
    self["GLKMatrixStackTranslate"] = onStack(GLKMatrixStackTranslate)
    self["GLKMatrixStackTranslateWithVector3"] = onStack(GLKMatrixStackTranslateWithVector3)
    self["GLKMatrixStackTranslateWithVector4"] = onStack(GLKMatrixStackTranslateWithVector4)
    self["GLKMatrixStackScale"] = onStack(GLKMatrixStackScale)
    self["GLKMatrixStackScaleWithVector3"] = onStack(GLKMatrixStackScaleWithVector3)
    self["GLKMatrixStackScaleWithVector4"] = onStack(GLKMatrixStackScaleWithVector4)
    self["GLKMatrixStackRotate"] = onStack(GLKMatrixStackRotate)
    self["GLKMatrixStackRotateWithVector3"] = onStack(GLKMatrixStackRotateWithVector3)
    self["GLKMatrixStackRotateWithVector4"] = onStack(GLKMatrixStackRotateWithVector4)
    self["GLKMatrixStackRotateX"] = onStack(GLKMatrixStackRotateX)
    self["GLKMatrixStackRotateY"] = onStack(GLKMatrixStackRotateY)
    self["GLKMatrixStackRotateZ"] = onStack(GLKMatrixStackRotateZ)
  }
}
