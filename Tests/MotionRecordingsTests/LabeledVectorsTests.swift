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

  @Test("zone features in their order, whatever the order of the columns; others as they are")
  func zoneValues() throws {
    #expect(try read("bias,dy0,time0,dx0\n1,4,2,3\n").zoneValues == [2, 3, 4, 1])
    #expect(try read("d,c,b,a\n1,2,3,4\n").zoneValues == [1, 2, 3, 4])
    #expect(try read("x1,x0\n1,2\n").zoneValues == [2, 1])
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

  @Test("tuples among other text, over several lines, with comments")
  func tuples() throws {
    let text = """
      # the training program ('not', [a tuple])
      import numpy
      data = [
        ('A', [0.5, -1e-1, +2,
               1.0]),  # first
        ("B'", [1, 2, 3, 1]),
      ]
      print('done', [])
      """
    let vectors = try LabeledVectors.vectors(Array(text.utf8), name: "training.py")
    #expect(vectors.names == ["time0", "dx0", "dy0", "bias"])
    #expect(vectors.labels == ["A", "B'"])
    #expect(vectors.values == [0.5, -0.1, 2, 1, 1, 2, 3, 1])
    #expect(
      vectors.tuples
        == "('A', [+0.50000, -0.10000, +2.00000, 1.0]),\n"
        + "(\"B'\", [+1.00000, +2.00000, +3.00000, 1.0]),\n")
    #expect(
      try LabeledVectors.vectors(Array(vectors.tuples.utf8), name: "log").values
        == vectors.values)
    #expect(try read(vectors.csv).values == vectors.values)
  }

  @Test("the lab's app logs the constant twice; labels may be missing")
  func appLog() throws {
    let text = "('', [0.25, 0.5, 0.75, 1.0, 1.0]),\n('', [0.5, 0, 0, 1.0, 1.0]),\n"
    let vectors = try LabeledVectors.vectors(Array(text.utf8), name: "log")
    #expect(vectors.labels == nil)
    #expect(vectors.values == [0.25, 0.5, 0.75, 1, 0.5, 0, 0, 1])
  }

  @Test("arrays of weights in Swift and Python source", arguments: ["let ", ""])
  func arrays(keyword: String) throws {
    let text = """
      \(keyword)N_LABELS = 2
      \(keyword)weights\(keyword.isEmpty ? "" : ": [[Double]]") = [
        [+1.5, -2, 3, 4],
        [5, 6, 7, 8]
      ]
      \(keyword)labels = ["A", "B", "?"]  // the last one is shown without a match
      print(weights)
      """
    let weights = try LabeledVectors.weights(Array(text.utf8), name: "w")
    #expect(weights.labels == ["A", "B"])
    #expect(weights.values == [1.5, -2, 3, 4, 5, 6, 7, 8])
  }
}
