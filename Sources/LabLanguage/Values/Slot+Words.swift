package import LabBrowser
import LabDisplay
import LabKernel
package import LabLoop
import LabText
package import LabWorkload

extension Slot<String> {
  package static var name: Slot<String> {
    Slot("NAME", "ball", "a letter, then letters, digits, '_' and '-'") { cursor throws(Mistake) in
      let token = try cursor.take("a name")
      guard token.kind == .word, token.text.utf8.allSatisfy(Self.isNamePart) else {
        throw Mistake(
          token.place,
          "'\(token.spelling)' is not a name. A name is a letter, then letters, digits, '_', '-'."
            + " Write for example 'ball'.")
      }
      guard token.text.utf8.count <= 64 else {
        throw Mistake(token.place, "this name is longer than 64 letters.")
      }
      return token.text
    }
  }

  package static var script: Slot<String> {
    Slot("SCRIPT", "scene.lab", "a path beside the script that includes it") {
      cursor throws(Mistake) in try cursor.path()
    }
  }

  package static var file: Slot<String> {
    Slot(
      "FILE", "recordings/page.csv",
      "a path beside the script; tasks have columns start_us,duration_us,name, durations alone"
        + " duration_us"
    ) { cursor throws(Mistake) in try cursor.path() }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }
}

/// What a finger can do, by the words of scripts.
package enum GestureWord: String, CaseIterable {
  case scroll, drag, fling, tap
}

extension Slot<GestureWord> {
  package static var gesture: Slot<GestureWord> {
    Slot("GESTURE", "scroll") { _ in
      "scroll: tracked from the touch until the finger lifts; drag: from the slop on; fling: from the slop"
        + " on until the view, let go at its speed, has come to rest as a UIScrollView of normal"
        + " deceleration does, or another touch stops it; tap: touch and lift are handled, and nothing is tracked"
    }
  }
}

extension Slot<Delivery> {
  package static var delivery: Slot<Delivery> {
    let values = Delivery.allCases.map { ($0.rawValue, $0) }
    let words = values.map { $0.0 }
    return Slot(
      "DELIVERY", "main-queue",
      "how a task is delivered to the thread: \(words.joined(separator: ", ")); 'main-queue' is"
        + " DispatchQueue.main.async; a timer or a source serves all waiting tasks at once, and a relay"
        + " is a port of whose messages only one stands in line at a time under 'like firefox-esr153'",
      choices: words
    ) { cursor throws(Mistake) in
      let possible = cursor.scope.deliveries.map { $0.rawValue }
      return try cursor.word(among: values, proposing: possible)
    }
  }
}

extension Slot<(place: Profile.AlarmLanding, tick: Duration)> {
  package static var landing: Slot<(place: Profile.AlarmLanding, tick: Duration)> {
    let words = Profile.AlarmLanding.allCases.map { $0.rawValue }
    return Slot(
      "LANDING", "late",
      words.joined(separator: ", ")
        + "; or 'on 15.625 ms', the first tick of a clock at or after the date, whose ticks count from the"
        + " start of the run", choices: words + ["on"]
    ) { cursor throws(Mistake) in
      if cursor.accept("on") { return (.early, try cursor.read(.positiveDuration)) }
      let place = try cursor.word(
        among: Profile.AlarmLanding.allCases.map { ($0.rawValue, $0) })
      return (place, .zero)
    }
  }
}

extension Slot<TaskRules.Browser?> {
  package static var profile: Slot<TaskRules.Browser?> {
    Slot(
      "PROFILE", "chromium",
      "run-loop: CFRunLoop; "
        + TaskRules.Browser.allCases.map { "\($0.rawValue): \($0.name)" }.joined(separator: "; "),
      choices: TaskRules.Browser.words
    ) { cursor throws(Mistake) in
      try cursor.word(
        among: TaskRules.Browser.words.map { ($0, TaskRules.Browser(rawValue: $0)) })
    }
  }
}

extension Slot<[TaskRules.Rule]> {
  package static var rules: Slot<[TaskRules.Rule]> {
    Slot(
      "RULES", "promotion",
      "rules of a browser, with commas: "
        + TaskRules.Rule.allCases.map { $0.rawValue }.joined(separator: ", ")
    ) { cursor throws(Mistake) in
      try cursor.list { cursor throws(Mistake) in
        try cursor.word(among: TaskRules.Rule.allCases.map { ($0.rawValue, $0) })
      }
    }
  }
}

extension Slot<CatchUp> {
  package static var catchUp: Slot<CatchUp> {
    Slot("CATCH-UP", "coalesce") {
      "what a timer does about missed fire dates (default: coalesce; under 'like' of a browser what its"
        + " setInterval does): \($0)"
    }
  }
}

