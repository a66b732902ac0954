/// One field of a message in the wire format of protocol buffers.
indirect enum Field: Sendable {
  case number(Int, UInt64)
  case text(Int, String)
  case message(Int, [Field])
  case raw(Int, [UInt8])

  /// The bytes of the field.
  var bytes: [UInt8] {
    switch self {
    case .number(let field, let value): Self.varint(UInt64(field) << 3) + Self.varint(value)
    case .text(let field, let text): Field.raw(field, Array(text.utf8)).bytes
    case .message(let field, let fields): Field.raw(field, fields.flatMap(\.bytes)).bytes
    case .raw(let field, let bytes):
      Self.varint(UInt64(field) << 3 | 2) + Self.varint(UInt64(bytes.count)) + bytes
    }
  }

  static func varint(_ value: UInt64) -> [UInt8] {
    var value = value
    var bytes: [UInt8] = []
    while value >= 0x80 {
      bytes.append(UInt8(value & 0x7f) | 0x80)
      value >>= 7
    }
    return bytes + [UInt8(value)]
  }

  /// Returns a file of packets.
  static func file(_ packets: [[Field]]) -> [UInt8] {
    packets.flatMap { Field.message(1, $0).bytes }
  }
}
