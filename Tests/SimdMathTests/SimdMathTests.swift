import SimdMath
import TestSupport
import Testing

// Code as it is written for simd on Apple platforms; there only the import differs.

@Suite("simd by name")
struct SimdMathTests {
  @Test("vectors: literals, functions with and without prefix")
  func vectors() {
    let a: simd_float3 = [1, 2, 3]
    let b = SIMD3<Float>(-2, 0.5, 4)
    #expect(dot(a, b) == 11 && simd_dot(a, b) == 11)
    #expect(cross(a, b) == SIMD3(6.5, -10, 4.5) && simd_cross(a, b) == cross(a, b))
    #expect(length(SIMD3<Float>(2, 3, 6)) == 7 && simd_length_squared(a) == 14)
    #expect(simd_distance(a, a) == 0 && distance(SIMD4<Double>(1, 0, 0, 0), .zero) == 1)
    #expect(abs(length(normalize(a)) - 1) < 1e-6)
    #expect(mix(a, b, t: 0) == a && simd_mix(a, b, SIMD3(repeating: 1)) == b)
    #expect(clamp(b, min: -1, max: 1) == SIMD3(-1, 0.5, 1))
    #expect(simd_clamp(b, SIMD3(repeating: 0), SIMD3(repeating: 2)) == SIMD3(0, 0.5, 2))
    #expect(min(a, b) == SIMD3(-2, 0.5, 3) && simd_max(a, b) == SIMD3(1, 2, 4))
    #expect(abs(b) == SIMD3(2, 0.5, 4) && sign(b) == SIMD3(-1, 1, 1))
    #expect(reflect(a, n: SIMD3(0, 0, 1)) == SIMD3(1, 2, -3))
    #expect(project(a, SIMD3(0, 2, 0)) == SIMD3(0, 2, 0))
    #expect(fract(SIMD2<Float>(1.25, -0.25)) == SIMD2(0.25, 0.75))
    #expect(step(SIMD2<Float>(0.2, 0.8), edge: SIMD2(repeating: 0.5)) == SIMD2(0, 1))
    #expect(reduce_add(a) == 6 && simd_reduce_max(b) == 4)
  }

  @Test("scalars: mix, clamp, smoothstep")
  func scalars() {
    #expect(mix(2.0, 4, t: 0.25) == 2.5 && simd_mix(2 as Float, 4, 0.5) == 3)
    #expect(clamp(7.0, min: 0, max: 1) == 1 && simd_clamp(-7.0, 0, 1) == 0)
    #expect(smoothstep(0.5, edge0: 0.0, edge1: 1) == 0.5 && simd_smoothstep(0.0, 1, 2) == 1)
    let t = simd_smoothstep(SIMD2(repeating: 0.0), SIMD2(repeating: 4), SIMD2(1, 5))
    #expect(t == SIMD2(0.15625, 1))
    #expect(simd_sign(-3.0) == -1)
  }

  @Test("quaternions: rotation about an axis, between vectors, slerp")
  func quaternions() {
    let q = simd_quatf(angle: .pi / 2, axis: [0, 0, 1])
    #expect(length(q.act([1, 0, 0]) - SIMD3(0, 1, 0)) < 1e-6)
    #expect(length(simd_act(q * q, SIMD3(1, 0, 0)) - SIMD3(-1, 0, 0)) < 1e-6)
    #expect(abs(q.angle - .pi / 2) < 1e-6 && length(q.axis - SIMD3(0, 0, 1)) < 1e-6)
    let p = simd_quatd(from: [1, 0, 0], to: [0, 1, 0])
    #expect(abs(p.real - 0.5.squareRoot()) < 1e-15 && p.imag.z > 0)
    let half = simd_slerp(simd_quatd(ix: 0, iy: 0, iz: 0, r: 1), p, 0.5)
    #expect(abs(half.angle - .pi / 4) < 1e-15)
    let far = simd_slerp_longest(simd_quatd(real: 1, imag: .zero), p, 1)
    #expect(simd_length(far.act([1, 0, 0]) - [0, 1, 0]) < 1e-15)
    #expect(simd_length((p * p.inverse).vector - [0, 0, 0, 1]) < 1e-15)
    #expect(simd_inverse(simd_quatd()).real.isNaN)
    #expect(simd_normalize(p * 3).length == simd_normalize(p).length)
    #expect(simd_mul(p, simd_conjugate(p)).real > 0.99 && simd_dot(p, p) > 0.99)
  }

