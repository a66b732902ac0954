import LabDisplay
import LabKernel

extension ValueReader<LinkPace> {
  /// A preferred rate, perhaps with the range in which the rate must lie.
  static var pace: Self {
    ValueReader { cursor throws(Mistake) in
      let preferred = try cursor.read(.rate)
      guard cursor.accept("within") else { return .preferred(preferred) }
      let (slowest, fastest) = try cursor.read(.rates)
      return .range(slowest: slowest, fastest: fastest, preferred: preferred)
    }
  }
}

extension ValueReader<(LateDelivery, keepsPhase: Bool, zeroTimestampOnResume: Bool)> {
  /// What a link does about a vsync that it missed, whether it keeps its phase, and whether it begins
  /// with a timestamp of 0 after a pause.
  static var policy: Self {
    ValueReader { cursor throws(Mistake) in
      var policy = try cursor.word(among: [
        ("pending", LateDelivery.pending), ("skip", .skip), ("latest", .latest),
        ("queue", .queue(1)),
      ])
      if case .queue = policy { policy = .queue(try cursor.read(.count(in: 1...1_000_000))) }
      return (policy, cursor.accept("keep-phase"), cursor.accept("zero-on-resume"))
    }
  }
}
