import LabDisplay
import LabKernel
import LabTrace

/// Where the vsyncs of a display come from.
enum VsyncSource {
  case rate(RefreshRate)
  /// A panel that chooses among some rates.
  case steps(Panel)
  /// A panel that refreshes when there is something to show.
  case adaptive(slowest: RefreshRate, fastest: RefreshRate)
  /// The path of a recording.
  case recorded(String)
}

extension ValueReader<VsyncSource> {
  /// A rate, the name of a panel, `adaptive` and a range of rates, or `recorded` and a path.
  static var vsyncs: Self {
    ValueReader { cursor throws(Mistake) in
      if cursor.accept("recorded") { return .recorded(try cursor.read(.path)) }
      if cursor.accept("promotion-phone") { return .steps(.promotionPhone) }
      if cursor.accept("promotion-pad") { return .steps(.promotionPad) }
      guard cursor.accept("adaptive") else { return .rate(try cursor.read(.rate)) }
      let (slowest, fastest) = try cursor.read(.rates)
      return .adaptive(slowest: slowest, fastest: fastest)
    }
  }
}

extension ValueReader<(slowest: RefreshRate, fastest: RefreshRate)> {
  /// Two rates, the slower one first.
  static var rates: Self {
    ValueReader { cursor throws(Mistake) in
      let place = cursor.place
      let (low, high) = try cursor.range()
      let (slowest, fastest) = (try low.refreshRate(), try high.refreshRate())
      guard low.value.approximate <= high.value.approximate else {
        throw Mistake(place, "this range ends below its beginning. Write the slower rate first.")
      }
      return (slowest, fastest)
    }
  }
}

extension ValueReader<PresentMode> {
  /// `mailbox`, or `fifo` and the room of the queue.
  static var presentMode: Self {
    ValueReader { cursor throws(Mistake) in
      let mode = try cursor.word(among: [
        ("mailbox", PresentMode.mailbox), ("fifo", .fifo(capacity: 1)),
      ])
      guard case .fifo = mode else { return mode }
      return .fifo(capacity: try cursor.read(.count(in: 1...1000)))
    }
  }
}

extension ValueReader<TargetCadence> {
  /// `2 refreshes`, a rate, or `none`.
  static var target: Self {
    ValueReader { cursor throws(Mistake) in
      if cursor.accept("none") { return .undeclared }
      let quantity = try cursor.quantity()
      if quantity.dimension == .frequency { return .rate(try quantity.refreshRate()) }
      guard quantity.unit != nil else {
        throw Mistake(
          quantity.place,
          "'\(quantity.number)' has no unit. Write '\(quantity.number) refreshes' or"
            + " '\(quantity.number) Hz'.")
      }
      let value = try quantity.checked(.number).value
      guard value.denominator == 1, let count = value.whole, (1...1_000_000).contains(count) else {
        throw Mistake(quantity.place, "a whole number from 1 to 1000000 is due here.")
      }
      return .refreshes(Int(count))
    }
  }
}
