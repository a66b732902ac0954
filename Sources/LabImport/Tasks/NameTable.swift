/// Numbers for names, given in order of appearance.
///
/// The hash is its own, so that nothing depends on a random seed.
struct NameTable {
  /// Longer names are cut to this many bytes.
  static let length = 1024
  /// Names beyond this many share one number.
  static let limit = 1 << 19

  private(set) var names: [String] = []
  /// How many names held bytes that are not UTF-8, and were repaired.
  private(set) var repaired = 0
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var hashes: [UInt64] = []
  private var slots = [UInt32](repeating: 0, count: 1 << 10)

  static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// Returns the number of a name.
  mutating func number(_ name: String) -> UInt32 {
    number(Array(name.utf8)[...])
  }

  /// Returns the number of a name in UTF-8.
  mutating func number(_ name: ArraySlice<UInt8>) -> UInt32 {
    var hash = Self.seed
    for byte in name { hash = Self.hash(hash, byte) }
    return number(name, hash: hash)
  }

  /// Returns the number of a name whose hash is known.
  mutating func number(_ name: ArraySlice<UInt8>, hash: UInt64) -> UInt32 {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, isName(number, name) { return UInt32(number) }
      slot = (slot + 1) & mask
    }
    return add(name, hash: hash, slot: slot)
  }

  private func isName(_ number: Int, _ name: ArraySlice<UInt8>) -> Bool {
    let start = ends[number]
    guard ends[number + 1] - start == name.count else { return false }
    var index = start
    for byte in name {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  private mutating func add(_ name: ArraySlice<UInt8>, hash: UInt64, slot: Int) -> UInt32 {
    if names.count >= Self.limit { return UInt32(Self.limit - 1) }
    let text = String(decoding: name, as: UTF8.self)
    if String(validating: name, as: UTF8.self) == nil { repaired += 1 }
    names.append(names.count == Self.limit - 1 ? "(other names)" : text)
    bytes += name
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = UInt32(names.count)
    if names.count * 2 > slots.count { grow() }
    return UInt32(names.count - 1)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number + 1)
    }
  }
}

/// Names of foreign files, made fit for a line of a table and for a terminal.
package enum Label {
  package static let length = 60

  /// Returns a name of one line without control and bidirectional characters, at most 60
  /// characters long.
  ///
  /// All letters stay.
  package static func clean(_ name: String, length: Int = Label.length) -> String {
    // Most names are plain, also in the letter behind their end, which could carry on the last one.
    if name.utf8.prefix(length == .max ? length : length + 1).allSatisfy({ 0x20..<0x7f ~= $0 }) {
      var bytes = name.utf8.prefix(length).drop { $0 == 0x20 }
      while bytes.last == 0x20 { bytes.removeLast() }
      return String(Substring(bytes))
    }
    var scalars = String.UnicodeScalarView()
    var (count, letters, marks) = (0, 0, 0)
    for scalar in name.unicodeScalars {
      // A letter may carry marks, but not hundreds.
      marks =
        scalar.isASCII || scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      if marks <= 4 {
        scalars.append(isPlain(scalar) ? scalar : "_")
        count += 1
      }
      // A scalar of ASCII begins a character, which others may carry on.
      letters += scalar.isASCII ? 1 : 0
      if letters > length || count / 4 >= length { break }
    }
    var text = String(scalars)
    if text.count > length { text = String(text.prefix(length)) }
    text = String(text.drop { $0 == " " })
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7f: return true
    case 0..<0x20, 0x7f..<0xa0, 0x061c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff:
      return false
    default:
      return scalar.properties.generalCategory != .control
    }
  }
}
