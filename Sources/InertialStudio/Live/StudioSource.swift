internal import GestureRecognition
internal import MotionDelivery
internal import MotionRecordings
internal import MotionSources
internal import Platform
internal import StudioEngine

/// The source of live motion that the page chose.
struct StudioSource: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    /// The phone page, and apps that push.
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

extension StudioSource {
  init(_ json: JSON) throws(RequestFailure) {
    kind = try json.required("kind") { Kind($0) }
    url = try json.optional("url") { $0.text }?.trimmed
    platform = try json.optional("platform") { ReadingOptions.Platform($0) } ?? platform
  }
}
