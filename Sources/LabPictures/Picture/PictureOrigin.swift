/// What a picture is about and where it comes from, which its file says of itself.
package struct PictureOrigin: Hashable, Sendable {
  /// What it shows: the question of an experiment, or what failed.
  package let title: String
  /// The values of the sweeps, and the arms.
  package let point: String
  /// The hashes of everything that happened in the runs that are drawn.
  package let fingerprints: [UInt64]
  /// The command that draws it.
  package let command: String

  /// Creates an origin; without sweeps the point is empty.
  package init(title: String, point: String = "", fingerprints: [UInt64], command: String) {
    (self.title, self.point) = (title, point)
    (self.fingerprints, self.command) = (fingerprints, command)
  }

  /// The names and values of what is known, by the terms of Dublin Core.
  ///
  /// - Source: DCMI Metadata Terms, section 3 (the elements `/elements/1.1/`).
  var terms: [(name: String, value: String)] {
    let hashes = fingerprints.map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return [
      ("title", title), ("coverage", point), ("identifier", hashes.joined(separator: ", ")),
      ("source", command),
    ].filter { !$0.1.isEmpty }
  }
}
