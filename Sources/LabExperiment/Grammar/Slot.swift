extension Grammar {
  /// A kind of value.
  struct Slot: Sendable {
    let name: String
    let example: String
    let meaning: String

    init(_ name: String, _ example: String, _ meaning: String) {
      self.name = name
      self.example = example
      self.meaning = meaning
    }
  }
}
