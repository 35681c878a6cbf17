import GLKMath
import Testing

/// The results of `ArcballViewer.swift`, code written for GLKit.
@Suite("Code written for GLKit")
struct ArcballViewerTests {
  @Test("the ray through a point's pixel passes through the point")
  func picking() throws {
    var camera = Camera()
    camera.dolly(by: 1.5)
    let point = GLKVector3Make(0.5, -0.25, 1)
    let pixel = camera.pixel(of: point)
    let ray = try #require(camera.ray(through: pixel.x, pixel.y))
    let offset = GLKVector3Subtract(point, ray.origin)
    let along = GLKVector3Project(offset, ray.direction)
    #expect(GLKVector3Distance(offset, along) < 1e-4)
    #expect(uniform(camera.overlay)[12] == -1)
  }

  @Test("an arcball drag rotates by twice the angle")
  func arcball() {
    let ball = Arcball(width: 200, height: 200)
    ball.begin(at: GLKVector2Make(100, 100))
    ball.move(to: GLKVector2Make(150, 100))
    #expect(abs(GLKMathRadiansToDegrees(GLKQuaternionAngle(ball.orientation)) - 60) < 1e-3)
    let turned = GLKQuaternionRotateVector3(ball.orientation, GLKVector3Make(0, 0, 1))
    #expect(turned.x > 0.86 && abs(turned.y) < 1e-6)
    ball.relax(by: 1)
    #expect(GLKQuaternionAngle(ball.orientation) < 1e-6)
  }

  @Test("matrices of child nodes include their parent's; normals transform correctly")
  func tree() throws {
    var arm = Body()
    arm.position = GLKVector3Make(1, 0, 0)
    arm.scale = GLKVector3Make(1, 4, 1)
    arm.color = GLKVector4Make(2, 0.5, 0, 1)
    var root = Body()
    root.orientation = GLKQuaternionMakeWithAngleAndAxis(.pi / 2, 0, 0, 1)
    root.children = [arm]
    let calls = drawCalls(for: root, camera: Camera())
    try #require(calls.count == 2)
    let tip = GLKMatrix4MultiplyVector3WithTranslation(calls[1].modelView, GLKVector3Make(0, 0, 0))
    #expect(GLKVector3Distance(tip, GLKVector3Make(0, 1, -5)) < 1e-6)
    let shade = diffuse(
      normal: GLKVector3Make(1, 0, 0), call: calls[1], light: GLKVector4Make(0, 1, 0, 0))
    #expect(GLKVector4Distance(shade, GLKVector4Make(0.9, 0.45, 0, 1)) < 1e-6)
    #expect(describe(calls[1]).hasSuffix("{1, 0.5, 0}"))
    let box = try #require(
      bounds(
        of: [GLKVector3Make(-1, 0, 0), GLKVector3Make(1, 1, 0)], transform: calls[0].modelView))
    #expect(GLKVector3Distance(box.0, GLKVector3Make(-1, -1, -5)) < 1e-6)
    #expect(GLKVector3Distance(box.1, GLKVector3Make(0, 1, -5)) < 1e-6)
  }
}
