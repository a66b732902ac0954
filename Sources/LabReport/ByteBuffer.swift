/// Text in UTF-8 that grows at its end.
///
/// Room is set aside before a field is written, so that a field costs one check for the memory to be
/// the buffer's own, and not one a byte.
struct ByteBuffer: Sendable {
  private var storage: [UInt8] = []

  /// How many bytes have been written.
  private(set) var count = 0

  /// A copy of the bytes written so far.
  var bytes: [UInt8] { Array(storage[..<count]) }

  mutating func removeAll() { count = 0 }

  mutating func append(_ byte: UInt8) {
    if count == storage.count { makeRoom(1) }
    storage[count] = byte
    count += 1
  }

  /// Appends text and returns whether any of its bytes is one of those that need quotes in CSV.
  mutating func append(_ text: String) -> Bool {
    makeRoom(text.utf8.count)
    var place = count
    var span = storage.mutableSpan
    var isSpecial = false
    for byte in text.utf8 {
      span[place] = byte
      place += 1
      isSpecial = isSpecial || byte == 34 || byte == 44 || byte == 10 || byte == 13
    }
    count = place
    return isSpecial
  }

  /// Takes back all bytes behind the first ones.
  mutating func cut(to length: Int) { count = min(count, length) }

  /// Appends a number in decimal digits, with leading zeros up to a width.
  mutating func append(_ number: UInt64, width: Int = 1) {
    let length = max(width, Self.digitCount(of: number))
    makeRoom(length)
    let begin = count
    var place = begin + length
    count = place
    var span = storage.mutableSpan
    var rest = number
    while place > begin + 1 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      place -= 2
      span[place] = 48 + UInt8(truncatingIfNeeded: pair / 10)
      span[place + 1] = 48 + UInt8(truncatingIfNeeded: pair % 10)
      rest = quotient
    }
    if place > begin { span[begin] = 48 + UInt8(truncatingIfNeeded: rest) }
  }

  /// Takes the last bytes back that are zeros.
  mutating func dropTrailingZeros() {
    while count > 0, storage[count - 1] == 48 { count -= 1 }
  }

  /// How many decimal digits a number has; 1 for 0.
  private static func digitCount(of number: UInt64) -> Int {
    var count = 1
    var limit: UInt64 = 10
    while number >= limit {
      count += 1
      guard count < 20 else { break }
      limit *= 10
    }
    return count
  }

  private mutating func makeRoom(_ room: Int) {
    guard storage.count - count < room else { return }
    storage.append(contentsOf: repeatElement(0, count: max(room, storage.count, 256)))
  }
}
