/// Reads JSON in UTF-8 piece by piece, value by value, without recursion.
///
/// A trailing comma is accepted. A text that ends too early stops with `Stop.ended`.
struct JSONScanner {
  /// Deeper nesting is not read.
  static let depthLimit = 10_000
  /// More bytes of a string that is read are dropped.
  static let stringLimit = NameTable.length

  var window: ByteWindow
  /// The last key if it has at most eight bytes: the first in the lowest place; else 0.
  private(set) var key: UInt64 = 0
  /// The last string that was read, decoded; of a key only if it has more than eight bytes.
  private(set) var text: [UInt8] = []
  /// How many halves of surrogate pairs were replaced.
  private(set) var loneSurrogates = 0
  /// Whether nothing of the innermost object or array was read.
  private var isFirst = false

  init(_ window: ByteWindow) {
    self.window = window
  }

  /// Packs a key for comparison.
  static func key(_ name: StaticString) -> UInt64 {
    var packed: UInt64 = 0
    for (index, byte) in name.description.utf8.enumerated() {
      packed |= UInt64(byte) << (8 * index)
    }
    return packed
  }

  func broken(_ reason: String) -> Stop {
    .broken("\(reason). This is not valid JSON.", at: window.offset)
  }

  /// Whether the last key is this one.
  func isKey(_ name: StaticString) -> Bool {
    name.utf8CodeUnitCount <= 8
      ? key == Self.key(name) : key == 0 && text.elementsEqual(name.description.utf8)
  }

  /// Skips white space and returns the byte after it, without moving past that.
  @inline(__always)
  mutating func peek() throws(Stop) -> UInt8 {
    while true {
      while window.index < window.bytes.count {
        let byte = window.bytes[window.index]
        guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else {
          return byte
        }
        window.index += 1
      }
      guard try window.refill() else { throw .ended }
    }
  }

  /// Moves past a byte that must come next.
  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(Stop) {
    guard try peek() == byte else {
      throw broken("'\(Character(UnicodeScalar(byte)))' is expected")
    }
    window.index += 1
  }

  /// Moves past the byte if it comes next.
  @inline(__always)
  mutating func skip(_ byte: UInt8) throws(Stop) -> Bool {
    guard try peek() == byte else { return false }
    window.index += 1
    return true
  }

  /// Moves into an object or array.
  @inline(__always)
  mutating func enter(_ bracket: UInt8) throws(Stop) {
    try expect(bracket)
    isFirst = true
  }

  /// Moves to the next element of an array; false after its end.
  @inline(__always)
  mutating func nextElement() throws(Stop) -> Bool { try next(closing: 0x5d) }

  @inline(__always)
  private mutating func next(closing: UInt8) throws(Stop) -> Bool {
    defer { isFirst = false }
    if try skip(closing) { return false }
    if isFirst { return true }
    try expect(0x2c)
    return try !skip(closing)
  }

  /// Moves to the value of the next key of an object; false after its end.
  @inline(__always)
  mutating func nextKey() throws(Stop) -> Bool {
    guard try next(closing: 0x7d) else { return false }
    try readKey()
    try expect(0x3a)
    return true
  }

  @inline(__always)
  private mutating func readKey() throws(Stop) {
    try expect(0x22)
    let bytes = window.bytes
    let start = window.index
    var packed: UInt64 = 0
    var index = start
    let limit = min(bytes.count, start + 9)
    while index < limit {
      let byte = bytes[index]
      if byte == 0x22 {
        key = packed
        if packed == 0 { text.removeAll(keepingCapacity: true) }
        window.index = index + 1
        return
      }
      if byte == 0x5c || index - start == 8 { break }
      packed |= UInt64(byte) << UInt64(8 * (index - start))
      index += 1
    }
    try readStringSlowly()
    key = text.count > 8 ? 0 : text.enumerated().reduce(0) { $0 | UInt64($1.1) << (8 * $1.0) }
  }

  /// Reads a string and returns its number.
  @inline(__always)
  mutating func readName(_ names: inout NameTable) throws(Stop) -> UInt32 {
    try expect(0x22)
    let bytes = window.bytes
    let start = window.index
    var index = start
    let limit = min(bytes.count, start + Self.stringLimit)
    var hash = NameTable.seed
    while index < limit {
      let byte = bytes[index]
      if byte == 0x22 {
        window.index = index + 1
        return names.number(bytes[start..<index], hash: hash)
      }
      if byte == 0x5c { break }
      hash = NameTable.hash(hash, byte)
      index += 1
    }
    try readStringSlowly()
    return names.number(text[...])
  }

  /// Reads a string into `text`.
  mutating func readString() throws(Stop) {
    try expect(0x22)
    try readStringSlowly()
  }

  /// Reads the rest of a string after its quotation mark.
  private mutating func readStringSlowly() throws(Stop) {
    text.removeAll(keepingCapacity: true)
    while true {
      let byte = try byte()
      if byte == 0x22 { break }
      if byte == 0x5c {
        try readEscape()
      } else if text.count < Self.stringLimit + 4 {
        text.append(byte)
      }
    }
    guard text.count > Self.stringLimit else { return }
    var end = Self.stringLimit
    while end > Self.stringLimit - 4, text[end] & 0xc0 == 0x80 { end -= 1 }
    text.removeSubrange(end...)
  }

