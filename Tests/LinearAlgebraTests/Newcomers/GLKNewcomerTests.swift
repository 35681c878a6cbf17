// swift-format-ignore-file: AlwaysUseLowerCamelCase

import GLKMath
import RotationMath
import TestSupport
import Testing

// What users of GLKit type first: their code, with another import.

@Suite("What users of GLKit type first")
struct GLKNewcomerTests {
  @Test("GLKit: vectors, quaternions, matrices, cameras")
  func glk() throws {
    var user = try Newcomer("glk")
    func expect(_ name: String, _ values: [Float]) {
      user.expect(name, values.map { Double($0) }, tolerance: 1e-6)
    }
    func list(_ v: GLKVector3) -> [Float] { [v.x, v.y, v.z] }
    func list(_ m: GLKMatrix4) -> [Float] { m.matrix.columnMajor }
    let a = GLKVector3Make(1, 2, 3), b = GLKVector3Make(-2, 0.5, 4)
    let q = GLKQuaternionMake(
      Float(user.q.x), Float(user.q.y), Float(user.q.z), Float(user.q.w))
    let p = GLKQuaternionMake(
      Float(user.p.x), Float(user.p.y), Float(user.p.z), Float(user.p.w))
    expect("GLKVector3Add", list(GLKVector3Add(a, b)) + list(GLKVector3Subtract(a, b)))
    expect("GLKVector3CrossProduct", list(GLKVector3CrossProduct(a, b)))
    expect("GLKVector3DotProduct", [GLKVector3DotProduct(a, b)])
    expect("GLKVector3Normalize", list(GLKVector3Normalize(a)))
    expect("GLKVector3Distance", [GLKVector3Length(a), GLKVector3Distance(a, b)])
    expect("GLKVector3Lerp", list(GLKVector3Lerp(a, b, 0.25)))
    expect("GLKVector3Project", list(GLKVector3Project(a, b)))
    expect(
      "GLKVector3MultiplyScalar",
      list(GLKVector3MultiplyScalar(a, 1.5)) + list(GLKVector3DivideScalar(a, 4)))
    let angle = GLKMathDegreesToRadians(60)
    let half = Float(0.5).squareRoot()
    let turn = GLKQuaternionMakeWithAngleAndAxis(angle, half, half, 0)
    expect("GLKQuaternionMakeWithAngleAndAxis", [turn.x, turn.y, turn.z, turn.w])
    func rotation(_ q: GLKQuaternion) -> [Float] {
      GLKMatrix3MakeWithQuaternion(q).matrix.columnMajor
    }
    expect("GLKQuaternionMultiply", rotation(GLKQuaternionMultiply(q, p)))
    expect("GLKQuaternionRotateVector3", list(GLKQuaternionRotateVector3(q, a)))
    expect("GLKQuaternionSlerp", rotation(GLKQuaternionSlerp(q, p, 0.3)))
    expect("GLKQuaternionInvert", rotation(GLKQuaternionInvert(q)))
    expect("GLKMatrix4MakeWithQuaternion", list(GLKMatrix4MakeWithQuaternion(q)))
    expect("GLKMatrix4MakeRotation", list(GLKMatrix4MakeRotation(0.7, 1, 1, 0)))
    let scaled = GLKMatrix4Scale(GLKMatrix4MakeTranslation(0.5, -1, 2), 2, 0.5, 3)
    expect("GLKMatrix4Translate", list(scaled))
    let scene = GLKMatrix4Scale(
      GLKMatrix4Multiply(
        GLKMatrix4MakeTranslation(0.5, -1, 2), GLKMatrix4MakeWithQuaternion(q)), 2, 0.5, 3)
    expect(
      "GLKMatrix4MultiplyVector3WithTranslation",
      list(GLKMatrix4MultiplyVector3WithTranslation(scene, a)))
    expect(
      "GLKMatrix4MakeLookAt", list(GLKMatrix4MakeLookAt(1, 2, 3, -2, 0.5, 4, 0, 1, 0)))
    expect("GLKMatrix4MakePerspective", list(GLKMatrix4MakePerspective(1, 1.5, 0.1, 100)))
    let m = GLKMatrix3Make(2, 0.3, -0.4, -1, 1.5, 0.6, 0.5, -0.7, 3)
    expect(
      "GLKMatrix3InvertAndTranspose", GLKMatrix3InvertAndTranspose(m, nil).matrix.columnMajor)
    user.finish()
  }
}
