/// What has begun.
package enum CallKind: UInt8, Sendable {
  /// A task of the app.
  case task = 0
  /// A timer's callout.
  case timer = 1
  /// A display link's callout.
  case link = 2
}
