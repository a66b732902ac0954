package import LabExperiment
import LabMetrics
import LabText

/// Two results of one experiment, compared run by run on the same draws.
///
/// Every row of both files is accounted for: it has a partner with the same sweep values, arm,
/// driver and seed, or it is listed as one without.
package struct ResultComparison {
  /// How a metric of a driver differs at a sweep point.
  package struct Change {
    /// The values of the sweeps, the arm and the driver.
    package let labels: [String]
    /// The column of runs.csv.
    package let metric: String
    /// The means in both results over the pairs in which both are defined.
    ///
    /// Where there is no such pair each is the mean of its own values, or `nil`.
    package let means: (Double?, Double?)
    /// The second result − the first one.
    package let paired: PairedStatistics

    /// Whether the 95 % interval of the mean change leaves out 0.
    package var isSignificant: Bool { paired.differences.interval.map { !$0.contains(0) } ?? false }
  }

  /// Runs of a driver that only one of the results has.
  package struct Unpaired: Hashable {
    /// The values of the sweeps, the arm and the driver.
    package let labels: [String]
    /// In which result they are: 0 for the first.
    package let side: Int
    package let count: Int
  }

  /// How many metrics were compared: of a driver at a sweep point.
  package private(set) var compared = 0
  /// How many of them are not the same in every pair.
  package private(set) var changed = 0
  /// For how many the interval leaves out 0.
  package private(set) var significant = 0
  /// How many pairs of runs there are.
  package private(set) var pairs = 0
  /// How many of these pairs have the same fingerprint and the same metrics.
  package private(set) var identical = 0
  /// How many pairs have the same fingerprint and different metrics, which the lab never writes.
  package private(set) var contradicting = 0
  /// The runs without a partner, by driver and sweep point.
  package private(set) var unpaired: [Unpaired] = []
  /// The judged metric of every driver or load at every sweep point, changed or not.
  package private(set) var judged: [Change] = []
  /// The columns of which the first that both results have is judged.
  private let judging: [String]
  /// The lines in which the scripts differ: those of the first with `-`, those of the second with
  /// `+`, each with its number.
  ///
  /// Of a script that includes the other one they are those that it adds. Options that changed the
  /// script of one result alone follow.
  package let scriptLines: [String]
  /// The metrics that only the first or only the second result has.
  package private(set) var otherMetrics: [[String]]
  /// The metrics that both results have.
  package private(set) var sharedMetrics: Set<String> = []
  /// The names of the columns that tell sweep points, arms and drivers apart.
  package let labels: [String]

  /// The metrics of the rows that are compared now.
  private var metrics: [String] = []

  /// The files besides `runs.csv` that have other bytes, or are missing in one folder though its
  /// manifest names them; those that follow from others are held against the manifest.
  package let differentFiles: [String]
  /// What tells the two results apart: the names of their experiments, or else their folders.
  package let names: [String]
  /// The names of the two experiments, if they are not one; then no files are compared, since every
  /// row tells the name.
  package let experiments: [String]?
  /// Whether only one of the results has rows of loads.
  package let hasOtherLoads: Bool
  /// The files that were not compared, because only the first or only the second result has them.
  package let otherFiles: [[String]]

  /// Whether nothing differs of all that both results have.
  package var isIdentical: Bool {
    identical == pairs && contradicting == 0 && unpaired.isEmpty
      && otherMetrics.allSatisfy(\.isEmpty)
      && differentFiles.isEmpty && !hasOtherLoads
  }

  /// Compares two folders.
  ///
  /// - Parameters:
  ///   - first: The folder of the first result.
  ///   - second: The folder of the second result.
  ///   - areSame: Whether results of experiments with two names are compared.
  ///   - judging: The columns of which the first that both results have is judged.
  ///   - receive: Is given every metric that changed, point by point.
  /// - Throws: `InputError` if they are not results of one experiment, or `InputError` if
  ///   a file is not as the lab writes it.
  package init(
    _ first: String, _ second: String, areSame: Bool = false, judging: [String] = ["dropped"],
    receive: (Change) -> Void
  ) throws {
    self.judging = judging
    var (one, other) = (try ComparedRuns(first), try ComparedRuns(second))
    let names = [one.experiment, other.experiment]
    experiments = names[0] == names[1] ? nil : names
    self.names = experiments ?? [first, second]
    guard areSame || experiments == nil else {
      throw InputError(
        "'\(first)' and '\(second)' are results of different experiments, ‘\(names[0])’ and"
          + " ‘\(names[1])’. Add --same if one is a variant of the other.")
    }
    guard one.sweeps == other.sweeps else {
      throw InputError("'\(first)' and '\(second)' have different sweeps.")
    }
    let files = (one.otherFiles(), other.otherFiles())
    let both = files.0.keys.filter { files.1[$0] != nil }.sorted()
    let haveOneVersion = one.schemaVersion == other.schemaVersion
    let unequal = try (experiments == nil ? both : []).filter { name in
      guard case (let mine??, let theirs??) = (files.0[name], files.1[name]) else { return true }
      if mine == theirs { return false }
      return try haveOneVersion || !name.hasSuffix(".csv")
        || !CSVReader.haveSameRows("\(first)/\(name)", "\(second)/\(name)")
    }
    differentFiles = unequal + Set(one.damagedFiles + other.damagedFiles).sorted()
    otherFiles = [files.0, files.1].map { $0.keys.filter { !both.contains($0) }.sorted() }
    let options = [one.options, other.options]
    scriptLines =
      Self.differences(one, other)
      + options[0].filter { !options[1].contains($0) }.map { "- \($0)" }
      + options[1].filter { !options[0].contains($0) }.map { "+ \($0)" }
    labels = one.sweeps + ["arm", "driver"]
    (otherMetrics, hasOtherLoads) = ([[], []], one.hasLoads != other.hasLoads)
    try compare(&one, &other, areLoads: false, receive)
    if one.hasLoads, other.hasLoads {
      var loads = (
        try ComparedRuns(first, ofLoads: true), try ComparedRuns(second, ofLoads: true)
      )
      try compare(&loads.0, &loads.1, areLoads: true, receive)
    }
    guard pairs > 0 else {
      throw InputError("no run of '\(first)' has a partner in '\(second)': \(difference)")
    }
  }

  /// What no two runs of the two results have in common, and what to do.
  private var difference: String {
    let sides = [0, 1].map { side in unpaired.filter { $0.side == side }.map(\.labels) }
    guard Set(sides[0]).isDisjoint(with: sides[1]) else {
      return "they have other seeds. Run both scripts again with '--seed 1'."
    }
    let apart = labels.indices.compactMap { place -> String? in
      let values = sides.map { Set($0.map { $0[place] }) }
      guard values[0].isDisjoint(with: values[1]) else { return nil }
      let words = values.map { Spelling.list($0.sorted(), "and") }
      return "'\(labels[place])' is \(words[0]) in the first and \(words[1]) in the second"
    }
    return
      (apart.isEmpty
      ? "no \(Spelling.list(labels, "and")) go together in both" : listed(apart))
      + ". Make that the same in both scripts, and run them again."
  }

  /// Compares the rows of drivers, or those of loads.
  private mutating func compare(
    _ one: inout ComparedRuns, _ other: inout ComparedRuns, areLoads: Bool,
    _ receive: (Change) -> Void
  ) throws {
    let (mine, theirs) = (Set(one.metrics), Set(other.metrics))
    metrics = one.metrics.filter(theirs.contains)
    sharedMetrics.formUnion(metrics)
    otherMetrics[0] += one.metrics.filter { !theirs.contains($0) }
    otherMetrics[1] += other.metrics.filter { !mine.contains($0) }
    try one.select(metrics)
    try other.select(metrics)
    var places = Dictionary(uniqueKeysWithValues: try other.places().map { ($0.point, $0.begin) })
    for (point, begin) in try one.places() {
      let others = try places.removeValue(forKey: point).map(other.point) ?? []
      let sides = ((one, try one.point(at: begin)), (other, others))
      try compare(point, sides.0, sides.1, areLoads: areLoads, receive)
    }
    for (point, begin) in places.sorted(by: { $0.value < $1.value }) {
      let sides = ((one, ComparedRuns.Point()), (other, try other.point(at: begin)))
      try compare(point, sides.0, sides.1, areLoads: areLoads, receive)
    }
  }

  private typealias Side = (file: ComparedRuns, rows: ComparedRuns.Point)

  private mutating func compare(
    _ point: [String], _ first: Side, _ second: Side, areLoads: Bool,
    _ receive: (Change) -> Void
  ) throws {
    let known = Set(first.rows.map(\.driver))
    let drivers =
      first.rows.map(\.driver) + second.rows.map(\.driver).filter { !known.contains($0) }
    for driver in drivers {
      let rows = [first, second].map { side in side.rows.first { $0.driver == driver }?.rows ?? [] }
      let twins = try Self.bySeed(rows[1])
      let seeds = try Set(Self.bySeed(rows[0]).keys)
      let both = rows[0].compactMap { row in twins[row.seed].map { (row, $0) } }
      for (side, count) in [
        (0, rows[0].count - both.count), (1, rows[1].count { !seeds.contains($0.seed) }),
      ] where count > 0 && !areLoads {
        unpaired.append(Unpaired(labels: point + driver, side: side, count: count))
      }
      guard !both.isEmpty else { continue }
      // Rows of loads belong to the same runs.
      if !areLoads { pairs += both.count }
      for (one, other) in both where one.fingerprint == other.fingerprint {
        if one.values != other.values {
          contradicting += 1
        } else if !areLoads {
          identical += 1
        }
      }
      for index in metrics.indices {
        try compare(index, point + driver, both, (first.file, second.file), receive)
      }
    }
  }

  private static func differences(_ one: ComparedRuns, _ other: ComparedRuns) -> [String] {
    guard let first = one.script, let second = other.script, first != second else { return [] }
    if let added = other.lines(addedTo: first) { return added.map { "+ \($0.number): \($0.text)" } }
    if let lost = one.lines(addedTo: second) { return lost.map { "- \($0.number): \($0.text)" } }
    let lines = [first, second].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let changes = lines[1].difference(from: lines[0]).map { change in
      switch change {
      case .remove(let offset, let line, _): (offset, 0, "- \(offset + 1): \(line)")
      case .insert(let offset, let line, _): (offset, 1, "+ \(offset + 1): \(line)")
      }
    }
    return changes.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private static func bySeed(_ rows: [ComparedRuns.Row]) throws -> [String: ComparedRuns.Row] {
    var known: [String: ComparedRuns.Row] = [:]
    for row in rows where known.updateValue(row, forKey: row.seed) != nil {
      throw row.row.mistake(at: nil, "there is a row before it with the same driver and seed.")
    }
    return known
  }

  private mutating func compare(
    _ index: Int, _ labels: [String], _ pairs: [(ComparedRuns.Row, ComparedRuns.Row)],
    _ files: (ComparedRuns, ComparedRuns), _ receive: (Change) -> Void
  ) throws {
    compared += 1
    let values = try pairs.map { one, other in
      (try files.0.number(index, of: one), try files.1.number(index, of: other))
    }
    let isChanged = values.contains { $0.0 != $0.1 }
    let isJudged = metrics[index] == judging.first(where: sharedMetrics.contains)
    guard isChanged || isJudged else { return }
    let defined = values.filter { $0.0 != nil && $0.1 != nil }
    let averaged = defined.isEmpty ? values : defined
    let change = Change(
      labels: labels, metric: metrics[index],
      means: (
        SampleStatistics(averaged.compactMap(\.0)).mean,
        SampleStatistics(averaged.compactMap(\.1)).mean
      ),
      paired: PairedStatistics(values.map { ($0.1, $0.0) }))
    if isJudged, !defined.isEmpty { judged.append(change) }
    guard isChanged else { return }
    changed += 1
    if change.isSignificant { significant += 1 }
    receive(change)
  }
}

extension CSVReader {
  /// Whether two files have the same rows, but for the version of their columns and the names that
  /// columns had before.
  static func haveSameRows(_ one: String, _ other: String) throws(InputError) -> Bool {
    let readers = (try CSVReader(one), try CSVReader(other))
    func fields(_ row: CSVRow, of reader: CSVReader) -> [String] {
      let hasVersion = SchemaColumn.position(in: reader.header) != nil
      return row.fields.dropLast(hasVersion ? 1 : 0).map(MetricDictionary.currentColumn)
    }
    let headers = [readers.0, readers.1].map { $0.header.fields.map(SchemaColumn.today) }
    guard headers[0] == headers[1] else { return false }
    while let row = try readers.0.next() {
      guard let twin = try readers.1.next(),
        fields(twin, of: readers.1) == fields(row, of: readers.0)
      else { return false }
    }
    return try readers.1.next() == nil
  }
}
