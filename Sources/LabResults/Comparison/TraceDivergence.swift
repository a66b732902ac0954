import LabText

/// The first event in which two lists of events differ, with what went before.
package struct TraceDivergence {
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

  /// Compares the files `events.csv` of two folders; `nil` if they are the same.
  ///
  /// - Throws: `InputError` if they have different columns, or `InputError` if one is not
  ///   as the lab writes it.
  package init?(_ first: String, _ second: String) throws {
    let needed = ["run", "arm", "time_ms", "what", "who"]
    let one = try CSVReader(first + "/events.csv", with: needed)
    let other = try CSVReader(second + "/events.csv")
    guard one.header.fields == other.header.fields else {
      throw InputError("the two events.csv have different columns.")
    }
    let header = one.header.fields
    let known = Set(EventFile.key.map(\.name) + [SchemaColumn.name])
    let telling = header.indices.filter { !known.contains(header[$0]) }
    func key(_ row: CSVRow) -> [String] { [row["run"], row["arm"]] }
    func event(_ row: CSVRow) -> [String] { telling.map { row[$0] } }
    var context: [CSVRow] = []
    var underWay: [CSVRow] = []
    while true {
      let (left, right) = (try one.next(), try other.next())
      if left == nil, right == nil { return nil }
      if let left, left.fields == right?.fields {
        if context.last.map(key) != key(left) { (context, underWay) = ([], []) }
        context = context.suffix(Self.contextLimit - 1) + [left]
        Self.follow(left, in: &underWay)
        continue
      }
      let keys = [left, right].compactMap { $0.map(key) }
      let last = context.last.map(key)
      let place = keys.first { $0 == last } ?? keys.first ?? ["", ""]
      columns = event(one.header)
      (run, arm) = (place[0], place[1])
      self.context = last == place ? context.map(event) : []
      self.underWay =
        last == place ? underWay.map { UnderWay(who: $0["who"], since: $0["time_ms"]) } : []
      func here(_ row: CSVRow?) -> [String]? { row.flatMap { key($0) == place ? event($0) : nil } }
      events = (here(left), here(right))
      return
    }
  }

  private static func follow(_ row: CSVRow, in underWay: inout [CSVRow]) {
    switch row["what"] {
    case "callout_began", "task_began": underWay.append(row)
    case "callout_ended", "task_ended":
      let index = underWay.lastIndex { $0["who"] == row["who"] }
      if let index { underWay.remove(at: index) }
    default: break
    }
  }
}
