public import GestureRecognition

/// The settings of a ``Studio``.
public struct StudioConfiguration: Sendable {
  /// The port on 127.0.0.1; 0 chooses a free one. Default: 8765.
  public var port: UInt16 = 8765
  /// The folder of examples and models; it is created with the first of them.
  public var folder: String
  /// A model to offer beside the built-in ones; `nil` for none.
  public var modelPath: String?
  /// The built-in model to begin with, unless ``modelPath`` names another. Default: letters.
  public var builtIn = BuiltInModel.letters
  /// A list of words for decoding, one a line; `nil` for that of the distribution, if there is one.
  public var lexiconPath: String?
  /// The origins of proxies in front of the studio, such as `https://192.168.1.5:8443`.
  ///
  /// A request's `Host` and `Origin` are those of the studio or one of these.
  public var origins: [String] = []

  /// Whether `text` is an origin: http or https, host and port.
  package static func isOrigin(_ text: String) -> Bool { RequestGuard.host(of: text) != nil }

  /// Creates settings with a folder for examples and models.
  public init(folder: String) { self.folder = folder }
}
