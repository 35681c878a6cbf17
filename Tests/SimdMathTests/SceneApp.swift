// Code for simd as Metal and AR apps write it. On Apple platforms the import is simd; nothing else
// differs.

import Foundation
import SimdMath

extension float4x4 {
  static let identity = matrix_identity_float4x4

  init(translation: SIMD3<Float>) {
    self = matrix_identity_float4x4
    columns.3.x = translation.x
    columns.3.y = translation.y
    columns.3.z = translation.z
  }

  init(scaling: float3) {
    self = matrix_identity_float4x4
    columns.0.x = scaling.x
    columns.1.y = scaling.y
    columns.2.z = scaling.z
  }

  init(rotationX angle: Float) {
    self = matrix_identity_float4x4
    columns.1.y = cos(angle)
    columns.1.z = sin(angle)
    columns.2.y = -sin(angle)
    columns.2.z = cos(angle)
  }

  init(rotationAround axis: SIMD3<Float>, by angle: Float) {
    let a = normalize(axis)
    let (x, y, z) = (a.x, a.y, a.z)
    let c = cosf(angle), s = sinf(angle), t = 1 - c
    self.init(
      SIMD4<Float>(t * x * x + c, t * x * y + z * s, t * x * z - y * s, 0),
      SIMD4<Float>(t * x * y - z * s, t * y * y + c, t * y * z + x * s, 0),
      SIMD4<Float>(t * x * z + y * s, t * y * z - x * s, t * z * z + c, 0),
      SIMD4<Float>(0, 0, 0, 1))
  }

  init(perspectiveFov fovY: Float, aspect: Float, nearZ: Float, farZ: Float) {
    let y = 1 / tan(fovY * 0.5)
    let z = farZ / (nearZ - farZ)
    self.init()
    columns = (
      SIMD4<Float>(y / aspect, 0, 0, 0),
      SIMD4<Float>(0, y, 0, 0),
      SIMD4<Float>(0, 0, z, -1),
      SIMD4<Float>(0, 0, z * nearZ, 0)
    )
  }

  init(eye: simd_float3, center: simd_float3, up: simd_float3) {
    let z = simd_normalize(eye - center)
    let x = simd_normalize(simd_cross(up, z))
    let y = simd_cross(z, x)
    self.init(rows: [
      simd_make_float4(x, -simd_dot(x, eye)), simd_make_float4(y, -simd_dot(y, eye)),
      simd_make_float4(z, -simd_dot(z, eye)), simd_make_float4(0, 0, 0, 1),
    ])
  }

  var upperLeft: float3x3 {
    let x = columns.0.xyz, y = columns.1.xyz, z = columns.2.xyz
    return float3x3(columns: (x, y, z))
  }

  var translation: SIMD3<Float> {
    get { simd_make_float3(columns.3) }
    set { columns.3 = [newValue.x, newValue.y, newValue.z, columns.3.w] }
  }

  var orientation: simd_quatf { simd_quaternion(self) }
}

extension SIMD4 {
  var xyz: SIMD3<Scalar> { self[SIMD3(0, 1, 2)] }
}

extension SIMD3 where Scalar == Float {
  static let up = SIMD3<Float>(0, 1, 0)
}

extension simd_quatf {
  static let identity = simd_quatf(ix: 0, iy: 0, iz: 0, r: 1)

  var eulerAngles: SIMD3<Float> {
    let q = vector
    return [
      atan2(2 * (q.w * q.x + q.y * q.z), 1 - 2 * (q.x * q.x + q.y * q.y)),
      asin(simd_clamp(2 * (q.w * q.y - q.z * q.x), -1, 1)),
      atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z)),
    ]
  }
}

struct Vertex: Hashable {
  var position: vector_float3
  var color: simd_uchar4
  var cell: simd_int2
}

struct Uniforms {
  var modelMatrix: matrix_float4x4
  var viewMatrix: matrix_float4x4
  var projectionMatrix: matrix_float4x4
  var normalMatrix: matrix_float3x3
}

final class ArcballCamera {
  var target = simd_float3(0, 0, 0)
  var distance: Float = 2.5
  private var rotation = simd_quatf.identity

  func drag(from start: simd_float2, to end: simd_float2) {
    let turn = simd_quatf(from: onSphere(start), to: onSphere(end))
    rotation = simd_normalize(turn * rotation)
  }

  private func onSphere(_ p: simd_float2) -> simd_float3 {
    let squared = simd_length_squared(p)
    guard squared < 1 else { return simd_make_float3(simd_normalize(p), 0) }
    return simd_make_float3(p, sqrt(1 - squared))
  }

  var eye: simd_float3 { target + rotation.inverse.act(simd_float3(0, 0, distance)) }

  var viewMatrix: simd_float4x4 {
    float4x4(translation: [0, 0, -distance]) * float4x4(rotation) * float4x4(translation: -target)
  }

  func ease(to other: ArcballCamera, fraction: Float) {
    let t = smoothstep(fraction, edge0: 0.0, edge1: 1.0)
    rotation = simd_slerp(rotation, other.rotation, t)
    target = mix(target, other.target, t: t)
    distance = simd_mix(distance, other.distance, t)
  }
}

/// The distance along a ray to a sphere, or nil.
func intersect(
  origin: simd_float3, direction: simd_float3, center: simd_float3, radius: Float
) -> Float? {
  let oc = origin - center
  let b = dot(oc, direction)
  let discriminant = b * b - (length_squared(oc) - radius * radius)
  return discriminant < 0 ? nil : -b - sqrt(discriminant)
}
