internal import DeviceMotion
internal import Foundation
internal import MotionRecordings

extension [ReferencePose] {
  /// The pose nearest in time to each of `times`; `nil` where none is within `tolerance` seconds.
  ///
  /// Both are in the order of time.
  func nearest(to times: some Sequence<Double>, within tolerance: Double) -> [ReferencePose?] {
    var place = 0
    return times.map { time in
      while place + 1 < count,
        abs(self[place + 1].timestamp - time) <= abs(self[place].timestamp - time)
      {
        place += 1
      }
      return place < count && abs(self[place].timestamp - time) <= tolerance ? self[place] : nil
    }
  }
}

extension Sequence<Quaternion<Double>> {
  /// The circular mean of the parts about the vertical, in radians; zero where there is none.
  var meanHeading: Double {
    var (sine, cosine) = (0.0, 0.0)
    for rotation in self {
      let angle = 2 * atan2(rotation.z, rotation.w)
      sine += sin(angle)
      cosine += cos(angle)
    }
    return atan2(sine, cosine)
  }
}
