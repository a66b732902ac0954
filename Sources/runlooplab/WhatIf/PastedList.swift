import Foundation
import LabExperiment
import LabKernel
import LabLanguage
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
      !Scripts.isFolder(path), arguments.text("--format") == nil, ListStudy.isList(path)
    else { return nil }
    let bytes = try FileBytes(path)
    try arguments.check(.list, bytes.title)
    try refuseOptionsOfRuns(arguments, about: bytes.title, .list)
    let all = bytes.all()
    try TraceFile(whole: path).check(bytes)
    guard all.count <= InputFile.limit else {
      throw InputError(path: bytes.title, "the list is too long. Paste a part of it.")
    }
    let asked = try asked(arguments)
    let question = SeriesQuestion(asked: asked, display: try display(arguments))
    let reading = try SeriesReading(
      String(decoding: all, as: UTF8.self), title: bytes.title,
      column: arguments.text("--column"),
      unit: arguments.text("--unit").flatMap(SeriesUnit.init(rawValue:)),
      asked: question.askedMilliseconds)
    let study = ListStudy(reading, question, of: bytes.title)
    return try AnswerOutput(arguments).show([study])
  }

  /// Throws if an option was given that only runs have.
  static func refuseOptionsOfRuns(
    _ arguments: Arguments, about title: String, _ kind: Subject.Kind
  ) throws(UsageError) {
    let options = ofRuns + (kind == .list ? [] : ["--save"])
    if let option = options.first(where: arguments.has) {
      throw UsageError(
        "'\(option)' is about runs, and '\(title)' is \(kind.words). Leave it out.")
    }
  }

  private static func asked(_ arguments: Arguments) throws -> Duration? {
    guard let asked = try arguments.duration("--every") else { return nil }
    guard SeriesQuestion.intervals.contains(asked) else {
      throw UsageError(
        "'--every \(arguments.text("--every") ?? "")' is no interval from 1 us to 1 day. Write for"
          + " example --every 16ms.")
    }
    return asked
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
