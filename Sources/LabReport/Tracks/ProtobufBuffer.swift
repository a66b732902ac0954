import LabResults

/// A message in the wire format of protocol buffers.
///
/// - Source: Protocol Buffers, *Encoding*.
struct ProtobufBuffer {
  private(set) var buffer = ByteBuffer()

  /// How many bytes have been written.
  var count: Int { buffer.count }

  /// A copy of the bytes written so far.
  var bytes: [UInt8] { buffer.bytes }

  mutating func removeAll() { buffer.removeAll() }

  /// Appends a whole number; a negative one takes ten bytes.
  mutating func number(_ field: Int, _ number: Int64) {
    buffer.fill(20) { room, place in
      room.writeVarint(UInt64(field) << 3, at: &place)
      room.writeVarint(UInt64(bitPattern: number), at: &place)
    }
  }

  /// Appends eight bytes.
  mutating func fixed(_ field: Int, _ bits: UInt64) {
    buffer.fill(18) { room, place in
      room.writeVarint(UInt64(field) << 3 | 1, at: &place)
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        room.write(UInt8(truncatingIfNeeded: bits >> shift), at: &place)
      }
    }
  }

  /// Appends a text.
  mutating func text(_ field: Int, _ text: String) {
    let bytes = Array(text.utf8)
    length(field, bytes.count)
    buffer.append(bytes)
  }

  /// Appends a message.
  mutating func message(_ field: Int, _ message: ProtobufBuffer) {
    length(field, message.count)
    buffer.append(message.buffer)
  }

  /// Appends a short message.
  mutating func message(_ field: Int, _ write: (inout ProtobufBuffer) -> Void) {
    var message = ProtobufBuffer()
    write(&message)
    self.message(field, message)
  }

  private mutating func length(_ field: Int, _ count: Int) {
    buffer.fill(20) { room, place in
      room.writeVarint(UInt64(field) << 3 | 2, at: &place)
      room.writeVarint(UInt64(count), at: &place)
    }
  }
}

extension ByteBuffer {
  /// Appends what another buffer holds.
  fileprivate mutating func append(_ other: ByteBuffer) {
    fill(other.count) { room, place in
      for index in 0..<other.count { room.write(other[index], at: &place) }
    }
  }
}

extension ByteBuffer.Room {
  /// Writes a number in groups of seven bits, the lowest first.
  @inline(__always)
  fileprivate mutating func writeVarint(_ number: UInt64, at place: inout Int) {
    var rest = number
    while rest >= 0x80 {
      write(UInt8(truncatingIfNeeded: rest) | 0x80, at: &place)
      rest >>= 7
    }
    write(UInt8(truncatingIfNeeded: rest), at: &place)
  }
}
