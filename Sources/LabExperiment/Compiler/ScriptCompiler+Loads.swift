import LabKernel
import LabLoop
import LabWorkload

extension ScriptCompiler {
  /// Reads a duration or a distribution of durations.
  var law: ValueReader<DurationLaw> {
    .law { path, place throws(Mistake) in
      try self.files.durations(place.source.beside(path), place: place)
    }
  }

  func load(_ bound: ResolvedStatement) throws(Mistake) -> Load {
    let (begins, ends) = (try bound.value("from", .instant), try bound.value("until", .instant))
    if let ends, ends <= begins ?? .start {
      throw Mistake(
        bound.statement["until"]?.first?.place, "this load ends before anything can arrive.")
    }
    return Load(
      name: try bound.head(.name),
      tasks: try tasks(bound, begins: begins),
      door: try bound.required("as", .word),
      modes: try bound.value("in", .modes) ?? [.common],
      begins: begins ?? .start,
      ends: ends)
  }

  private func tasks(_ bound: ResolvedStatement, begins: Instant?) throws(Mistake) -> Load.Tasks {
    let law = try bound.value("takes", law)
    if let path = try bound.value("recorded", .path), let place = bound.statement["recorded"]?.first
    {
      let tasks = try files.recording(place.place.source.beside(path), place: place.place).tasks
      guard let law else { return .recorded(tasks) }
      let distance = Instant.start.duration(to: begins ?? .start)
      return .drawn(.at(tasks.map { $0.arrival.advanced(by: distance) }), takes: law)
    }
    guard let law else {
      throw Mistake(
        bound.statement.keyword.place, "'load' needs 'takes'. Write for example 'takes 0.5 ms'.")
    }
    return .drawn(try arrivals(bound, begins: begins), takes: law)
  }

  private func arrivals(_ bound: ResolvedStatement, begins: Instant?) throws(Mistake) -> Arrivals {
    if let interval = try bound.value("every", .positiveDuration) {
      return .every(interval, first: begins ?? .at(interval))
    }
    if let rate = try bound.value("poisson", .perSecond) { return .poisson(perSecond: rate) }
    if let gaps = try bound.value("gaps", law) { return .gaps(gaps) }
    if let burst = try bound.value("burst", .burst) {
      return .bursts(
        of: burst.count, every: burst.interval, first: begins ?? .at(burst.interval),
        apart: burst.apart)
    }
    return .at(try bound.required("at", .instants))
  }
}

extension ValueReader<(count: Int, interval: Duration, apart: Duration)> {
  /// `5 each 100 ms apart 2 ms`.
  fileprivate static var burst: Self {
    ValueReader { cursor throws(Mistake) in
      let count = try cursor.read(.count(in: 1...1_000_000))
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
