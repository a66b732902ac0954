/// The concrete modes that a source is in.
struct ModeSet: Hashable, Sendable {
  private var words = SIMD4<UInt64>.zero

  func contains(_ mode: UInt8) -> Bool {
    words[Int(mode >> 6)] & 1 << UInt64(mode & 63) != 0
  }

  mutating func insert(_ mode: UInt8) {
    words[Int(mode >> 6)] |= 1 << UInt64(mode & 63)
  }

  mutating func remove(_ mode: UInt8) {
    words[Int(mode >> 6)] &= ~(1 << UInt64(mode & 63))
  }
}
