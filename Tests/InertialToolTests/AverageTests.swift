import TestSupport
import Testing

@Suite("inertial average and validate")
struct AverageTests {
  @Test("a table has columns in any order, weights, and quaternions of any length and sign")
  func table() throws {
    let rows = "weight,w,x,y,z\n1,2,0,0,0\n1,-0.5,0,0,-0.5\n"
    let answer = try Program.run("average", "-", "--json", input: rows).object()
    let quaternion = try #require(answer["quaternion"] as? [Double])
    #expect(abs(quaternion[2] - 0.3826834323650898) <= 1e-15)
    #expect(answer["isUnique"] as? Bool == true)
    #expect(answer["method"] as? String == "chordal-l2")
    #expect(abs(try #require(answer["spread"] as? Double) - .pi / 4) <= 1e-12)
  }

  @Test("other columns are ignored; missing columns are reported before the rows")
  func otherColumns() throws {
    let rows = "t,qw,qx,qy,qz,note\n0,1,0,0,0,first\n1,1,0,0,0,second\n"
    let answer = try Program.run("average", "-", "--json", input: rows).object()
    #expect(answer["quaternion"] as? [Double] == [0, 0, 0, 1])
    let wrong = try Program.run("average", "-", input: "user,x\nme,1\n")
    #expect(wrong.status == 65)
    #expect(wrong.messages.contains("missing columns 'y', 'z', 'w'"))
  }

  @Test("a JSON array; an average that is not unique is reported")
  func json() throws {
    let answer = try Program.run("average", "-", "--json", input: "[[0,0,0,1],[0,0,1,0]]").object()
    #expect(answer["isUnique"] as? Bool == false)
    #expect(abs(try #require(answer["gap"] as? Double)) <= 1e-15)
  }

  @Test(
    "invalid input: status 65 and the expected input",
    arguments: [
      ("[[0,0,1]]", "rotation 0: expected 4 numbers, got 3"),
      ("[1,2", "expected a JSON array"),
      ("[]", "an average needs at least one"),
      ("[[0,0,0,0]]", "rotation 0 is not a quaternion of finite, positive length"),
      ("x,y,z\n1,2,3\n", "missing column 'w'"),
      ("x,y,z,w,weight\n0,0,0,1,-1\n", "weight 0 is negative"),
      ("x,y,z,w\n0,nan,0,1\n", "a number is not finite"),
      ("", "got an empty file"),
    ])
  func badInput(text: String, message: String) throws {
    let outcome = try Program.run("average", "-", "--json", input: text)
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test("both engines pass every class of the built-in reference")
  func validation() throws {
    let answer = try Program.run("validate", "--json").object()
    #expect(answer["failures"] as? Int == 0)
    #expect(answer["cases"] as? Int == 384)
    let classes = try #require(answer["classes"] as? [[String: Any]])
    #expect(classes.count == 32)
    for row in classes {
      let backward = try #require(row["worstBackwardError"] as? Double)
      let bound = try #require(row["backwardBound"] as? Double)
      // Rounding the answer alone is an error of about one unit.
      #expect(backward > 0.1 && backward <= bound)
      #expect(bound == (row["engine"] as? String == "direct" ? 10 : 64))
      #expect(try #require(row["worstOrthonormalityEps"] as? Double) <= 4)
    }
    let table = try Program.run("validate").output
    #expect(table.contains("backward error") && table.contains("orthonormality"))
  }

  @Test("exit status: 1 for a wrong reference, 66 for a missing one, 65 for a broken one")
  func badReference() throws {
    let folder = try TemporaryFolder()
    let note = try folder.write("no suite", to: "note.txt")
    let path = String(note.dropLast("/note.txt".count))
    #expect(try Program.run("validate", "--reference", path).status == 66)
    // The identity's nearest rotation is not a half turn.
    let wrong =
      "{\"cases\":[{\"matrix\":[[1,0,0],[0,1,0],[0,0,1]],\"nearest\":[[1,0,0],[0,-1,0],[0,0,-1]]}]}"
    _ = try folder.write(wrong, to: "nearest_rotation.json")
    #expect(try Program.run("validate", "--reference", path).status == 1)
    _ = try folder.write("{\"cases\":[{\"matrix\":[[1]]}]}", to: "nearest_rotation.json")
    let outcome = try Program.run("validate", "--reference", path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("case 0: matrix: expected 9 numbers"))
    _ = try folder.write("{\"cases\":[{", to: "nearest_rotation.json")
    #expect(try Program.run("validate", "--reference", path).status == 65)
  }
}
