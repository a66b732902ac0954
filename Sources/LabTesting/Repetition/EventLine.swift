import LabTrace

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Trace {
  /// Returns a record as one line of text, the same for equal events of different runs.
  ///
  ///     16.666666 ms callout_began ball timer in default, 16666666, 16666666
  func line(_ record: TraceRecord) -> String {
    let row = row(of: record)
    let words = ["\(record.time)", row.what, row.who ?? "", row.detail].filter { !$0.isEmpty }
    let mode = modes.indices.contains(Int(record.mode)) ? " in \(modes[Int(record.mode)])" : ""
    let numbers = [
      row.place.map { "\($0)" }, row.first.map { "\($0)" }, row.second.map { "\($0)" },
    ]
    return ([words.joined(separator: " ") + mode] + numbers.compactMap(\.self))
      .joined(separator: ", ")
  }

  /// Every record as a line of text.
  var eventLines: [String] { records.map(line) }

  /// What stands in the place of an event behind the last one.
  private static let end = "nothing happens any more"

  /// Returns the first event that is another than in lines of a run of before; `nil` if none is.
  func divergence(fromLines recorded: [String]) -> Divergence? {
    let lines = eventLines
    guard lines != recorded else { return nil }
    let index = zip(lines, recorded).prefix { $0 == $1 }.count
    return Divergence(
      number: index, before: index > 0 ? lines[index - 1] : "the run begins",
      first: index < recorded.count ? recorded[index] : Self.end,
      second: index < lines.count ? lines[index] : Self.end)
  }

  /// Returns the first event in which two runs differ, each in words; `nil` if they do not.
  ///
  /// - Complexity: O(1) for equal runs, else O(n) for n records.
  static func divergence(_ first: Trace, _ second: Trace) -> Divergence? {
    guard first.fingerprint != second.fingerprint else { return nil }
    let count = max(first.records.count, second.records.count)
    for index in 0..<count {
      let lines = [first, second].map { trace in
        index < trace.records.count ? trace.line(trace.records[index]) : end
      }
      if lines[0] != lines[1] {
        let before = index > 0 ? first.line(first.records[index - 1]) : "the run begins"
        return Divergence(number: index, before: before, first: lines[0], second: lines[1])
      }
    }
    return nil
  }

  /// The first event in which two runs differ.
  struct Divergence {
    let number: Int
    let before: String
    let first: String
    let second: String

    /// What to tell the author, line by line.
    func lines(_ firstName: String, _ secondName: String) -> [String] {
      [
        "  event \(number), after: \(before)",
        "  \(firstName): \(first)",
        "  \(secondName): \(second)",
      ]
    }
  }
}
