extension Dictionary {
  /// Keeps the first value of each key.
  ///
  /// Swift's own initializer asks a closure which of two to keep; Embedded Swift has none.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }
}
