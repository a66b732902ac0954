import Foundation
import LabExperiment
import LabImport
import LabKernel
import LabLanguage
import LabReport
import LabResults
import LabSeries
import LabStudy
import LabText

/// A pasted list of intervals or instants, of which `why` names the mechanism.
enum PastedList {
  static let options =
    [
      Option("--every", "TIME", "of a list: the interval that was asked for (default: estimated)"),
      Option(
        "--unit", "UNIT", "of a list: the unit of its numbers (default: by their size)",
        value: .word(of: SeriesUnit.allCases.map(\.rawValue))),
      Option("--column", "NAME", "of a list: the column of a table, by name or position from 1"),
    ].map { $0.about(.list) }

  /// Options about runs, of which a list has none.
  private static let ofRuns = [
    "--run", "--all", "--driver", "--by", "--smallest", "--budget", "--jobs", "--out",
  ]

  /// Explains the operand if it is a list; `nil` if it is something else.
  static func explain(_ arguments: Arguments) throws -> ExitStatus? {
    guard let path = arguments.operands.first, arguments.operands.count == 1,
      isList(path, arguments)
    else { return nil }
    let bytes = try FileBytes(path)
    try arguments.check(.list, bytes.title)
    for option in ofRuns where arguments.has(option) {
      throw UsageError(
        "'\(option)' is about runs, and '\(bytes.title)' is \(Subject.Kind.list.words)."
          + " Leave it out.")
    }
    let all = bytes.all()
    try TraceFile(whole: path).check(bytes)
    guard all.count <= InputFile.limit else {
      throw InputError(path: bytes.title, "the list is too long. Paste a part of it.")
    }
    let asked = try arguments.duration("--every")
    let question = SeriesQuestion(asked: asked, display: try display(arguments))
    let reading = try SeriesReading(
      String(decoding: all, as: UTF8.self), title: bytes.title,
      column: arguments.text("--column"),
      unit: arguments.text("--unit").flatMap(SeriesUnit.init(rawValue:)),
      asked: question.askedMilliseconds)
    let study = ListStudy(reading, question, of: bytes.title)
    return try AnswerOutput(arguments).show([study])
  }

  /// Whether a file is a list: no script, no result, no recording and no trace of a known format,
  /// and one of its first lines holds a number or a time.
  private static func isList(_ path: String, _ arguments: Arguments) -> Bool {
    guard !path.hasSuffix(".lab"), !Scripts.isFolder(path), !path.contains("://"),
      arguments.text("--format") == nil, let head = FileBytes.head(of: path),
      !TrialInput.isRecording(head), !head.starts(with: [0x1f, 0x8b]),
      isBracketed(head) || (try? TraceFormat.recognize(head)) == nil
    else { return false }
    return SeriesReading.looksLikeList(String(decoding: head, as: UTF8.self))
  }

  /// Whether a text in brackets is no array of objects, such as `[16.7, 16.6]` or `[Log] 16.7`.
  private static func isBracketed(_ head: [UInt8]) -> Bool {
    let body = head.drop { $0 <= 0x20 }
    guard body.first == UInt8(ascii: "[") else { return false }
    let next = body.dropFirst().first { $0 > 0x20 }
    return next.map { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "]") } ?? false
  }

  private static func display(_ arguments: Arguments) throws -> RefreshRate? {
    guard let text = arguments.text("--display") else { return nil }
    let number = (text.hasSuffix("Hz") ? String(text.dropLast(2)) : text)
      .trimmingCharacters(in: .whitespaces)
    guard let rate = Double(number), (1...1000).contains(rate) else {
      throw UsageError(
        "'--display \(text)' is not one rate from 1 Hz to 1000 Hz. Write for example --display 60Hz."
      )
    }
    return RefreshRate(Int64((rate * 10_000).rounded()), per: 10_000)
  }
}
