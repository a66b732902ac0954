import LabMetrics
import LabTrace

/// What a recorded thread did: runs of the loop, callouts and tasks, each within the one before.
struct RecordedThread {
  /// Something with a begin and an end, or with one instant.
  struct Bracket {
    enum Kind {
      /// What happens to drivers at an instant.
      case marks([TraceEvent])
      /// A run of the loop in a mode.
      case run(UInt8)
      /// A callout of a driver: its index, and the number of the callout.
      case callout(driver: Int, Int)
      /// A task, by its index.
      case task(Int)
    }

    let kind: Kind
    let start: Int64
    var end: Int64

    /// The mode of a run; `nil` for anything else.
    var mode: UInt8? { if case .run(let mode) = kind { mode } else { nil } }

    fileprivate var isMark: Bool { if case .marks = kind { true } else { false } }
  }

  /// Time in which the loop had nothing to do.
  struct Idle {
    let begin: Int64
    let end: Int64
    let mode: UInt8
  }

  /// The brackets by their begin; what reached beyond the one around it was cut.
  private(set) var brackets: [Bracket]

  /// Sorts brackets, and cuts what overlaps.
  init(_ brackets: [Bracket]) {
    let sorted = brackets.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      if a.start != b.start { return a.start < b.start }
      if a.isMark != b.isMark { return a.isMark }
      return a.end != b.end ? a.end > b.end : one.offset < other.offset
    }
    self.brackets = sorted.map(\.element)
    var open: [Int64] = []
    for index in self.brackets.indices {
      while let last = open.last, last <= self.brackets[index].start { open.removeLast() }
      if let last = open.last { self.brackets[index].end = min(self.brackets[index].end, last) }
      open.append(self.brackets[index].end)
    }
  }

  /// Visits begins and ends in the order of time, with all brackets that are open between them.
  func walk(_ visit: (_ bracket: Bracket, _ isBegin: Bool, _ around: [Bracket]) -> Void) {
    var open: [Bracket] = []
    for bracket in brackets {
      while let last = open.last, last.end <= bracket.start {
        open.removeLast()
        visit(last, false, open)
      }
      visit(bracket, true, open)
      if !bracket.isMark { open.append(bracket) }
    }
    while let last = open.popLast() { visit(last, false, open) }
  }

  /// The times in which the loop had nothing to do, in order.
  var idle: [Idle] {
    var idle: [Idle] = []
    var since: Int64 = 0
    walk { bracket, isBegin, around in
      let now = isBegin ? bracket.start : bracket.end
      // What holds the thread until now.
      let innermost = isBegin ? around.last : bracket
      if let mode = innermost?.mode, since < now {
        idle.append(Idle(begin: since, end: now, mode: mode))
      }
      since = now
    }
    return idle
  }
}
