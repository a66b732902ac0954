/// Who holds the thread, from row to row.
struct Holders {
  enum Holder: Equatable {
    case nobody
    case callout(String)
    case task
    case wake
  }

  /// Each from its beginning to that of the next.
  var pieces: [(begin: Int, holder: Holder, mode: String)] = []
  let end: Int

  init(_ story: Story) {
    end = story.end
    var stack: [Holder] = []
    var modes: [String] = []
    for row in story.rows[..<story.count] {
      switch row.what {
      case "callout_began": stack.append(.callout(row.who))
      case "task_began": stack.append(.task)
      case "run_began":
        stack.append(.nobody)
        modes.append(row.mode)
      case "callout_ended", "task_ended": _ = stack.popLast()
      case "run_returned":
        _ = stack.popLast()
        _ = modes.popLast()
      default: break
      }
      pieces.append((row.time, stack.last ?? .nobody, modes.last ?? ""))
    }
    let woke = story.rows[..<story.count].filter { $0.what == "woke" }
    let last = story.rows[story.count...].first { $0.what == "woke" }
    for row in woke + (last.map { [$0] } ?? []) { wake(from: row.time - row.number, to: row.time) }
  }

  /// A thread that wakes up holds itself, where nothing else does.
  private mutating func wake(from begin: Int, to end: Int) {
    guard begin < end else { return }
    var woken: [(begin: Int, holder: Holder, mode: String)] = []
    for (index, piece) in pieces.enumerated() {
      let next = index + 1 < pieces.count ? pieces[index + 1].begin : self.end
      guard piece.holder == .nobody, max(piece.begin, begin) < min(next, end) else {
        woken.append(piece)
        continue
      }
      if piece.begin < begin { woken.append(piece) }
      woken.append((max(piece.begin, begin), .wake, piece.mode))
      if end < next { woken.append((end, .nobody, piece.mode)) }
    }
    pieces = woken
  }

  /// How long callouts and tasks held the thread.
  var busy: Int {
    pieces.indices.reduce(0) { sum, index in
      let next = index + 1 < pieces.count ? pieces[index + 1].begin : end
      switch pieces[index].holder {
      case .callout, .task: return sum + next - pieces[index].begin
      case .nobody, .wake: return sum
      }
    }
  }

  /// The piece in which an instant lies.
  subscript(instant: Int) -> (begin: Int, holder: Holder, mode: String) {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].begin <= instant { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? pieces[low - 1] : (0, .nobody, "")
  }
}
