// swift-tools-version: 6.2

import PackageDescription

// A nested package: dependents of Inertial neither resolve nor build it.
let package = Package(
  name: "InertialBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Inertial", path: "..")
  ],
  targets: [
    // The C counterparts: LAPACKE, CBLAS and hand-written loops.
    .target(
      name: "CPeers", cSettings: [.unsafeFlags(["-O3"])],
      linkerSettings: [.linkedLibrary("lapacke"), .linkedLibrary("openblas")]),
    // Eigen and glm, each left out where its headers are not installed.
    .target(name: "CxxPeers", cxxSettings: [.unsafeFlags(["-O3"])]),
    // Inputs shared by several programs.
    .target(
      name: "Inputs",
      dependencies: [
        .product(name: "GestureRecognition", package: "Inertial"),
        .product(name: "MotionSimulation", package: "Inertial"),
      ],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(
      name: "compare",
      dependencies: [
        "CPeers", "CxxPeers", "Inputs",
        .product(name: "RotationMath", package: "Inertial"),
        .product(name: "LinearAlgebra", package: "Inertial"),
        .product(name: "DeadReckoning", package: "Inertial"),
        .product(name: "GestureRecognition", package: "Inertial"),
        .product(name: "GestureTraining", package: "Inertial"),
        .product(name: "MotionSimulation", package: "Inertial"),
      ]),
    // Allocations, a clock, memory and valgrind's counts.
    .target(name: "CInstruments", cSettings: [.unsafeFlags(["-O2"])]),
    .executableTarget(
      name: "fitness",
      dependencies: [
        "CInstruments", "Inputs",
        .product(name: "GestureRecognition", package: "Inertial"),
        .product(name: "LinearAlgebra", package: "Inertial"),
        .product(name: "MotionSimulation", package: "Inertial"),
        .product(name: "MotionSources", package: "Inertial"),
      ]),
    // Errors in long double.
    .target(name: "CReferences", cSettings: [.unsafeFlags(["-O2"])]),
    .executableTarget(
      name: "properties",
      dependencies: ["CReferences", .product(name: "RotationMath", package: "Inertial")]),
    .executableTarget(
      name: "path-accuracy",
      dependencies: [
        .product(name: "DeadReckoning", package: "Inertial"),
        .product(name: "MotionSimulation", package: "Inertial"),
      ]),
    .executableTarget(
      name: "workloads",
      dependencies: [
        "CInstruments", "Inputs",
        .product(name: "GestureRecognition", package: "Inertial"),
        .product(name: "LinearAlgebra", package: "Inertial"),
        .product(name: "MotionSimulation", package: "Inertial"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// Needed by `Scripts/bench per-sample` only.
if Context.environment["INERTIAL_BENCHMARK"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
  package.targets.append(
    .executableTarget(
      name: "PerSample",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GestureRecognition", package: "Inertial"),
        .product(name: "LinearAlgebra", package: "Inertial"),
        .product(name: "MotionSimulation", package: "Inertial"),
      ],
      path: "PerSample",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}
