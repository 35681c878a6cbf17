import Foundation
import SimdMath
import TestSupport
import Testing

@Suite("An app that is written for simd")
struct SceneAppTests {
  @Test("matrices of a scene: translation, rotation, look-at, perspective")
  func matrices() {
    let angle: Float = 0.7
    let axis = SIMD3<Float>(1, 2, -2)
    let turn = float4x4(rotationAround: axis, by: angle)
    let q = simd_quatf(angle: angle, axis: normalize(axis))
    #expect(simd_almost_equal_elements(turn, float4x4(q), 1e-6))
    #expect(simd_length((turn.orientation * q.inverse).vector - simd_quatf.identity.vector) < 1e-6)
    #expect(simd_almost_equal_elements(turn.upperLeft, simd_matrix3x3(q), 1e-6))
    #expect(
      simd_almost_equal_elements(
        float4x4(rotationX: angle), float4x4(rotationAround: [1, 0, 0], by: angle), 1e-6))
    var model = float4x4(translation: [1, 2, 3]) * float4x4(scaling: float3(2, 2, 2))
    #expect(simd_mul(model, simd_make_float4(1, 1, 1, 1)) == [3, 4, 5, 1])
    model.translation = [0, -1, 0]
    #expect(model.translation == [0, -1, 0] && float4x4.identity.determinant == 1)
    // The near plane has depth 0, the far plane 1.
    let projection = float4x4(perspectiveFov: .pi / 2, aspect: 2, nearZ: 1, farZ: 5)
    let near = projection * SIMD4(0, 1, -1, 1), far = projection * SIMD4(4, 0, -5, 1)
    #expect(abs(near.z / near.w) < 1e-6 && abs(near.y / near.w - 1) < 1e-6)
    #expect(abs(far.z / far.w - 1) < 1e-6 && abs(far.x / far.w - 0.4) < 1e-6)
    let view = float4x4(eye: [0, 0, 5], center: .zero, up: .up)
    #expect(view * SIMD4(1, 0, 0, 1) == [1, 0, -5, 1])
    let uniforms = Uniforms(
      modelMatrix: model, viewMatrix: view, projectionMatrix: projection,
      normalMatrix: model.upperLeft.inverse.transpose)
    #expect(uniforms.normalMatrix == matrix_float3x3(0.5))
  }

  @Test("a camera that is dragged and eased")
  func camera() {
    let (camera, other) = (ArcballCamera(), ArcballCamera())
    #expect(camera.eye == [0, 0, 2.5])
    // By a quarter turn about y: from the middle to the right edge.
    other.drag(from: [0, 0], to: [1, 0])
    other.target = [1, 1, 1]
    #expect(simd_distance(other.eye, [-1.5, 1, 1]) < 1e-6)
    let eyeInView = other.viewMatrix * simd_make_float4(other.eye, 1)
    #expect(simd_length(simd_make_float3(eyeInView)) < 1e-6)
    camera.ease(to: other, fraction: 0.5)
    let half = 2.5 * 0.5.squareRoot()
    #expect(simd_distance(camera.eye, [0.5 - Float(half), 0.5, 0.5 + Float(half)]) < 1e-6)
    let angles = simd_quatf(angle: 0.3, axis: .up).eulerAngles
    #expect(simd_distance(angles, [0, 0.3, 0]) < 1e-6)
    #expect(intersect(origin: [0, 0, 5], direction: [0, 0, -1], center: .zero, radius: 2) == 3)
    #expect(intersect(origin: [3, 0, 5], direction: [0, 0, -1], center: .zero, radius: 2) == nil)
    let vertex = Vertex(position: [1, 2, 3], color: [255, 0, 0, 255], cell: [-1, 4])
    #expect(Set([vertex, vertex]).count == 1 && MemoryLayout<Vertex>.stride == 32)
  }

  @Test("the functions that few apps use")
  func functions() {
    let v = SIMD3<Double>(1.5, -2.25, 4)
    #expect(floor(v) == SIMD3(1, -3, 4) && ceil(v) == SIMD3(2, -2, 4))
    #expect(trunc(v) == SIMD3(1, -2, 4))
    #expect(norm_one(v) == 7.75 && simd_norm_inf(v) == 4 && recip(v).z == 0.25)
    let two = SIMD2<Double>(4, 16)
    #expect(rsqrt(two) == SIMD2(0.5, 0.25) && simd_muladd(v, v, v).z == 20)
    let steps: SIMD2<Double> = simd_step(SIMD2(0, 1), SIMD2(0, 0.5))
    #expect(steps == SIMD2(1, 0))
    let product: SIMD3<Double> = cross(SIMD2(1, 2), SIMD2(3, 5))
    #expect(product == SIMD3(0, 0, -1))
    // Snell's law: sin 30° = 1.5 sin t; beyond the critical angle nothing is refracted.
    let ray = SIMD2<Double>(0.5, -0.75.squareRoot()), normal = SIMD2<Double>(0, 1)
    let refracted: SIMD2<Double> = refract(ray, n: normal, eta: 1 / 1.5)
    #expect(abs(refracted.x - 1.0 / 3) < 1e-15 && abs(length(refracted) - 1) < 1e-15)
    let reflected: SIMD2<Double> = simd_refract(SIMD2(0.8, -0.6), normal, 1.5)
    #expect(reflected == .zero)
    let edges: [SIMD3<Double>] = [simd_fast_normalize(v), simd_precise_normalize(v)]
    #expect(edges[0] == normalize(v) && edges[1] == edges[0])
    #expect(simd_fast_distance(v, -v) == simd_precise_length(v + v))
    let rows: simd_double3x3 = simd_matrix_from_rows([1, 2, 3], [0, 1, 4], [5, 6, 0])
    let columns: simd_double3x3 = simd_matrix([1, 0, 5], [2, 1, 6], [3, 4, 0])
    #expect(rows == columns)
    #expect(simd_diagonal_matrix(SIMD4<Float>(repeating: 2)) == simd_float4x4(2))
    #expect(simd_sub(simd_add(rows, rows), rows) == rows)
    let q: simd_quatd = simd_quaternion(0.5, 0.5, 0.5, 0.5)
    #expect(simd_real(q) == 0.5 && simd_imag(simd_negate(q)) == SIMD3(repeating: -0.5))
    #expect(simd_quaternion(simd_matrix3x3(q)) == q && simd_length(q) == 1)
  }

  /// Apple's names of vectors, matrices and quaternions, from the headers and the Swift overlay of
  /// simd as its documentation lists them.
  private static let names = """
    abs act add almost_equal_elements angle axis clamp conjugate cross determinant \
    diagonal_matrix distance distance_squared dot equal fract imag inverse length length_squared \
    linear_combination make_double2 make_double3 make_double4 make_float2 make_float3 make_float4 \
    matrix matrix3x3 matrix4x4 matrix_from_rows max min mix mul muladd negate norm_inf norm_one \
    normalize project quaternion real recip reduce_add reduce_max reduce_min reflect refract rsqrt \
    sign slerp slerp_longest smoothstep step sub transpose \
    all almost_equal_elements_relative any bezier bitselect char double fast_distance fast_length \
    fast_normalize fast_project fast_recip fast_rsqrt float half incircle insphere int long orient \
    precise_distance precise_length precise_normalize precise_project precise_recip precise_rsqrt \
    select short spline trace uchar uint ulong ushort
    """

  @Test("each of simd's functions exists or is in the page's list of deviations")
  func deviations() throws {
    let folder = Locations.package.appending(path: "Sources/SimdMath")
    var code = ""
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "swift" { code += try String(contentsOf: file, encoding: .utf8) }
    let page = try String(
      contentsOf: folder.appending(path: "SimdMath.docc/SimdMath.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.contains("| absent") }
      .joined(separator: "\n")
    for name in Self.names.split(separator: " ") {
      let exists = code.contains(try Regex("public func simd_\(name)[(<]"))
      #expect(exists != rows.contains("`simd_\(name)`"), "simd_\(name)")
    }
  }
}
