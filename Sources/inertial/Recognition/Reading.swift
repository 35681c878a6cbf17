internal import GestureRecognition
internal import MotionRecordings

/// Gestures read by a model: the answer, and the strokes that a report draws.
struct Reading {
  private(set) var answer: RecognitionAnswer
  private(set) var strokes: [[Sample2D]] = []

  /// Reads `inputs`; a gesture that cannot be read stays in the answer, with the reason.
  init(_ inputs: [GestureInput], reader: LetterReader, modelName: String) {
    answer = RecognitionAnswer(gestures: [], model: modelName)
    append(inputs, reader: reader)
  }

  /// Reads more of them.
  mutating func append(_ inputs: [GestureInput], reader: LetterReader) {
    for input in inputs {
      var gesture = RecognitionAnswer.Gesture(
        recording: input.name, alternatives: [], isGesture: false, truth: input.truth,
        samples: input.count, seconds: input.duration)
      var stroke: [Sample2D] = []
      do throws(GestureError) {
        // Said before anything is made of them: a single point has no extent either.
        guard input.count >= 2 else { throw .tooFewSamples(count: input.count, minimum: 2) }
        // A path that cannot be had ends a linear model's reading with the reason.
        stroke = input.stroke
        gesture.fill(with: try reader.recognize(input.samples))
      } catch {
        gesture.reason = error.description
      }
      answer.gestures.append(gesture)
      strokes.append(stroke)
    }
  }

  /// Runs a pipeline over series, sample by sample; what it puts out is in the answer, and a series
  /// of which it puts out nothing, with the reason. A series of one sample is read by itself: there
  /// is nothing that post-processing could wait for.
  mutating func append(_ set: SeriesSet, by pipeline: GesturePipeline) throws {
    let dimension = pipeline.configuration.dimension
    guard set.series.dimension == dimension else {
      throw ToolError(
        .badData,
        "\(set.names.first ?? ""): samples of \(set.series.dimension) components; the model reads "
          + "\(dimension)")
    }
    for (name, series) in zip(set.names, set.series.series) {
      guard series.count > 1 else {
        append(
          name, series, try? pipeline.recognizeWhole(series), at: [0])
        continue
      }
      let readings = pipeline.readings(of: series)
      for reading in readings {
        let own = series.times.indices(in: reading.start...reading.end, of: \.self)
        append(name, series, reading.recognition, label: reading.label, at: Array(own))
      }
      if readings.isEmpty { append(name, series, nil, at: Array(series.times.indices)) }
    }
  }

  /// Adds what was read of some samples of a series; after a filter that may be another class than
  /// the one just recognised.
  private mutating func append(
    _ name: String, _ series: LabeledSeries, _ recognition: Recognition?, label: String? = nil,
    at indices: [Int]
  ) {
    let (start, end) = (indices.first ?? 0, indices.last ?? 0)
    var gesture = RecognitionAnswer.Gesture(
      recording: name, alternatives: [], isGesture: false,
      reason: "nothing in it is believed to be a gesture", truth: series.label,
      samples: indices.count, seconds: series.times[end] - series.times[start])
    if let recognition, label != nil || recognition.isGesture {
      gesture.reason = nil
      gesture.fill(with: recognition)
      if let label { (gesture.label, gesture.isGesture, gesture.reason) = (label, true, nil) }
    }
    answer.gestures.append(gesture)
    strokes.append(GesturePictures.stroke(of: series, at: indices))
  }

  /// Writes the report, and notes its name in the answer.
  mutating func writeReport(to path: String, title: String) throws {
    answer.report = path
    let report = RecognitionReport(title: title, answer: answer, strokes: strokes)
    try OutputFile.write(report.html, to: path)
  }

  /// The strokes side by side in Braille characters, each over its label and confidence.
  func picture(width: Int) -> String {
    let rows = 5
    let cell = 2 * rows + 1
    let perLine = max(1, width / cell)
    var lines: [String] = []
    for start in stride(from: 0, to: strokes.count, by: perLine) {
      let indices = start..<min(start + perLine, strokes.count)
      let pictures = indices.map { StrokePicture(strokes[$0]).braille(rows: rows) }
      for row in 0..<rows { lines.append(pictures.map { $0[row] }.joined(separator: " ")) }
      let captions = indices.map { index in
        let gesture = answer.gestures[index]
        let caption =
          (gesture.label ?? "?")
          + (gesture.confidence.map { " \(decimal(100 * $0, places: 0)) %" } ?? "")
        let left = (cell - caption.count) / 2
        return String(repeating: " ", count: max(0, left)) + caption
          + String(repeating: " ", count: max(0, cell - left - caption.count))
      }
      lines.append(captions.joined())
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }
}

extension GesturePipeline {
  /// What comes out of a session over a series that is touched from its start to its end.
  func readings(of series: LabeledSeries) -> [PipelineSession.Reading] {
    var session = PipelineSession(self)
    var readings = (0..<series.count).compactMap { index in
      session.update(Array(series[index]), at: series.times[index], isTouching: true)
    }
    if let last = session.finish() { readings.append(last) }
    return readings.filter { $0.label != nil }
  }
}

extension RecognitionAnswer.Gesture {
  /// How many rivals of the best label are told.
  private static let alternativeCount = 4

  /// What people are told of the alternatives: those with a chance of one in a hundred.
  var rivals: [RecognitionAnswer.Alternative] { alternatives.filter { $0.confidence >= 0.01 } }

  mutating func fill(with recognition: Recognition) {
    isGesture = recognition.isGesture
    label = recognition.isGesture ? recognition.label : nil
    score = recognition.score
    confidence = recognition.confidence
    alternatives = recognition.alternatives.prefix(Self.alternativeCount).map {
      RecognitionAnswer.Alternative(label: $0.label, score: $0.score, confidence: $0.confidence)
    }
    if !recognition.isGesture { reason = "no label fits well enough to be believed" }
  }
}
