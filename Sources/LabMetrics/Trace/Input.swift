/// Something that the user did, in nanoseconds.
struct Input: Hashable, Sendable {
  let happened: Int64
  /// When the thread took notice of it.
  let noticed: Int64
}
