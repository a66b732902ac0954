/// Keeps what was found out of recordings, so that a study that was broken off goes on from there.
package protocol FleetMemory: AnyObject {
  /// Returns what was kept of a recording; `nil` if nothing was.
  func recall(_ pass: FleetPart.Pass, _ recording: String) throws -> FleetPart?

  /// Keeps what was found out.
  func keep(_ part: FleetPart) throws
}
