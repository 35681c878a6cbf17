import MotionSimulation
import RotationMath
import Testing

@Suite("Writer")
struct WriterTests {
  @Test("every letter has a shape, and a path in each variant")
  func alphabet() throws {
    #expect(String(LetterShape.letters) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let writer = Writer(seed: 5)
    for shape in LetterShape.alphabet {
      #expect(shape.variants.contains { $0.frequency > 0 })
      for (index, variant) in shape.variants.enumerated() {
        // A variant may not occur on a screen; in the air all occur.
        #expect(variant.frequency >= 0 && variant.frequencyInAir > 0)
        #expect(variant.nodes.count >= 2)
        let path = try writer.path(of: shape.letter, variant: index)
        #expect(path.movements.count == variant.nodes.count - 1)
        #expect(path.duration.isFinite)
      }
    }
  }

  @Test("letters have the stroke orders of people, with most of their capitals")
  func handwriting() {
    for shape in LetterShape.alphabet {
      let variants = shape.handwrittenVariants
      let covered = variants.reduce(0) { $0 + $1.frequency }
      #expect((70...96).contains(covered), "\(shape.letter)")
      for variant in variants {
        #expect(variant.nodes.count >= 2 && variant.frequency == variant.frequencyInAir)
        let heights = variant.nodes.map(\.position.y)
        #expect(heights.min().map { (0...0.05).contains($0) } ?? false)
        #expect(heights.max().map { (0.95...1).contains($0) } ?? false)
        #expect(variant.nodes.allSatisfy { (-0.01...1.8).contains($0.position.x) })
      }
    }
    #expect(LetterShape.alphabet.reduce(0) { $0 + $1.handwrittenVariants.count } == 133)
  }

  @Test("a share of the writers' letters is handwritten; the others keep their paths")
  func handwrittenShare() throws {
    var style = WritingStyle()
    let plain = try Writer(seed: 4, style: style).path(of: "E")
    style.handwrittenShare = 1
    var counts: Set<Int> = []
    for seed in 0..<60 as Range<UInt64> {
      counts.insert(try Writer(seed: seed, style: style).path(of: "E").movements.count)
    }
    let nodes = Set(LetterShape.shape(of: "E")?.handwrittenVariants.map(\.nodes.count) ?? [])
    #expect(counts.isSubset(of: Set(nodes.map { $0 - 1 })) && counts.count > 2)
    style.handwrittenShare = 0
    #expect(try Writer(seed: 4, style: style).path(of: "E") == plain)
  }

  @Test("without variation the path starts and ends at the shape's ends")
  func plain() throws {
    var style = WritingStyle()
    style.shapeDeviation = 0
    style.takeDeviation = 0
    style.aspectDeviation = 0
    let writer = Writer(seed: 1, style: style)
    for shape in LetterShape.alphabet {
      for (index, variant) in shape.variants.enumerated() {
        let path = try writer.path(of: shape.letter, variant: index)
        let (first, last) = try (
          #require(variant.nodes.first?.position), #require(variant.nodes.last?.position)
        )
        #expect((path.start - first).length <= 4 * .ulpOfOne)
        #expect((path.end - last).length <= 16 * .ulpOfOne)
      }
    }
  }

  @Test("slant moves the top to the right and rotation turns clockwise")
  func style() throws {
    var style = WritingStyle()
    style.shapeDeviation = 0
    style.takeDeviation = 0
    style.aspectDeviation = 0
    style.slant = 0.2
    let leaning = try Writer(seed: 1, style: style).path(of: "I", variant: 0)
    #expect((leaning.end - leaning.start - Vector2(-0.2, 1)).length < 1e-14)
    style.slant = 0
    style.rotation = .pi / 2
    let turned = try Writer(seed: 1, style: style).path(of: "I", variant: 0)
    #expect((turned.end - turned.start - Vector2(-1, 0)).length < 1e-14)
  }

  @Test("the same seed and take yield the same path, in any order", arguments: [0, 7, .max])
  func reproducible(seed: UInt64) throws {
    let writer = Writer(seed: seed)
    let first = try writer.path(of: "Q", take: 2)
    _ = try writer.path(of: "A", take: 1)
    #expect(try Writer(seed: seed).path(of: "Q", take: 2) == first)
    #expect(try writer.path(of: "Q", take: 3) != first)
    #expect(try Writer(seed: seed ^ 1).path(of: "Q", take: 2) != first)
  }

  @Test(
    "a writer uses one variant of a letter; writers use different ones",
    arguments: [false, true])
  func preference(isInAir: Bool) throws {
    var population = WriterPopulation()
    population.typical.isInAir = isInAir
    var counts: Set<Int> = []
    for seed in 0..<40 as Range<UInt64> {
      let writer = Writer(seed: seed, population: population)
      let nodes = try (0..<5).map { try writer.path(of: "X", take: $0).movements.count }
      #expect(Set(nodes).count == 1)
      counts.formUnion(nodes)
    }
    let possible = try #require(LetterShape.shape(of: "X")).variants
      .filter { (isInAir ? $0.frequencyInAir : $0.frequency) > 0 }
    #expect(counts == Set(possible.map { $0.nodes.count - 1 }))
  }

  @Test("other characters have no shape", arguments: ["a", "Ä", "1", " ", "É", "🙂"] as [Character])
  func unsupported(character: Character) {
    #expect(LetterShape.shape(of: character) == nil)
    #expect(throws: SimulationError.unsupportedCharacter(character, position: 0)) {
      try Writer(seed: 1).path(of: character)
    }
  }

  @Test("the error names the character, its code point and its position")
  func message() {
    let error = SimulationError.unsupportedCharacter("é", position: 3)
    #expect(
      error.description
        == "no letter shape for \"é\" (U+00E9), character 4 of the text: expected upper-case letters A to "
        + "Z, with spaces between words")
  }
}
