#if Studio
  internal import Foundation
  public import MotionFusion
  public import MotionRecordings

  /// Sources of phones that serve their motion, by address.
  public enum PhoneConnection {
    /// The source for an address, chosen by its scheme.
    ///
    /// `http` is phyphox, ``PhyphoxSource``; `ws` is SensorServer, ``SensorServerSource``.
    ///
    /// - Parameters:
    ///   - url: The address that the app shows, such as `http://192.168.1.20:8080`.
    ///   - platform: The platform whose sign phyphox's accelerations have (default: Android's).
    /// - Throws: `MotionSourceError` for another address.
    public static func source(
      url: String, platform: ReadingOptions.Platform = .android
    ) throws(MotionSourceError) -> any MotionSource {
      switch URLComponents(string: url)?.scheme {
      case "http": return try PhyphoxSource(url: url, platform: platform)
      case "ws": return try SensorServerSource(url: url)
      default:
        throw MotionSourceError(
          source: url, kind: .unavailable,
          reason: "expected the address of phyphox, such as http://192.168.1.20:8080, or of "
            + "SensorServer, such as ws://192.168.1.20:8080")
      }
    }
  }
#endif
