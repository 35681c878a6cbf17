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

let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
/// A product of swift-nio, with the trait `Studio` only.
func nio(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-nio", condition: .when(traits: ["Studio"]))
}
/// A product of the HTTP server of the tests, with the trait `Studio` only.
func flyingFox(_ name: String) -> Target.Dependency {
  .product(name: name, package: "FlyingFox", condition: .when(traits: ["Studio"]))
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
    .library(name: "RotationValidation", targets: ["RotationValidation"]),
    .library(name: "MotionFusion", targets: ["MotionFusion"]),
    .library(name: "MotionDelivery", targets: ["MotionDelivery"]),
    .library(name: "SensorDiagnostics", targets: ["SensorDiagnostics"]),
    .library(name: "DeadReckoning", targets: ["DeadReckoning"]),
    .library(name: "GestureRecognition", targets: ["GestureRecognition"]),
    .library(name: "GestureTraining", targets: ["GestureTraining"]),
    .library(name: "MotionRecordings", targets: ["MotionRecordings"]),
    .library(name: "MotionSimulation", targets: ["MotionSimulation"]),
    .library(name: "MotionReports", targets: ["MotionReports"]),
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

    .target(name: "CKernels", path: "CInterop/CKernels", cSettings: strictC),
    // The built-in models, the letter shapes, the studio's page and the reports' styles.
    .target(
      name: "CResources", path: "CInterop/CResources",
      exclude: ["Models", "letters.txt", "rotations.txt"], cSettings: strictC),

    .target(name: "RotationMath", dependencies: [realModule], swiftSettings: strict),
    .target(
      name: "GLKMath",
      dependencies: [
        "RotationMath", realModule,
      ], swiftSettings: strict),
    .target(
      name: "SimdMath",
      dependencies: [
        "RotationMath", realModule,
      ], swiftSettings: strict),
    .target(
      name: "LinearAlgebra",
      dependencies: [
        "CKernels", "RotationMath", realModule,
        .target(name: "CLAPACKE", condition: .when(traits: ["LAPACK"])),
        .target(name: "COpenBLAS", condition: .when(traits: ["LAPACK"])),
      ],
      swiftSettings: strict),
    .target(
      name: "RotationValidation",
      dependencies: [
        "CResources", "LinearAlgebra", "RotationMath", realModule,
      ],
      swiftSettings: strict),
    .target(
      name: "MotionFusion",
      dependencies: [
        "RotationMath", realModule,
      ], swiftSettings: strict),
    .target(
      name: "DeadReckoning",
      dependencies: [
        "MotionFusion", "RotationMath", realModule,
      ],
      swiftSettings: strict),
    .target(
      name: "CMMotion",
      dependencies: [
        "GLKMath", "LinearAlgebra", "MotionDelivery", "MotionFusion", "SensorDiagnostics",
      ],
      swiftSettings: strict),
    // Foundation, as small as the platform has it, and the C library.
    .target(name: "Platform", swiftSettings: strict),
    .target(
      name: "GestureRecognition",
      dependencies: [
        "CKernels", "CResources", "DeadReckoning", "LinearAlgebra", "MotionFusion",
        "RotationMath", realModule,
      ],
      swiftSettings: strict),
    .target(
      name: "GestureTraining",
      dependencies: [
        "CKernels", "DeadReckoning", "GestureRecognition", "LinearAlgebra", "MotionFusion",
        "MotionRecordings", "Platform", "RotationMath", realModule,
      ],
      swiftSettings: strict),
    .target(
      name: "SensorDiagnostics",
      dependencies: [
        "MotionFusion", "RotationMath", realModule,
      ],
      swiftSettings: strict),
    .target(
      name: "MotionDelivery",
      dependencies: [
        "MotionFusion", "RotationMath", "SensorDiagnostics",
      ],
      swiftSettings: strict),
    .target(
      name: "MotionRecordings",
      dependencies: [
        "MotionFusion", "Platform", "RotationMath", "SensorDiagnostics", realModule,
      ],
      swiftSettings: strict),
    .target(
      name: "MotionSimulation",
      dependencies: [
        "CResources", "MotionFusion", "MotionRecordings", "RotationMath", realModule,
      ],
      swiftSettings: strict),
    .target(
      name: "WebServer",
      dependencies: [
        "Platform", nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"), nio("NIOWebSocket"),
      ],
      swiftSettings: strict),
    .target(
      name: "MotionSources",
      dependencies: [
        "MotionDelivery", "MotionFusion", "MotionRecordings", "Platform", "WebServer",
        nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"), nio("NIOWebSocket"),
      ],
      swiftSettings: strict),
    .target(
      name: "MotionReports",
      dependencies: [
        "CResources", "DeadReckoning", "GestureRecognition", "GestureTraining", "LinearAlgebra",
        "MotionDelivery", "MotionFusion", "MotionRecordings", "MotionSimulation", "RotationMath",
        "RotationValidation",
      ],
      exclude: ["Web"],
      swiftSettings: strict),
    // What the studio does for a page, beyond files and HTTP; also for a page without a server.
    .target(
      name: "StudioEngine",
      dependencies: ["DeadReckoning", "GestureRecognition", "MotionFusion", "RotationMath"],
      swiftSettings: strict),
    .target(
      name: "InertialStudio",
      dependencies: [
        "CResources", "DeadReckoning", "GestureRecognition", "GestureTraining", "MotionDelivery",
        "MotionFusion", "MotionRecordings", "MotionSimulation", "MotionSources", "Platform",
        "StudioEngine", "WebServer",
      ],
      exclude: ["Web"],
      swiftSettings: strict),
    .executableTarget(
      name: "inertial",
      dependencies: [
        "DeadReckoning", "GestureRecognition", "GestureTraining", "InertialStudio",
        "LinearAlgebra", "MotionDelivery", "MotionFusion", "MotionRecordings", "MotionReports",
        "MotionSimulation", "MotionSources", "Platform", "RotationMath", "RotationValidation",
        "SensorDiagnostics",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["CommandLine"])),
      ],
      swiftSettings: strict),

    .target(
      name: "TestSupport",
      dependencies: [
        "RotationMath"
      ], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "MotionTestSupport",
      dependencies: [
        "MotionFusion", realModule,
      ], path: "Tests/MotionTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "RotationMathTests",
      dependencies: [
        "RotationMath", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GLKMathTests",
      dependencies: [
        "GLKMath", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SimdMathTests",
      dependencies: [
        "SimdMath", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "LabAppTests",
      dependencies: [
        "CMMotion", "GLKMath", "GestureRecognition", "GestureTraining", "MotionDelivery",
        "MotionFusion", "MotionRecordings", "MotionSimulation", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LinearAlgebraTests",
      dependencies: [
        "GLKMath", "LinearAlgebra", "RotationMath", "RotationValidation", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RotationValidationTests",
      dependencies: [
        "LinearAlgebra", "RotationMath", "RotationValidation", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionFusionTests",
      dependencies: [
        "MotionFusion", "MotionRecordings", "MotionSimulation", "MotionTestSupport",
        "RotationMath", "TestSupport", realModule,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SensorDiagnosticsTests",
      dependencies: [
        "MotionFusion", "MotionRecordings", "MotionSimulation", "MotionTestSupport",
        "RotationMath", "SensorDiagnostics", "TestSupport", realModule,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionDeliveryTests",
      dependencies: [
        "MotionDelivery", "MotionFusion", "MotionTestSupport", "SensorDiagnostics", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DeadReckoningTests",
      dependencies: [
        "DeadReckoning", "MotionFusion", "MotionSimulation", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GestureRecognitionTests",
      dependencies: [
        "DeadReckoning", "GestureRecognition", "MotionFusion", "MotionRecordings",
        "MotionSimulation", "RotationMath", "TestSupport", realModule,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GestureTrainingTests",
      dependencies: [
        "GestureRecognition", "GestureTraining", "MotionFusion", "MotionRecordings",
        "MotionSimulation", "RotationMath", "TestSupport", realModule,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionRecordingsTests",
      dependencies: [
        "MotionFusion", "MotionRecordings", "RotationMath", "SensorDiagnostics", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionSimulationTests",
      dependencies: [
        "DeadReckoning", "GestureRecognition", "GestureTraining", "MotionFusion",
        "MotionRecordings", "MotionSimulation", "RotationMath", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WebServerTests",
      dependencies: [
        "TestSupport", "WebServer", flyingFox("FlyingFox"), flyingFox("FlyingSocks"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionSourcesTests",
      dependencies: [
        "GestureRecognition", "GestureTraining", "MotionDelivery", "MotionFusion",
        "MotionRecordings", "MotionSimulation", "MotionSources", "TestSupport",
        flyingFox("FlyingFox"), flyingFox("FlyingSocks"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MotionReportsTests",
      dependencies: [
        "GestureRecognition", "MotionRecordings", "MotionReports", "MotionSimulation",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StudioEngineTests",
      dependencies: [
        "GestureRecognition", "MotionFusion", "MotionRecordings", "MotionSimulation",
        "StudioEngine",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "InertialStudioTests",
      dependencies: [
        "DeadReckoning", "GestureRecognition", "GestureTraining", "InertialStudio",
        "MotionDelivery", "MotionFusion", "MotionRecordings", "MotionSimulation", "MotionSources",
        "StudioEngine", "TestSupport", "WebServer",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "InertialToolTests",
      dependencies: [
        "TestSupport", flyingFox("FlyingFox"), flyingFox("FlyingSocks"),
        "inertial",
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
        "CInertial", "DeadReckoning", "GestureRecognition", "GestureTraining", "LinearAlgebra",
        "MotionFusion", "MotionRecordings", "MotionReports", "MotionSimulation", "Platform",
        "RotationMath", "SensorDiagnostics",
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
        "DeadReckoning", "GestureRecognition", "GestureTraining", "InertialStudio",
        "MotionFusion", "MotionRecordings", "MotionSources", "WebServer",
      ],
      path: "Tests/Fuzz", exclude: ["Seeds"], swiftSettings: strict,
      // The default linker stops at the sanitizer's debug information.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
}

// Only one module, its tests and what they need: `Scripts/test --module` sets it for a quick build.
if let module = Context.environment["INERTIAL_MODULE"] {
  var targets: Set<String> = []
  var packages: Set<String> = []
  var open = [module, "\(module)Tests"]
  while let name = open.popLast() {
    guard targets.insert(name).inserted else { continue }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
      case .productItem(_, let package?, _, _): packages.insert(package)
      default: break
      }
    }
  }
  package.products.removeAll()
  package.targets.removeAll { !targets.contains($0.name) }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
    return !packages.contains { location.hasSuffix("/\($0)") }
  }
}

// What computes is optimised in debug builds too, with its assertions: `Scripts/test` sets it, and
// its tests take half the time.
if Context.environment["INERTIAL_OPTIMIZED"] != nil {
  let computing = [
    "CKernels", "RotationMath", "LinearAlgebra", "MotionFusion", "DeadReckoning",
    "SensorDiagnostics", "GestureRecognition", "GestureTraining", "MotionSimulation",
    "MotionRecordings",
  ]
  for target in package.targets where computing.contains(target.name) {
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-O", "-assert-config", "Debug"])]
  }
}
