import TestSupport
import Testing

@Suite("inertial score")
struct ScoreTests {
  private let weights = "label,x,y\nright,1,0\ndown,0,1\n"

  private func score(_ vectors: String, weights: String? = nil) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    return try Program.run(
      "score", "--weights", folder.write(weights ?? self.weights, to: "weights.csv"), "-", "--json",
      input: vectors)
  }

  @Test("counts right, confused and rejected vectors; columns are matched by name")
  func counts() throws {
    let outcome = try score(
      "y,label,x\n0,right,3\n2,down,1\n5,right,4\n1,left,0\nnan,down,1\ninf,down,1\n")
    #expect(outcome.status == 0)
    #expect(outcome.messages.contains("standard input:6: a feature is not finite"))
    let answer = try outcome.object()
    #expect(answer["correct"] as? Int == 2)
    #expect(answer["total"] as? Int == 6)
    #expect(answer["refused"] as? Int == 2)
    #expect(answer["accuracy"] as? Double == 2.0 / 6)
    #expect(answer["labels"] as? [String] == ["down", "left", "right"])
    #expect(answer["confusion"] as? [[Int]] == [[1, 0, 0], [1, 0, 0], [1, 0, 1]])
    let winning = try #require(answer["winningScores"] as? [String: Double])
    #expect(winning["minimum"] == 1)
    #expect(winning["median"] == 2.5)
    #expect(winning["q25"] == 1.75)
    #expect(winning["maximum"] == 5)
  }

  @Test("weights of a label twice, such as the vectors in their place: status 65")
  func labelTwice() throws {
    let outcome = try score("label,x,y\nright,1,0\n", weights: weights + "right,1,1\n")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.messages.contains("weights.csv: expected one row of weights for each label"))
  }

  @Test("vectors without labels: predictions without accuracy")
  func unlabelled() throws {
    let answer = try score("x,y\n1,0\n0,1\n").object()
    #expect(answer["accuracy"] == nil)
    #expect(answer["predictions"] as? [String] == ["right", "down"])
  }

  @Test(
    "inconsistent or malformed files: status 65 and the place",
    arguments: [
      ("label,x\na,1\n", "standard input:1: missing column 'y'"),
      ("label,x,y,z\na,1,2,3\n", "expected 2 components, got 3"),
      (
        "label,x,y\na,1,abc\nb,1,2\n",
        "standard input:2, column 'y': expected a decimal number such as -0.25, got 'abc'"
      ),
      ("label,x,y\na,1\nb,1,2\n", "standard input:2: expected 3 fields as in the header, got 2"),
      ("label,x,y\n", "got a header without rows"),
      ("", "got an empty file"),
    ])
  func badVectors(vectors: String, message: String) throws {
    let outcome = try score(vectors)
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test("weights without labels, or not finite: status 65")
  func badWeights() throws {
    #expect(try score("x,y\n1,0\n", weights: "x,y\n1,0\n").status == 65)
    #expect(try score("x,y\n1,0\n", weights: "label,x,y\na,inf,0\n").status == 65)
  }

  @Test("a missing file: status 66")
  func missing() throws {
    let outcome = try Program.run("score", "--weights", "/no/such.csv", "-")
    #expect(outcome.status == 66)
    #expect(outcome.messages == "Error: /no/such.csv: no such file\n")
  }

  @Test("the lab's weights on the lab's vectors", .needsRecordings)
  func labLetters() throws {
    let folder = try #require(Locations.recordings).appending(path: "lab-letters").path
    let answer = try Program.run(
      "score", "--weights", folder + "/weights.csv", folder + "/vectors.csv", "--json"
    ).object()
    // Reference: NumPy on the same files.
    #expect(answer["correct"] as? Int == 423)
    #expect(answer["total"] as? Int == 457)
    let winning = try #require(answer["winningScores"] as? [String: Double])
    #expect(abs(try #require(winning["median"]) - 6.182_614_41) < 1e-8)
    #expect(abs(try #require(winning["q95"]) - 9.241_311_36) < 1e-8)
  }

  @Test(
    "the built-in model on recorded letters of unseen writers",
    .needsRecordings)
  func builtIn() throws {
    let folder = try #require(Locations.recordings).appending(path: "lab-letters").path
    let answer = try Program.run("score", folder + "/vectors.csv", "--json").object()
    // Measured: 414 of 457.
    #expect(try #require(answer["accuracy"] as? Double) >= 0.896)
  }

  @Test("vectors of another length than the model's: status 65")
  func otherFeatureCount() throws {
    let outcome = try Program.run("score", "-", input: "label,x,y\na,1,2\n")
    #expect(outcome.status == 65)
    #expect(outcome.messages == "Error: standard input: expected 28 features, got 2\n")
  }
}