extension Slot<[SimulatedRunLoop.Mode]> {
  package static var modes: Slot<[SimulatedRunLoop.Mode]> {
    let known: [SimulatedRunLoop.Mode] = [.default, .tracking, .common]
    return Slot(
      "MODES", "common", "of default, tracking and common (which is both), with commas",
      choices: known.map { $0.name }
    ) { cursor throws(Mistake) in
      try cursor.list { cursor throws(Mistake) in
        try cursor.word(among: known.map { ($0.name, $0) })
      }
    }
  }
}

/// Words of a list that do not stand alone, as an example has them.
private let wholeWords = ["fifo": "fifo 2", "at": "at target", "queue": "queue 3"]

extension TokenCursor {
  /// Reads a path without blanks; a `{name}` may stand for a part of it.
  package mutating func path() throws(Mistake) -> String {
    let first = try take("a path")
    return first.spelling + takeRest().map { $0.spelling }.joined()
  }

  /// Takes one of some words; a mistake proposes them, or those that are possible here.
  package mutating func word<Value>(
    among words: [(String, Value)], proposing possible: [String]? = nil
  ) throws(Mistake) -> Value {
    let names = possible ?? words.map { $0.0 }
    let token = try take(Spelling.list(names))
    guard let word = words.first(where: { $0.0 == token.text && token.isPlain }) else {
      let everyday = EverydayWords.choices[token.text.lowercased()].flatMap { word in
        names.first { word.contains($0) }
      }
      let hint =
        everyday.map { " Write '\($0)'." } ?? Spelling.hint(for: token.text, among: names)
      throw Mistake(
        token.place,
        "'\(token.spelling)' is not possible here."
          + (hint.isEmpty ? " Write \(Spelling.list(names.map { wholeWords[$0] ?? $0 }))." : hint))
    }
    return word.1
  }
}

extension Slot<(name: String, ends: Bool, delay: DurationLaw)> {
  package static var leader: Slot<(name: String, ends: Bool, delay: DurationLaw)> {
    Slot(
      "LEADER", "fetch delayed by 5 ms",
      "the name of a load above, each of whose tasks is followed by one; or 'ball ends', a timer, link or"
        + " loop, each of whose ends is; 'delayed by LAW' after that (default: at once)"
    ) { cursor throws(Mistake) in
      let name = try cursor.read(.name)
      let ends = cursor.accept("ends")
      guard cursor.accept("delayed") else { return (name, ends, .constant(.zero)) }
      try cursor.expect("by")
      return (name, ends, try cursor.read(.law))
    }
  }
}

extension Slot<(count: Int, interval: Duration, apart: Duration)> {
  package static var burst: Slot<(count: Int, interval: Duration, apart: Duration)> {
    Slot("BURST", "5 each 100 ms", "how many at a time and how often; 'apart 2 ms' spreads them") {
      cursor throws(Mistake) in
      let count = try cursor.read(.count)
      try cursor.expect("each")
      let interval = try cursor.read(.positiveDuration)
      guard cursor.accept("apart") else { return (count, interval, .zero) }
      let place = cursor.place
      let apart = try cursor.read(.duration)
      guard apart * (count - 1) <= interval else {
        throw Mistake(place, "a burst must be over before the next one begins.")
      }
      return (count, interval, apart)
    }
  }
}

extension Slot<(count: Int, interval: Duration)> {
  package static var repetition: Slot<(count: Int, interval: Duration)> {
    Slot("REPETITION", "3 every 2 s", "how many gestures, and how long from one touch to the next")
    { cursor throws(Mistake) in
      let count = try cursor.count(in: 1...1000)
      try cursor.expect("every")
      return (count, try cursor.read(.positiveDuration))
    }
  }
}

extension Slot<(isLargest: Bool, sweep: Token)> {
  package static var bound: Slot<(isLargest: Bool, sweep: Token)> {
    Slot("BOUND", "largest hiccup", "largest or smallest, and the name of a sweep") {
      cursor throws(Mistake) in
      let isLargest = try cursor.word(among: [("largest", true), ("smallest", false)])
      return (isLargest, try cursor.take("the name of a sweep"))
    }
  }
}

extension Slot<(Quantity, Quantity)> {
  package static var range: Slot<(Quantity, Quantity)> {
    Slot("RANGE", "0 ms .. 40 ms", "two quantities, the smaller first") {
      cursor throws(Mistake) in try cursor.range()
    }
  }
}

extension Slot<Quantity> {
  package static var quantity: Slot<Quantity> {
    Slot("QUANTITY", "10 us", "a number with its unit") {
      cursor throws(Mistake) in try cursor.quantity()
    }
  }
}
