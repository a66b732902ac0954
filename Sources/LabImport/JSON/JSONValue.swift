/// A small piece of JSON as a tree.
package enum JSONValue {
  case object([(key: String, value: JSONValue)])
  case array([JSONValue])
  case string(String)
  case number(Decimal)
  case boolean(Bool)
  case other

  /// Deeper values are left out.
  private static let depthLimit = 16

  /// Reads bytes that hold one value; nil if they do not.
  package static func parse(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    var scanner = JSONScanner(ByteWindow(Array(bytes)))
    return try? read(&scanner)
  }

  /// Reads the next value.
  static func read(_ scanner: inout JSONScanner, depth: Int = 0) throws(Stop) -> JSONValue {
    guard depth < depthLimit else {
      try scanner.skipValue()
      return .other
    }
    switch try scanner.peek() {
    case 0x7b: return .object(try readObject(&scanner, depth: depth))
    case 0x5b: return .array(try readArray(&scanner, depth: depth))
    case 0x22:
      try scanner.readString()
      return .string(String(decoding: scanner.text, as: UTF8.self))
    case 0x2d, 0x30...0x39: return try scanner.readDecimal().map { .number($0) } ?? .other
    case let first:
      try scanner.skipValue()
      return first == 0x74 ? .boolean(true) : first == 0x66 ? .boolean(false) : .other
    }
  }

  private static func readObject(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(Stop) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      let key = scanner.keyText
      members.append((key, try read(&scanner, depth: depth + 1)))
    }
    return members
  }

  private static func readArray(
    _ scanner: inout JSONScanner, depth: Int
  ) throws(Stop) -> [JSONValue] {
    var elements: [JSONValue] = []
    try scanner.enter(0x5b)
    while try scanner.nextElement() {
      elements.append(try read(&scanner, depth: depth + 1))
    }
    return elements
  }

  /// Returns the value of a key, the last one if there are several.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The elements, if this is an array.
  package var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// Whether it is true, if this is one of the two.
  var flag: Bool? {
    guard case .boolean(let flag) = self else { return nil }
    return flag
  }

  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number, also if it stands in a text.
  package var decimal: Decimal? {
    switch self {
    case .number(let number): number
    case .string(let text): Decimal(text.utf8)
    default: nil
    }
  }

  /// The whole number, also if it stands in a text.
  package var integer: Int64? { decimal?.scaled(0) }

  /// Returns the first value of one of some keys in this object or those within.
  func first(_ keys: [String]) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    for member in members {
      if keys.contains(member.key) { return member.value }
      if let found = member.value.first(keys) { return found }
    }
    return nil
  }
}

extension JSONScanner {
  /// The last key as text.
  var keyText: String {
    guard key != 0 else { return String(decoding: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = key
    while rest != 0 {
      bytes.append(UInt8(rest & 0xff))
      rest >>= 8
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
