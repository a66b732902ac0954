/// The fields of one message in the wire format of protocol buffers.
package struct ProtobufReader: Sequence, IteratorProtocol {
  /// The value of a field.
  package enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)

    /// The number as a signed one; 0 for bytes.
    var integer: Int64 { Int64(bitPattern: unsigned) }

    /// The number; 0 for bytes.
    package var unsigned: UInt64 {
      if case .number(let number) = self { return number }
      return 0
    }

    /// The bytes; none for a number.
    package var slice: ArraySlice<UInt8> {
      if case .bytes(let bytes) = self { return bytes }
      return []
    }

    /// The bytes as text.
    var text: String { String(decoding: slice.prefix(NameTable.length), as: UTF8.self) }

    /// The number, or all numbers of packed ones.
    var numbers: [UInt64] {
      guard case .bytes(let bytes) = self else { return [unsigned] }
      var reader = ProtobufReader(bytes)
      var numbers: [UInt64] = []
      while let number = reader.varint() { numbers.append(number) }
      return numbers
    }
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// Whether the bytes end in the middle of a field.
  package private(set) var isBroken = false

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// Reads a number; nil at the end or if there is none.
  @inline(__always)
  mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while index < bytes.endIndex, shift < 64 {
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// Reads a field; nil at the end.
  @inline(__always)
  package mutating func next() -> (field: UInt64, value: Value)? {
    guard index < bytes.endIndex else { return nil }
    guard let key = varint(), let value = value(of: key & 7) else {
      isBroken = true
      index = bytes.endIndex
      return nil
    }
    return (key >> 3, value)
  }

  private mutating func value(of type: UInt64) -> Value? {
    switch type {
    case 0: return varint().map { .number($0) }
    case 1: return fixed(8)
    case 2:
      guard let length = varint(), length <= UInt64(bytes.endIndex - index) else { return nil }
      defer { index += Int(length) }
      return .bytes(bytes[index..<(index + Int(length))])
    case 5: return fixed(4)
    default: return nil
    }
  }

  private mutating func fixed(_ count: Int) -> Value? {
    guard bytes.endIndex - index >= count else { return nil }
    var number: UInt64 = 0
    for place in 0..<count { number |= UInt64(bytes[index + place]) << UInt64(8 * place) }
    index += count
    return .number(number)
  }
}
