/// The first event in which two lists of events differ, with what went before.
public struct TraceDivergence {
  /// How many common events are shown before it.
  static let contextLimit = 4

  /// The columns of an event that tell what happened.
  let columns: [String]
  /// The position of the run in the plan, and its arm.
  let run: String
  let arm: String
  /// The last events that are the same.
  let context: [[String]]
  /// What held the thread then: callouts and tasks that had begun and not ended.
  let underWay: [[String]]
  /// The events that differ; `nil` where a list ends, or the run in it.
  let events: ([String]?, [String]?)

  /// Compares the files `events.csv` of two folders; `nil` if they are the same.
  ///
  /// - Throws: ``ComparisonMistake`` if one cannot be read.
  public init?(_ first: String, _ second: String) throws(ComparisonMistake) {
    let (one, other) = (try CSVRows(first + "/events.csv"), try CSVRows(second + "/events.csv"))
    guard one.header == other.header, one.header.count == 12 else {
      throw ComparisonMistake("the two events.csv have different columns.")
    }
    var context: [[String]] = []
    var underWay: [[String]] = []
    while true {
      let (left, right) = (try one.next(), try other.next())
      if left == nil, right == nil { return nil }
      if let left, left == right {
        if context.last?[1] != left[1] { (context, underWay) = ([], []) }
        context = context.suffix(Self.contextLimit - 1) + [left]
        Self.follow(left, in: &underWay)
        continue
      }
      let key = Self.key(of: left, right, after: context.last)
      columns = Array(one.header.dropFirst(4))
      (run, arm) = (key[0], key[1])
      let isSameRun = context.last.map { Array($0[1...2]) } == key
      self.context = isSameRun ? context.map { Array($0.dropFirst(4)) } : []
      self.underWay = isSameRun ? underWay.map { Array($0.dropFirst(4)) } : []
      events = (Self.event(left, in: key), Self.event(right, in: key))
      return
    }
  }

  /// The run in which the lists part: that of the last common event while one of them goes on in it.
  private static func key(of left: [String]?, _ right: [String]?, after last: [String]?) -> [String]
  {
    let keys = [left, right].compactMap { $0.map { Array($0[1...2]) } }
    let current = last.map { Array($0[1...2]) }
    return keys.first { $0 == current } ?? keys.first ?? ["", ""]
  }

  private static func event(_ row: [String]?, in key: [String]) -> [String]? {
    guard let row, Array(row[1...2]) == key else { return nil }
    return Array(row.dropFirst(4))
  }

  private static func follow(_ row: [String], in underWay: inout [[String]]) {
    switch row[5] {
    case "calloutBegan", "taskBegan": underWay.append(row)
    case "calloutEnded", "taskEnded":
      if let index = underWay.lastIndex(where: { $0[6] == row[6] }) { underWay.remove(at: index) }
    default: break
    }
  }
}
