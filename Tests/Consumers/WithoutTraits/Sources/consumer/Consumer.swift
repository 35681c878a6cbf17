import GestureRecognition
import GestureTraining
import LinearAlgebra
import MotionSimulation
import RotationMath

/// Reads a word by motion and by strokes, and decomposes a matrix. With the argument `samples` it
/// prints the samples of the word, the input of LiveLetters.
@main
struct Consumer {
  static func main() throws {
    if CommandLine.arguments.contains("samples") { return try printSamples() }
    let recognizer = try GestureRecognizer.uppercaseLetters()
    for kind in [SyntheticRecording.Kind.sensors, .strokes] {
      let word = try SyntheticRecording("SWIFT", kind: kind, writer: Writer(seed: 7), seed: 1)
      let letters = recognizer.recognize(word.recordings).map { $0.recognition?.label ?? "?" }
      print("\(kind): \(letters.joined())")
    }
    let matrix = Matrix3<Double>(
      rows: Vector3(0, -4, 0), Vector3(3, 0, 0), Vector3(0, 0, 2))
    let values = try SingularValueDecomposition(of: matrix).singularValues
    print("singular values: \(values.x) \(values.y) \(values.z)")
    print("engines: \(NearestRotationEngine.allCases.map(\.rawValue).joined(separator: " "))")
  }

  static func printSamples() throws {
    let word = try SyntheticRecording(
      "SWIFT", kind: .sensors, writer: Writer(seed: 7), seed: 1)
    for sample in word.recordings.sensorSamples.flatMap(\.samples) {
      guard let rate = sample.rotationRate, let force = sample.acceleration else { continue }
      let numbers = [
        sample.timestamp, rate.x, rate.y, rate.z, force.x, force.y, force.z,
        sample.isTouching == true ? 1 : 0,
      ]
      print(numbers.map { "\($0)" }.joined(separator: ","))
    }
  }
}
