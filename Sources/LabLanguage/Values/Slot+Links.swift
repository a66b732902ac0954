package import LabDisplay
import LabKernel
import LabText
package import LabWorkload

extension Slot<LinkPace> {
  package static var pace: Slot<LinkPace> {
    Slot(
      "PACE", "30 Hz",
      "a rate, perhaps 'within 20..40 Hz'; the nearest whole fraction of the display's is taken"
    ) { cursor throws(Mistake) in
      var ahead = cursor
      if let (_, fastest) = try? ahead.rates() {
        throw Mistake(
          cursor.place,
          "a range needs a preferred rate before it. Write for example"
            + " '\(decimalText(fastest.hertz)) Hz within \(cursor.spelling(upTo: ahead))'.")
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
