internal import MotionFusion
internal import MotionRecordings

extension SensorLoggerConvention {
  /// The convention of pushed readings, which state neither the platform nor the unit.
  ///
  /// In order of preference: the unit of the uncalibrated accelerometer, whose median length is
  /// 1 in g and 9.8 in m/s²; `platform`; the direction of gravity in the phone's own attitude; the
  /// total acceleration, which Android sends; iOS, as for the app's exports.
  init(of readings: [SensorLoggerMessage.Reading], platform: ReadingOptions.Platform?) {
    var lengths: [Double] = []
    var up: [Int64: Vector3<Double>] = [:]
    var hasTotal = false
    for reading in readings {
      switch reading.value {
      case .vector(let vector, .accelerometerUncalibrated): lengths.append(vector.length)
      case .vector(_, .totalAcceleration): hasTotal = true
      case .up(let direction): up[reading.time] = direction
      default: break
      }
    }
    if let length = lengths.median {
      // The geometric mean of 1 g in both units.
      self.init(hasAppleSigns: length < SensorSample.standardGravity.squareRoot())
      return
    }
    if let platform {
      self.init(platform: platform)
      return
    }
    var projection = 0.0
    for reading in readings {
      guard case .vector(let vector, let sensor) = reading.value,
        sensor == .gravity || sensor == .totalAcceleration, let up = up[reading.time]
      else { continue }
      projection += vector.dot(up)
    }
    self.init(hasAppleSigns: projection == 0 ? !hasTotal : projection < 0)
  }
}
