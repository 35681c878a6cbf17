// swift-format-ignore-file: AlwaysUseLowerCamelCase

import GLKMath
import Testing

/// A vertex as programs of GLKit declare it, next to C's layout of the same struct.
private struct Vertex {
  var position: GLKVector3
  var color: GLKVector4
  var texture: GLKVector2
}

extension GLKMatrix3 {
  /// As an extension in a user's program.
  fileprivate init(scale: GLfloat) {
    self.init()
    m = (scale, 0, 0, 0, scale, 0, 0, 0, scale)
  }
}

@Suite("GLKMath's memory layout")
struct GLKLayoutTests {
  /// Sizes and alignments of Apple's GLKMathTypes.h, whose unions have the attribute aligned(16) or
  /// aligned(8), or none.
  @Test("sizes, alignments and strides are those of Apple's header")
  func layout() {
    func check<T>(_ type: T.Type, _ size: Int, _ alignment: Int, _ stride: Int) {
      #expect(MemoryLayout<T>.size == size, "\(type)")
      #expect(MemoryLayout<T>.alignment == alignment, "\(type)")
      #expect(MemoryLayout<T>.stride == stride, "\(type)")
    }
    check(GLKVector2.self, 8, 8, 8)
    check(GLKVector3.self, 12, 4, 12)
    check(GLKVector4.self, 16, 16, 16)
    check(GLKQuaternion.self, 16, 16, 16)
    check(GLKMatrix2.self, 16, 4, 16)
    check(GLKMatrix3.self, 36, 4, 36)
    check(GLKMatrix4.self, 64, 16, 64)
    // C: 12 bytes, 4 of padding, 16, 8, and 8 to the next multiple of 16. Unaligned it would be 36.
    #expect(MemoryLayout<Vertex>.stride == 48)
    #expect(MemoryLayout<Vertex>.offset(of: \.color) == 16)
    #expect(MemoryLayout<Vertex>.offset(of: \.texture) == 32)
  }

  @Test("memory holds the elements in the order of m, v and q")
  func memory() {
    func floats<T>(_ value: T) -> [Float] {
      withUnsafeBytes(of: value) { Array($0.bindMemory(to: Float.self)) }
    }
    #expect(floats(GLKVector2Make(1, 2)) == [1, 2])
    #expect(floats(GLKVector4Make(1, 2, 3, 4)) == [1, 2, 3, 4])
    #expect(floats(GLKQuaternionMake(1, 2, 3, 4)) == [1, 2, 3, 4])
    #expect(floats(GLKMatrix2(m2: ((1, 2), (3, 4)))) == [1, 2, 3, 4])
    let m = GLKMatrix4Make(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
    #expect(floats(m) == (1...16).map { Float($0) })
    #expect(GLKMatrix4(m: m.m) == m)
  }

  @Test("elements can be assigned by name, by index and as a tuple")
  func assignment() {
    var m = GLKMatrix4Identity
    m.m30 = 5
    m[13] = 6
    #expect(m == GLKMatrix4MakeTranslation(5, 6, 0))
    m.m = GLKMatrix4MakeScale(2, 3, 4).m
    #expect(m.m00 == 2 && m.m11 == 3 && m.m22 == 4 && m.m30 == 0)
    var q = GLKQuaternionIdentity
    q.v = GLKVector3Make(1, 2, 3)
    q[3] = 4
    #expect(q == GLKQuaternionMake(1, 2, 3, 4) && q.s == 4)
    var v = GLKVector4()
    v.a = 1
    v[0] = 2
    #expect(v == GLKVector4Make(2, 0, 0, 1))
    var two = GLKMatrix2(m2: ((1, 2), (3, 4)))
    #expect(two == GLKMatrix2(m: (1, 2, 3, 4)) && two.m10 == 3)
    two.m2.0.1 = 9
    #expect(two.m01 == 9)
    #expect(GLKMatrix3(scale: 2) == GLKMatrix3MakeScale(2, 2, 2))
    let indices: [GLushort] = [0, 1, 2]
    #expect(indices.map { GLfloat($0) } == [0, 1, 2])
  }
}
