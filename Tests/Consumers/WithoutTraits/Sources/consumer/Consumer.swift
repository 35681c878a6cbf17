import GestureRecognition
import GestureTraining
import LinearAlgebra
import MotionSimulation
import RotationMath

/// Reads a word by motion and by strokes, and decomposes a matrix.
@main
struct Consumer {
  static func main() throws {
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
}
