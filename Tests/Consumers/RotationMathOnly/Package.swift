// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "RotationMathOnly",
  dependencies: [.package(name: "Inertial", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "consumer",
      dependencies: [.product(name: "RotationMath", package: "Inertial")])
  ]
)
