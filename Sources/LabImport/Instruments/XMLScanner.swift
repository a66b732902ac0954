/// Reads XML in UTF-8 piece by piece: elements, attributes, text, the five named entities and
/// numeric ones.
///
/// Comments and instructions are skipped. Document types are not read.
struct XMLScanner {
  /// What comes next in a document.
  enum Token {
    /// A begin tag; `text` of the scanner is the element's name.
    case open
    /// An end tag.
    case close
    /// Text between tags, with entities resolved.
    case text
  }

  private static let textLimit = 1 << 16
  private static let attributeLimit = 64
  private static let depthLimit = 256

  private var window: ByteWindow
  private var open: [[UInt8]] = []
  private var closesItself = false
  /// The name of the element, or the text.
  private(set) var text: [UInt8] = []
  private(set) var attributes: [(name: [UInt8], value: [UInt8])] = []

  init(_ window: ByteWindow) {
    self.window = window
  }

  /// The offset of the next byte.
  var offset: Int { window.offset }

  /// How many elements are open.
  var depth: Int { open.count }

  /// Returns the value of an attribute as text.
  func attribute(_ name: StaticString) -> String? {
    for attribute in attributes where attribute.name.elementsEqual(name.description.utf8) {
      return String(decoding: attribute.value, as: UTF8.self)
    }
    return nil
  }

  private func broken(_ reason: String) -> Stop {
    .broken("\(reason). This is not valid XML.", at: window.offset)
  }

  private mutating func byte() throws(Stop) -> UInt8 {
    guard let byte = try window.next() else { throw .ended }
    return byte
  }

  /// Returns the next token; nil at the end of the document.
  mutating func next() throws(Stop) -> Token? {
    if closesItself {
      closesItself = false
      text = open.removeLast()
      return .close
    }
    while true {
      guard let first = try window.peek(1).first else {
        if open.isEmpty { return nil }
        throw .ended
      }
      guard first == 0x3c else {
        try readText()
        return .text
      }
      window.index += 1
      switch try window.peek(1).first {
      case 0x21: if try !skipDeclaration() { return .text }
      case 0x3f: try skip(until: [0x3f, 0x3e])
      case 0x2f:
        try readClose()
        return .close
      case nil: throw .ended
      default:
        try readOpen()
        return .open
      }
    }
  }

  private mutating func readText() throws(Stop) {
    text.removeAll(keepingCapacity: true)
    while let byte = try window.peek(1).first, byte != 0x3c {
      window.index += 1
      if byte == 0x26 {
        let entity = try readEntity()
        if text.count < Self.textLimit { text += entity }
      } else if text.count < Self.textLimit {
        text.append(byte)
      }
    }
  }

  private mutating func readEntity() throws(Stop) -> [UInt8] {
    var name: [UInt8] = []
    while true {
      let byte = try byte()
      if byte == 0x3b { break }
      name.append(byte)
      guard name.count <= 10 else { throw broken("an entity is too long") }
    }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return [0x26]
    case "lt": return [0x3c]
    case "gt": return [0x3e]
    case "quot": return [0x22]
    case "apos": return [0x27]
    default: break
    }
    guard name.first == 0x23 else { throw broken("there are only five named entities") }
    let isHexadecimal = name.count > 1 && name[1] == 0x78
    let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else {
      throw broken("a numeric entity has no number")
    }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return Array(String(scalar ?? "\u{fffd}").utf8)
  }

  /// Skips a comment; returns false after a section of plain text, which is read.
  private mutating func skipDeclaration() throws(Stop) -> Bool {
    let head = try window.peek(8)
    if head.starts(with: Array("!--".utf8)) {
      window.index += 3
      try skip(until: [0x2d, 0x2d, 0x3e])
      return true
    }
    guard head.starts(with: Array("![CDATA[".utf8)) else {
      if head.count < 8 { throw .ended }
      throw broken("document types are not read")
    }
    window.index += 8
    text.removeAll(keepingCapacity: true)
    var last = (UInt8(0), UInt8(0))
    while true {
      let byte = try byte()
      if last == (0x5d, 0x5d), byte == 0x3e { break }
      last = (last.1, byte)
      if text.count < Self.textLimit + 2 { text.append(byte) }
    }
    if text.suffix(2).elementsEqual([0x5d, 0x5d]) { text.removeLast(2) }
    return false
  }

  private mutating func skip(until end: [UInt8]) throws(Stop) {
    var last: [UInt8] = []
    while last != end {
      if last.count == end.count { last.removeFirst() }
      last.append(try byte())
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }

  private mutating func readName() throws(Stop) -> [UInt8] {
    var name: [UInt8] = []
    while true {
      guard let byte = try window.peek(1).first else { throw .ended }
      if Self.isSpace(byte) || [0x2f, 0x3d, 0x3e].contains(byte) { break }
      guard byte > 0x20, byte != 0x3c, byte != 0x22, name.count < 256 else {
        throw broken("a name has a wrong form")
      }
      name.append(byte)
      window.index += 1
    }
    guard !name.isEmpty else { throw broken("a name is expected") }
    return name
  }

  private mutating func skipSpace() throws(Stop) {
    while let byte = try window.peek(1).first, Self.isSpace(byte) { window.index += 1 }
  }

  private mutating func readClose() throws(Stop) {
    window.index += 1
    let name = try readName()
    try skipSpace()
    guard try byte() == 0x3e, open.popLast() == name else {
      throw broken("an end tag does not match")
    }
    text = name
  }

  private mutating func readOpen() throws(Stop) {
    let name = try readName()
    attributes.removeAll(keepingCapacity: true)
    while true {
      try skipSpace()
      let byte = try byte()
      if byte == 0x3e { break }
      if byte == 0x2f {
        guard try self.byte() == 0x3e else { throw broken("a tag has a wrong form") }
        closesItself = true
        break
      }
      window.index -= 1
      try readAttribute()
    }
    guard open.count < Self.depthLimit else { throw broken("elements nest too deeply") }
    open.append(name)
    text = name
  }

  private mutating func readAttribute() throws(Stop) {
    let name = try readName()
    try skipSpace()
    guard try byte() == 0x3d else { throw broken("an attribute has no value") }
    try skipSpace()
    let quote = try byte()
    guard quote == 0x22 || quote == 0x27, attributes.count < Self.attributeLimit else {
      throw broken("an attribute has a wrong form")
    }
    var value: [UInt8] = []
    while true {
      let byte = try byte()
      if byte == quote { break }
      guard byte != 0x3c else { throw broken("an attribute has a wrong form") }
      let piece = byte == 0x26 ? try readEntity() : [byte]
      if value.count < Self.textLimit { value += piece }
    }
    attributes.append((name, value))
  }
}
