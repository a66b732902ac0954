public import LabKernel

/// A 64-bit hash that is the same on every platform, in every process and build.
///
/// It tells traces apart; it is not meant to withstand an adversary.
///
///     h ← (rotate(h, 23) ⊕ word) × 0x9E3779B97F4A7C15
@usableFromInline
struct StableHash: Sendable {
  @usableFromInline
  var state: UInt64 = 0x5275_6e4c_6f6f_704c

  var value: UInt64 {
    var z = state
    z = (z ^ (z >> 32)) &* 0xd6e8_feb8_6659_fd93
    return z ^ (z >> 32)
  }

  @usableFromInline
  init() {}

  @inlinable
  @inline(__always)
  mutating func combine(_ word: UInt64) {
    state = ((state &<< 23 | state &>> 41) ^ word) &* 0x9e37_79b9_7f4a_7c15
  }

  @inlinable
  @inline(__always)
  mutating func combine(_ record: TraceRecord) {
    combine(UInt64(bitPattern: record.time.nanoseconds))
    combine(UInt64(bitPattern: record.first))
    combine(UInt64(bitPattern: record.second))
    // The subject comes first, then the bytes in their order.
    let bytes = UInt32(truncatingIfNeeded: record.rest >> 32).byteSwapped
    let small = record.rest << 32 | UInt64(bytes)
    combine(small)
  }

  mutating func combine(_ text: String) {
    // A view of a string goes from character to character; its bytes at once take a third of the
    // time.
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      for place in bytes.indices { combine(UInt64(unsafe bytes[place])) }
    }
    if isDone == nil { for byte in text.utf8 { combine(UInt64(byte)) } }
    combine(UInt64(0x1_0000) + UInt64(text.utf8.count))
  }
}
