/// Where names stand in a list; each is hashed once.
struct NameIndex: Sendable {
  /// The hashes of the names, in their order; none as long as there are few names.
  private var hashes: [Int] = []
  /// The places of the names by their hashes, and −1 for a free slot.
  ///
  /// Each is in the first slot from its own on that was free. The number of slots is a power of two,
  /// and at least twice that of the names.
  private var slots: [Int32] = []

  /// So many names are found sooner one by one than by their hashes; most runs have no more.
  private static let few = 16

  /// Returns the place of a name, which is appended if it is new.
  ///
  /// - Complexity: O(1) on average.
  mutating func place(of name: String, in names: inout [String]) -> Int {
    guard names.count >= Self.few else {
      if let place = names.firstIndex(of: name) { return place }
      if names.isEmpty { names.reserveCapacity(Self.few) }
      names.append(name)
      return names.count - 1
    }
    makeRoom(for: names)
    let hash = name.hashValue
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if hashes[place] == hash, names[place] == name { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(names.count)
    hashes.append(hash)
    names.append(name)
    return names.count - 1
  }

  /// Sees to it that there are slots enough for one name more.
  private mutating func makeRoom(for names: [String]) {
    guard slots.count < 2 * (names.count + 1) else { return }
    while hashes.count < names.count { hashes.append(names[hashes.count].hashValue) }
    slots = Array(repeating: -1, count: max(4 * Self.few, 2 * slots.count))
    for place in hashes.indices {
      var slot = hashes[place] & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(place)
    }
  }
}
