/// A name that takes one value after the other.
public struct Sweep: Sendable {
  /// The name.
  public let name: String
  /// The values as they are written in the script.
  public let values: [String]

  /// The tokens of every value.
  let pieces: [[Token]]
  let place: Place

  /// Cuts a list at its commas.
  ///
  /// - Throws: The first value that is empty, double or not a plain value.
  init(_ statement: Statement) throws(Mistake) {
    name = statement.head[0].text
    place = statement.keyword.place
    var last = statement.keyword
    var values: [String] = []
    var seen: Set<String> = []
    pieces = (statement["="] ?? []).split(omittingEmptySubsequences: false) { $0.text == "," }.map(
      Array.init)
    for piece in pieces {
      guard let first = piece.first else {
        throw Mistake(last.place, "a value of this list is empty.")
      }
      if let nested = piece.first(where: { $0.kind == .reference }) {
        throw Mistake(nested.place, "a sweep cannot hold '{\(nested.text)}'. Write the values.")
      }
      guard seen.insert(piece.spelling).inserted else {
        throw Mistake(first.place, "'\(piece.spelling)' is in this list twice.")
      }
      values.append(piece.spelling)
      last = piece.last ?? last
    }
    self.values = values
  }
}
