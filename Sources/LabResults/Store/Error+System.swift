package import Foundation

extension Error {
  /// The error number of the system behind this error, or `nil` if the system had no part in it.
  package var systemCode: POSIXErrorCode? {
    let error = self as NSError
    if error.domain == NSPOSIXErrorDomain { return POSIXErrorCode(rawValue: Int32(error.code)) }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error)?.systemCode
  }

  /// Why the system refused, in its own words.
  package var systemReason: String {
    systemCode.map { unsafe String(cString: strerror($0.rawValue)) } ?? localizedDescription
  }
}
