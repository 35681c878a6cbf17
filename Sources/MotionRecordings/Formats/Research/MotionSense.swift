internal import MotionFusion

/// A recording of the MotionSense data set: Core Motion's device motion at 50 Hz, without times.
///
/// M. Malekzadeh, R. G. Clegg, A. Cavallaro, H. Haddadi, *Mobile sensor data anonymization*,
/// IoTDI 2019, and the data set's own description: attitude as angles in radians, gravity and user
/// acceleration in g with Core Motion's sign, rotation rate in rad/s, 50 rows a second.
struct MotionSense: MotionTableFormat {
  let name = "motion-sense"
  let summary = "a recording of the MotionSense data set"

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    MotionTable(groups: [
      MotionTable.Group(
        .rows(perSecond: 50),
        [
          .init(.userAcceleration, VectorColumns.names("userAcceleration.", "")),
          .init(.unbiasedRotationRate, VectorColumns.names("rotationRate.", "")),
          .init(.gravity, VectorColumns.names("gravity.", "")),
        ], attitude: .angles(["attitude.pitch", "attitude.roll", "attitude.yaw"]))
    ])
  }
}
