internal import Foundation

/// The target of this process, by the variable `INERTIAL_FUZZ_TARGET`.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["INERTIAL_FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("expected INERTIAL_FUZZ_TARGET to be one of \(names), got '\(name)'")
  }
  return target
}()

/// Called by libFuzzer with each input. `Scripts/fuzz` builds and runs it.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}
