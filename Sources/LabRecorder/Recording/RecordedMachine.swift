/// What the machine gave to the recorded thread while it was recorded.
package struct RecordedMachine: Hashable, Sendable {
  /// From when to when, in nanoseconds of the recorder's clock.
  package let begin: UInt64
  package let end: UInt64
  /// How long the thread ran on a processor, in nanoseconds.
  package let processor: UInt64
  /// How long it could have run and waited for a processor, in nanoseconds; `nil` if the system
  /// does not say.
  package let waited: UInt64?

  /// Reads what a ring noted at its begin and its end; `nil` if one of them is missing.
  init?(_ words: RingWords) {
    let (first, last) = RingLayout.machineOffsets
    func spent(_ offset: Int) -> UInt64? {
      let (before, after) = (words[first + offset], words[last + offset])
      return before == 0 || after < before ? nil : after - before
    }
    guard let processor = spent(8), words[last] > words[first] else { return nil }
    (begin, end) = (words[first], words[last])
    self.processor = processor
    waited = spent(16)
  }
}
