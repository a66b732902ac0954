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
