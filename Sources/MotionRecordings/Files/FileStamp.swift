internal import Foundation

/// The version of a file: it changes when another program writes or replaces the file.
package struct FileStamp: Hashable, Sendable {
  private var identity: FileIdentity
  private var size: Int64
  private var seconds: Int64
  private var nanoseconds: Int64

  /// The version of the file at `path`; `nil` for a missing file.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    identity = FileIdentity(status)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }
}
