import DeadReckoning
import Foundation
import GestureRecognition
import MotionFusion
import MotionSimulation
import Synchronization
import Testing
import WebServer

@testable import InertialStudio
@testable import MotionRecordings

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
    try await service.hub.control(["action": "select", "recording": JSON(recording)], by: id)
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
    request.headers["x-name"] = "log.csv"
    request.body = Array(("t_s,ax,ay,az,gx,gy,gz\n" + rows).utf8)
    let question = await service.answer(request)
    #expect(question.status == 422)
    #expect(question.reason?.contains("gyro=gx gy gz [UNIT]") == true, "\(question.reason ?? "")")
    // With fields for pickers: the file by its name, and no option of the tool in the reason.
    let fields = try #require(try question.object()["question"] as? [String: Any])
    #expect(fields["file"] as? String == "log.csv")
    #expect((fields["reason"] as? String)?.contains("--") == false)
    let names = try #require(fields["columns"] as? [[String: String]])
    #expect(names.map { $0["name"] } == ["t_s", "ax", "ay", "az", "gx", "gy", "gz"])
    #expect(names[3]["id"] == "#4" && names[3]["value"] == "1")
    let proposal = try #require(fields["proposal"] as? [[String: Any]])
    let gyro = try #require(proposal.first { $0["quantity"] as? String == "gyro" })
    #expect(gyro["columns"] as? [String] == ["#5", "#6", "#7"] && gyro["unit"] == nil)
    let time = try #require(proposal.first { $0["quantity"] as? String == "time" })
    #expect(time["columns"] as? [String] == ["#1"] && time["unit"] as? String == "s")
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

  @Test("thousands of columns or files are rejected before they are read, also within an archive")
  func wide() async throws {
    let service = try service()
    var request = try WebRequest("POST", "/api/recordings")
    request.headers["x-name"] = "wide.csv"
    let row = (0..<60_000).map { "c\($0)" }.joined(separator: ",")
    let files = (0..<5000).map { (path: "f\($0).csv", text: "t,a\n") }
    for (body, reason) in [
      (Array("# note\n\(row)\n1,2\n".utf8), "60000 columns; expected at most 4096"),
      (ZipArchive.bytes(of: [(path: "a.csv", text: row)]), "60000 columns; expected at most 4096"),
      (ZipArchive.bytes(of: files), "5000 files; expected at most 4096"),
    ] {
      request.body = body
      let answer = await service.answer(request)
      #expect(answer.status == 413)
      #expect(answer.reason?.contains(reason) == true, "\(answer.reason ?? "")")
    }
    #expect(TableLine.widest(of: Array("[1,2,3,4]".utf8)) == nil)
    #expect(TableLine.widest(of: Array("a b c\n1,2,3,4\n".utf8))?.fields == 4)
    await service.hub.close()
  }

  @Test("warnings and errors about a large file name it as the person does")
  func names() async throws {
    try StudioFolder.make(folder.path)
    let service = try service()
    var request = try WebRequest("POST", "/api/recordings")
    request.headers["x-name"] = "walk.csv"
    let head = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    let rows = (0..<60_000).map { row in
      let rate = row == 500 ? "nan" : "0.\(1 + row % 7)"
      return "\(Double(row) / 100),\(rate),0,0.\(row % 3),0,0.0\(row % 5),1\n"
    }
    request.body = Array((head + rows.joined()).utf8)
    #expect(request.body.count > 1 << 20)
    let added = try await service.answer(request).object()
    let warnings = try #require(added["warnings"] as? [String])
    #expect(warnings.contains { $0.hasPrefix("walk.csv") }, "\(warnings)")
    #expect(warnings.allSatisfy { !$0.contains("upload") }, "\(warnings)")
    await service.hub.close()
  }

  @Test("reading ends with the request, and a recording asks before others leave for it")
  func limits() async throws {
    try StudioFolder.make(folder.path)
    let service = try service()
    var request = try WebRequest("POST", "/api/recordings")
    let head = "time_s,gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_g,accel_y_g,accel_z_g\n"
    let rows = (0..<200_000).map { "\(Double($0) / 100),0.1,0,0,0,0,1\n" }.joined()
    request.headers["x-name"] = "long.csv"
    request.body = Array((head + rows).utf8)
    // Beside other tests the sleep may last until the recording is read.
    var status = 200
    for delay in [100, 30, 10, 0] where status == 200 {
      let work = Task { [request] in await service.answer(request) }
      if delay > 0 { try await Task.sleep(for: .milliseconds(delay)) }
      work.cancel()
      status = await work.value.status
    }
    #expect(status == 422)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    func recording(_ count: Int, _ name: String) -> StudioRecording {
      StudioRecording(
        id: 0, name: name,
        motions: (0..<count).map { index in
          DeviceMotion(
            timestamp: Double(index) / 100, attitude: Attitude(pitch: 0, roll: 0, yaw: 0),
            rotationRate: Vector3(0, 0, 0), userAcceleration: Vector3(0, 0, 0))
        })
    }
    let hub = await service.hub
    let played = await hub.add([recording(300_000, "one")])
    #expect(await hub.displaced(by: [recording(100_000, "two")]).isEmpty)
    let id = await hub.subscribe { _ in }
    try await hub.control(["action": "select", "recording": JSON(played)], by: id)
    #expect(await hub.displaced(by: [recording(100_000, "two")]) == ["one"])
    #expect(await hub.displaced(by: [recording(50_000, "two")]).isEmpty)
    await hub.close()
  }

  @Test("a small file beside as many long ones as there are cores does not wait")
  func smallBesideLong() async throws {
    final class Progress: Sendable {
      let started = Atomic(0)
      let isRead = Atomic(false)
    }
    let progress = Progress()
    let count = ProcessInfo.processInfo.activeProcessorCount
    let end = ContinuousClock.now + .seconds(20)
    try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          await LongWork.run {
            progress.started.add(1, ordering: .relaxed)
            while !progress.isRead.load(ordering: .relaxed), ContinuousClock.now < end {}
          }
        }
      }
      while progress.started.load(ordering: .relaxed) < count {
        try await Task.sleep(for: .milliseconds(5))
      }
      let reader = UploadReader(folder: folder.path)
      let file = Array("recording,label,user,time_s,x,y\n1,Q,,0,0,0\n1,Q,,1,1,1\n".utf8)
      #expect(try await reader.content(file, name: "a.csv").strokes.count == 1)
      #expect(ContinuousClock.now < end)
      progress.isRead.store(true, ordering: .relaxed)
    }
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
