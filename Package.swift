// swift-tools-version: 6.2

import PackageDescription

/// Compiler settings of every Swift target.
var strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
var strictC: [CSetting] = []
// For continuous integration only, so that warnings of a newer compiler do not break builds.
if Context.environment["INERTIAL_STRICT"] != nil {
  strict.append(.treatAllWarnings(as: .error))
  strictC.append(.treatAllWarnings(as: .error))
}

let package = Package(
  name: "Inertial",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "RotationMath", targets: ["RotationMath"]),
    .library(name: "GLKMath", targets: ["GLKMath"]),
    .library(name: "SimdMath", targets: ["SimdMath"]),
    .library(name: "CMMotion", targets: ["CMMotion"]),
    .library(name: "LinearAlgebra", targets: ["LinearAlgebra"]),
    .library(name: "MotionFusion", targets: ["MotionFusion"]),
    .library(name: "DeadReckoning", targets: ["DeadReckoning"]),
    .library(name: "GestureRecognition", targets: ["GestureRecognition"]),
    .library(name: "MotionRecordings", targets: ["MotionRecordings"]),
    .library(name: "MotionSimulation", targets: ["MotionSimulation"]),
    .library(name: "MotionSources", targets: ["MotionSources"]),
    .library(name: "InertialStudio", targets: ["InertialStudio"]),
    .executable(name: "inertial", targets: ["inertial"]),
  ],
  traits: [
    .trait(
      name: "CommandLine",
      description: "The command-line tool `inertial`, and with it swift-argument-parser."),
    .trait(
      name: "Studio",
      description: "The server for phone apps and browsers, and with it swift-nio."),
    .trait(
      name: "LAPACK",
      description: "LAPACKE and OpenBLAS: singular values by dgesdd, matrix products by dgemm."),
    .default(enabledTraits: ["CommandLine", "Studio", "LAPACK"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CLAPACKE", path: "CInterop/CLAPACKE", pkgConfig: "lapacke",
      providers: [.apt(["libopenblas-dev", "liblapacke-dev"]), .brew(["openblas", "lapack"])]),
    .systemLibrary(
      name: "COpenBLAS", path: "CInterop/COpenBLAS", pkgConfig: "openblas",
      providers: [.apt(["libopenblas-dev"]), .brew(["openblas"])]),

    .target(
      name: "RotationMath",
      dependencies: [.product(name: "RealModule", package: "swift-numerics")],
      swiftSettings: strict),
    .target(
      name: "GLKMath",
      dependencies: ["RotationMath", .product(name: "RealModule", package: "swift-numerics")],
      swiftSettings: strict),
    .target(name: "SimdMath", dependencies: ["RotationMath"], swiftSettings: strict),
    .target(name: "CKernels", path: "CInterop/CKernels", cSettings: strictC),
    .target(
      name: "LinearAlgebra",
      dependencies: [
        "RotationMath", "CKernels",
        .target(name: "CLAPACKE", condition: .when(traits: ["LAPACK"])),
        .target(name: "COpenBLAS", condition: .when(traits: ["LAPACK"])),
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      swiftSettings: strict),
    .target(name: "MotionFusion", dependencies: ["RotationMath"], swiftSettings: strict),
    .target(name: "DeadReckoning", dependencies: ["MotionFusion"], swiftSettings: strict),
    .target(
      name: "CMMotion", dependencies: ["GLKMath", "LinearAlgebra", "MotionFusion"],
      swiftSettings: strict),
    .target(
      name: "GestureRecognition",
      dependencies: ["CKernels", "DeadReckoning", "LinearAlgebra", "MotionRecordings"],
      swiftSettings: strict),
    .target(name: "MotionRecordings", dependencies: ["MotionFusion"], swiftSettings: strict),
    .target(
      name: "MotionSimulation", dependencies: ["MotionFusion", "MotionRecordings"],
      swiftSettings: strict),
    .target(
      name: "MotionSources",
      dependencies: [
        "MotionFusion", "MotionRecordings",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Studio"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Studio"])),
      ],
      swiftSettings: strict),
    .target(
      name: "InertialStudio",
      dependencies: [
        "DeadReckoning", "GestureRecognition", "MotionFusion", "MotionRecordings", "MotionSources",
        "RotationMath",
      ],
      exclude: ["Web"],
      swiftSettings: strict),
    .executableTarget(
      name: "inertial",
      dependencies: [
        "DeadReckoning", "MotionFusion", "GestureRecognition", "InertialStudio", "LinearAlgebra",
        "MotionRecordings", "MotionSimulation", "MotionSources", "RotationMath",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["CommandLine"])),
      ],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["RotationMath"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "RotationMathTests", dependencies: ["RotationMath", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "GLKMathTests", dependencies: ["GLKMath", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SimdMathTests", dependencies: ["SimdMath", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "LabAppTests",
      dependencies: [
        "CMMotion", "GestureRecognition", "GLKMath", "MotionSimulation", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LinearAlgebraTests", dependencies: ["LinearAlgebra", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionFusionTests",
      dependencies: ["MotionFusion", "MotionRecordings", "MotionSimulation", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DeadReckoningTests",
      dependencies: ["DeadReckoning", "MotionRecordings", "MotionSimulation", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "GestureRecognitionTests",
      dependencies: ["GestureRecognition", "MotionRecordings", "MotionSimulation", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionRecordingsTests", dependencies: ["MotionRecordings", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionSimulationTests",
      dependencies: ["GestureRecognition", "MotionRecordings", "MotionSimulation", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionSourcesTests",
      dependencies: [
        "GestureRecognition", "MotionSimulation", "MotionSources", "TestSupport",
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Studio"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Studio"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "InertialStudioTests",
      dependencies: [
        "GestureRecognition", "InertialStudio", "MotionRecordings", "MotionSimulation",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "InertialToolTests",
      dependencies: [
        "inertial", "TestSupport",
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Studio"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Studio"])),
      ],
      exclude: ["Faults/faults.c"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Functions with C's calling convention (`@c`) need Swift 6.3.
#if compiler(>=6.3)
  package.products.append(
    .library(name: "InertialC", type: .dynamic, targets: ["InertialC"]))
  package.targets += [
    .systemLibrary(name: "CInertial", path: "CInterop/CInertial"),
    .target(
      name: "InertialC",
      dependencies: [
        "CInertial", "DeadReckoning", "GestureRecognition", "LinearAlgebra", "MotionFusion",
        "MotionRecordings", "RotationMath",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "inertial-c-example", dependencies: ["CInertial", "InertialC"],
      path: "Tests/InertialCExample",
      cSettings: strictC + [.headerSearchPath("../../CInterop/CInertial")]),
    .testTarget(
      name: "InertialCTests",
      dependencies: [
        "CInertial", "DeadReckoning", "GestureRecognition", "InertialC", "LinearAlgebra",
        "MotionFusion", "MotionRecordings", "MotionSimulation", "TestSupport",
        "inertial-c-example",
      ],
      swiftSettings: strict),
  ]
#endif

// `Scripts/docs` needs the plugin; other builds do not resolve it.
if Context.environment["INERTIAL_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// Needs libFuzzer: `Scripts/fuzz` builds it.
if Context.environment["INERTIAL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "DeadReckoning", "GestureRecognition", "InertialStudio", "MotionFusion", "MotionRecordings",
        "MotionSources",
      ],
      path: "Tests/Fuzz", exclude: ["Seeds"], swiftSettings: strict,
      // The default linker stops at the sanitizer's debug information.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
}
