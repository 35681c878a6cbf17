internal import Foundation

/// The system's words for an error number.
package func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
