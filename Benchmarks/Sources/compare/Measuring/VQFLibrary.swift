import Foundation

/// VQF's own C++, compiled by `Peers/set-up` from its release on PyPI and loaded from there.
struct VQFLibrary {
  typealias Run =
    @convention(c) (
      UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<Double>?, Int, Double,
      UnsafeMutablePointer<Double>
    ) -> Void

  /// Filters angular rates in rad/s, specific forces in m/s² and, unless `nil`, magnetic fields of
  /// any unit: so many samples, a constant period in seconds; writes quaternions w, x, y, z.
  let run: Run

  init?(path: String) {
    guard let library = dlopen(path, RTLD_NOW), let symbol = dlsym(library, "vqf_run") else {
      return nil
    }
    run = unsafeBitCast(symbol, to: Run.self)
  }
}
