internal import Foundation
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources

/// The source of live motion that the page chose.
struct StudioSource: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, Codable {
    /// The phone page and apps that push: whoever sends.
    case pages
    /// The sensors of this machine, by Linux Industrial I/O.
    case machine
    /// A phone that serves its motion: phyphox or SensorServer.
    case connection
  }

  var kind = Kind.pages
  /// The address of a phone.
  var url: String?
  /// The platform whose sign a phone's accelerations have.
  var platform = ReadingOptions.Platform.android

  /// The name in the status; `nil` for the name of the sender.
  var name: String? {
    switch kind {
    case .pages: nil
    case .machine: "This machine"
    case .connection: url
    }
  }

  /// Opens the source; `nil` for pages, which need none.
  func open() throws(MotionSourceError) -> (any MotionSource)? {
    switch kind {
    case .pages: return nil
    case .machine: return try IndustrialSource()
    case .connection:
      #if Studio
        return try PhoneConnection.source(url: url ?? "", platform: platform)
      #else
        return nil
      #endif
    }
  }
}

extension StudioSource: Decodable {
  private enum CodingKeys: String, CodingKey { case kind, url, platform }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    url = try container.decodeIfPresent(String.self, forKey: .url)?
      .trimmingCharacters(in: .whitespaces)
    if let name = try container.decodeIfPresent(String.self, forKey: .platform) {
      guard let platform = ReadingOptions.Platform(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .platform, in: container, debugDescription: "expected ios or android")
      }
      self.platform = platform
    }
  }
}
