// The mathematics of a 3D viewer, written for GLKit. The only change is the import: `import GLKit`
// became `import GLKMath`.
import GLKMath

// MARK: - Camera

struct Camera {
  var eye = GLKVector3Make(0, 0, 5)
  var center = GLKVector3Make(0, 0, 0)
  var up = GLKVector3Make(0, 1, 0)
  var fieldOfView: Float = 65
  var viewport: [Int32] = [0, 0, 640, 480]

  var aspect: Float { Float(viewport[2]) / Float(viewport[3]) }

  var view: GLKMatrix4 {
    GLKMatrix4MakeLookAt(eye.x, eye.y, eye.z, center.x, center.y, center.z, up.x, up.y, up.z)
  }

  var projection: GLKMatrix4 {
    GLKMatrix4MakePerspective(GLKMathDegreesToRadians(fieldOfView), aspect, 0.1, 100)
  }

  var overlay: GLKMatrix4 {
    GLKMatrix4MakeOrtho(0, Float(viewport[2]), Float(viewport[3]), 0, -1, 1)
  }

  mutating func dolly(by factor: Float) {
    let offset = GLKVector3Subtract(eye, center)
    eye = GLKVector3Add(center, GLKVector3MultiplyScalar(offset, factor))
  }

  /// The ray through a pixel, from the near plane to the far plane.
  func ray(through x: Float, _ y: Float) -> (origin: GLKVector3, direction: GLKVector3)? {
    var viewport = viewport
    var success = false
    let near = GLKMathUnproject(GLKVector3Make(x, y, 0), view, projection, &viewport, &success)
    guard success else { return nil }
    let far = GLKMathUnproject(GLKVector3Make(x, y, 1), view, projection, &viewport, &success)
    guard success else { return nil }
    return (near, GLKVector3Normalize(GLKVector3Subtract(far, near)))
  }

  func pixel(of point: GLKVector3) -> GLKVector3 {
    var viewport = viewport
    return GLKMathProject(point, view, projection, &viewport)
  }
}

// MARK: - Turning with a finger

final class Arcball {
  private(set) var orientation = GLKQuaternionIdentity
  private var start = GLKVector3Make(0, 0, 1)
  private var orientationAtStart = GLKQuaternionIdentity
  private let radius: Float
  private let middle: GLKVector2

  init(width: Float, height: Float) {
    radius = min(width, height) / 2
    middle = GLKVector2Make(width / 2, height / 2)
  }

  func begin(at point: GLKVector2) {
    start = onSphere(point)
    orientationAtStart = orientation
  }

  func move(to point: GLKVector2) {
    let current = onSphere(point)
    let axis = GLKVector3CrossProduct(start, current)
    guard GLKVector3Length(axis) > 1e-6 else { return }
    let cosine = max(-1, min(1, GLKVector3DotProduct(start, current)))
    let turn = GLKQuaternionMakeWithAngleAndVector3Axis(
      2 * acosine(cosine), GLKVector3Normalize(axis))
    orientation = GLKQuaternionNormalize(GLKQuaternionMultiply(turn, orientationAtStart))
  }

  /// Interpolates the orientation towards the identity.
  func relax(by t: Float) {
    orientation = GLKQuaternionSlerp(orientation, GLKQuaternionIdentity, t)
  }

  private func acosine(_ x: Float) -> Float {
    GLKQuaternionAngle(GLKQuaternionMake(0, 0, (1 - x * x).squareRoot(), x)) / 2
  }

  private func onSphere(_ point: GLKVector2) -> GLKVector3 {
    var p = GLKVector2DivideScalar(GLKVector2Subtract(point, middle), radius)
    p.v.1 = -p.y
    let squared = GLKVector2DotProduct(p, p)
    guard squared < 1 else {
      p = GLKVector2Normalize(p)
      return GLKVector3Make(p.s, p.t, 0)
    }
    return GLKVector3Make(p.x, p.y, (1 - squared).squareRoot())
  }
}

// MARK: - A tree of bodies

struct Body {
  var position = GLKVector3Make(0, 0, 0)
  var orientation = GLKQuaternionIdentity
  var scale = GLKVector3Make(1, 1, 1)
  var color = GLKVector4Make(1, 1, 1, 1)
  var children: [Body] = []

  var transform: GLKMatrix4 {
    var m = GLKMatrix4MakeTranslation(position.x, position.y, position.z)
    m = GLKMatrix4Multiply(m, GLKMatrix4MakeWithQuaternion(orientation))
    return GLKMatrix4ScaleWithVector3(m, scale)
  }
}

struct DrawCall {
  var modelView: GLKMatrix4
  var normal: GLKMatrix3
  var color: GLKVector4
}

func drawCalls(for body: Body, camera: Camera) -> [DrawCall] {
  guard let stack = GLKMatrixStackCreate(kCFAllocatorDefault)?.takeRetainedValue() else {
    return []
  }
  GLKMatrixStackLoadMatrix4(stack, camera.view)
  var calls: [DrawCall] = []
  func visit(_ body: Body) {
    GLKMatrixStackPush(stack)
    GLKMatrixStackMultiplyMatrix4(stack, body.transform)
    calls.append(
      DrawCall(
        modelView: GLKMatrixStackGetMatrix4(stack),
        normal: GLKMatrixStackGetMatrix3InverseTranspose(stack),
        color: GLKVector4Minimum(body.color, GLKVector4Make(1, 1, 1, 1))))
    for child in body.children { visit(child) }
    GLKMatrixStackPop(stack)
  }
  visit(body)
  return calls
}

/// The elements as an array for an OpenGL uniform, read through the tuple.
func uniform(_ matrix: GLKMatrix4) -> [Float] {
  var elements = matrix.m
  return withUnsafePointer(to: &elements) { pointer in
    pointer.withMemoryRebound(to: Float.self, capacity: 16) {
      Array(UnsafeBufferPointer(start: $0, count: 16))
    }
  }
}

func describe(_ call: DrawCall) -> String {
  let rgb = GLKVector3Make(call.color.r, call.color.g, call.color.b)
  return "\(NSStringFromGLKMatrix4(call.modelView)) \(NSStringFromGLKVector3(rgb))"
}

// MARK: - Light

func diffuse(normal: GLKVector3, call: DrawCall, light: GLKVector4) -> GLKVector4 {
  let turned = GLKVector3Normalize(GLKMatrix3MultiplyVector3(call.normal, normal))
  let towards = GLKVector3Normalize(GLKVector3Make(light.x, light.y, light.z))
  let strength = max(0, GLKVector3DotProduct(turned, towards))
  var shade = GLKVector4MultiplyScalar(call.color, strength)
  shade.a = call.color.a
  return GLKVector4Lerp(GLKVector4Make(0, 0, 0, 1), shade, 0.9)
}

// MARK: - Points in bulk

func bounds(of points: [GLKVector3], transform: GLKMatrix4) -> (GLKVector3, GLKVector3)? {
  guard var low = points.first.map({ GLKMatrix4MultiplyVector3WithTranslation(transform, $0) })
  else { return nil }
  var moved = points
  GLKMatrix4MultiplyVector3ArrayWithTranslation(transform, &moved, moved.count)
  var high = low
  for point in moved {
    low = GLKVector3Minimum(low, point)
    high = GLKVector3Maximum(high, point)
  }
  return GLKVector3AllGreaterThanOrEqualToVector3(high, low) ? (low, high) : nil
}