  @Test("quaternions of any length give the values of simd's headers")
  func anyLength() {
    let v = SIMD3(0.3, -2, 0.7)
    var drifted = simd_quatd(real: 1, imag: .zero)
    for _ in 0..<200 { drifted *= simd_quatd(ix: 0.002, iy: 0, iz: 0.0087, r: 0.9999) }
    let long = simd_quatd(ix: 0, iy: 0, iz: 0.3, r: 2)
    let turn = simd_quatd(angle: 0.8, axis: simd_normalize([1, 2, -3]))
    for q in [drifted, long, turn, turn * 1e-3, simd_quatd(ix: 1, iy: -2, iz: 3, r: -4)] {
      let squared = simd_dot(q, q)
      let sandwich = (q * simd_quatd(real: 0, imag: v) * q.conjugate).imag
      #expect(length(q.act(v) - sandwich) <= 1e-15 * squared * 16)
      #expect(length(simd_act(q, v) - q.normalized.act(v) * squared) <= 1e-15 * squared * 16)
      #expect(length(simd_matrix3x3(q) * v - sandwich) <= 1e-15 * squared * 16)
      let whole = simd_double4x4(q)
      #expect(whole.columns.3 == [0, 0, 0, 1] && whole.columns.0.w == 0)
      #expect(whole.columns.1.y == simd_double3x3(q).columns.1.y)
      for t in [0, 0.3, 1] {
        #expect(abs(simd_slerp(q, long, t).length - 1) <= 1e-15)
        let scaled = simd_slerp(q * 3, turn * (3 * q.length), t)
        #expect((scaled - simd_slerp(q.normalized, turn, t)).length <= 4e-15)
        let longer = simd_slerp_longest(q * 3, turn * (3 * q.length), t)
        #expect(abs(longer.length - 1) <= 1e-15)
        // Between equal rotations the longer arc has no axis.
        guard simd_dot(q.normalized, turn) < 0.999 else { continue }
        #expect((longer - simd_slerp_longest(q.normalized, turn, t)).length <= 4e-14)
      }
    }
    // By NumPy, with the formula of simd/quaternion.h.
    let quarter = simd_slerp(simd_quatd(real: 1, imag: .zero), long, 0.25)
    #expect(
      (quarter - simd_quatd(ix: 0, iy: 0, iz: 0.06123585435684558, r: 0.9981233241144039)).length
        <= 1e-15)
    let zero = simd_quatd(), identity = simd_quatd(real: 1, imag: .zero)
    #expect(zero.act(v) == .zero && simd_double3x3(zero) == double3x3())
    #expect(zero.normalized == identity && simd_normalize(zero) == identity)
    #expect(simd_slerp(zero, zero, 0.5) == identity)
    #expect((simd_slerp(zero, long, 0.5) - long.normalized).length <= 1e-15)
    #expect(simd_quatd(ix: .nan, iy: 0, iz: 0, r: 1).act(v).y.isNaN)
    #expect(simd_slerp(simd_quatd(ix: .nan, iy: 0, iz: 0, r: 1), long, 0.5).real.isNaN)
  }

  @Test("matrices: columns first in subscripts, products on both sides, inverses")
  func matrices() {
    var m = matrix_identity_float4x4
    m.columns.3 = [1, 2, 3, 1]
    #expect(simd_mul(m, SIMD4<Float>(0, 0, 0, 1)) == SIMD4(1, 2, 3, 1))
    #expect(SIMD4<Float>(1, 0, 0, 0) * m == SIMD4(1, 0, 0, 1))
    #expect(m[3][1] == 2 && m[3, 1] == 2 && m.transpose[1, 3] == 2)
    #expect((m * m.inverse) == matrix_identity_float4x4)
    #expect(simd_mul(m, simd_inverse(m)) == simd_float4x4(1))
    let rows = double3x3(rows: [[1, 2, 3], [0, 1, 4], [5, 6, 0]])
    #expect(rows.columns.0 == SIMD3(1, 0, 5) && rows.determinant == 1)
    #expect(simd_determinant(float2x2(diagonal: [2, 3])) == 6)
    #expect(rows * rows.inverse == double3x3(1))
    #expect(double3x3().inverse[0][0].isNaN)
    let q = simd_quatd(angle: 0.3, axis: normalize(SIMD3(1, 2, 3)))
    let turn = double3x3(q)
    #expect(length(turn * SIMD3(1, 0, 0) - q.act([1, 0, 0])) < 1e-15)
    #expect(length(simd_quatd(turn).vector - q.vector) < 1e-15)
    #expect(simd_matrix4x4(q).columns.3 == SIMD4(0, 0, 0, 1))
    let sum = double3x3([[1, 0, 0], [0, 1, 0], [0, 0, 1]]) + turn
    #expect(simd_almost_equal_elements(sum - turn, double3x3(1), 1e-15))
  }

  @Test("the older names compile, and their values are those of the newer ones")
  func olderNames() {
    var model: matrix_float4x4 = matrix_identity_float4x4
    let position: vector_float3 = [1, 2, 3]
    model.columns.3 = vector_float4(position, 1)
    let turn = matrix_float3x3(simd_quatf(angle: 0.5, axis: float3(0, 1, 0)))
    #expect(matrix_multiply(model, vector_float4(0, 0, 0, 1)) == float4(1, 2, 3, 1))
    #expect(matrix_multiply(model, model) == simd_mul(model, model))
    #expect(matrix_multiply(vector_double2(1, 2), double2x2(2)) == double2(2, 4))
    #expect(matrix_equal(matrix_transpose(matrix_transpose(turn)), turn))
    #expect(matrix_almost_equal_elements(matrix_invert(turn), turn.transpose, 1e-6))
    #expect(!simd_almost_equal_elements(turn, matrix_scale(1.1, turn), 1e-6))
    #expect(abs(matrix_determinant(turn) - 1) < 1e-6)
    let twice = matrix_linear_combination(1, turn, 2, turn)
    #expect(simd_equal(matrix_sub(matrix_add(model, model), model), model))
    #expect(matrix_almost_equal_elements(twice, matrix_scale(3, turn), 1e-6))
    #expect(simd_linear_combination(2, model, 0, model) == model * 2)
  }

  @Test("matrices and quaternions print as on Apple platforms")
  func printing() {
    #expect(
      float2x2(1).debugDescription == "simd_float2x2([[1.0, 0.0], [0.0, 1.0]])")
    #expect(
      simd_quatd(real: 1, imag: .zero).debugDescription
        == "simd_quatd(real: 1.0, imag: SIMD3<Double>(0.0, 0.0, 0.0))")
  }

  @Test("conversions to RotationMath and back")
  func conversions() {
    let q = Quaternion<Float>(rotationVector: Vector3(0.1, 0.2, 0.3))
    #expect(Quaternion(simd_quatf(q)) == q)
    let m = Matrix4(rotation: q, translation: Vector3(1, 2, 3))
    #expect(Matrix4(simd_float4x4(m)) == m && simd_float4x4(m).columns.3 == [1, 2, 3, 1])
    #expect(Vector3(SIMD3<Float>(1, 2, 3)) == Vector3(1, 2, 3))
    #expect(Set([simd_float4x4(m), simd_float4x4(m)]).count == 1)
  }
}
