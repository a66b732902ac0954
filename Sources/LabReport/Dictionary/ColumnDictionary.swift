import LabMetrics
import LabPictures
import LabResults
import LabStudy

/// What every column of every CSV file means.
///
/// It is made of the lists of columns by which the files are written, and of
/// `MetricDictionary`. A name that is a column of several files has a meaning in each.
package enum ColumnDictionary {
  /// Every column of every file, but for those of sweeps.
  static let entries = ResultColumns.all + ResultColumns.entries(WhatIfFile.file(sweeps: []))

  /// Words that are no columns: reports, tracks of traces, words of pictures, screens, lists and
  /// scripts.
  static let words: [(name: String, place: String, meaning: String)] =
    TrackSubject.allCases.map { ($0.rawValue, "a track of chrome and perfetto", $0.note) }
    + PictureWords.chapters.flatMap { chapter in
      chapter.words.map { ($0.word, "in the picture ‘\(chapter.name)’", $0.meaning) }
    }
    + BlameCause.allCases.map {
      ($0.rawValue, "a word of reports", "A cause of waiting. \($0.meaning)")
    }
    + Symptom.allCases.map { symptom in
      let meaning = MetricDictionary.metric(named: symptom.metric)?.meaning ?? ""
      return (
        symptom.noun(for: 1), "a word of reports",
        "What a sentence calls the metric \(symptom.metric). \(meaning)"
      )
    } + written("Reports.txt")
    + written("Lists.txt")
    + written("Changes.txt").map { change in
      let lines = ChangeWords.all.first { $0.name == change.name }?.lines ?? []
      return (change.name, change.place, ([change.meaning, ""] + lines).joined(separator: "\n"))
    } + written("Language.txt") + LanguageWords.all
    + written("Answers.txt") + rows

  /// What rows of tables about a recording are called.
  private static let rows =
    TrialScript.arms.map { entry($0, in: "an arm of try") }
    + RecordedFindings.nameless.map { entry($0, in: "a row of try and measure") }

  /// A name, which may stand in parentheses, with its place and its meaning as a sentence.
  private static func entry(
    _ word: (name: String, meaning: String), in place: String
  ) -> (name: String, place: String, meaning: String) {
    let meaning = word.meaning.prefix(1).uppercased() + word.meaning.dropFirst()
    return (word.name.filter { !"()".contains($0) }, place, meaning + ".")
  }

  /// The words of a file of the folder `Words`.
  private static func written(
    _ file: String
  ) -> [(name: String, place: String, meaning: String)] {
    Glossary.words(of: PackageText.named(file)).flatMap { place, entries in
      entries.map { ($0.word, place, $0.meaning) }
    }
  }

  /// Returns the explanation of a metric, column or rule, or `nil` if there is none of that name.
  ///
  /// What has the name in several files, or as a metric and in a file, is explained one after the
  /// other.
  package static func explanation(of name: String) -> String? {
    // Causes stand in parentheses where owners have names of their own.
    let isInParentheses = name.hasPrefix("(") && name.hasSuffix(")")
    let name = isInParentheses ? String(name.dropFirst().dropLast()) : name
    let metric = MetricDictionary.metric(name) ?? MetricDictionary.metric(name.lowercased())
    let parts =
      [
        metric.map(words), FrameRules.rule(named: name).map(words),
        Glossary.entry(of: name).map(words) ?? MetricFamily.named(name).map(words),
      ].compactMap(\.self) + columns(named: name) + file(named: name)
      + texts { $0.lowercased() == name.lowercased() }
    guard parts.isEmpty else { return parts.joined(separator: "\n\n") }
    let several = texts { Glossary.isSame($0, name) }
    guard several.isEmpty else { return several.joined(separator: "\n\n") }
    if let lesson = MetricDictionary.lesson(for: name) { return "\(name)\n\n\(lesson)" }
    return MetricDictionary.successor(of: name).map { "\(name)\n\nA former name; now \($0)." }
  }

  /// The explanations of the words whose names are sought.
  private static func texts(where isSought: (String) -> Bool) -> [String] {
    words.filter { isSought($0.name) }.map { "\($0.name)   (\($0.place))\n\n\($0.meaning)" }
  }

  private static func words(of entry: Glossary.Entry) -> String {
    let meaning = entry.meaning.prefix(1).uppercased() + entry.meaning.dropFirst()
    let rules = entry.rules.isEmpty ? "" : "\n\nExactly: \(entry.rules)"
    return "\(entry.word.lowercased())   (a term)\n\n\(meaning)\(rules)"
      + words(of: entry.metrics)
  }

  private static func words(of family: MetricFamily) -> String {
    "\(family.name)   (a family of metrics)\n\nThey tell \(family.meaning)."
      + words(of: family.metrics.map(\.name))
  }

  private static func words(of metrics: [String]) -> String {
    let usual = metrics.filter { MetricDictionary.metric(named: $0)?.isUsual == true }
    let others = metrics.filter { !usual.contains($0) }
    let parts = [("Metrics ", usual), (usual.isEmpty ? "Metrics " : "Others  ", others)]
      .filter { !$0.1.isEmpty }
    return parts.isEmpty
      ? ""
      : "\n\n"
        + parts.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: "\n")
        + (others.isEmpty ? "" : " (in runs.csv with --metrics all)")
  }

  private static func words(of metric: Metric) -> String {
    """
    \(metric.name)   (column \(metric.column)\(metric.isUsual ? "" : ", with --metrics all"))

    \(metric.meaning)

    Unit     \(metric.unit.words)
    Formula  \(metric.formula)
    Edges    \(metric.edgeCases)
    Source   \(metric.source)
    """ + (MetricDictionary.lesson(for: metric.name).map { "\n\n" + $0 } ?? "")
  }

  private static func words(of rule: FrameRule) -> String {
    """
    \(rule.name)   (a rule for bad frames)

    \(rule.meaning)

    Value    \(rule.valueMeaning) In \(rule.unit).
    Source   \(rule.source)
    """
  }

  /// Returns what a file of results holds, if there is one of that name.
  private static func file(named name: String) -> [String] {
    let columns = entries.filter { $0.file == name }.map(\.column)
    return columns.isEmpty
      ? [] : ["\(name)   (a file of results)\n\nColumns  \(columns.joined(separator: ", "))"]
  }

  /// Returns the explanations of the columns of a name that are no metrics, one for each meaning.
  private static func columns(named name: String) -> [String] {
    var meanings: [(entry: ResultColumns.Entry, files: [String])] = []
    for entry in entries where entry.column == name {
      if ["runs.csv", "loads.csv"].contains(entry.file),
        MetricDictionary.metric(inColumn: name) != nil
      {
        continue
      }
      let known = meanings.firstIndex {
        $0.entry.meaning == entry.meaning && $0.entry.unit == entry.unit
      }
      guard let known else {
        meanings.append((entry, [entry.file]))
        continue
      }
      if !meanings[known].files.contains(entry.file) { meanings[known].files.append(entry.file) }
    }
    return meanings.map { entry, files in
      "\(name)   (in \(files.joined(separator: ", ")))\n\n\(entry.meaning)"
        + (entry.unit.map { "\n\nUnit     \($0.words)" } ?? "")
    }
  }

  /// The names of all metrics, columns and rules, metrics first.
  package static var names: [String] {
    var known: Set<String> = []
    let names =
      MetricDictionary.everything.map(\.name) + entries.map(\.column) + entries.map(\.file)
      + FrameRules.rules.map(\.name)
      + words.map(\.name) + ["saving"] + MetricFamily.all.map(\.name)
      + Glossary.chapters.flatMap { $0.entries.map { $0.word.lowercased() } }
    return names.filter { known.insert($0).inserted }
  }
}

extension MetricUnit {
  fileprivate var words: String {
    switch self {
    case .count: "a count"
    case .refreshes: "refreshes"
    case .milliseconds: "milliseconds, exact to the nanosecond"
    case .millisecondsPerSecond: "milliseconds per second"
    case .pointsPerSecond: "points per second"
    case .percent: "percent"
    case .partsPerMillion: "parts per million"
    case .points: "points of the screen"
    case .perSecond: "hertz"
    }
  }
}
