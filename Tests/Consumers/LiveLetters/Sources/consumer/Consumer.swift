import GestureRecognition

/// Recognises letters sample by sample. A line of the input is a sample: seconds, rotation rate in
/// rad/s, acceleration in g, and 1 while the device is touched.
@main
struct Consumer {
  static func main() throws {
    var session = WritingSession(try GestureRecognizer.uppercaseLetters())
    var letters: [RecognizedGesture] = []
    while let line = readLine() {
      let fields = line.split(separator: ",").compactMap { Double($0) }
      guard fields.count == 8 else { fatalError("expected 8 numbers, got \(line)") }
      letters += session.update(
        SensorSample(
          timestamp: fields[0], rotationRate: Vector3(fields[1], fields[2], fields[3]),
          acceleration: Vector3(fields[4], fields[5], fields[6]), isTouching: fields[7] == 1))
    }
    letters += session.finish()
    print(letters.map { $0.label ?? "?" }.joined())
  }
}
