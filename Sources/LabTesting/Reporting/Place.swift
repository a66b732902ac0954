/// A place in the source of a test.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
package struct Place: Hashable, Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  package static func == (lhs: Place, rhs: Place) -> Bool { lhs.key == rhs.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private var key: String { "\(filePath):\(line):\(column)" }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Place: CustomStringConvertible {
  /// The file, without its folders, and the line.
  package var description: String {
    "\("\(fileID)".split(separator: "/").last ?? ""):\(line)"
  }
}
