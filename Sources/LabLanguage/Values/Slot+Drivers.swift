package import LabDisplay
import LabKernel
import LabText
package import LabWorkload

extension Slot<[Driver.Life]> {
  package static var lives: Slot<[Driver.Life]> {
    Slot(
      "SPANS", "0.2 s until 4 s, 6 s",
      "when it is made, perhaps 'until' it is gone (default: the end of the run); several with commas"
    ) { cursor throws(Mistake) in
      var lives: [Driver.Life] = []
      repeat {
        let place = cursor.place
        let life = try cursor.life()
        if let last = lives.last, last.ends ?? .distantFuture > life.begins {
          throw Mistake(
            place, "this begins before the one above has ended. Write them in order.")
        }
        guard lives.count < Limits.lives else {
          throw Mistake(place, "more than \(Limits.lives) spans.")
        }
        lives.append(life)
      } while cursor.accept(",")
      return lives
    }
  }
}

extension Slot<DurationLaw> {
  /// A law of durations, or those that belong to the dates of a driver.
  package static var cost: Slot<DurationLaw> {
    Slot(
      "COST", "0.5 ms",
      "\(Slot<DurationLaw>.law.words.meaning); or 'recorded FILE', whose columns \(DatedTable.header) say"
        + " how long the callback of each date took: a date takes what the next one in the file did"
    ) { cursor throws(Mistake) in
      guard cursor.accept("recorded") else { return try cursor.read(.law) }
      return .dated(try cursor.datedDurations())
    }
  }
}

extension TokenCursor {
  fileprivate mutating func life() throws(Mistake) -> Driver.Life {
    let begins = try read(.instant)
    guard accept("until") else { return Driver.Life(from: begins) }
    let place = place
    let ends = try read(.instant)
    guard begins < ends else {
      throw Mistake(place, "this is not after the beginning, and nothing would be due.")
    }
    return Driver.Life(from: begins, until: ends)
  }

  fileprivate mutating func datedDurations() throws(Mistake) -> DatedDurations {
    let place = place
    let path = place.source.beside(try path())
    guard let files = scope.files else { preconditionFailure("'\(path)' is read without files") }
    return try files.datedDurations(path, place: place)
  }
}

extension Slot<LinkPace> {
  package static var pace: Slot<LinkPace> {
    Slot(
      "PACE", "30 Hz",
      "a rate, perhaps 'within 20..40 Hz'; the nearest whole fraction of the display's is taken"
    ) { cursor throws(Mistake) in
      var ahead = cursor
      if let (low, high) = try? ahead.range(), high.dimension != .time {
        let isUpward = low.value.isAtMost(high.value)
        let (slow, fast) = isUpward ? (low.number, high.number) : (high.number, low.number)
        throw Mistake(
          cursor.place,
          "a range needs a preferred rate before it. Write for example"
            + " '\(fast) Hz within \(slow)..\(fast) Hz'.")
      }
      let preferred = try cursor.read(.rate)
      guard cursor.accept("within") else { return .preferred(preferred) }
      let (slowest, fastest) = try cursor.rates()
      return .range(slowest: slowest, fastest: fastest, preferred: preferred)
    }
  }
}

extension Slot<(LateDelivery, keepsPhase: Bool, zeroTimestampOnResume: Bool)> {
  package static var policy: Slot<(LateDelivery, keepsPhase: Bool, zeroTimestampOnResume: Bool)> {
    Slot(
      "POLICY", "pending",
      "what a display link does about a missed vsync (default: pending):"
        + " \(LateDelivery.all.dropLast().map { $0.word }.joined(separator: ", ")) or 'queue COUNT';"
        + " then 'keep-phase' to keep counting refreshes, 'zero-on-resume' for a first timestamp of 0"
        + " after a pause",
      choices: LateDelivery.all.dropLast().map { $0.word }
    ) { cursor throws(Mistake) in
      var policy = try cursor.word(among: LateDelivery.all.map { ($0.word, $0) })
      if case .queue = policy { policy = .queue(try cursor.read(.count)) }
      return (policy, cursor.accept("keep-phase"), cursor.accept("zero-on-resume"))
    }
  }
}

extension Slot<Bool> {
  /// Whether a timer goes by the wall clock.
  package static var timerClock: Slot<Bool> {
    Slot(
      "TIMER-CLOCK", "wall clock",
      "uptime, which stands while the machine sleeps, as for a timer of CFRunLoop (default); or 'wall"
        + " clock', which goes on: fire dates within a sleep come together when the machine wakes",
      choices: ["uptime", "wall"]
    ) { cursor throws(Mistake) in
      let isWall = try cursor.word(among: [("uptime", false), ("wall", true)])
      if isWall { try cursor.expect("clock") }
      return isWall
    }
  }
}

extension Slot<Driver.Cap> {
  package static var cap: Slot<Driver.Cap> {
    Slot(
      "CAP", "16.7 ms slack 1 ms",
      "the time after which a callback acts again, with 'slack 1 ms' also if so much of it"
        + " is left; then 'by timestamp' or 'by target' for the clock that it reads (default: now), and"
        + " 'keep-rest' to count what is left over for the next time"
    ) { cursor throws(Mistake) in
      let interval = try cursor.read(.positiveDuration)
      var cap = Driver.Cap(every: interval)
      if cursor.accept("slack") {
        let place = cursor.place
        cap.slack = try cursor.read(.duration)
        guard cap.slack < interval else {
          throw Mistake(
            place, "with so much slack each callback acts. Leave out 'acts at most every'.")
        }
      }
      if cursor.accept("by") { cap.clock = try cursor.read(.sceneClock) }
      cap.keepsRest = cursor.accept("keep-rest")
      return cap
    }
  }
}

