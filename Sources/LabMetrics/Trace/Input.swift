/// Something that the user did, in nanoseconds.
struct Input: Hashable, Sendable {
  let happened: Int64
}
