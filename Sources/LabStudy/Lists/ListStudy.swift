package import LabAnswer
import LabImport
import LabLanguage
import LabPictures
package import LabSeries
import LabText

/// The mechanism that makes the intervals of a pasted list.
package struct ListStudy: Study {
  private let reading: SeriesReading
  private let question: SeriesQuestion
  package let subject: String

  package init(_ reading: SeriesReading, _ question: SeriesQuestion, of path: String) {
    (self.reading, self.question, subject) = (reading, question, path)
  }

  /// Names the mechanism.
  package func answer(_ watch: Watch) -> Answer {
    let found = SeriesAnswer(reading, question)
    let script = found.script(of: subject)
    let held =
      script.isGuess
      ? " Long work stands there for what held the thread, which a list does not say. A trace does:"
        + " 'runlooplab try TRACE'."
      : ""
    let strip = IntervalStrip(reading.intervals, period: found.rowPeriod)
    let paragraphs: [[Answer.Part]] = [
      [.sentences([Answer.Sentence(head)]), .list(mistakes)],
      [.sentences(found.sentences.map { Answer.Sentence($0, as: "finding") })],
      [.figure(.strip(strip)), .key],
      [.table(shown(found.findings))],
      [.table(candidates(found))],
      [.sentences(["--save FILE.lab writes the script that makes such a list.\(held)"])],
    ]
    return Answer(
      "why", of: subject, paragraphs,
      data: [list, leftOut, mechanism(found), findings(found.findings), paces(found)],
      files: [Answer.File("list.lab", Array(script.text.utf8))])
  }

  // MARK: For readers

  private var head: String {
    let kind =
      switch reading.kind {
      case .intervals: "intervals"
      case .timestamps: "intervals between timestamps"
      case .clock: "intervals between times of day"
      }
    let guessed = reading.isUnitGuessed ? ", which is a guess; --unit tells it" : ""
    let beside =
      reading.columnBeside.map { " --column \($0) reads the number beside them." } ?? ""
    return
      "\(subject): \(grouped(reading.intervals.count)) \(kind) in"
      + " \(reading.unit.rawValue)\(guessed).\(beside)"
  }

  /// The first lines that were left out.
  private var mistakes: [Answer.Sentence] {
    let all = reading.mistakes
    let first = all.prefix(5).map { "\(subject):\($0.line): '\($0.text.onOneLine)' is left out." }
    let rest = all.count > 5 ? ["… and \(grouped(all.count - 5)) lines more."] : []
    return (first + rest).map { Answer.Sentence($0) }
  }

  /// A row for each number.
  private func shown(_ findings: [SeriesFinding]) -> Table {
    Table(
      nil, [.words("finding", []), .number("value", [], .atMost(3)), .words("unit", [])],
      findings.map { finding in
        [
          .text(finding.name.rawValue), .number(finding.value),
          finding.name.unit.map { .text($0) } ?? .blank,
        ]
      })
  }

  private func candidates(_ found: SeriesAnswer) -> Table {
    Table(
      "candidates",
      [
        .words("mechanism"), .number("bits", ["bits"], .fixed(0)),
        .number("behind_bits", ["more"], .fixed(0)), .words("alike", ["cannot be told apart"]),
      ],
      found.candidates.map { candidate in
        [
          .text(candidate.mechanism.rawValue), .number(candidate.bits), .number(candidate.behind),
          .flag(found.alike.contains(candidate.mechanism)),
        ]
      })
  }
}

// MARK: For programs

extension ListStudy {
  private var list: Table {
    Table(
      "list",
      [
        .number("intervals"), .words("kind"), .words("unit"), .words("unit_guessed"),
        .number("resolution_ms"),
      ],
      [
        [
          .count(reading.intervals.count), .text(reading.kind.rawValue),
          .text(reading.unit.rawValue), .flag(reading.isUnitGuessed), .number(reading.resolution),
        ]
      ])
  }

  private var leftOut: Table {
    Table(
      "left_out", [.number("line"), .words("text")],
      reading.mistakes.map { [.count($0.line), .text($0.text)] })
  }

  private func mechanism(_ found: SeriesAnswer) -> Table {
    Table(
      "mechanism", [.words("mechanism"), .words("certainty"), .words("rest")],
      [
        [
          found.mechanism.map { .text($0.rawValue) } ?? .none, .text(found.certainty),
          found.rest.map { .text($0.rawValue) } ?? .none,
        ]
      ])
  }

  /// All numbers in one row.
  private func findings(_ findings: [SeriesFinding]) -> Table {
    Table(
      "findings", findings.map { .number($0.name.rawValue) }, [findings.map { .number($0.value) }])
  }

  private func paces(_ found: SeriesAnswer) -> Table {
    Table(
      "paces",
      [.number("begin_ms"), .number("length_ms"), .number("multiple"), .number("rate_hz")],
      found.paces.map {
        [.number($0.beginMs), .number($0.lengthMs), .count($0.multiple), .number($0.rateHz)]
      })
  }
}

extension ListStudy {
  /// Whether a file is a list: no script, no recording and no trace of a known format, and one of
  /// its first lines holds a number or a time.
  package static func isList(_ path: String) -> Bool {
    FileBytes.head(of: path).map { isList(path, $0) } ?? false
  }

  /// What is said of a list where something else is read; `nil` of anything else, and of what
  /// begins with a statement of a script.
  ///
  /// - Parameters:
  ///   - path: The path of a file.
  ///   - head: Its first bytes; `nil` if they are to be read.
  /// - Returns: What it is, and what to write.
  package static func remark(on path: String, _ head: [UInt8]? = nil) -> String? {
    guard let head = head ?? FileBytes.head(of: path), isList(path, head) else { return nil }
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    let word = lines.first { !$0.hasPrefix("#") }?.split(separator: " ").first
    guard word.flatMap({ Grammar.form(String($0)) }) == nil else { return nil }
    return "this is a list of numbers. Explain it: runlooplab why \(path)"
  }

  private static func isList(_ path: String, _ head: [UInt8]) -> Bool {
    guard !path.hasSuffix(".lab"), !path.contains("://"),
      !TrialInput.isRecording(head), !head.starts(with: [0x1f, 0x8b]),
      isBracketed(head) || isUnknown(head)
    else { return false }
    return SeriesReading.looksLikeList(String(decoding: head, as: UTF8.self))
  }

  /// Whether the first bytes are those of no known format; what is known and cannot serve is said
  /// by who reads a trace, as of all objects of JSON.
  private static func isUnknown(_ head: [UInt8]) -> Bool {
    guard head.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else { return false }
    do throws(ImportFailure) {
      _ = try TraceFormat.recognize(head)
      return false
    } catch {
      return ![TraceFormat.withoutTimes, TraceFormat.ofTest].contains(error)
    }
  }

  /// Whether a text in brackets is no array of objects, such as `[16.7, 16.6]` or `[Log] 16.7`.
  private static func isBracketed(_ head: [UInt8]) -> Bool {
    let body = head.drop { $0 <= 0x20 }
    guard body.first == UInt8(ascii: "[") else { return false }
    let next = body.dropFirst().first { $0 > 0x20 }
    return next.map { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "]") } ?? false
  }
}
