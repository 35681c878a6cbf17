import Foundation

/// Fusion's C core, compiled by `Peers/set-up` from the source of imufusion on PyPI.
struct FusionLibrary {
  typealias Run =
    @convention(c) (
      UnsafePointer<Double>, UnsafePointer<Double>, Int, Double, UnsafeMutablePointer<Double>
    ) -> Void

  /// Filters angular rates in rad/s and specific forces in m/s²: so many samples, a constant period
  /// in seconds; writes quaternions w, x, y, z.
  let run: Run

  init?(path: String) {
    guard let library = dlopen(path, RTLD_NOW), let symbol = dlsym(library, "fusion_run") else {
      return nil
    }
    run = unsafeBitCast(symbol, to: Run.self)
  }
}
