package import LabMetrics
package import LabPictures
package import LabText

/// What a study found, in the order in which a person reads it.
///
/// It is a value: a test compares it, and every writer shows the same one. What has a name is data,
/// and is in every form that a program reads; what has none is for readers.
package struct Answer: Hashable, Sendable {
  /// The question, such as `map` or `why`.
  package let study: String
  /// What it was asked about: the script, result or file as it was named.
  package let subject: String
  /// What the subject is called among others, such as the short name of an experiment.
  package var name: String?
  /// What was found; the parts of a paragraph belong together.
  package var paragraphs: [[Part]]
  /// Tables that a program wants and a person does not read here.
  package var data: [Table]
  /// All of it as one picture, if it is drawn.
  package var picture: Picture?
  /// Of what that picture is, if it is of runs.
  package var origin: PictureOrigin?
  /// Files that belong to it, such as the script of a case.
  package var files: [File]
  /// What to type next.
  package var next: [String]
  /// The run that is explained of the script that belongs to it; `nil` where none is.
  package var explainedRun: Int?
  /// What to type to be answered the same again; `nil` where it is not said.
  package var command: String?
  /// How long that took on the clock of the host; `nil` if it was not looked at.
  package var elapsed: Duration?
  /// How it ended.
  package var outcome: Outcome

  package init(
    _ study: String, of subject: String, _ paragraphs: [[Part]] = [], data: [Table] = [],
    picture: Picture? = nil, origin: PictureOrigin? = nil, files: [File] = [], next: [String] = [],
    outcome: Outcome = .answered
  ) {
    (self.study, self.subject, self.paragraphs, self.data) = (study, subject, paragraphs, data)
    (self.picture, self.origin, self.files) = (picture, origin, files)
    (self.next, self.outcome) = (next, outcome)
  }

  /// A part of a paragraph.
  package enum Part: Hashable, Sendable {
    /// What the parts behind it are about; a run is a comment in text (`# run 0, timer`), as it is
    /// in timelines.
    case heading(String, isRun: Bool = false)
    /// Sentences that follow one another.
    case sentences([Sentence])
    /// Sentences that each begin a line.
    case list([Sentence])
    /// Rows of cells.
    case table(Table)
    /// Something drawn.
    case figure(Figure)
    /// What the signs of the drawings before it mean, if the writer draws them with signs.
    case key
    /// Words or signs with what they mean.
    case terms([Term])
    /// A script that can be run.
    case script(String)
    /// What to type to see it.
    case command(String)
    /// What was to hold.
    case checks([Check])
  }

  /// Something that was to hold, and what came of it.
  package struct Check: Hashable, Sendable {
    /// What came of it; `answered` if it was not judged.
    package let outcome: Outcome
    /// What was to hold, as it was written.
    package let text: String
    /// What it is called, whatever its limits; `nil` without a name.
    package let name: String?
    /// Where it stands; `nil` if it is in no file.
    package let place: Place?
    /// What was measured; empty if it is not said.
    package let measured: String
    /// Where it fails; empty if it does not.
    package let details: String
    /// Why it came to that; empty if it is not known.
    package var reason: String
    /// What to type to see it fail.
    package let command: String?

    package init(
      _ outcome: Outcome, _ text: String, _ measured: String, name: String? = nil,
      at place: Place? = nil, details: String = "", reason: String = "", command: String? = nil
    ) {
      (self.outcome, self.text, self.measured) = (outcome, text, measured)
      (self.name, self.place) = (name, place)
      (self.details, self.reason, self.command) = (details, reason, command)
    }

    /// What was to hold, without the spaces that align it.
    package var words: String {
      text.split(separator: " ").map { String($0) }.joined(separator: " ")
    }
  }

  /// A place in a file.
  package struct Place: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// The line, from 1.
    package let line: Int?
    /// The column, from 1.
    package let column: Int?

    package init(_ path: String, line: Int?, column: Int? = nil) {
      (self.path, self.line, self.column) = (path, line, column)
    }
  }

  /// A sentence; one with a name is data.
  package struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// What it says, such as `advice`; `nil` for words between the others.
    package let name: String?
    /// The sentence.
    package let text: String

    package init(_ text: String, as name: String? = nil) { (self.name, self.text) = (name, text) }

    /// Creates a sentence without a name.
    package init(stringLiteral text: String) { self.init(text) }
  }

  /// A word or a sign with what it means.
  package struct Term: Hashable, Sendable {
    /// The word or sign.
    package let word: String
    /// What it means.
    package let meaning: String

    package init(_ word: String, _ meaning: String) { (self.word, self.meaning) = (word, meaning) }
  }

  /// A file that belongs to an answer.
  package struct File: Hashable, Sendable {
    /// Its path, or its name where the command chooses the folder.
    package let path: String
    /// What it holds.
    package let bytes: [UInt8]

    package init(_ path: String, _ bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
  }
}

