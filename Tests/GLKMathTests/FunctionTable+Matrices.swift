// swift-format-ignore-file: AlwaysUseLowerCamelCase

import GLKMath

extension FunctionTable {
  mutating func addMatrices() {
    self["GLKMatrix3Make"] = adapt(GLKMatrix3Make)
    self["GLKMatrix3MakeAndTranspose"] = adapt(GLKMatrix3MakeAndTranspose)
    self["GLKMatrix3MakeWithArray"] = { GLKMatrix3MakeWithArray($0[0]).list }
    self["GLKMatrix3MakeWithArrayAndTranspose"] = {
      GLKMatrix3MakeWithArrayAndTranspose($0[0]).list
    }
    self["GLKMatrix3MakeWithRows"] = adapt(GLKMatrix3MakeWithRows)
    self["GLKMatrix3MakeWithColumns"] = adapt(GLKMatrix3MakeWithColumns)
    self["GLKMatrix3MakeWithQuaternion"] = adapt(GLKMatrix3MakeWithQuaternion)
    self["GLKMatrix3MakeScale"] = adapt(GLKMatrix3MakeScale)
    self["GLKMatrix3MakeRotation"] = adapt(GLKMatrix3MakeRotation)
    self["GLKMatrix3MakeXRotation"] = adapt(GLKMatrix3MakeXRotation)
    self["GLKMatrix3MakeYRotation"] = adapt(GLKMatrix3MakeYRotation)
    self["GLKMatrix3MakeZRotation"] = adapt(GLKMatrix3MakeZRotation)
    self["GLKMatrix3GetMatrix2"] = adapt(GLKMatrix3GetMatrix2)
    self["GLKMatrix3GetRow"] = adapt(GLKMatrix3GetRow)
    self["GLKMatrix3GetColumn"] = adapt(GLKMatrix3GetColumn)
    self["GLKMatrix3SetRow"] = adapt(GLKMatrix3SetRow)
    self["GLKMatrix3SetColumn"] = adapt(GLKMatrix3SetColumn)
    self["GLKMatrix3Transpose"] = adapt(GLKMatrix3Transpose)
    self["GLKMatrix3Invert"] = inverting(GLKMatrix3Invert)
    self["GLKMatrix3InvertAndTranspose"] = inverting(GLKMatrix3InvertAndTranspose)
    self["GLKMatrix3Multiply"] = adapt(GLKMatrix3Multiply)
    self["GLKMatrix3Add"] = adapt(GLKMatrix3Add)
    self["GLKMatrix3Subtract"] = adapt(GLKMatrix3Subtract)
    self["GLKMatrix3Scale"] = adapt(GLKMatrix3Scale)
    self["GLKMatrix3ScaleWithVector3"] = adapt(GLKMatrix3ScaleWithVector3)
    self["GLKMatrix3ScaleWithVector4"] = adapt(GLKMatrix3ScaleWithVector4)
    self["GLKMatrix3Rotate"] = adapt(GLKMatrix3Rotate)
    self["GLKMatrix3RotateWithVector3"] = adapt(GLKMatrix3RotateWithVector3)
    self["GLKMatrix3RotateWithVector4"] = adapt(GLKMatrix3RotateWithVector4)
    self["GLKMatrix3RotateX"] = adapt(GLKMatrix3RotateX)
    self["GLKMatrix3RotateY"] = adapt(GLKMatrix3RotateY)
    self["GLKMatrix3RotateZ"] = adapt(GLKMatrix3RotateZ)
    self["GLKMatrix3MultiplyVector3"] = adapt(GLKMatrix3MultiplyVector3)
    self["GLKMatrix3MultiplyVector3Array"] = inPlace(GLKMatrix3MultiplyVector3Array)
    self["GLKMatrix4MakePerspective"] = adapt(GLKMatrix4MakePerspective)
    self["GLKMatrix4MakeFrustum"] = adapt(GLKMatrix4MakeFrustum)
    self["GLKMatrix4MakeOrtho"] = adapt(GLKMatrix4MakeOrtho)
    self["GLKMatrix4MakeLookAt"] = adapt(GLKMatrix4MakeLookAt)
    self["GLKMatrix4Make"] = adapt(GLKMatrix4Make)
    self["GLKMatrix4MakeAndTranspose"] = adapt(GLKMatrix4MakeAndTranspose)
    self["GLKMatrix4MakeWithArray"] = { GLKMatrix4MakeWithArray($0[0]).list }
    self["GLKMatrix4MakeWithArrayAndTranspose"] = {
      GLKMatrix4MakeWithArrayAndTranspose($0[0]).list
    }
    self["GLKMatrix4MakeWithRows"] = adapt(GLKMatrix4MakeWithRows)
    self["GLKMatrix4MakeWithColumns"] = adapt(GLKMatrix4MakeWithColumns)
    self["GLKMatrix4MakeWithQuaternion"] = adapt(GLKMatrix4MakeWithQuaternion)
    self["GLKMatrix4MakeTranslation"] = adapt(GLKMatrix4MakeTranslation)
    self["GLKMatrix4MakeScale"] = adapt(GLKMatrix4MakeScale)
    self["GLKMatrix4MakeRotation"] = adapt(GLKMatrix4MakeRotation)
    self["GLKMatrix4MakeXRotation"] = adapt(GLKMatrix4MakeXRotation)
    self["GLKMatrix4MakeYRotation"] = adapt(GLKMatrix4MakeYRotation)
    self["GLKMatrix4MakeZRotation"] = adapt(GLKMatrix4MakeZRotation)
    self["GLKMatrix4GetMatrix3"] = adapt(GLKMatrix4GetMatrix3)
    self["GLKMatrix4GetMatrix2"] = adapt(GLKMatrix4GetMatrix2)
    self["GLKMatrix4GetRow"] = adapt(GLKMatrix4GetRow)
    self["GLKMatrix4GetColumn"] = adapt(GLKMatrix4GetColumn)
    self["GLKMatrix4SetRow"] = adapt(GLKMatrix4SetRow)
    self["GLKMatrix4SetColumn"] = adapt(GLKMatrix4SetColumn)
    self["GLKMatrix4Transpose"] = adapt(GLKMatrix4Transpose)
    self["GLKMatrix4Invert"] = inverting(GLKMatrix4Invert)
    self["GLKMatrix4InvertAndTranspose"] = inverting(GLKMatrix4InvertAndTranspose)
    self["GLKMatrix4Multiply"] = adapt(GLKMatrix4Multiply)
    self["GLKMatrix4Add"] = adapt(GLKMatrix4Add)
    self["GLKMatrix4Subtract"] = adapt(GLKMatrix4Subtract)
    self["GLKMatrix4Translate"] = adapt(GLKMatrix4Translate)
    self["GLKMatrix4TranslateWithVector3"] = adapt(GLKMatrix4TranslateWithVector3)
    self["GLKMatrix4TranslateWithVector4"] = adapt(GLKMatrix4TranslateWithVector4)
    self["GLKMatrix4Scale"] = adapt(GLKMatrix4Scale)
    self["GLKMatrix4ScaleWithVector3"] = adapt(GLKMatrix4ScaleWithVector3)
    self["GLKMatrix4ScaleWithVector4"] = adapt(GLKMatrix4ScaleWithVector4)
    self["GLKMatrix4Rotate"] = adapt(GLKMatrix4Rotate)
    self["GLKMatrix4RotateWithVector3"] = adapt(GLKMatrix4RotateWithVector3)
    self["GLKMatrix4RotateWithVector4"] = adapt(GLKMatrix4RotateWithVector4)
    self["GLKMatrix4RotateX"] = adapt(GLKMatrix4RotateX)
    self["GLKMatrix4RotateY"] = adapt(GLKMatrix4RotateY)
    self["GLKMatrix4RotateZ"] = adapt(GLKMatrix4RotateZ)
    self["GLKMatrix4MultiplyVector3"] = adapt(GLKMatrix4MultiplyVector3)
    self["GLKMatrix4MultiplyVector3WithTranslation"] = adapt(
      GLKMatrix4MultiplyVector3WithTranslation)
    self["GLKMatrix4MultiplyAndProjectVector3"] = adapt(GLKMatrix4MultiplyAndProjectVector3)
    self["GLKMatrix4MultiplyVector4"] = adapt(GLKMatrix4MultiplyVector4)
    self["GLKMatrix4MultiplyVector3Array"] = inPlace(GLKMatrix4MultiplyVector3Array)
    self["GLKMatrix4MultiplyVector3ArrayWithTranslation"] = inPlace(
      GLKMatrix4MultiplyVector3ArrayWithTranslation)
    self["GLKMatrix4MultiplyAndProjectVector3Array"] = inPlace(
      GLKMatrix4MultiplyAndProjectVector3Array)
    self["GLKMatrix4MultiplyVector4Array"] = inPlace(GLKMatrix4MultiplyVector4Array)
  }
}
