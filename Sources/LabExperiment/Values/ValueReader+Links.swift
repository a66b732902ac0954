import LabDisplay
import LabKernel

extension ValueReader<LinkPace> {
  /// A preferred rate, perhaps with the range in which the rate must lie.
  static var pace: Self {
    ValueReader { cursor throws(Mistake) in
      let preferred = try cursor.read(.rate)
      guard cursor.accept("within") else { return .preferred(preferred) }
      let place = cursor.place
      let (low, high) = try cursor.range()
      let (slowest, fastest) = (try low.refreshRate(), try high.refreshRate())
      guard low.value.approximate <= high.value.approximate else {
        throw Mistake(place, "this range ends below its beginning. Write the slower rate first.")
      }
      return .range(slowest: slowest, fastest: fastest, preferred: preferred)
    }
  }
}

extension ValueReader<(LateDelivery, keepsPhase: Bool)> {
  /// What a link does about a vsync that it missed, and whether it keeps its phase.
  static var policy: Self {
    ValueReader { cursor throws(Mistake) in
      var policy = try cursor.word(among: [
        ("pending", LateDelivery.pending), ("skip", .skip), ("latest", .latest),
        ("queue", .queue(1)),
      ])
      if case .queue = policy { policy = .queue(try cursor.read(.count(in: 1...1_000_000))) }
      return (policy, cursor.accept("keep-phase"))
    }
  }
}
