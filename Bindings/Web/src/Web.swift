// The entry points of the WebAssembly module, which inertial.js calls.
//
// A device, such as a recogniser, is a pointer that `inertial_release` frees. Functions return 0, or -1
// for an error. Their answer, or the text of the error, is in the bytes at `inertial_answer`: numbers
// are little-endian, counts have 32 bits, texts and lists begin with their count.

import DeadReckoning
import GestureRecognition
import MotionFusion
import RotationMath
import StudioEngine

/// The bytes of the last answer.
private final class Answer {
  private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
  private var capacity = 4096
  private(set) var count = 0

  var address: UnsafeMutablePointer<UInt8> { start }

  func clear() { count = 0 }

  func add(_ byte: UInt8) {
    if count == capacity {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
      larger.moveInitialize(from: start, count: count)
      start.deallocate()
      (start, capacity) = (larger, 2 * capacity)
    }
    (start + count).initialize(to: byte)
    count += 1
  }

  func add<Number: FixedWidthInteger>(bits number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      add(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  func add(_ number: Double) { add(bits: number.bitPattern) }
  /// NaN for `nil`.
  func add(_ number: Double?) { add(number ?? .nan) }
  func add(_ count: Int) { add(bits: UInt32(truncatingIfNeeded: count)) }
  func add(_ flag: Bool) { add(flag ? 1 as UInt8 : 0) }
  func add(_ vector: Vector3<Double>) { for component in 0..<3 { add(vector[component]) } }
  func add(_ rotation: Quaternion<Double>) {
    for number in [rotation.x, rotation.y, rotation.z, rotation.w] { add(number) }
  }

  func add(_ text: String) {
    add(text.utf8.count)
    for byte in text.utf8 { add(byte) }
  }

  /// An empty text for `nil`: no label and no message is empty.
  func add(_ text: String?) { add(text ?? "") }

  func add<Element>(_ list: some Collection<Element>, _ element: (Element) -> Void) {
    add(list.count)
    for item in list { element(item) }
  }

  /// The answer of `body`, or the text of its error.
  func run(_ body: () throws(WebError) -> Void) -> Int32 {
    clear()
    do throws(WebError) {
      try body()
      return 0
    } catch {
      clear()
      add(error.text)
      return -1
    }
  }
}

private nonisolated(unsafe) let answer = Answer()

private struct WebError: Error {
  let text: String
}

/// Calls the library and passes on the texts of its errors.
private func passing<Value, Failure: Error & CustomStringConvertible>(
  _ body: () throws(Failure) -> Value
) throws(WebError) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    throw WebError(text: error.description)
  }
}

/// The bytes of the last answer; they move with each call.
@c(inertial_answer)
public func webAnswer() -> UnsafeMutablePointer<UInt8> { answer.address }

/// The number of bytes of the last answer.
@c(inertial_answer_count)
public func webAnswerCount() -> Int32 { Int32(answer.count) }

// MARK: - Devices

/// A device that JavaScript holds.
private class Device {
  /// A pointer that keeps the device.
  final var held: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}

private func device<Kind: Device>(_ pointer: UnsafeMutableRawPointer) -> Kind {
  Unmanaged<Kind>.fromOpaque(pointer).takeUnretainedValue()
}

/// Frees a device.
@c(inertial_release)
public func webRelease(_ pointer: UnsafeMutableRawPointer) {
  Unmanaged<Device>.fromOpaque(pointer).release()
}

/// Rows of numbers of JavaScript.
private struct Rows {
  let start: UnsafePointer<Double>
  let count: Int
  let width: Int

  func number(_ row: Int, _ column: Int) -> Double { start[row * width + column] }

  func vector(_ row: Int, _ column: Int) -> Vector3<Double> {
    Vector3(number(row, column), number(row, column + 1), number(row, column + 2))
  }

