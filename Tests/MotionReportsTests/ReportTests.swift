import GestureRecognition
import MotionRecordings
import MotionReports
import MotionSimulation
import TestSupport
import Testing

@Suite("Reports")
struct ReportTests {
  /// Raw samples of a written letter, with the true attitude and position.
  private static let letter = Result {
    StreamedRecordings(
      try SyntheticRecording("L", kind: .sensors, writer: Writer(seed: 4), seed: 4).recordings)
  }

  /// Expects a page that loads nothing and has these texts.
  private func expectPage(_ page: String, _ texts: String...) {
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    for reference in ["src=", "href=", "url(", "@import"] {
      #expect(!page.contains(reference), "\(reference)")
    }
    for text in texts { #expect(page.contains(text), "\(text)") }
    #expect(!page.contains("nan"))
  }

  @Test("orientation: attitude, errors and gravity")
  func orientation() throws {
    let page = try Report.orientation(of: Self.letter.get(), usesMagnetometer: false)
    expectPage(page, ">Attitude<", ">Error<", ">Error of gravity<", "gyroscope and accelerometer.")
  }

  @Test("a path: three views, position and speed, with the reference")
  func track() throws {
    let page = try Report.track(of: Self.letter.get())
    expectPage(
      page, ">From above<", ">From the side<", ">Position<", ">Speed<", "Method: navigator.",
      "data-name=\"reference\"")
    #expect(throws: RecordingError.self) {
      try Report.track(of: StreamedRecordings(Recordings(format: "none")))
    }
  }

  @Test("recognised gestures: one card each, texts escaped")
  func recognition() throws {
    let recordings = try SyntheticRecording(
      "LO", kind: .strokes, writer: Writer(seed: 4), seed: 4
    ).recordings
    let gestures = try GestureRecognizer.builtIn(.letters).recognize(recordings)
    let page = Report.recognition(of: gestures, title: "<LO>", model: "letters")
    expectPage(page, "&lt;LO&gt;: 2 of 2 gestures", "<em>letters</em>")
    #expect(page.components(separatedBy: "<polyline").count - 1 == 2)
  }

  @Test(
    "numbers: rounded, without a sign at zero",
    arguments: [
      (0.125, 2, "0.12"), (-0.004, 2, "0.00"), (-1.5, 0, "-2"), (1e300, 1, "1e+300"),
      (-4.5678e20, 3, "-4.57e+20"), (1_650_458_715.25, 2, "1650458715.25"), (.infinity, 1, "inf"),
    ] as [(Double, Int, String)])
  func decimals(number: Double, places: Int, text: String) {
    #expect(decimal(number, places: places) == text)
  }
}
