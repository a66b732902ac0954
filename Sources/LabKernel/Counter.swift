import CLabAtomics

/// A number that several threads read and change, each time in one step.
///
/// Who reads it sees all that was done before it was written.
@safe
package final class Counter: @unchecked Sendable {
  private let word: UnsafeMutablePointer<UInt64>

  package init(_ value: Int) {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: UInt64(bitPattern: Int64(value)))
  }

  deinit { unsafe word.deallocate() }

  /// The number.
  package var value: Int {
    get { Int(truncatingIfNeeded: unsafe lab_word_read(word)) }
    set { unsafe lab_word_write(word, UInt64(bitPattern: Int64(newValue))) }
  }

  /// Adds to the number, and returns the sum.
  @discardableResult
  package func add(_ step: Int) -> Int {
    Int(truncatingIfNeeded: unsafe lab_word_add(word, UInt64(bitPattern: Int64(step))))
  }

  /// Sets the number, and returns what it was before.
  package func exchange(_ value: Int) -> Int {
    Int(truncatingIfNeeded: unsafe lab_word_exchange(word, UInt64(bitPattern: Int64(value))))
  }
}