  /// The vector, or `nil` if its first number is NaN.
  func reading(_ row: Int, _ column: Int) -> Vector3<Double>? {
    number(row, column).isNaN ? nil : vector(row, column)
  }

  /// Time, angular rate, acceleration, magnetic field, touch.
  static let sampleWidth = 11

  /// A sample; NaN is a missing reading.
  func sample(_ row: Int) -> SensorSample {
    let touch = number(row, 10)
    return SensorSample(
      timestamp: number(row, 0), rotationRate: reading(row, 1), acceleration: reading(row, 4),
      magneticField: reading(row, 7), isTouching: touch.isNaN ? nil : touch != 0)
  }

  /// The points of a gesture of strokes: x, y, time, number of the stroke.
  var points: [Sample2D] {
    (0..<count).map {
      Sample2D(
        x: number($0, 0), y: number($0, 1), timestamp: number($0, 2),
        stroke: Int32(exactly: number($0, 3)).map(Int.init) ?? 0)
    }
  }

  /// The motions of a gesture: time, attitude, angular rate, user acceleration.
  var motions: [DeviceMotion] {
    (0..<count).map {
      DeviceMotion(
        timestamp: number($0, 0),
        attitude: Attitude(
          quaternion: Quaternion(vector: vector($0, 1), scalar: number($0, 4))),
        rotationRate: vector($0, 5), userAcceleration: vector($0, 8))
    }
  }
}

private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int32) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: Int(count)))
}

// MARK: - Orientation

private final class OrientationDevice: Device {
  var estimator: MotionEstimator
  init(_ estimator: MotionEstimator) { self.estimator = estimator }
}

/// An estimator of the orientation, relative to magnetic north or to the initial direction.
@c(inertial_orientation)
public func webOrientation(_ usesMagnetometer: Bool) -> UnsafeMutableRawPointer {
  OrientationDevice(
    MotionEstimator(
      referenceFrame: usesMagnetometer ? .xMagneticNorthZVertical : .xArbitraryZVertical)
  ).held
}

/// Answers with a list of motions.
@c(inertial_orientation_update)
public func webOrientationUpdate(
  _ pointer: UnsafeMutableRawPointer, _ samples: UnsafePointer<Double>, _ count: Int32
) -> Int32 {
  let orientation: OrientationDevice = device(pointer)
  let rows = Rows(start: samples, count: Int(count), width: Rows.sampleWidth)
  return answer.run {
    let motions = (0..<rows.count).compactMap { orientation.estimator.update(rows.sample($0)) }
    answer.add(motions) { add($0) }
  }
}

private func add(_ motion: DeviceMotion) {
  answer.add(motion.timestamp)
  answer.add(motion.attitude.quaternion)
  answer.add(motion.rotationRate)
  answer.add(motion.gravity)
  answer.add(motion.userAcceleration)
  answer.add(motion.heading)
}

// MARK: - Path

private final class PathDevice: Device {
  var estimator = MotionEstimator()
  var session: PathSession
  var points: [PathPoint] = []
  init(_ method: PathMethod) { session = PathSession(PathEstimation(method: method)) }
}

/// An estimator of the path by a method; null for a name of none.
@c(inertial_path)
public func webPath(_ method: UnsafePointer<UInt8>, _ count: Int32) -> UnsafeMutableRawPointer? {
  var path: PathDevice?
  _ = answer.run { () throws(WebError) in
    let name = String(decoding: bytes(method, count), as: UTF8.self)
    guard let method = PathMethod(rawValue: name) else {
      let names = PathMethod.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw WebError(text: "expected a method of \(names), got '\(name)'")
    }
    path = PathDevice(method)
  }
  return path?.held
}