extension Slot<LinkHop> {
  package static var hop: Slot<LinkHop> {
    let words = [LinkHop.queue, .coalesced, .once, .selector, .port].map { $0.words }
    return Slot(
      "HOP", "main-queue",
      "how a display link on a thread of its own hands its vsyncs to the main loop:"
        + " \(words.joined(separator: ", ")) or '\(LinkHop.timer(after: .zero).words) DURATION'"
    ) { cursor throws(Mistake) in
      let deliveries = [
        ("main-queue", LinkHop.queue), ("selector", .selector), ("port", .port),
        ("timer", .timer(after: .zero)),
      ]
      switch try cursor.word(among: deliveries) {
      case .queue:
        return cursor.accept("coalesced") ? .coalesced : cursor.accept("once") ? .once : .queue
      case .timer:
        try cursor.expect("after")
        return .timer(after: try cursor.read(.duration))
      case let delivery: return delivery
      }
    }
  }
}

extension Slot<DurationLaw> {
  /// A distribution by its name, how it is written after that, and how that is read.
  private struct Form {
    package let name: String
    package let example: String
    package let read: (inout TokenCursor) throws(Mistake) -> DurationLaw
  }

  /// How each distribution is written.
  package static var examples: [String] { forms.map { "'\($0.name) \($0.example)'" } }

  private static var forms: [Form] {
    [
      Form(name: "uniform", example: "0..6 ms") { cursor throws(Mistake) in
        try cursor.uniform()
      },
      Form(name: "normal", example: "mean 3 ms sd 1 ms") { cursor throws(Mistake) in
        let (mean, deviation) = try cursor.meanAndDeviation()
        return .normal(mean: mean, deviation: deviation)
      },
      Form(name: "exponential", example: "mean 3 ms") { cursor throws(Mistake) in
        try cursor.expect("mean")
        return .exponential(mean: try cursor.read(.positiveDuration))
      },
      Form(name: "lognormal", example: "mean 3 ms sd 2 ms") { cursor throws(Mistake) in
        let (mean, deviation) = try cursor.meanAndDeviation()
        return .logNormal(mean: mean, deviation: deviation)
      },
      Form(name: "pareto", example: "least 1 ms shape 2.5") { cursor throws(Mistake) in
        try cursor.expect("least")
        let least = try cursor.read(.positiveDuration)
        try cursor.expect("shape")
        return .pareto(least: least, shape: try cursor.read(.factor))
      },
      Form(name: "empirical", example: "FILE") { cursor throws(Mistake) in
        .anyOf(try cursor.durations())
      },
      Form(name: "sequence", example: "FILE") { cursor throws(Mistake) in
        .inTurn(try cursor.durations())
      },
    ]
  }

  package static var law: Slot<DurationLaw> {
    Slot(
      "LAW", "0.5 ms",
      """
      a duration; several with commas, taken in turn; or a distribution:
      \(Slot<DurationLaw>.examples.joined(separator: ",\n"))
      """
    ) { cursor throws(Mistake) in
      if let word = cursor.next, word.kind == .word {
        guard let form = forms.first(where: { $0.name == word.text }) else {
          throw unknown(word)
        }
        _ = cursor.accept(word.text)
        return try form.read(&cursor)
      }
      let durations = try cursor.list(Slot<Duration>.duration.read)
      if let range = cursor.next, range.text == ".." {
        throw Mistake(
          range.place, "what lies between two durations is drawn. Write 'uniform 0..6 ms'.")
      }
      return durations.count == 1 ? .constant(durations[0]) : .inTurn(durations)
    }
  }

  private static func unknown(_ word: Token) -> Mistake {
    let hint = Spelling.hint(for: word.text, among: forms.map { $0.name })
    let examples =
      ["0.5 ms"]
      + forms.filter { $0.example != "FILE" }.map { "\($0.name) \($0.example)" }
    return Mistake(
      word.place,
      "'\(word.spelling)' is not a duration."
        + (hint.isEmpty ? " Write for example \(Spelling.list(examples))." : hint))
  }
}

extension TokenCursor {
  /// Reads the durations in the file at a path.
  fileprivate mutating func durations() throws(Mistake) -> [Duration] {
    let place = place
    let path = place.source.beside(try path())
    guard let files = scope.files else { preconditionFailure("'\(path)' is read without files") }
    return try files.durations(path, place: place)
  }

  fileprivate mutating func uniform() throws(Mistake) -> DurationLaw {
    let place = place
    let (low, high) = try range()
    guard let a = try low.checked(.time).value.whole, let b = try high.checked(.time).value.whole,
      0 <= a, a <= b
    else { throw Mistake(place, "this range must begin at 0 or later and not end before.") }
    return .uniform(.nanoseconds(a) ... .nanoseconds(b))
  }

  fileprivate mutating func meanAndDeviation() throws(Mistake) -> (Duration, Duration) {
    try expect("mean")
    let mean = try read(.positiveDuration)
    try expect("sd")
    return (mean, try read(.duration))
  }
}

extension Slot<String> {
  package static var driver: Slot<String> {
    Slot("DRIVER", "ball", "the name of a timer or display link") { cursor throws(Mistake) in
      try cursor.read(.name)
    }
  }
}
