import GestureRecognition
import Testing

@Suite("StrokeRescaler")
struct StrokeRescalerTests {
  static func stroke(_ points: [(Double, Double)]) -> [Sample2D] {
    points.enumerated().map { Sample2D(x: $1.0, y: $1.1, timestamp: Double($0) / 64) }
  }

  @Test("the longer side becomes 1, with the same aspect ratio, at the top left")
  func topLeft() throws {
    let rescaled = try StrokeRescaler().rescaled(Self.stroke([(100, 50), (300, 150), (200, 450)]))
    #expect(rescaled.map(\.x) == [0, 0.5, 0.25])
    #expect(rescaled.map(\.y) == [0, 0.25, 1])
    #expect(rescaled.map(\.timestamp) == [0, 0.015625, 0.03125])
  }

  @Test("center alignment centres the shorter side")
  func center() throws {
    let rescaled = try StrokeRescaler(alignment: .center)
      .rescaled(Self.stroke([(100, 50), (300, 150), (200, 450)]))
    #expect(rescaled.map(\.x) == [0.25, 0.75, 0.5])
    #expect(rescaled.map(\.y) == [0, 0.25, 1])
  }

  @Test("separate scaling fills the square, and keeps a thin stroke thin")
  func separate() throws {
    let rescaler = StrokeRescaler(scaling: .separate)
    let wide = try rescaler.rescaled(Self.stroke([(100, 50), (300, 150), (200, 450)]))
    #expect(wide.map(\.x) == [0, 1, 0.5])
    #expect(wide.map(\.y) == [0, 0.25, 1])
    // An I of 8 × 64: its width is divided by a quarter of its height.
    let thin = try rescaler.rescaled(Self.stroke([(0, 0), (8, 64)]))
    #expect(thin.map(\.x) == [0, 0.5])
    #expect(thin.map(\.y) == [0, 1])
    let centered = try StrokeRescaler(minSize: 16, alignment: .center, scaling: .separate)
      .rescaled(Self.stroke([(0, 0), (8, 0)]))
    #expect(centered.map(\.x) == [0.25, 0.75])
    #expect(centered.map(\.y) == [0.5, 0.5])
  }

  @Test("strokes smaller than minSize stay small", arguments: StrokeAlignment.allCases)
  func dot(alignment: StrokeAlignment) throws {
    let rescaled = try StrokeRescaler(minSize: 100, alignment: alignment)
      .rescaled(Self.stroke([(10, 10), (35, 10)]))
    let start = alignment == .topLeft ? 0.0 : 0.375
    #expect(rescaled.map(\.x) == [start, start + 0.25])
    #expect(rescaled.map(\.y) == (alignment == .topLeft ? [0, 0] : [0.5, 0.5]))
  }

  @Test("sizes from 1e-300 to the largest double", arguments: [1e-300, 1e-9, 1e9, 1.7e308])
  func scale(size: Double) throws {
    let rescaled = try StrokeRescaler()
      .rescaled(Self.stroke([(-size, 0), (size, size), (0, -size)]))
    #expect(rescaled.map(\.x) == [0, 1, 0.5])
    #expect(rescaled.map(\.y) == [0.5, 1, 0])
  }

  @Test("one point is a dot")
  func onePoint() throws {
    let rescaled = try StrokeRescaler(minSize: 1).rescaled(Self.stroke([(7, 9)]))
    #expect(rescaled == [Sample2D(x: 0, y: 0, timestamp: 0)])
  }

  @Test("strokes that cannot be rescaled throw")
  func errors() {
    let line = Self.stroke([(0, 0), (1, 1)])
    #expect(throws: GestureError.tooFewSamples(count: 0, minimum: 1)) {
      try StrokeRescaler().rescaled([])
    }
    #expect(throws: GestureError.noExtent) {
      try StrokeRescaler().rescaled(Self.stroke([(3, 4), (3, 4)]))
    }
    #expect(throws: GestureError.invalidMinimumSize(-1)) {
      try StrokeRescaler(minSize: -1).rescaled(line)
    }
    #expect(throws: GestureError.self) { try StrokeRescaler(minSize: .nan).rescaled(line) }
    #expect(throws: GestureError.self) { try StrokeRescaler(minSize: .infinity).rescaled(line) }
    #expect(throws: GestureError.notFinite(sample: 1)) {
      try StrokeRescaler().rescaled(Self.stroke([(0, 0), (.nan, 1)]))
    }
  }
}
