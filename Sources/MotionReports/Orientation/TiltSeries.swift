internal import MotionDelivery
package import MotionFusion
internal import MotionRecordings

/// The tilt of a device over time, smoothed by a scalar Kalman filter.
///
/// The tilt is the elevation of the device's *x* axis.
package struct TiltSeries {
  /// The figures of a recording, angles in degrees.
  struct Answer: Encodable {
    var updates: Int
    var seconds: Double
    var meanDegrees: Double
    var minimumDegrees: Double
    var maximumDegrees: Double
    /// The root mean square of the difference of filtered and unfiltered tilt.
    var smoothingRMSDegrees: Double
    /// The gains of the first updates.
    var gains: [Double]
    /// The gain of the last update.
    var finalGain: Double
  }

  private var estimator: TiltEstimator
  /// The seconds between updates of the filter; 0 takes every motion.
  private let interval: Double
  private var decimator = UpdateDecimator()
  private var values: [TiltEstimator.Value] = []
  /// In radians.
  private var yaws: [Double] = []

  /// A series without motion.
  ///
  /// - Parameters:
  ///   - filter: The filter before the first update.
  ///   - interval: The seconds between updates of the filter; 0 takes every motion.
  package init(filter: ScalarKalmanFilter = .tilt, interval: Double = 0.02) {
    estimator = TiltEstimator(filter: filter)
    self.interval = interval
  }

  /// Adds a motion.
  mutating func update(_ motion: DeviceMotion) {
    guard interval == 0 || decimator.selects(motion.timestamp, interval: interval),
      let value = estimator.update(motion)
    else { return }
    values.append(value)
    yaws.append(motion.attitude.yaw)
  }

  /// The figures; `nil` without an update.
  var answer: Answer? {
    guard let first = values.first, let last = values.last else { return nil }
    let degrees = values.map { $0.tilt * degreesPerRadian }
    let errors = values.map { ($0.filteredTilt - $0.tilt) * degreesPerRadian }
    return Answer(
      updates: values.count, seconds: last.timestamp - first.timestamp,
      meanDegrees: degrees.reduce(0, +) / Double(degrees.count),
      minimumDegrees: degrees.min() ?? 0, maximumDegrees: degrees.max() ?? 0,
      smoothingRMSDegrees: (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot(),
      gains: values.prefix(5).map(\.gain), finalGain: last.gain)
  }

  /// Time, tilt, filtered tilt, gain, variance and yaw as CSV.
  var table: String {
    var table = TableWriter([
      "t", "tilt_degrees", "filtered_degrees", "gain", "variance", "yaw_degrees",
    ])
    for (value, yaw) in zip(values, yaws) {
      table.add(value.timestamp)
      table.add(value.tilt * degreesPerRadian)
      table.add(value.filteredTilt * degreesPerRadian)
      table.add(value.gain)
      table.add(value.variance)
      table.add(yaw * degreesPerRadian)
      table.endRow()
    }
    return table.text
  }

  /// The tilt over time, unfiltered and filtered.
  var chart: LineChart {
    let times = values.map(\.timestamp)
    return LineChart(
      title: "Tilt", unit: "°",
      lines: [
        LineChart.Line("unfiltered", times, values.map { $0.tilt * degreesPerRadian }),
        LineChart.Line(
          "filtered", times, values.map { $0.filteredTilt * degreesPerRadian }, color: 1),
      ])
  }
}

extension TiltSeries.Answer {
  /// The figures in one line.
  var text: String {
    let gains = gains.map { decimal($0, places: 4) }.joined(separator: ", ")
    return
      "  tilt in \(counted(updates, "update")): mean \(decimal(meanDegrees, places: 2))°, from "
      + "\(decimal(minimumDegrees, places: 2))° to \(decimal(maximumDegrees, places: 2))°; the "
      + "filter changes it by \(decimal(smoothingRMSDegrees, places: 2))° (root mean square), "
      + "gains \(gains), ... \(decimal(finalGain, places: 4))"
  }
}
