// swift-format-ignore-file: AlwaysUseLowerCamelCase

import GLKMath

extension FunctionTable {
  mutating func addQuaternions() {
    self["GLKQuaternionMake"] = adapt(GLKQuaternionMake)
    self["GLKQuaternionMakeWithVector3"] = adapt(GLKQuaternionMakeWithVector3)
    self["GLKQuaternionMakeWithArray"] = { GLKQuaternionMakeWithArray($0[0]).list }
    self["GLKQuaternionMakeWithAngleAndAxis"] = adapt(GLKQuaternionMakeWithAngleAndAxis)
    self["GLKQuaternionMakeWithAngleAndVector3Axis"] = adapt(
      GLKQuaternionMakeWithAngleAndVector3Axis)
    self["GLKQuaternionMakeWithMatrix3"] = adapt(GLKQuaternionMakeWithMatrix3)
    self["GLKQuaternionMakeWithMatrix4"] = adapt(GLKQuaternionMakeWithMatrix4)
    self["GLKQuaternionAngle"] = adapt(GLKQuaternionAngle)
    self["GLKQuaternionAxis"] = adapt(GLKQuaternionAxis)
    self["GLKQuaternionAdd"] = adapt(GLKQuaternionAdd)
    self["GLKQuaternionSubtract"] = adapt(GLKQuaternionSubtract)
    self["GLKQuaternionMultiply"] = adapt(GLKQuaternionMultiply)
    self["GLKQuaternionSlerp"] = adapt(GLKQuaternionSlerp)
    self["GLKQuaternionLength"] = adapt(GLKQuaternionLength)
    self["GLKQuaternionConjugate"] = adapt(GLKQuaternionConjugate)
    self["GLKQuaternionInvert"] = adapt(GLKQuaternionInvert)
    self["GLKQuaternionNormalize"] = adapt(GLKQuaternionNormalize)
    self["GLKQuaternionRotateVector3"] = adapt(GLKQuaternionRotateVector3)
    self["GLKQuaternionRotateVector3Array"] = inPlace(GLKQuaternionRotateVector3Array)
    self["GLKQuaternionRotateVector4"] = adapt(GLKQuaternionRotateVector4)
    self["GLKQuaternionRotateVector4Array"] = inPlace(GLKQuaternionRotateVector4Array)
  }
}
