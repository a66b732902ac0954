/// One line of `perf script` or of ftrace: thread, processor, time and event.
struct TextLine {
  var command: ArraySlice<UInt8>
  var process: Int64?
  var thread: Int64
  var processor: Int64
  var time: Int64
  var event: ArraySlice<UInt8>
  var arguments: ArraySlice<UInt8>
  var format: TraceFormat

  /// Returns the format that a line is of; nil if it is of none.
  static func format(_ line: [UInt8]) -> TraceFormat? { TextLine(line[...])?.format }

  /// Reads a line.
  ///
  ///     perf     COMMAND PID/TID [CPU] SECONDS: EVENT: ARGUMENTS
  ///     ftrace   COMMAND-TID (PID) [CPU] FLAGS SECONDS: EVENT: ARGUMENTS
  init?(_ line: ArraySlice<UInt8>) {
    guard let (left, seconds, right) = Self.cut(line),
      let time = Decimal(seconds)?.nanoseconds(9), time >= 0
    else { return nil }
    self.time = time
    var head = left.trimmed
    processor = Self.cutProcessor(&head)
    if head.last == 0x29, let start = head.lastIndex(of: 0x28) {
      process = Decimal(head[(start + 1)...].dropLast().trimmed)?.scaled(0)
      head = head[..<start].trimmed
    }
    let digits = head.reversed().prefix { 0x30...0x39 ~= $0 }.count
    guard digits > 0, digits < 12, let thread = Decimal(head.suffix(digits))?.scaled(0) else {
      return nil
    }
    self.thread = thread
    head = head.dropLast(digits)
    guard let mark = head.last, mark == 0x2d || mark == 0x20 || mark == 0x2f else { return nil }
    format = mark == 0x2d ? .ftrace : .perf
    head = head.dropLast()
    if mark == 0x2f {
      let digits = head.reversed().prefix { 0x30...0x39 ~= $0 }.count
      process = Decimal(head.suffix(digits))?.scaled(0)
      head = head.dropLast(digits)
    }
    command = head.trimmed
    (event, arguments) = Self.event(right.trimmed)
  }

  /// Cuts flags and the number of the processor in brackets off the end; 0 if there is none.
  private static func cutProcessor(_ head: inout ArraySlice<UInt8>) -> Int64 {
    if head.last != 0x5d, let space = head.lastIndex(of: 0x20),
      head[..<space].trimmed.last == 0x5d
    {
      head = head[..<space].trimmed
    }
    guard head.last == 0x5d, let start = head.lastIndex(of: 0x5b),
      let number = Decimal(head[(start + 1)...].dropLast())?.scaled(0)
    else { return 0 }
    head = head[..<start].trimmed
    return number
  }

  /// Splits an event's name, without its group, from what follows.
  private static func event(
    _ body: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, arguments: ArraySlice<UInt8>) {
    let end = body.firstIndex { $0 == 0x20 } ?? body.endIndex
    // A sample tells its period before the event.
    guard body[..<end].last == 0x3a else { return ([], body) }
    let name = body[..<end].dropLast()
    let start = name.lastIndex(of: 0x3a).map { $0 + 1 } ?? name.startIndex
    return (name[start...], body[end...].trimmed)
  }

  /// Finds the time: digits, a point, digits and a colon, between spaces.
  private static func cut(
    _ line: ArraySlice<UInt8>
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    var index = line.startIndex
    while let colon = line[index...].firstIndex(of: 0x3a) {
      index = colon + 1
      guard index == line.endIndex || line[index] == 0x20 else { continue }
      let word = line[..<colon].reversed().prefix { 0x30...0x39 ~= $0 || $0 == 0x2e }.count
      let start = colon - word
      guard word >= 3, start > line.startIndex, line[start - 1] == 0x20 || line[start - 1] == 0x09,
        line[start..<colon].contains(0x2e)
      else { continue }
      return (line[..<start], line[start..<colon], line[index...])
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without white space at both ends.
  var trimmed: ArraySlice<UInt8> {
    var slice = drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
    while let last = slice.last, last == 0x20 || last == 0x09 || last == 0x0d {
      slice = slice.dropLast()
    }
    return slice
  }

  /// Returns the first index at which other bytes begin.
  func firstIndex(of other: [UInt8]) -> Int? {
    guard let first = other.first else { return nil }
    var index = startIndex
    while let found = self[index...].firstIndex(of: first) {
      if self[found...].starts(with: other) { return found }
      index = found + 1
    }
    return nil
  }

  /// Returns the last index at which other bytes begin.
  func lastIndex(of other: [UInt8]) -> Int? {
    var index = endIndex - other.count
    while index >= startIndex {
      if self[index...].starts(with: other) { return index }
      index -= 1
    }
    return nil
  }
}
