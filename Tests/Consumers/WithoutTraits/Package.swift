// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "WithoutTraits",
  dependencies: [.package(name: "Inertial", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "consumer",
      dependencies: [
        .product(name: "GestureRecognition", package: "Inertial"),
        .product(name: "GestureTraining", package: "Inertial"),
        .product(name: "LinearAlgebra", package: "Inertial"),
        .product(name: "MotionSimulation", package: "Inertial"),
        .product(name: "RotationMath", package: "Inertial"),
      ])
  ]
)
