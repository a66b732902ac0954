package import Foundation

extension Error {
  /// The error number of the system behind this error, or `nil` if the system had no part in it.
  package var systemCode: POSIXErrorCode? {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return POSIXErrorCode(rawValue: Int32(error.code)) }
    if let code = (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.systemCode { return code }
    guard let error = self as? CocoaError else { return nil }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: .ENOENT
    case .fileReadNoPermission, .fileWriteNoPermission: .EACCES
    case .fileWriteFileExists: .EEXIST
    case .fileWriteOutOfSpace: .ENOSPC
    case .fileReadTooLarge: .EFBIG
    case .fileWriteVolumeReadOnly: .EROFS
    default: nil
    }
  }

  /// Why the system refused, in its own words.
  package var systemReason: String {
    systemCode.map { systemWords($0.rawValue) } ?? "the system does not say why"
  }
}

/// Returns what the system says of an error, by its number.
func systemWords(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
