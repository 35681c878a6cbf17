#if Studio
  import FlyingFox
  import FlyingSocks
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "inertial live with phones", .enabled(if: Loopback.isUp, "needs the loopback interface"),
    .timeLimit(.minutes(2)))
  struct PhoneTests {
    /// A listening program, and its port.
    private func listening(
      _ arguments: [String]
    ) throws -> (process: Process, output: Pipe, messages: Pipe, port: UInt16) {
      let process = Program.process(arguments)
      let (output, messages) = (Pipe(), Pipe())
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = messages
      try process.run()
      var text = ""
      while !text.hasSuffix("\n") {
        let data = messages.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
      }
      let address = text.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
      #expect(text.contains("Enter in the app: http://127.0.0.1:"))
      let port = try #require(URL(string: address)?.port)
      return (process, output, messages, UInt16(port))
    }

    private func post(_ body: some Sequence<UInt8>, to port: UInt16) async throws -> Int {
      let request = HTTPRequest(
        method: .POST, version: .http11, target: .init(path: "/", query: ""),
        headers: [.host: "127.0.0.1"], body: HTTPBodySequence(data: Data(body)))
      var client = HTTPClient()
      return try await client.sendHTTPRequest(
        request, to: sockaddr_in.inet(ip4: "127.0.0.1", port: port)
      ).statusCode.code
    }

    @Test(
      "--values with --listen on a terminal takes keys before any sample",
      .enabled(if: Terminal.isAvailable, "needs script(1)"), .timeLimit(.minutes(1)))
    func keys() throws {
      let terminal = try Terminal("live", "--listen", "0", "--values", then: "stty -a")
      try terminal.wait(for: "q: end")
      terminal.type("q")
      #expect(try terminal.finish().contains(" icanon"))
    }

    @Test("--listen prints its address and reads the letters that a phone pushes")
    func listen() async throws {
      let recording = try Program.run("simulate", "HI").output
      let lines = try Program.run("convert", "-", "--to", "inertial-jsonl", input: recording).output
        .split(separator: "\n")
      let (process, output, messages, port) = try listening([
        "live", "--listen", "0", "--built-in", "--json",
      ])
      #expect(try await post("hello".utf8, to: port) == 400)
      for start in stride(from: 0, to: lines.count, by: 20) {
        let body = lines[start..<min(start + 20, lines.count)].joined(separator: "\n")
        #expect(try await post(body.utf8, to: port) == 200)
      }
      // The letters are printed while the program waits for more.
      var answer = ""
      while answer.count(where: { $0 == "\n" }) < 2 {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        answer += String(decoding: data, as: UTF8.self)
      }
      kill(process.processIdentifier, SIGINT)
      #expect(process.endStatus() == 0)
      let labels = try answer.split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?["label"] as? String ?? "?"
      }
      #expect(labels.joined() == "HI")
      _ = messages
    }

    @Test("a port in use ends the second program with status 69")
    func portInUse() throws {
      let (process, _, _, port) = try listening(["live", "--listen", "0"])
      let second = try Program.run("live", "--listen", "\(port)")
      #expect(second.status == 69)
      #expect(second.messages.contains("127.0.0.1:\(port): the port is in use"))
      process.terminate()
      #expect(process.endStatus() == 0)
    }

    @Test(
      "wrong addresses and several sources are wrong usage",
      arguments: [
        (["live", "--listen", "phone"], "--listen: phone: expected [HOST:]PORT"),
        (["live", "--connect", "ftp://phone"], "--connect: ftp://phone: expected the address"),
        (["live", "--listen", "1", "--connect", "http://phone"], "Expected one source"),
        (["live", "--listen", "1", "--iio"], "Expected one source"),
        (["live", "--connect", "http://phone", "a.csv"], "Expected one source"),
        (["collect", "--dataset", "a.csv", "--listen", "1"], "--listen requires --live"),
      ])
    func usage(arguments: [String], message: String) throws {
      let outcome = try Program.run(arguments)
      #expect(outcome.status == 64)
      #expect(outcome.messages.contains(message))
    }

    @Test("a phone that cannot be reached ends the program with status 66")
    func unreachable() throws {
      let outcome = try Program.run("live", "--connect", "http://127.0.0.1:1")
      #expect(outcome.status == 66)
      #expect(outcome.messages.contains("Allow remote access"))
    }
  }
#endif
