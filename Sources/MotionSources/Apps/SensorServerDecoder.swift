internal import Foundation
internal import MotionFusion
internal import MotionRecordings

/// Decodes the messages of the app SensorServer.
///
/// Units are Android's: m/s² with its sign, rad/s, µT; times are nanoseconds since the phone was
/// started.
struct SensorServerDecoder {
  private struct Message: Decodable {
    var type: String
    var timestamp: Int64
    var values: [Double]
  }

  /// The types of Android's sensors that are read.
  static let channels: [String: ReadingMerger.Channel] = [
    "android.sensor.accelerometer": .acceleration,
    "android.sensor.accelerometer_uncalibrated": .acceleration,
    "android.sensor.gyroscope": .rotationRate,
    "android.sensor.gyroscope_uncalibrated": .rotationRate,
    "android.sensor.magnetic_field": .magneticField,
    "android.sensor.magnetic_field_uncalibrated": .magneticField,
  ]

  private var merger = ReadingMerger()

  /// Adds a message, and returns the samples that are complete; other messages are ignored.
  mutating func decode(_ message: [UInt8], isTouching: Bool?) -> [SensorSample] {
    guard let message = try? JSONDecoder().decode(Message.self, from: Data(message)),
      let channel = Self.channels[message.type], message.values.count >= 3,
      message.values.allSatisfy(\.isFinite), ReadingMerger.times.contains(message.timestamp)
    else { return [] }
    let vector = Vector3(message.values[0], message.values[1], message.values[2])
    let scale =
      channel == .acceleration ? ReadingOptions.Platform.android.accelerationScale : 1
    if let isTouching { merger.setTouch(isTouching, at: message.timestamp) }
    merger.add(vector * scale, at: message.timestamp, from: channel)
    return merger.completed()
  }

  /// The samples that wait for other sensors.
  mutating func finish() -> [SensorSample] {
    merger.finish()
    return merger.completed()
  }
}
