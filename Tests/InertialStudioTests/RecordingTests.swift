import DeadReckoning
import Foundation
import GestureRecognition
import MotionFusion
import MotionRecordings
import MotionSimulation
import Synchronization
import Testing
import WebServer

@testable import InertialStudio

@Suite("Recordings of the studio")
struct RecordingTests {
  private let folder = TestFolder()

  private func service() throws -> StudioService {
    try StudioService(StudioConfiguration(folder: folder.path))
  }

  /// A simulated recording as a file, its reference turned about the vertical.
  private func file(_ text: String, turn: Double) throws -> [UInt8] {
    let simulated = try AirSimulator().recording(of: text, by: Writer(seed: 3), seed: 1)
    let rotation = Attitude(pitch: 0, roll: 0, yaw: turn).quaternion
    var recordings = Recordings(format: "inertial-sensors")
    recordings.sensorSamples = [LabeledRecording(name: "a", samples: simulated.samples)]
    recordings.references = [
      LabeledRecording(
        name: "a",
        samples: zip(simulated.truth, simulated.samples).map { truth, sample in
          ReferencePose(
            timestamp: sample.timestamp,
            attitude: Attitude(quaternion: rotation * truth.attitude.quaternion),
            position: rotation.act(truth.position))
        })
    ]
    return Array(try RecordingWriter.text(of: recordings, format: "inertial-sensors").utf8)
  }

  /// The paths of the first gesture of a recording by the methods of its name.
  private func paths(
    of bytes: [UInt8], by methods: [PathMethod]
  ) async throws -> [[String: Any]] {
    let service = try service()
    let lines = Mutex<[String]>([])
    let id = await service.hub.subscribe { line in lines.withLock { $0.append(line) } }
    var request = try WebRequest("POST", "/api/recordings")
    request.body = bytes
    let added = try await service.answer(request).object()
    let recording = try #require(added["recording"] as? Int)
    await service.hub.control(ReplayCommand(action: .select, recording: recording), by: id)
    while !lines.withLock({ $0.contains { $0.contains(#""type":"contents""#) } }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    var answers: [[String: Any]] = []
    for method in methods {
      let answer = try await service.answer(
        try WebRequest(
          "POST", "/api/gesture",
          json: [
            "id": recording * StudioRecording.numbers + 1, "reading": "motion",
            "method": method.rawValue, "integrator": "split-step", "dampingRate": 2, "pause": 0.6,
          ])
      ).object()
      answers.append(try #require(answer["path"] as? [String: Any], "\(answer)"))
    }
    await service.hub.close()
    return answers
  }

  @Test("the truth lies along the path, whatever the heading of the reference")
  func truth() async throws {
    var errors: [[Double]] = []
    for turn in [0, 2.5] {
      let found = try await paths(
        of: try file("L", turn: turn), by: [.gesture, .unstabilized])
      for path in found {
        let truth = try #require(path["truth"] as? [[Double]])
        let points = try #require(path["points"] as? [[String: Any]])
        #expect(truth.count == points.count)
        // Both begin at the same place.
        #expect(truth.first == points.first?["position"] as? [Double])
      }
      errors.append(try found.map { try #require($0["error"] as? Double) })
    }
    for (first, turned) in zip(errors[0], errors[1]) { #expect(abs(first - turned) < 1e-6) }
    // A letter of 25 cm.
    #expect(errors[0][0] < 0.03 && errors[0][0] < errors[0][1])
  }

  @Test("a recording without a reference has no truth")
  func noTruth() async throws {
    let rows = String(decoding: try file("L", turn: 0), as: UTF8.self).split(separator: "\n")
    let columns = rows[0].split(separator: ",")
    let kept = columns.indices.filter { !columns[$0].hasPrefix("ref_") }
    let text = rows.map { row in
      let values = row.split(separator: ",", omittingEmptySubsequences: false)
      return kept.map { String(values[$0]) }.joined(separator: ",")
    }.joined(separator: "\n")
    let path = try #require(try await paths(of: Array(text.utf8), by: [.gesture]).first)
    #expect(path["truth"] == nil && path["error"] == nil)
  }

  @Test("an undecided table is a question, whose answer names the columns of this file only")
  func columns() async throws {
    let service = try service()
    let rows = (0..<100).map { "\(Double($0) / 50),0,0,1,0.01,0.02,0.03\n" }.joined()
    var request = try WebRequest("POST", "/api/recordings")
    request.body = Array(("t_s,ax,ay,az,gx,gy,gz\n" + rows).utf8)
    let question = await service.answer(request)
    #expect(question.status == 422)
    #expect(question.reason?.contains("gyro=gx gy gz [UNIT]") == true, "\(question.reason ?? "")")
    for (columns, reason) in [
      ("time=t_s [s], gyro=gx gy", "gyro=X Y Z"),
      ("time=t_s [s], gyro=gx gy gz [deg/s], accel=a b c [g] from /etc/passwd", "of one file"),
    ] {
      request.headers["x-columns"] = columns.addingPercentEncoding(
        withAllowedCharacters: .alphanumerics)
      let answer = await service.answer(request)
      #expect(answer.status == 422)
      #expect(answer.reason?.contains(reason) == true, "\(answer.reason ?? "")")
    }
    request.headers["x-columns"] = "time=t_s [s], gyro=gx gy gz [deg/s], accel=ax ay az [g]"
    let added = try await service.answer(request).object()
    #expect(added["recording"] is Int)
    await service.hub.close()
  }

  @Test("the example has its truth")
  func example() async throws {
    let service = try service()
    let added = try await service.answer(WebRequest("POST", "/api/recordings/example")).object()
    let number = try #require(added["recording"] as? Int)
    let poses = await service.hub.reference(of: number * StudioRecording.numbers + 1)
    #expect(poses.count > 500)
  }
}
