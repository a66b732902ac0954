package import LabKernel

/// By which clock an animation knows how far it is.
public enum AnimationClock: Hashable, Sendable {
  /// Every callback adds so many seconds, whatever the time: `offset += 1/60`.
  ///
  /// A number of seconds rather than a `Duration`, because the sum is one of doubles with
  /// all its rounding: 1/60 reaches 1 s after 60 callbacks, but 0.5 s only after 31.
  /// - Source: "iOS Core Animation: Advanced Techniques", listing 11.1.
  case fixed(seconds: Double)
  /// Every callback adds the length of a refresh, `offset += link.duration`, also where a link is
  /// called at every second refresh.
  ///
  /// - Source: Apple, `CADisplayLink.duration`; Kingfisher, issue 718: half the speed at 60 of
  ///   120 Hz.
  case duration
  /// The clock as the callback reads it.
  /// - Source: Listing 11.2 of the same book, with `CACurrentMediaTime()`.
  case now
  /// The vsync that the callback answers.
  case timestamp
  /// The vsync by which the picture should be ready.
  case target
  /// The refresh that shows it: the callback only hands the animation over to the render server,
  /// which works out every picture itself, as Core Animation does.
  case renderServer
}

extension AnimationClock {
  /// Returns how many seconds a counting clock adds; `nil` for a clock that measures.
  func step(at moment: Moment) -> Double? {
    switch self {
    case .fixed(let seconds): seconds
    case .duration: moment.refresh.inSeconds
    case .now, .timestamp, .target, .renderServer: nil
    }
  }

  /// Returns the instant that a measuring clock reads; to one that counts, the time of the
  /// callback.
  package func reading(at moment: Moment) -> Instant {
    switch self {
    case .fixed, .duration, .now, .renderServer: moment.now
    case .timestamp: moment.timestamp
    case .target: moment.target
    }
  }
}
