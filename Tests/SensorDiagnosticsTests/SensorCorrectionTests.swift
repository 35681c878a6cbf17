import MotionFusion
import SensorDiagnostics
import Testing

@Suite("SensorCorrection")
struct SensorCorrectionTests {
  private static let sample = SensorSample(
    timestamp: 2000, rotationRate: Vector3(90, 0, -180), acceleration: Vector3(0, 0, -9.80665),
    magneticField: Vector3(0.2, 0, -0.4), isTouching: true)

  @Test("units by name")
  func units() throws {
    let correction = try SensorCorrection(units: SensorUnits("deg/s,m/s2,gauss,ms"))
    let corrected = correction.applied(to: Self.sample)
    #expect(corrected.timestamp == 2)
    let rate = try #require(corrected.rotationRate)
    #expect((rate - Vector3(.pi / 2, 0, -.pi)).length < 1e-14)
    let force = try #require(corrected.acceleration)
    #expect((force - Vector3(0, 0, -1)).length < 1e-14)
    let field = try #require(corrected.magneticField)
    #expect((field - Vector3(20, 0, -40)).length < 1e-12)
    #expect(corrected.isTouching == true)
  }

  @Test(
    "another name, or two units of one quantity, throw",
    arguments: ["", "degrees", "deg/s,", "g,mg", "deg/s,rad/s", "m/s^2"])
  func wrongUnits(text: String) {
    #expect(throws: SensorCorrectionError.units(text)) { try SensorUnits(text) }
  }

  @Test("no correction changes no bit, also of readings that are not finite")
  func none() {
    let strange = SensorSample(timestamp: .nan, rotationRate: Vector3(.infinity, -0.0, 1))
    let corrected = SensorCorrection.none.applied(to: strange)
    #expect(corrected.timestamp.isNaN && corrected.rotationRate == strange.rotationRate)
  }

  @Test("a map of one sensor, then the axes of all, then the mount")
  func order() throws {
    let correction = try SensorCorrection(
      axes: AxisMap("+y,-x,+z"), mount: SensorCorrection.rotation("90,0,0"),
      gyroscopeAxes: AxisMap("-x,+y,+z"))
    let corrected = correction.applied(
      to: SensorSample(
        timestamp: 0, rotationRate: Vector3(1, 2, 3), acceleration: Vector3(1, 2, 3)))
    // (-1, 2, 3) to (2, 1, 3), then by 90° about x: y to z.
    let rate = try #require(corrected.rotationRate)
    #expect((rate - Vector3(2, -3, 1)).length < 1e-14)
    let force = try #require(corrected.acceleration)
    #expect((force - Vector3(2, -3, -1)).length < 1e-14)
  }

  @Test("a known bias in the device frame, in deg/s, is subtracted after the axes")
  func bias() throws {
    let bias = try SensorCorrection.gyroscopeBias(degrees: "0.5, -12, 3")
    let correction = try SensorCorrection(axes: AxisMap("+y,-x,+z"), gyroscopeBias: bias)
    let corrected = correction.applied(
      to: SensorSample(timestamp: 0, rotationRate: Vector3(1, 2, 3), acceleration: nil))
    let degree = Double.pi / 180
    let expected = Vector3(2 - 0.5 * degree, -1 + 12 * degree, 3 - 3 * degree)
    #expect(try (#require(corrected.rotationRate) - expected).length < 1e-14)
    for text in ["", "1,2", "1,2,3,4", "1,x,3", "1,2,inf"] {
      #expect(throws: SensorCorrectionError.bias(text)) {
        try SensorCorrection.gyroscopeBias(degrees: text)
      }
    }
    #expect(throws: SensorCorrectionError.self) {
      try SensorCorrection(gyroscopeBias: Vector3(0, .nan, 0))
    }
  }

  @Test("mirrored axes of all sensors throw and name the maps of each sensor")
  func mirrored() throws {
    let map = try AxisMap("-x,+y,+z")
    #expect(throws: SensorCorrectionError.mirroredAxes(map)) { try SensorCorrection(axes: map) }
    let text = SensorCorrectionError.mirroredAxes(map).description
    #expect(text.contains("gyroscope by +x,-y,-z"))
  }

  @Test("a quaternion of any length but zero is a mount")
  func quaternion() throws {
    let half = try SensorCorrection.rotation("0,0,0,-7")
    #expect(half.act(Vector3(1, 2, 3)) == Vector3(1, 2, 3))
    for text in ["", "1", "1,2", "0,0,0,0", "nan,0,0", "1,2,3,4,5", "x,y,z", "inf,0,0,1"] {
      #expect(throws: SensorCorrectionError.rotation(text)) {
        try SensorCorrection.rotation(text)
      }
    }
    #expect(throws: SensorCorrectionError.self) {
      try SensorCorrection(mount: Quaternion(x: 0, y: .nan, z: 0, w: 1))
    }
  }

  @Test("device motion turns with the device frame: the same motion in the reference frame")
  func deviceMotion() throws {
    let correction = try SensorCorrection(
      axes: AxisMap("+z,+x,+y"), mount: SensorCorrection.rotation("10,-20,30"))
    let motion = DeviceMotion(
      timestamp: 1, attitude: Attitude(pitch: 0.3, roll: 0.2, yaw: -1),
      rotationRate: Vector3(1, 2, 3), userAcceleration: Vector3(0.1, 0.2, -0.3), heading: 20)
    let turned = correction.applied(to: motion)
    func distance(_ vector: KeyPath<DeviceMotion, Vector3<Double>>) -> Double {
      (turned.attitude.quaternion.act(turned[keyPath: vector])
        - motion.attitude.quaternion.act(motion[keyPath: vector])).length
    }
    #expect(distance(\.rotationRate) < 1e-14)
    #expect(distance(\.gravity) < 1e-14)
    #expect(distance(\.userAcceleration) < 1e-14)
    #expect((turned.gravity - turned.attitude.gravity).length < 1e-14)
    let heading = try #require(turned.attitude.heading)
    #expect(turned.heading == heading * (180 / .pi))
  }
}