extension Answer {
  /// Its parts, without what holds them together.
  package var parts: [Part] { Array(paragraphs.joined()) }

  /// What was to hold, in order.
  package var checks: [Check] {
    parts.flatMap { part -> [Check] in if case .checks(let checks) = part { checks } else { [] } }
  }

  /// The sentences that are data, in order.
  package var namedSentences: [Sentence] {
    parts.flatMap { part -> [Sentence] in
      switch part {
      case .sentences(let sentences), .list(let sentences): sentences.filter { $0.name != nil }
      case .heading, .table, .figure, .key, .terms, .script, .command, .checks: []
      }
    }
  }

  /// What it says first of a run; `nil` if it is about none.
  package var firstSentence: String? {
    namedSentences.first { $0.name == "headline" }?.text
  }

  /// What it says in a sentence: its verdict, else the first sentence that is data, else the first.
  package var headline: String {
    let named = namedSentences
    if let sentence = named.first(where: { $0.name == "verdict" }) ?? named.first {
      return sentence.text
    }
    return parts.lazy.compactMap { part -> String? in
      switch part {
      case .sentences(let sentences), .list(let sentences): sentences.first?.text
      case .heading, .table, .figure, .key, .terms, .script, .command, .checks: nil
      }
    }.first ?? ""
  }

  /// The tables that are data: those of one name are one, with the rows of all.
  package var namedTables: [Table] {
    var tables: [Table] = []
    let shown = parts.compactMap { if case .table(let table) = $0 { table } else { nil } }
    for table in shown + data where table.name != nil {
      if let known = tables.firstIndex(where: { $0.name == table.name }) {
        tables[known].append(rowsOf: table)
      } else {
        tables.append(table)
      }
    }
    return tables
  }

  /// The scripts that it holds, in order.
  package var scripts: [String] {
    parts.compactMap { if case .script(let script) = $0 { script } else { nil } }
  }
}

/// How an answer ended, the least first: of several answers the greatest counts.
package enum Outcome: String, Hashable, Sendable, CaseIterable, Comparable {
  /// There was nothing to judge.
  case answered
  /// Everything that was judged holds.
  case holds
  /// Something could not be decided, or the search was ended.
  case undecided
  /// Something that was judged does not hold.
  case fails
  /// What it was asked about has a mistake and was not performed.
  case mistaken

  /// Returns whether the first counts less.
  package static func < (lhs: Outcome, rhs: Outcome) -> Bool { lhs.place < rhs.place }

  private var place: Int {
    switch self {
    case .answered: 0
    case .holds: 1
    case .undecided: 2
    case .fails: 3
    case .mistaken: 4
    }
  }

  /// How the command ends.
  package var status: ExitStatus {
    switch self {
    case .answered, .holds: .success
    case .undecided: .undecided
    case .fails: .expectationFailed
    case .mistaken: .wrongInput
    }
  }

  /// The sign before something that was to hold.
  package var sign: String {
    switch self {
    case .answered: "–"
    case .holds: "✓"
    case .undecided: "?"
    case .fails, .mistaken: "✗"
    }
  }
}

/// What is drawn: in signs where there is only text, else as a picture.
package enum Figure: Hashable, Sendable {
  /// Refreshes of a run; and the same in fewer columns for a narrow screen.
  case timeline(Timeline, narrow: Timeline? = nil)
  /// Counts over the values of an instant, in nanoseconds.
  case bar(PhaseBars.Bar, over: Range<Int64>)
  /// Intervals in turn, against the multiples of a period.
  case strip(IntervalStrip)
  /// Anything else, such as a plot.
  case picture(Picture)
}
