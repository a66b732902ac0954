/// A hash of bytes that come part by part: FNV-1a in 64 bits, taken by words of eight bytes.
///
///     for each word, the lowest byte first:
///         h = (h xor word) × 1099511628211;  h = h xor (h >> 32)
///     the rest is a word filled up with zeros; the number of bytes is the last word
///
/// It tells contents apart but withstands no adversary.
///
/// - Source: Fowler, Noll and Vo, for the basis and the prime.
package struct ContentHash: Sendable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325
  private var partial: UInt64 = 0
  private var count = 0

  /// Returns the hash of some bytes.
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = Self()
    hash.update(bytes)
    return hash.value
  }

  /// Returns the hash of some bytes.
  package static func of(_ bytes: [UInt8]) -> UInt64 { of(bytes[...]) }

  /// Takes in the next bytes.
  mutating func update(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while count % 8 != 0, let byte = rest.popFirst() { append(byte) }
    let words = rest.count / 8
    var hash = self
    for index in 0..<words { hash.mix(rest.word(at: index * 8)) }
    hash.count += words * 8
    self = hash
    for byte in rest.dropFirst(words * 8) { append(byte) }
  }

  /// The hash of all bytes so far.
  var value: UInt64 {
    var hash = self
    if count % 8 != 0 { hash.mix(partial) }
    hash.mix(UInt64(count))
    return hash.state
  }

  private mutating func append(_ byte: UInt8) {
    partial |= UInt64(byte) << UInt64(8 * (count % 8))
    count += 1
    guard count % 8 == 0 else { return }
    mix(partial)
    partial = 0
  }

  private mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    // Without this, a bit would never reach those below it.
    state ^= state >> 32
  }
}
