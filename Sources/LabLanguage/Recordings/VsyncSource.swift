package import LabDisplay
package import LabKernel
package import LabTrace

/// Where the vsyncs of a display come from.
package enum VsyncSource {
  case rate(RefreshRate)
  /// A panel that chooses among some rates.
  case steps(Panel)
  /// A panel that refreshes when there is something to show.
  case adaptive(slowest: RefreshRate, fastest: RefreshRate)
  /// The path of a recording.
  case recorded(String)
}

extension Slot<VsyncSource> {
  package static var vsyncs: Slot<VsyncSource> {
    Slot(
      "VSYNCS", "60 Hz",
      "a RATE; 'promotion-phone' or 'promotion-pad', which choose their rate by what the links"
        + " prefer (a link that prefers nothing has 60 Hz on the phone; 'promotion-phone without its"
        + " key', CADisableMinimumFrameDurationOnPhone, has 60 Hz at most); 'adaptive 40..120 Hz',"
        + " which waits for pictures; or 'recorded FILE' with the column vsync_ns, or a trace of"
        + " another tool that holds vsyncs"
    ) { cursor throws(Mistake) in
      if cursor.accept("recorded") { return .recorded(try cursor.path()) }
      if cursor.accept("promotion-phone") {
        guard cursor.accept("without") else { return .steps(.promotionPhone) }
        try cursor.expect("its")
        try cursor.expect("key")
        return .steps(.promotionPhoneWithoutKey)
      }
      if cursor.accept("promotion-pad") { return .steps(.promotionPad) }
      guard cursor.accept("adaptive") else { return .rate(try cursor.read(.rate)) }
      let (slowest, fastest) = try cursor.rates()
      return .adaptive(slowest: slowest, fastest: fastest)
    }
  }
}

extension TokenCursor {
  /// Reads two rates, the slower one first.
  package mutating func rates() throws(Mistake) -> (slowest: RefreshRate, fastest: RefreshRate) {
    let place = place
    let (low, high) = try range()
    let (slowest, fastest) = (try low.refreshRate(), try high.refreshRate())
    guard low.value.approximate <= high.value.approximate else {
      throw Mistake(place, "this range is empty. Write the slower rate first.")
    }
    return (slowest, fastest)
  }
}

extension Slot<PresentMode> {
  package static var presentMode: Slot<PresentMode> {
    Slot(
      "QUEUE", "mailbox",
      "mailbox: a newer frame replaces a waiting one; 'fifo 3': at most 3 frames wait, and a frame"
        + " that finds the queue full is dropped; 'fifo 3 blocking': a callback ends with present,"
        + " which holds the thread until the queue has room; 'at target': the first vsync at or"
        + " after the time for which a frame was made shows it, the target of a link, the next fire"
        + " date of a timer"
    ) { cursor throws(Mistake) in
      switch try cursor.word(among: [
        ("mailbox", PresentMode.mailbox), ("fifo", .fifo(capacity: 1)), ("at", .atTarget),
      ]) {
      case .fifo:
        let capacity = try cursor.count(in: 1...1000)
        return cursor.accept("blocking")
          ? .blocking(capacity: capacity) : .fifo(capacity: capacity)
      case .atTarget:
        try cursor.expect("target")
        return .atTarget
      case let mode: return mode
      }
    }
  }
}

extension Slot<TargetCadence> {
  package static var target: Slot<TargetCadence> {
    Slot(
      "TARGET", "2 refreshes",
      "how often new content is wanted: '2 refreshes', '30 Hz' or none (default: the pace of a link;"
        + " for a timer its interval, if that is one and a half refreshes or more, else every refresh;"
        + " none on an adaptive display)"
    ) { cursor throws(Mistake) in
      if cursor.accept("none") { return .undeclared }
      let quantity = try cursor.quantity()
      if quantity.dimension == .frequency { return .rate(try quantity.refreshRate()) }
      guard quantity.unit != nil else {
        throw Mistake(
          quantity.place,
          "'\(quantity.number)' has no unit. Write '\(quantity.number) refreshes' or"
            + " '\(quantity.number) Hz'.")
      }
      return .refreshes(Int(try quantity.count(in: 1...1_000_000)))
    }
  }
}
