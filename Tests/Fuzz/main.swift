// Runs libFuzzer on the target that the variable INERTIAL_FUZZ_TARGET names; see Scripts/fuzz.

internal import Foundation

/// The entry point of libFuzzer: `FuzzerInterface.h` of LLVM.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ input: @convention(c) (_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt
) -> CInt

private var count = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { data, count in
    FuzzTarget.current.run(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
  })