/// Answers with a list of events: the index of the first point, and the points.
@c(inertial_path_update)
public func webPathUpdate(
  _ pointer: UnsafeMutableRawPointer, _ samples: UnsafePointer<Double>, _ count: Int32,
  _ isLast: Bool
) -> Int32 {
  let path: PathDevice = device(pointer)
  let rows = Rows(start: samples, count: Int(count), width: Rows.sampleWidth)
  return answer.run {
    var events: [PathEvent] = []
    for row in 0..<rows.count {
      guard let motion = path.estimator.update(rows.sample(row)) else { continue }
      path.session.update(motion) { events.append($0) }
    }
    if isLast { path.session.finish { events.append($0) } }
    answer.add(events) { add($0) }
  }
}

private func add(_ event: PathEvent) {
  let (first, points) =
    switch event {
    case .position(let point): (point.index, [point])
    case .revision(let range, let points): (range.lowerBound, points)
    }
  answer.add(first)
  answer.add(points) { point in
    answer.add(point.timestamp)
    answer.add(point.position)
    answer.add(point.velocity)
    answer.add(point.attitude.quaternion)
    answer.add(point.isStationary)
  }
}

// MARK: - Recogniser

private final class RecognizerDevice: Device {
  var session: WritingSession
  init(_ session: WritingSession) { self.session = session }
}

/// A recogniser of the models in two files; one without bytes is left out.
@c(inertial_recognizer)
public func webRecognizer(
  _ strokes: UnsafePointer<UInt8>, _ strokeCount: Int32, _ motions: UnsafePointer<UInt8>,
  _ motionCount: Int32, _ pause: Double
) -> UnsafeMutableRawPointer? {
  var recognizer: RecognizerDevice?
  _ = answer.run { () throws(WebError) in
    let strokes = try model(strokes, strokeCount)
    let motions = try model(motions, motionCount)
    guard let first = strokes ?? motions, let second = motions ?? strokes else {
      throw WebError(text: "expected a model of strokes or of motions")
    }
    guard pause >= 0 else { throw WebError(text: "expected a pause of 0 s or more, got \(pause)") }
    var configuration = WritingSession.Configuration()
    configuration.pause = pause
    recognizer = RecognizerDevice(
      WritingSession(
        GestureRecognizer(strokes: first, motions: second), configuration: configuration))
    answer.add(first.labels) { answer.add($0) }
    answer.add(second.labels) { answer.add($0) }
  }
  return recognizer?.held
}

private func model(
  _ start: UnsafePointer<UInt8>, _ count: Int32
) throws(WebError) -> RecognitionModel? {
  guard count > 0 else { return nil }
  return try passing { () throws(ModelError) in
    try RecognitionModel(file: bytes(start, count))
  }
}

/// Answers with a list of gestures.
private func gestures(
  _ pointer: UnsafeMutableRawPointer,
  _ body: (inout WritingSession) throws(WebError) -> [RecognizedGesture]
) -> Int32 {
  let recognizer: RecognizerDevice = device(pointer)
  return answer.run { () throws(WebError) in
    let found = try body(&recognizer.session)
    answer.add(found) { add($0) }
  }
}

/// Takes samples.
@c(inertial_recognizer_update)
public func webRecognizerUpdate(
  _ pointer: UnsafeMutableRawPointer, _ samples: UnsafePointer<Double>, _ count: Int32
) -> Int32 {
  let rows = Rows(start: samples, count: Int(count), width: Rows.sampleWidth)
  return gestures(pointer) { session in
    (0..<rows.count).flatMap { session.update(rows.sample($0)) }
  }
}

/// Takes a point of a stroke.
@c(inertial_recognizer_point)
public func webRecognizerPoint(
  _ pointer: UnsafeMutableRawPointer, _ x: Double, _ y: Double, _ time: Double, _ isTouching: Bool
) -> Int32 {
  gestures(pointer) {
    $0.update(Sample2D(x: x, y: y, timestamp: time), isTouching: isTouching)
  }
}

/// Advances the time.
@c(inertial_recognizer_advance)
public func webRecognizerAdvance(_ pointer: UnsafeMutableRawPointer, _ time: Double) -> Int32 {
  gestures(pointer) { $0.advance(to: time) }
}

