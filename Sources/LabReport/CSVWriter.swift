import LabKernel

/// Rows of comma-separated values, formatted into bytes.
///
/// Fields are quoted only where they must be. A row ends in a line feed alone, which RFC 4180 readers
/// accept and diffs prefer.
///
/// - Source: RFC 4180, section 2.
public struct CSVWriter: Sendable {
  /// The bytes written so far, in UTF-8.
  ///
  /// - Complexity: O(n), since they are copied.
  public var bytes: [UInt8] { buffer.bytes }

  private var buffer = ByteBuffer()
  private var rowIsEmpty = true

  /// Creates a writer without rows.
  public init() {}

  /// Creates a writer that begins with a header.
  public init(header: [String]) {
    for name in header { field(name) }
    endRow()
  }

  /// Appends a text field; an empty one stands for what is undefined.
  public mutating func field(_ text: String) {
    separate()
    let begin = buffer.count
    guard buffer.append(text) else { return }
    buffer.cut(to: begin)
    buffer.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Appends a whole number.
  public mutating func field(_ number: Int) {
    separate()
    if number < 0 { buffer.append(UInt8(ascii: "-")) }
    buffer.append(UInt64(number.magnitude))
  }

  /// Appends a duration in milliseconds, exact to the nanosecond; `nil` leaves the field empty.
  public mutating func milliseconds(_ nanoseconds: Int64?) {
    separate()
    guard let nanoseconds else { return }
    if nanoseconds < 0 { buffer.append(UInt8(ascii: "-")) }
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    buffer.append(whole)
    guard rest != 0 else { return }
    buffer.append(UInt8(ascii: "."))
    buffer.append(rest, width: 6)
    buffer.dropTrailingZeros()
  }

  /// Ends the row.
  public mutating func endRow() {
    buffer.append(10)
    rowIsEmpty = true
  }

  /// Hands over the bytes written so far, if they are more than a limit, and forgets them.
  mutating func drain<Refusal>(
    to write: ([UInt8]) throws(Refusal) -> Void, beyond limit: Int = 0
  ) throws(Refusal) {
    guard buffer.count > limit else { return }
    try write(bytes)
    removeAll()
  }

  /// Forgets the bytes written so far, and keeps their memory.
  public mutating func removeAll() {
    buffer.removeAll()
  }

  private mutating func separate() {
    if !rowIsEmpty { buffer.append(UInt8(ascii: ",")) }
    rowIsEmpty = false
  }
}
