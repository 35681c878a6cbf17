import Foundation
import RotationMath
import TestSupport
import Testing

private enum Device {}
private enum Earth {}
private enum Sensor {}

@Suite("Rotation<From, To>")
struct FrameRotationTests {
  @Test("composition, inverse and action match the quaternions, without extra storage")
  func algebra() {
    let a = Quaternion(rotationVector: Vector3(0.3, -1, 2.0))
    let b = Quaternion(rotationVector: Vector3(-0.7, 0.1, 0.4))
    let earthFromDevice = Rotation<Device, Earth>(a)
    let deviceFromSensor = Rotation<Sensor, Device>(b)
    let earthFromSensor: Rotation<Sensor, Earth> = earthFromDevice * deviceFromSensor
    #expect(earthFromSensor.quaternion == a * b)

    let up = FrameVector<Earth, Double>(0, 0, 1)
    let seen: FrameVector<Sensor, Double> = earthFromSensor.inverted().act(up)
    #expect(seen.vector == (a * b).conjugate.act(.unitZ))
    let across = up.cross(FrameVector(2, 0, 0))
    #expect(across.length == 2 && across.normalized()?.vector == .unitY)
    #expect(earthFromSensor.act(.unitX) == (a * b).act(.unitX))
    let later = Rotation<Device, Earth>(b)
    #expect(earthFromDevice.slerp(to: later, 0.3).quaternion == a.slerp(to: b, 0.3))
    #expect(earthFromDevice.angularDistance(to: later) == a.angularDistance(to: b))
    #expect(Rotation<Earth, Earth>.identity * earthFromDevice == earthFromDevice)
    #expect(MemoryLayout<Rotation<Device, Earth>>.size == MemoryLayout<Quaternion<Double>>.size)
    #expect(MemoryLayout<RotationF<Device, Earth>>.size == MemoryLayout<Quaternion<Float>>.size)
  }

  @Test("encoding stores the quaternion and the coordinates, and decodes them")
  func coding() throws {
    var random = SplitMix64(seed: 3)
    let quaternion = Quaternion<Double>.random(using: &random)
    let written = try JSONEncoder().encode(Rotation<Device, Earth>(quaternion))
    #expect(try JSONDecoder().decode(Quaternion<Double>.self, from: written) == quaternion)
    let read = try JSONDecoder().decode(Rotation<Device, Earth>.self, from: written)
    #expect(read.quaternion == quaternion)
    #expect(read.description == "Earth from Device: \(quaternion)")
    let vector = FrameVector<Earth, Double>(1, -2, 0.5)
    let back = try JSONDecoder().decode(
      FrameVector<Earth, Double>.self, from: JSONEncoder().encode(vector))
    #expect(back == vector)
  }
}
