import LabText

/// The first event in which two lists of events differ, with what went before.
public struct TraceDivergence {
  /// How many common events are shown before it.
  static let contextLimit = 4

  /// The columns of an event that tell what happened.
  package let columns: [String]
  /// The position of the run in the plan, and its arm.
  package let run: String
  package let arm: String
  /// The last events that are the same.
  package let context: [[String]]
  /// Something that held the thread.
  package struct UnderWay {
    package let who: String
    /// When it began, in milliseconds.
    package let since: String
  }

  /// What held the thread then: callouts and tasks that had begun and not ended.
  package let underWay: [UnderWay]
  /// The events that differ; `nil` where a list ends, or the run in it.
  package let events: ([String]?, [String]?)

  /// Where the columns are that tell events apart.
  private struct Columns {
    let run: Int
    let arm: Int
    let what: Int
    let who: Int
    let time: Int
    /// Those that say what happened.
    let telling: [Int]

    init(_ file: CSVReader) throws(InputError) {
      (run, arm) = (try file.column("run"), try file.column("arm"))
      (what, who) = (try file.column("what"), try file.column("who"))
      time = try file.column("time_ms")
      let key = Set(EventFile.key.map(\.name) + [SchemaColumn.name])
      telling = file.header.fields.indices.filter { !key.contains(file.header.fields[$0]) }
    }

    func key(_ row: CSVRow) -> [String] { [row[run], row[arm]] }

    func event(_ row: CSVRow) -> [String] { telling.map { row.fields[$0] } }
  }

  /// Compares the files `events.csv` of two folders; `nil` if they are the same.
  ///
  /// - Throws: `InputError` if they have different columns, or `InputError` if one is not
  ///   as the lab writes it.
  public init?(_ first: String, _ second: String) throws {
    let (one, other) = (
      try CSVReader(first + "/events.csv"), try CSVReader(second + "/events.csv")
    )
    guard one.header.fields == other.header.fields else {
      throw InputError("the two events.csv have different columns.")
    }
    let columns = try Columns(one)
    var context: [CSVRow] = []
    var underWay: [CSVRow] = []
    while true {
      let (left, right) = (try one.next(), try other.next())
      if left == nil, right == nil { return nil }
      if let left, left.fields == right?.fields {
        if context.last.map(columns.key) != columns.key(left) { (context, underWay) = ([], []) }
        context = context.suffix(Self.contextLimit - 1) + [left]
        Self.follow(left, columns, in: &underWay)
        continue
      }
      let keys = [left, right].compactMap { $0.map(columns.key) }
      let current = context.last.map(columns.key)
      let key = keys.first { $0 == current } ?? keys.first ?? ["", ""]
      self.columns = columns.event(one.header)
      (run, arm) = (key[0], key[1])
      self.context = current == key ? context.map(columns.event) : []
      self.underWay =
        current == key
        ? underWay.map { UnderWay(who: $0[columns.who], since: $0[columns.time]) } : []
      func event(_ row: CSVRow?) -> [String]? {
        row.flatMap { columns.key($0) == key ? columns.event($0) : nil }
      }
      events = (event(left), event(right))
      return
    }
  }

  private static func follow(_ row: CSVRow, _ columns: Columns, in underWay: inout [CSVRow]) {
    switch row[columns.what] {
    case "callout_began", "task_began": underWay.append(row)
    case "callout_ended", "task_ended":
      let index = underWay.lastIndex { $0[columns.who] == row[columns.who] }
      if let index { underWay.remove(at: index) }
    default: break
    }
  }
}
