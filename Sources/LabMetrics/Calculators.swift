/// A calculation that goes on with what a driver does, as far as that is settled.
protocol Calculator: Sendable {
  /// Looks at what is settled by now, and keeps what it will ask for again.
  ///
  /// What is not stated as a need may be gone the next time.
  ///
  /// - Parameters:
  ///   - log: What the driver did.
  ///   - display: What the display shows of it.
  ///   - walk: What all drivers share.
  ///   - times: The refreshes.
  ///   - samples: Where numbers go of which percentiles are asked.
  ///   - need: What it will ask for again.
  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need)
}

/// The calculations of which a driver's metrics are read; what they come to is in them.
struct Calculators: Calculator {
  private(set) var timing = FiringSums()
  private(set) var firings = FiringsPerRefresh()
  private(set) var frames = FrameSums()
  private(set) var inputs = InputLatency()
  private(set) var seconds = SlotSeconds()
  var conservation: ConservationSums

  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need
  ) {
    timing.advance(log, display, walk, times, &samples, &need)
    firings.advance(log, display, walk, times, &samples, &need)
    frames.advance(log, display, walk, times, &samples, &need)
    inputs.advance(log, display, walk, times, &samples, &need)
    seconds.advance(log, display, walk, times, &samples, &need)
    conservation.advance(log, display, walk, times, &samples, &need)
  }
}

/// What of a run is still needed: the first of each kind that will be asked for again.
struct Need: Sendable {
  private(set) var firing = Int.max
  private(set) var update = Int.max
  private(set) var refresh = Int.max
  private(set) var unseen = Int.max
  private(set) var slot = Int.max
  private(set) var input = Int.max
  private(set) var instant = Int64.max

  /// Keeps what stands from these positions on.
  mutating func keep(
    firing: Int = .max, update: Int = .max, refresh: Int = .max, unseen: Int = .max,
    slot: Int = .max, input: Int = .max, instant: Int64 = .max
  ) {
    self.firing = min(self.firing, firing)
    self.update = min(self.update, update)
    self.refresh = min(self.refresh, refresh)
    self.unseen = min(self.unseen, unseen)
    self.slot = min(self.slot, slot)
    self.input = min(self.input, input)
    self.instant = min(self.instant, instant)
  }

  /// Keeps what another one needs.
  mutating func keep(_ other: Need) {
    keep(
      firing: other.firing, update: other.update, refresh: other.refresh, unseen: other.unseen,
      slot: other.slot, input: other.input, instant: other.instant)
  }
}
