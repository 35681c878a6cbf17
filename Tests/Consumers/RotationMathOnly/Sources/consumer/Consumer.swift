import RotationMath

@main
struct Consumer {
  static func main() {
    let turn = Quaternion(rotationVector: Vector3(0, 0, Double.pi / 2))
    let turned = turn.act(.unitX)
    if turned.distance(to: .unitY) < 1e-15 {
      print("a quarter turn about z takes x to y")
    } else {
      print("got \(turned)")
    }
  }
}
