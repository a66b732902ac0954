import LabKernel

/// Rows of comma-separated values, formatted into bytes.
///
/// Fields are quoted only where they must be. A row ends in a line feed alone, which RFC 4180 readers
/// accept and diffs prefer.
///
/// - Source: RFC 4180, section 2.
public struct CSVWriter: Sendable {
  /// The bytes written so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []

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
    let utf8 = text.utf8
    let quoted = utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13
    }
    guard quoted else { return bytes.append(contentsOf: utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a whole number.
  public mutating func field(_ number: Int) {
    separate()
    digits(of: number)
  }

  /// Appends a duration in milliseconds, exact to the nanosecond; `nil` leaves the field empty.
  public mutating func milliseconds(_ nanoseconds: Int64?) {
    separate()
    guard let nanoseconds else { return }
    if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    digits(of: Int(whole))
    guard rest != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var scale: UInt64 = 100_000
    var left = rest
    while left != 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(left / scale))
      left %= scale
      scale /= 10
    }
  }

  /// Ends the row.
  public mutating func endRow() {
    bytes.append(10)
    rowIsEmpty = true
  }

  /// Hands over the bytes written so far, if they are more than a limit, and forgets them.
  mutating func drain<Refusal>(
    to write: ([UInt8]) throws(Refusal) -> Void, beyond limit: Int = 0
  ) throws(Refusal) {
    guard bytes.count > limit else { return }
    try write(bytes)
    removeAll()
  }

  /// Forgets the bytes written so far, and keeps their memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func separate() {
    if !rowIsEmpty { bytes.append(UInt8(ascii: ",")) }
    rowIsEmpty = false
  }

  private mutating func digits(of number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let begin = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[begin...].reverse()
  }
}
