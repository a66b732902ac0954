extension Array {
  /// Takes over the memory of an array that is no longer needed, whose elements are forgotten.
  ///
  /// Nothing but memory passes from one run to the next, so that no run can depend on the one
  /// before.
  mutating func takeMemory(of other: inout [Element]) {
    guard other.capacity > capacity else { return }
    swap(&self, &other)
    if !isEmpty { removeAll(keepingCapacity: true) }
    if !other.isEmpty { append(contentsOf: other) }
  }
}