/// The time of `inertial_recognizer_advance` that ends the gesture of strokes; NaN without one.
@c(inertial_recognizer_deadline)
public func webRecognizerDeadline(_ pointer: UnsafeMutableRawPointer) -> Double {
  let recognizer: RecognizerDevice = device(pointer)
  return recognizer.session.deadline ?? .nan
}

/// Ends the stream.
@c(inertial_recognizer_finish)
public func webRecognizerFinish(_ pointer: UnsafeMutableRawPointer) -> Int32 {
  gestures(pointer) { $0.finish() }
}

/// Recognises a gesture of strokes that was cut elsewhere.
@c(inertial_recognizer_strokes)
public func webRecognizerStrokes(
  _ pointer: UnsafeMutableRawPointer, _ points: UnsafePointer<Double>, _ count: Int32
) -> Int32 {
  let rows = Rows(start: points, count: Int(count), width: 4)
  return gestures(pointer) {
    [$0.recognize(RecordedGesture(samples: .stroke(rows.points)))]
  }
}

private func add(_ recognized: RecognizedGesture) {
  let gesture = RecognitionAnswer.Gesture(recognized)
  answer.add(gesture.label)
  answer.add(gesture.best)
  answer.add(gesture.score)
  answer.add(gesture.confidence)
  answer.add(gesture.alternatives) {
    answer.add($0.label)
    answer.add($0.score)
    answer.add($0.confidence)
  }
  answer.add(gesture.reason)
  answer.add(gesture.start)
  answer.add(gesture.end)
  switch recognized.gesture.samples {
  case .stroke(let points):
    answer.add(false)
    answer.add(points) {
      for number in [$0.x, $0.y, $0.timestamp, Double($0.stroke)] { answer.add(number) }
    }
  case .motion(let motions):
    answer.add(true)
    answer.add(motions) {
      answer.add($0.timestamp)
      answer.add($0.attitude.quaternion)
      answer.add($0.rotationRate)
      answer.add($0.userAcceleration)
    }
  case .series:
    answer.add(true)
    answer.add(0)
  }
}

// MARK: - Teacher

/// Collects a writer's own examples: of strokes for a model of nearest examples, of motions for
/// templates.
private final class TeacherDevice: Device {
  var strokes: [(label: String, gesture: [Sample2D])] = []
  var templates: TemplateModel?
  init(_ templates: TemplateModel?) { self.templates = templates }

  var model: RecognitionModel {
    get throws(ModelError) {
      if let templates { return .templates(templates) }
      return .features(try FeatureModel(ofNearest: strokes))
    }
  }
}

/// A teacher of strokes, or of motions: with the templates of a file, or with none for no bytes.
@c(inertial_teacher)
public func webTeacher(
  _ isMotion: Bool, _ start: UnsafePointer<UInt8>, _ count: Int32
) -> UnsafeMutableRawPointer? {
  var teacher: TeacherDevice?
  _ = answer.run { () throws(WebError) in
    switch try model(start, count) {
    case nil: teacher = TeacherDevice(isMotion ? TemplateModel() : nil)
    case .templates(let templates)? where isMotion: teacher = TeacherDevice(templates)
    default: throw WebError(text: "expected a model of templates, for motions")
    }
  }
  return teacher?.held
}

/// Adds an example: the points of strokes, or motions.
@c(inertial_teacher_add)
public func webTeacherAdd(
  _ pointer: UnsafeMutableRawPointer, _ label: UnsafePointer<UInt8>, _ labelCount: Int32,
  _ numbers: UnsafePointer<Double>, _ count: Int32
) -> Int32 {
  let teacher: TeacherDevice = device(pointer)
  return answer.run { () throws(WebError) in
    let label = String(decoding: bytes(label, labelCount), as: UTF8.self)
    try passing { () throws(GestureError) in
      if teacher.templates == nil {
        let gesture = Rows(start: numbers, count: Int(count), width: 4).points
        _ = try StrokeFeatures().vector(of: gesture)
        teacher.strokes.append((label, gesture))
      } else {
        let motions = Rows(start: numbers, count: Int(count), width: 11).motions
        try teacher.templates?.adapt(to: motions, label: label)
      }
    }
  }
}

