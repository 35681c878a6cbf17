import MotionFusion
import MotionSimulation
import Testing

@testable import GestureRecognition

/// What a new entry of the catalogue is checked for.
@Suite("Catalogue of built-in models")
struct BuiltInModelTests {
  @Test("each entry describes its model", arguments: BuiltInModel.allCases)
  func entry(model: BuiltInModel) throws {
    let entry = model.entry
    #expect(!entry.title.isEmpty && !entry.explanation.isEmpty)
    #expect(BuiltInModel.allCases.count { $0.entry.title == entry.title } == 1)
    #expect(model.name == "\(entry.title), built in")
    let recognizer = try GestureRecognizer.builtIn(model)
    #expect(recognizer.name == model.name && recognizer.spellsWords == entry.spellsWords)
    #expect(entry.byteCount > 1000)
    #expect(recognizer.takesMotions == (entry.input != .screen))
  }

  @Test("input of another kind is an error that names the kinds", arguments: BuiltInModel.allCases)
  func otherKind(model: BuiltInModel) throws {
    let recognizer = try GestureRecognizer.builtIn(model)
    let letter = try SyntheticRecording("L", kind: .motion, writer: Writer(seed: 3), seed: 3)
    let motions = try #require(letter.recordings.deviceMotion.first?.samples)
    let stroke = try SyntheticRecording("L", kind: .strokes, writer: Writer(seed: 3), seed: 3)
    let points = try #require(stroke.recordings.strokes.first?.samples)
    switch model.entry.input {
    case .screen:
      #expect(throws: GestureError.needsStrokes) { try recognizer.recognize(motions) }
      // Motion that a session cuts, too.
      var session = WritingSession(recognizer)
      var found = motions.flatMap { motion in
        var touched = motion
        touched.isTouching = true
        return session.update(touched)
      }
      found += session.finish()
      #expect(found.map { try? $0.result.get().label } == [nil])
      #expect(throws: GestureError.needsStrokes) { try found.first?.result.get() }
      #expect(throws: Never.self) { try recognizer.recognize(points) }
    case .air:
      #expect(throws: Never.self) { try recognizer.recognize(motions) }
      #expect(throws: GestureError.needsMotion) { try recognizer.recognize(points) }
    case .both:
      #expect(throws: Never.self) { try recognizer.recognize(motions) }
      #expect(throws: Never.self) { try recognizer.recognize(points) }
    }
  }
}