  @inline(__always)
  private mutating func byte() throws(Stop) -> UInt8 {
    guard let byte = try window.next() else { throw .ended }
    return byte
  }

  private mutating func readEscape() throws(Stop) {
    let scalar: UInt32
    switch try byte() {
    case 0x22: scalar = 0x22
    case 0x5c: scalar = 0x5c
    case 0x2f: scalar = 0x2f
    case 0x62: scalar = 0x08
    case 0x66: scalar = 0x0c
    case 0x6e: scalar = 0x0a
    case 0x72: scalar = 0x0d
    case 0x74: scalar = 0x09
    case 0x75: scalar = try readScalar()
    default: throw broken("there is no such escape")
    }
    guard text.count < Self.stringLimit + 4 else { return }
    text += Array(String(UnicodeScalar(scalar) ?? "\u{fffd}").utf8)
  }

  private mutating func readScalar() throws(Stop) -> UInt32 {
    let first = try readHexadecimal()
    guard 0xd800..<0xe000 ~= first else { return first }
    if first < 0xdc00 {
      try window.want(6)
      let next = try window.peek(2)
      if next.elementsEqual([0x5c, 0x75]) {
        let start = window.index
        window.index += 2
        let second = try readHexadecimal()
        if 0xdc00..<0xe000 ~= second {
          return 0x1_0000 + (first - 0xd800) << 10 + (second - 0xdc00)
        }
        window.index = start
      }
    }
    loneSurrogates += 1
    return 0xfffd
  }

  private mutating func readHexadecimal() throws(Stop) -> UInt32 {
    try window.want(4)
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = try byte()
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
      default: throw broken("an escape needs four hexadecimal digits")
      }
    }
    return value
  }
}

extension JSONScanner {
  /// Reads a number, or a string that holds one; nil for another value, which is skipped.
  @inline(__always)
  mutating func readDecimal() throws(Stop) -> Decimal? {
    let byte = try peek()
    if byte == 0x2d || 0x30...0x39 ~= byte { return try readNumber() }
    if byte == 0x22 {
      try readString()
      return Decimal(text)
    }
    try skipValue()
    return nil
  }

  @inline(__always)
  private mutating func readNumber() throws(Stop) -> Decimal {
    try window.want(32)
    let bytes = window.bytes
    var index = window.index
    let limit = min(bytes.count, index + 32)
    var number = Decimal()
    if bytes[index] == 0x2d {
      number.isNegative = true
      index += 1
    }
    let start = index
    var isFraction = false
    while index < limit {
      let byte = bytes[index]
      if 0x30...0x39 ~= byte {
        number.add(byte &- 0x30, isFraction: isFraction)
      } else if byte == 0x2e, !isFraction, index > start {
        isFraction = true
      } else if byte == 0x65 || byte == 0x45 {
        return try readNumberSlowly()
      } else {
        guard index > start else { throw broken("a number has no digits") }
        window.index = index
        return number
      }
      index += 1
    }
    return try readNumberSlowly()
  }

  private mutating func readNumberSlowly() throws(Stop) -> Decimal {
    var digits: [UInt8] = []
    while true {
      guard let byte = try window.peek(1).first else { throw .ended }
      guard 0x30...0x39 ~= byte || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains(byte) else { break }
      if digits.count < 4096 { digits.append(byte) }
      window.index += 1
    }
    guard let number = Decimal(digits) else { throw broken("a number has a wrong form") }
    return number
  }

  /// Moves past a value of any kind.
  mutating func skipValue() throws(Stop) {
    switch try peek() {
    case 0x22:
      window.index += 1
      try skipString()
    case 0x7b, 0x5b: try skipContainer()
    case 0x2d, 0x30...0x39: _ = try readNumber()
    case 0x74: try skipWord("true")
    case 0x66: try skipWord("false")
    case 0x6e: try skipWord("null")
    default: throw broken("a value is expected")
    }
  }

  private mutating func skipWord(_ word: String) throws(Stop) {
    for expected in word.utf8 {
      guard let byte = try window.next() else { throw .ended }
      guard byte == expected else { throw broken("a value is expected") }
    }
  }

  private mutating func skipString() throws(Stop) {
    while true {
      let bytes = window.bytes
      var index = window.index
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x22 {
          window.index = index + 1
          return
        }
        index += byte == 0x5c ? 2 : 1
      }
      let beyond = index - bytes.count
      window.index = bytes.count
      guard try window.refill() else { throw .ended }
      window.index += beyond
    }
  }

  /// Moves past an object or an array by its brackets, which must match.
  private mutating func skipContainer() throws(Stop) {
    var open: [UInt8] = []
    repeat {
      let bytes = window.bytes
      var index = window.index
      scan: while index < bytes.count {
        let byte = bytes[index]
        index += 1
        switch byte {
        case 0x22:
          window.index = index
          try skipString()
          break scan
        case 0x7b, 0x5b:
          guard open.count < Self.depthLimit else { throw broken("values nest too deeply") }
          open.append(byte + 2)
        case 0x7d, 0x5d:
          guard open.popLast() == byte else {
            window.index = index
            throw broken("brackets do not match")
          }
          if open.isEmpty {
            window.index = index
            return
          }
        default: break
        }
        window.index = index
      }
      if window.index == window.bytes.count, try !window.refill() { throw .ended }
    } while true
  }
}
