import Foundation

/// Whether an AddressSanitizer watches the tests, which keeps what is freed, so that their memory
/// says nothing.
package let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