/// Answers with the bytes of the model's file.
@c(inertial_teacher_model)
public func webTeacherModel(_ pointer: UnsafeMutableRawPointer) -> Int32 {
  let teacher: TeacherDevice = device(pointer)
  return answer.run { () throws(WebError) in
    let file = try passing { () throws(ModelError) in try teacher.model.file() }
    answer.add(file) { answer.add($0) }
  }
}

// MARK: - The page without a server

private final class PageDevice: Device {
  let engine: PageEngine
  init(_ engine: PageEngine) { self.engine = engine }
}

private func json(
  _ start: UnsafePointer<UInt8>, _ count: Int32
) throws(WebError) -> JSON {
  guard let json = JSON(bytes(start, count)) else { throw WebError(text: "expected JSON") }
  return json
}

/// The studio of one page: with the file of the letters on a screen, the values that its events of
/// the type `keep` asked for, and the name of this run.
@c(inertial_page)
public func webPage(
  _ letters: UnsafePointer<UInt8>, _ letterCount: Int32, _ kept: UnsafePointer<UInt8>,
  _ keptCount: Int32, _ run: UnsafePointer<UInt8>, _ runCount: Int32
) -> UnsafeMutableRawPointer? {
  var page: PageDevice?
  _ = answer.run { () throws(WebError) in
    let kept = try json(kept, keptCount)
    let run = String(decoding: bytes(run, runCount), as: UTF8.self)
    page = PageDevice(
      try passing { () throws(ModelError) in
        try PageEngine(letters: bytes(letters, letterCount), kept: kept, run: run)
      })
  }
  return page?.held
}

/// The file of a built-in model was fetched.
@c(inertial_page_load)
public func webPageLoad(
  _ pointer: UnsafeMutableRawPointer, _ name: UnsafePointer<UInt8>, _ nameCount: Int32,
  _ file: UnsafePointer<UInt8>, _ fileCount: Int32
) -> Int32 {
  let page: PageDevice = device(pointer)
  return answer.run { () throws(WebError) in
    let name = String(decoding: bytes(name, nameCount), as: UTF8.self)
    guard let model = BuiltInModel(rawValue: name) else {
      throw WebError(text: "there is no model \(name)")
    }
    try passing { () throws(ModelError) in try page.engine.load(model, bytes(file, fileCount)) }
  }
}

/// Takes a message of the page.
@c(inertial_page_message)
public func webPageMessage(
  _ pointer: UnsafeMutableRawPointer, _ message: UnsafePointer<UInt8>, _ count: Int32
) -> Int32 {
  let page: PageDevice = device(pointer)
  return answer.run { () throws(WebError) in page.engine.take(try json(message, count)) }
}

/// Answers a request with its status, and the content as JSON.
@c(inertial_page_request)
public func webPageRequest(
  _ pointer: UnsafeMutableRawPointer, _ request: UnsafePointer<UInt8>, _ count: Int32
) -> Int32 {
  let page: PageDevice = device(pointer)
  return answer.run { () throws(WebError) in
    let found = page.engine.answer(try json(request, count))
    answer.add(found.status)
    answer.add(found.content.bytes) { answer.add($0) }
  }
}

/// Answers with the events since the last call, a list of JSON.
@c(inertial_page_events)
public func webPageEvents(_ pointer: UnsafeMutableRawPointer) -> Int32 {
  let page: PageDevice = device(pointer)
  return answer.run {
    answer.add(JSON(page.engine.takeEvents()) { $0.json }.bytes) { answer.add($0) }
  }
}
