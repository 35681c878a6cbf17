// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "LiveLetters",
  dependencies: [.package(name: "Inertial", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "consumer",
      dependencies: [.product(name: "GestureRecognition", package: "Inertial")])
  ]
)
