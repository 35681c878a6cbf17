// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import GLKMath
import Testing

/// Behaviour that is kept from GLKit, and deviations where GLKit is inaccurate.
@Suite("GLKMath's behaviour")
struct GLKBehaviorTests {
  func newStack() throws -> GLKMatrixStack {
    try #require(GLKMatrixStackCreate(kCFAllocatorDefault)).takeRetainedValue()
  }

  @Test("popping the last matrix of a stack has no effect")
  func stackLevels() throws {
    let stack = try newStack()
    #expect(GLKMatrixStackSize(stack) == 1)
    #expect(GLKMatrixStackGetMatrix4(stack) == GLKMatrix4Identity)
    GLKMatrixStackPop(stack)
    #expect(GLKMatrixStackSize(stack) == 1)
    GLKMatrixStackPush(stack)
    GLKMatrixStackTranslate(stack, 1, 2, 3)
    #expect(GLKMatrixStackSize(stack) == 2)
    #expect(GLKMatrixStackGetMatrix4(stack) == GLKMatrix4MakeTranslation(1, 2, 3))
    GLKMatrixStackPop(stack)
    #expect(GLKMatrixStackGetMatrix4(stack) == GLKMatrix4Identity)
    #expect(GLKMatrixStackGetTypeID() == GLKMatrixStackGetTypeID())
  }

