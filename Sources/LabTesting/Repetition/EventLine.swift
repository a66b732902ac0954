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

  /// Returns the first event that differs from the lines of an earlier run; `nil` if none does.
  func divergence(fromLines recorded: [String]) -> Divergence? {
    let lines = eventLines
    guard lines != recorded else { return nil }
    let index = zip(lines, recorded).prefix { $0 == $1 }.count
    let end = "nothing happens any more"
    return Divergence(
      number: index, before: index > 0 ? lines[index - 1] : "the run begins",
      first: index < recorded.count ? recorded[index] : end,
      second: index < lines.count ? lines[index] : end)
  }

  /// Returns the first event in which two runs differ, each in words; `nil` if they do not.
  ///
  /// - Complexity: O(1) for equal runs, else O(n) for n records.
  static func divergence(_ first: Trace, _ second: Trace) -> Divergence? {
    first.fingerprint == second.fingerprint ? nil : second.divergence(fromLines: first.eventLines)
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
