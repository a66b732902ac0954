extension Story {
  /// Counts the dates of the clock that was asked for, first date + i × interval, and by how much
  /// each callback's own date is later than its date.
  ///
  /// That clock does not move where a timer counts its interval anew at the end of a callback; any
  /// other date that is set begins another one.
  func readAskedDates(_ driver: inout Driver) {
    let step = driver.interval
    guard step > 0 else { return }
    var clock = AskedClock(step: step, end: end)
    /// The callback under way, the date that was set in it, and when it paused its timer.
    var callback: Int?
    var isRecounted: Bool?
    var pausedAt: Int?
    var begun = 0
    for row in rows[..<count] where row.who == driver.name {
      switch row.what {
      case "callout_began":
        driver.callbacks[begun].shift = clock.shift
        callback = begun
        begun += 1
        (clock.armed, clock.start) = (nil, clock.start ?? row.number)
      case "rephased":
        guard let callback else {
          clock.close(before: row.time + 1)
          (clock.start, clock.armed, clock.shift) = (row.number, row.number, 0)
          continue
        }
        // Browsers count no interval below 4 ms.
        isRecounted =
          !driver.isByWallClock && row.number - row.time <= 2 * max(step, 4_000_000)
        let (due, shift) = (driver.callbacks[callback].due, driver.callbacks[callback].shift)
        clock.shift = isRecounted == true ? shift + row.number - due - step : 0
      case "paused" where callback != nil: pausedAt = pausedAt ?? row.time
      case "callout_ended":
        clock.armed = row.first ?? clock.armed
        if let callback, isRecounted == false {
          // What the callback has missed behind its own date is of the clock that ends.
          let due = driver.callbacks[callback].due
          let missed = driver.dues.filter {
            ["blocked", "starved"].contains($0.outcome) && due < $0.time && $0.time <= row.time
          }
          clock.close(before: pausedAt.map { $0 + 1 } ?? (missed.map(\.time).max() ?? due) + 1)
          clock.start = row.first
        }
        (callback, isRecounted, pausedAt) = (nil, nil, nil)
      case "invalidated":
        // Nothing is asked of it any more.
        driver.askedDates = clock.closed(before: (pausedAt ?? row.time) + 1)
        return
      default: break
      }
    }
    // One that paused its timer in a callback that goes on is asked for nothing since then.
    driver.askedDates = clock.closed(before: pausedAt.map { $0 + 1 } ?? end)
  }
}

/// A clock that a timer was asked to keep.
private struct AskedClock {
  let step: Int
  let end: Int
  /// Its first date that is not counted.
  var start: Int?
  /// The timer's own next date, and by how much it is later than that of the clock.
  var armed: Int?
  var shift = 0
  private var count = 0

  init(step: Int, end: Int) { (self.step, self.end) = (step, end) }

  /// Counts the dates of the run before an instant.
  mutating func close(before bound: Int) {
    guard let start, start < bound else { return }
    count += stride(from: start, to: min(bound, end), by: step).count { $0 >= 0 }
  }

  mutating func closed(before bound: Int) -> Int {
    close(before: bound)
    return count
  }
}