  @Test("descriptions use C's %g, column by column")
  func descriptions() {
    #expect(NSStringFromGLKVector2(GLKVector2Make(1, -0.5)) == "{1, -0.5}")
    #expect(NSStringFromGLKVector3(GLKVector3Make(0.1, 1e-5, 1e6)) == "{0.1, 1e-05, 1e+06}")
    #expect(
      NSStringFromGLKVector4(GLKVector4Make(.nan, .infinity, 123456.78, 0))
        == "{nan, inf, 123457, 0}")
    #expect(NSStringFromGLKQuaternion(GLKQuaternionMake(1, 2, 3, 4)) == "{{1, 2, 3}, 4}")
    #expect(NSStringFromGLKMatrix2(GLKMatrix2(m: (1, 2, 3, 4))) == "{{1, 2}, {3, 4}}")
    #expect(
      NSStringFromGLKMatrix3(GLKMatrix3Make(1, 2, 3, 4, 5, 6, 7, 8, 9))
        == "{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}")
    #expect(
      NSStringFromGLKMatrix4(GLKMatrix4MakeTranslation(7, 8, 9))
        == "{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {7, 8, 9, 1}}")
  }

  @Test("normalising zero returns NaN, as in GLKit")
  func zeroDirection() {
    #expect(GLKVector2Normalize(GLKVector2()).x.isNaN)
    #expect(GLKVector3Normalize(GLKVector3()).y.isNaN)
    #expect(GLKVector4Normalize(GLKVector4()).w.isNaN)
    #expect(GLKQuaternionNormalize(GLKQuaternion()).w.isNaN)
    #expect(GLKMatrix4MakeRotation(1, 0, 0, 0).m00.isNaN)
  }

  @Test("maximum and minimum return the left component for NaN")
  func unordered() {
    let number = GLKVector2Make(1, 1), nan = GLKVector2Make(.nan, .nan)
    #expect(GLKVector2Maximum(number, nan) == number)
    #expect(GLKVector2Minimum(number, nan) == number)
    #expect(GLKVector2Maximum(nan, number).x.isNaN)
  }

  @Test("lengths do not overflow or underflow", arguments: [1e-30, 1e30] as [Float])
  func extremeLengths(scale: Float) {
    let v = GLKVector3MultiplyScalar(GLKVector3Make(2, 3, 6), scale)
    #expect(abs(GLKVector3Length(v) / (7 * scale) - 1) < 1e-6)
    #expect(abs(GLKVector3Length(GLKVector3Normalize(v)) - 1) < 1e-6)
  }

  @Test(
    "small angles and their axes are accurate", arguments: [1e-3, 1e-4, 1e-6] as [Float])
  func smallAngles(angle: Float) {
    let q = GLKQuaternionMakeWithAngleAndAxis(angle, 0, 1, 0)
    #expect(abs(GLKQuaternionAngle(q) / angle - 1) < 1e-6)
    #expect(GLKQuaternionAxis(q) == GLKVector3Make(0, 1, 0))
  }

  @Test("the angle is in 0...2π")
  func largeAngles() {
    let q = GLKQuaternionMakeWithAngleAndAxis(6, 0, 0, 1)
    #expect(abs(GLKQuaternionAngle(q) - 6) < 1e-5)
    #expect(GLKQuaternionAngle(GLKQuaternionIdentity) == 0)
    #expect(GLKQuaternionAxis(GLKQuaternionIdentity) == GLKVector3Make(0, 0, 0))
  }

  @Test("slerp between near rotations has constant speed and unit length")
  func nearSlerp() {
    // GLKit interpolates linearly without normalising if 1 - |dot| <= 0.001.
    let start = GLKQuaternionIdentity
    let end = GLKQuaternionMakeWithAngleAndAxis(0.08, 1, 0, 0)
    for t in stride(from: Float(0), through: 1, by: 0.125) {
      let q = GLKQuaternionSlerp(start, end, t)
      #expect(abs(GLKQuaternionLength(q) - 1) < 3e-7)
      #expect(abs(GLKQuaternionAngle(q) - 0.08 * t) < 1e-7)
    }
  }

  @Test("slerp of quaternions of any length has GLKit's weights")
  func slerpOfAnyLength() {
    let half = GLKQuaternionSlerp(
      GLKQuaternionIdentity, GLKQuaternionMake(0, 0, 0.3, 2), 0.5)
    #expect(half == GLKQuaternionMake(0, 0, 0.15, 1.5))
    var drifted = GLKQuaternionIdentity
    for _ in 0..<200 {
      drifted = GLKQuaternionMultiply(drifted, GLKQuaternionMake(0, 0, 0.0087, 0.9999))
    }
    #expect(GLKQuaternionLength(drifted) < 0.989)
    let long = GLKQuaternionMakeWithAngleAndAxis(1, 0, 0, 2)
    let all = [
      GLKQuaternion(), GLKQuaternionIdentity, drifted, long, GLKQuaternionMake(0.3, -2, 0.1, -1),
      GLKQuaternionMake(1e-3, 0, 0.2, -0.4), GLKQuaternionMake(0, 1.00002, 0, 0),
    ]
    for start in all {
      for end in all {
        for t: Float in [0, 0.25, 0.5, 1, 1.5] {
          let found = GLKQuaternionSlerp(start, end, t)
          // By the formula of GLKit, in Double.
          let (p, q) = ((0..<4).map { Double(start[$0]) }, (0..<4).map { Double(end[$0]) })
          let product = zip(p, q).map(*).reduce(0, +), s = Double(t)
          let a = acos(min(abs(product), 1))
          let (early, late) =
            a == 0 ? (1 - s, s) : (sin((1 - s) * a) / sin(a), sin(s * a) / sin(a))
          for index in 0..<4 {
            let expected = p[index] * early + q[index] * (product < 0 ? -late : late)
            #expect(abs(Double(found[index]) - expected) <= 4e-6, "\(start) \(end) \(t)")
          }
        }
      }
    }
    #expect(GLKQuaternionSlerp(GLKQuaternionMake(.nan, 0, 0, 1), long, 0.5).x.isNaN)
    #expect(GLKQuaternionRotateVector3(long, GLKVector3Make(1, 0, 0)).x.isFinite)
    #expect(GLKQuaternionRotateVector3(GLKQuaternion(), GLKVector3Make(1, 0, 0)).x.isNaN)
    #expect(GLKMatrix3MakeWithQuaternion(GLKQuaternion()).m00.isNaN)
    #expect(abs(GLKMatrix4MakeWithQuaternion(GLKQuaternionMake(0, 0, 3, 0)).m00 + 1) < 1e-6)
  }

  @Test("matrices with tiny determinants are inverted")
  func smallDeterminants() {
    var isInvertible = false
    let small = GLKMatrix4MakeScale(1e-12, 1e-12, 1e-12)
    let inverse = GLKMatrix4Invert(small, &isInvertible)
    #expect(isInvertible)
    #expect(abs(inverse.m00 / 1e12 - 1) < 1e-6)
  }

  @Test("members can be read and written by every name")
  func members() {
    var v = GLKVector4Make(1, 2, 3, 4)
    v.a = 5
    v.s = 6
    #expect(v.v == (6, 2, 3, 5) && v[3] == 5 && v.w == v.q && v.g == v.t)
    var m = GLKMatrix4Identity
    m.m30 = 9
    m[13] = 8
    #expect(GLKMatrix4GetColumn(m, 3) == GLKVector4Make(9, 8, 0, 1))
    #expect(m.m.12 == 9)
    var two = GLKMatrix2(m: (1, 2, 3, 4))
    two.m2 = ((5, 6), (7, 8))
    #expect(two.m10 == 7 && two.m01 == 6)
    var q = GLKQuaternionIdentity
    q.v = GLKVector3Make(1, 2, 3)
    q.s = 4
    #expect(q.q == (1, 2, 3, 4) && q[2] == 3)
  }
}
