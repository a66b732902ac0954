extension Story {
  /// The dates of a timer: those of its grid, one interval after the other, until the grid is
  /// moved, the timer invalidated, or the run over.
  func readTimerDues(_ driver: inout Driver) {
    let step = driver.interval
    var armed: Int?
    var isInvalid = false
    var inCallout: [Int] = []
    /// Whether the callback under way has paused its timer.
    var isPaused = false
    var folded = 0
    func dates(from first: Int, upTo limit: Int) -> [Int] {
      guard first < limit else { return [] }
      return step > 0 ? Array(stride(from: first, to: limit, by: step)) : [first]
    }
    /// A mode that begins in the instant in which a date is dropped comes after it.
    func missed(_ dates: [Int], by row: Int) {
      for date in dates {
        let isStarved = driver.starved.contains { $0.row < row && $0.contains(date) }
        driver.dues.append(Due(time: date, outcome: isStarved ? "starved" : "blocked"))
      }
    }
    for (index, row) in rows[..<count].enumerated() where row.who == driver.name && !isInvalid {
      switch row.what {
      case "callout_began":
        // A firing may answer the last date that has come; those before it are missed.
        let before = step > 0 ? armed.map { dates(from: $0, upTo: row.number) } ?? [] : []
        missed(before, by: index)
        folded = before.count
        driver.dues.append(Due(time: row.number, outcome: "fired"))
        inCallout.append(row.number)
        armed = nil
      case "paused":
        // What has passed under the callback is answered by nothing any more.
        guard let due = inCallout.last, step > 0, !isPaused else { continue }
        isPaused = true
        driver.dues += dates(from: due + step, upTo: row.time + 1).map {
          Due(time: $0, outcome: "cancelled")
        }
      case "callout_ended":
        guard let due = inCallout.popLast() else { continue }
        defer { isPaused = false }
        // Dates that the firing dropped behind its own, as far as they had come when it ended.
        let passed = dates(from: due, upTo: row.time + 1).dropFirst()
        if !isPaused { missed(Array(passed.prefix(max(0, row.second - folded))), by: index) }
        if let next = row.first { armed = next }
      case "rephased":
        guard inCallout.isEmpty else { continue }
        if let armed {
          driver.dues += dates(from: armed, upTo: row.time + 1).map {
            Due(time: $0, outcome: "cancelled")
          }
        }
        armed = row.first
      case "invalidated":
        isInvalid = true
        let next = inCallout.last.map { step > 0 && !isPaused ? $0 + step : .max } ?? armed ?? .max
        driver.dues += dates(from: next, upTo: row.time + 1).map {
          Due(time: $0, outcome: "cancelled")
        }
        armed = nil
      default: break
      }
    }
    if let due = inCallout.last, step > 0, !isInvalid, !isPaused {
      driver.dues += dates(from: due + step, upTo: end).map { Due(time: $0, outcome: "open") }
    } else if inCallout.isEmpty, let armed {
      let left = dates(from: armed, upTo: end)
      if let first = left.first { driver.dues.append(Due(time: first, outcome: "open")) }
      missed(Array(left.dropFirst()), by: .max)
    }
    driver.dues.sort { $0.time < $1.time }
    driver.hasEnded = isInvalid || (armed == nil && inCallout.isEmpty)
  }
}
