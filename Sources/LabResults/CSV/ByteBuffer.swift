/// Text in UTF-8 that grows at its end.
///
/// Room is set aside before a field is written, so that a field costs one check for the memory to
/// be the buffer's own, and not one a byte.
package struct ByteBuffer: Sendable {
  /// Memory that a caller writes into.
  package typealias Room = MutableSpan<UInt8>

  private var storage: [UInt8] = []

  package init() {}

  /// How many bytes have been written.
  package private(set) var count = 0

  /// A copy of the bytes written so far.
  package var bytes: [UInt8] { Array(storage[..<count]) }

  /// A byte that has been written.
  package subscript(index: Int) -> UInt8 { storage[index] }

  package mutating func removeAll() { count = 0 }

  /// Takes back all bytes behind the first ones.
  mutating func cut(to length: Int) { count = min(count, length) }

  package mutating func append(_ byte: UInt8) {
    fill(1) { room, place in room.write(byte, at: &place) }
  }

  /// Appends some bytes.
  package mutating func append(_ bytes: [UInt8]) {
    fill(bytes.count) { room, place in
      for byte in bytes { room.write(byte, at: &place) }
    }
  }

  /// Appends a whole number in decimal digits.
  package mutating func append(number: Int64) {
    fill(20) { room, place in
      if number < 0 { room.write(UInt8(ascii: "-"), at: &place) }
      room.write(number.magnitude, at: &place)
    }
  }

  /// Sets room for some bytes aside, and lets the caller write up to as many of them.
  @inline(__always)
  package mutating func fill(_ size: Int, with write: (inout Room, inout Int) -> Void) {
    if storage.count - count < size { makeRoom(size) }
    var place = count
    var room = storage.mutableSpan
    write(&room, &place)
    count = place
  }

  @inline(never)
  private mutating func makeRoom(_ size: Int) {
    // Copies of an array, since a debug build appends a repeated element one by one.
    if storage.isEmpty { storage = [UInt8](repeating: 0, count: 256) }
    while storage.count - count < size {
      let bytes = storage
      storage.append(contentsOf: bytes)
    }
  }
}

extension ByteBuffer.Room {
  /// Writes a byte and moves the place behind it.
  @inline(__always)
  package mutating func write(_ byte: UInt8, at place: inout Int) {
    self[place] = byte
    place += 1
  }

  /// Writes a number in as few decimal digits as it needs.
  @inline(__always)
  package mutating func write(_ number: UInt64, at place: inout Int) {
    if number < 10 { return write(48 &+ UInt8(truncatingIfNeeded: number), at: &place) }
    write(number, digits: digitCount(of: number), at: &place)
  }

  /// Writes the last digits of a number, so many of them.
  @inline(__always)
  package mutating func write(_ number: UInt64, digits: Int, at place: inout Int) {
    let begin = place
    place += digits
    var digit = place
    var rest = number
    while digit > begin + 1 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      digit -= 2
      self[digit] = 48 &+ UInt8(truncatingIfNeeded: pair / 10)
      self[digit + 1] = 48 &+ UInt8(truncatingIfNeeded: pair % 10)
      rest = quotient
    }
    if digit > begin { self[begin] = 48 &+ UInt8(truncatingIfNeeded: rest % 10) }
  }
}

/// How many decimal digits a number has; 1 for 0.
@inline(__always)
private func digitCount(of number: UInt64) -> Int {
  var count = 1
  var limit: UInt64 = 10
  while number >= limit {
    count += 1
    guard count < 20 else { break }
    limit *= 10
  }
  return count
}
