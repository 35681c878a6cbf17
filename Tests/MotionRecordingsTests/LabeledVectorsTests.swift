import MotionRecordings
import Testing

@Suite("LabeledVectors")
struct LabeledVectorsTests {
  private func read(_ text: String) throws(RecordingError) -> LabeledVectors {
    try LabeledVectors(Array(text.utf8), name: "v.csv")
  }

  @Test("components are matched by name, in any order")
  func order() throws {
    let vectors = try read("b,label,c,a\n2,X,3,1\n20,Y,30,10\n")
    #expect(vectors.names == ["b", "c", "a"])
    #expect(vectors.labels == ["X", "Y"])
    #expect(vectors.count == 2)
    #expect(try vectors.values(inOrderOf: ["a", "b", "c"]) == [1, 2, 3, 10, 20, 30])
    #expect(try vectors.values(inOrderOf: ["b", "c", "a"]) == vectors.values)
  }

  @Test("the error names missing components and counts additional ones")
  func otherComponents() throws {
    let vectors = try read("a,b\n1,2\n")
    #expect(vectors.labels == nil)
    #expect(
      throws: RecordingError(file: "v.csv", line: 1, problem: .missingColumns(["c", "d"]))
    ) { try vectors.values(inOrderOf: ["a", "c", "d"]) }
    #expect(
      throws: RecordingError(
        file: "v.csv", line: 1,
        problem: .malformed("expected 1 components, got 2"))
    ) { try vectors.values(inOrderOf: ["b"]) }
  }

  @Test("time is linear in the number of components", .timeLimit(.minutes(1)))
  func manyComponents() throws {
    let names = (0..<20_000).map { "component\($0)" }
    let row = [String](repeating: "1", count: names.count).joined(separator: ",")
    let vectors = try read(names.joined(separator: ",") + "\n" + row + "\n")
    #expect(vectors.names == names)
    #expect(try vectors.values(inOrderOf: names.reversed()) == vectors.values)
  }

  @Test("the first vector that is not finite is reported; a cut-off row is left out")
  func damage() throws {
    let vectors = try read("a,b\n1,2\n3,inf\nnan,4\n5,")
    #expect(vectors.firstNonFinite == 3)
    #expect(vectors.count == 3)
    #expect(
      vectors.warnings == [RecordingWarning(file: "v.csv", kind: .incompleteRows, count: 1)])
    #expect(throws: RecordingError(file: "v.csv", problem: .noRows)) { try read("a,b\n") }
    #expect(throws: RecordingError.self) { try read("label\nA\n") }
  }
}
