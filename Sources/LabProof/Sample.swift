import LabKernel
import LabLoop
import LabTrace
import LabWorkload

/// One point of what is open, what is counted there, and all points at which it is the same.
struct Sample<Value> {
  let zone: Zone
  let value: Value
  /// How many runs it took.
  let runs: Int
  /// The run in units.
  let units: Trace
  fileprivate let point: [Int64]
  fileprivate let groups: Groups
  fileprivate let instants: [Int64]

  /// About how many zones there are up to so many nanoseconds behind the point: where an instant
  /// that moves meets one that stands still, a zone ends, another holds the tie, and a third one
  /// begins.
  ///
  /// - Complexity: O(n log n) for n such meetings.
  func changes(within reach: Int64) -> Int {
    var (moving, still): ([Int64], [Int64]) = ([], [])
    for instant in instants {
      if instant & (OpenProgram.unit - 1) == 0 {
        still.append(instant >> 20)
      } else {
        moving.append(instant >> 20)
      }
    }
    var (first, steps) = (0, [Int64]())
    for (place, instant) in moving.enumerated() where place == 0 || moving[place - 1] < instant {
      guard steps.count < Self.mostMeetings else { break }
      while first < still.count, still[first] < instant { first += 1 }
      for place in first..<still.count {
        if still[place] - instant >= reach { break }
        steps.append(still[place] - instant)
      }
    }
    return 1 + 2 * Set(steps).count
  }

  /// More meetings are not looked at: no budget is enough for so many.
  private static var mostMeetings: Int { 1 << 20 }

  /// How far an instant of the run in units lies behind another, wherever the point lies in the
  /// zone.
  func gap(from first: Int64, to last: Int64) throws(Refusal) -> Zone.Gap {
    let (i, j) = (try groups.group(of: last), try groups.group(of: first))
    let here = groups.value(i, point) - groups.value(j, point)
    return Zone.Gap(i: i, j: j, base: (last >> 20) - (first >> 20) - here)
  }
}

extension OpenProgram {
  /// Plays the program at a point and finds the zone around it in which nothing changes places.
  ///
  /// The run in units is held against the one in nanoseconds, record by record. Where instants are
  /// simultaneous that do not move together, the zone has them on its edge if both runs agree, and
  /// else they move together, so that the tie is a zone of its own.
  ///
  /// - Parameters:
  ///   - point: A value of every open instant.
  ///   - reach: How far open instants move at most.
  ///   - measure: What is counted in a run whose nanosecond is a power of two of its units, by the
  ///     order of what happens and the distances of vsyncs.
  /// - Returns: What is counted there, and the zone.
  /// - Throws: ``ProofFailure`` if it cannot be decided, or if a run fails.
  func sample<Value: Equatable>(
    at point: [Int64], reach: Int64, measure: (Trace, _ fineness: Int) -> Value
  ) throws(ProofFailure) -> Sample<Value> {
    var trace = try perform(
      Stage(concrete(at: point), seed: seed, keeping: .max, in: memory), unit: 1)
    defer { memory.keep(&trace) }
    let value = measure(trace, 0)
    let fineness = Self.unit.trailingZeroBitCount
    var groups = Groups(count: open.count)
    var runs = 1
    while true {
      let marks = groups.marks
      let stage = Stage(scaled(at: point, marks: marks), seed: seed, keeping: trace.records.count)
      stage.loop.limitWakeUpDelay = .nanoseconds(Self.unit)
      let units = try perform(stage, unit: Self.unit)
      runs += 1
      let instants = instants(of: units, at: point, marks, reach: reach)
      let (zone, ties) = try ProofFailure.refusing { () throws(Refusal) in
        try groups.zone(around: point, instants)
      }
      // Without a tie, whatever is counted finds all instants in the same order in both.
      if Self.agree(units, trace), ties.isEmpty || measure(units, fineness) == value {
        assert(
          !ties.isEmpty || measure(units, fineness) == value,
          "it is counted otherwise in finer units")
        return Sample(
          zone: zone, value: value, runs: runs, units: units, point: point, groups: groups,
          instants: instants)
      }
      guard !ties.isEmpty else {
        throw .undecidable(
          Refusal("run", "it is not the same in finer units, and cannot be decided"))
      }
      for tie in ties { groups.join(tie.0, tie.1) }
    }
  }

  /// Performs a run that is kept as a whole, in a unit of so many parts of a nanosecond.
  private func perform(_ stage: Stage, unit: Int64) throws(ProofFailure) -> Trace {
    do throws(WorldFailure) {
      return try stage.run()
    } catch {
      guard case .tooManyEvents(let instant, let events, _) = error, events >= Self.mostEvents
      else { throw .failed(error) }
      let end = Instant(nanoseconds: instant.nanoseconds / unit)
      throw .undecidable(
        Refusal(
          "run", "more than \(Self.mostEvents) events in a run are not decided; \(end.shorterRun)"))
    }
  }

  /// Every instant that matters, in units and in ascending order.
  private func instants(
    of units: Trace, at point: [Int64], _ marks: [Int64], reach: Int64
  ) -> [Int64] {
    let end = plain.duration.wholeNanoseconds
    var list = InstantList(units, limit: (end + reach + 1) * Self.unit)
    for (value, mark) in zip(point, marks) { list.add(value * Self.unit + mark) }
    // What the run may not reach.
    let first = open.firstIndex(of: .firstVsync).map { point[$0] * Self.unit + marks[$0] } ?? 0
    for vsync in vsyncs.reversed() {
      let instant = vsync * Self.unit + first
      list.add(instant)
      if instant <= end * Self.unit { break }
    }
    for load in plain.loads {
      guard case .recorded(let tasks) = load.tasks else { continue }
      for (index, task) in tasks.enumerated()
      where !open.contains(.arrival(index, of: load.name)) {
        list.add(task.arrival.inUnits.nanoseconds)
      }
    }
    return list.sorted()
  }

  /// Whether both runs have the same records at the same nanoseconds.
  private static func agree(_ units: Trace, _ trace: Trace) -> Bool {
    let end = trace.records.firstIndex { $0.kind == .ended } ?? trace.records.count - 1
    let last = trace.records[end].time
    return units.records.count > end
      && (0...end).allSatisfy { place in
        let (a, b) = (units.records[place], trace.records[place])
        return a.kind == b.kind && a.subject == b.subject && a.mode == b.mode
          && a.depth == b.depth && isSame(a.time, b.time) && isSame(a, b, until: last)
      }
  }

  private static func isSame(_ units: Instant, _ instant: Instant) -> Bool {
    units.nanoseconds >> 20 == instant.nanoseconds
  }

  /// Whether both say the same, as far as a driver is concerned.
  private static func isSame(
    _ units: TraceRecord, _ record: TraceRecord, until end: Instant
  ) -> Bool {
    // Of most kinds nothing is compared, and nothing has to be unpacked.
    switch record.kind {
    case .calloutBegan, .calloutEnded, .linkDue: break
    default: return true
    }
    return switch (units.event, record.event) {
    case (
      .calloutBegan(_, _, let due, let newest), .calloutBegan(_, _, let otherDue, let otherNewest)
    ):
      isSame(due, otherDue) && isSame(newest, otherNewest)
    case (.calloutEnded(_, _, let next?, let missed), .calloutEnded(_, _, let other?, let others)):
      (isSame(next, other) || other >= end && next.nanoseconds >> 20 >= end.nanoseconds)
        && missed == others
    case (.linkDue(_, _, let outcome), .linkDue(_, _, let other)): outcome == other
    default: true
    }
  }
}

/// Which open instants move together; 0 is what stands still.
struct Groups {
  private var leader: [Int]

  init(count: Int) { leader = Array(0...count) }

  /// By how many units each open instant is later; what moves together has one bit.
  var marks: [Int64] { leader.dropFirst().map { $0 == 0 ? 0 : 1 << Int64($0 - 1) } }

  /// Finds the zone in which the instants of a run, in ascending order, stay in that order.
  ///
  /// - Returns: The zone, and which groups are simultaneous: they are in the order of the run, or
  ///   still simultaneous, at all points of the zone.
  func zone(
    around point: [Int64], _ instants: [Int64]
  ) throws(Refusal) -> (zone: Zone, ties: [(Int, Int)]) {
    var zone = Zone(dimensions: point.count)
    var ties: [(Int, Int)] = []
    // Those that follow one another mostly move together, as their marks say.
    for (a, b) in zip(instants, instants.dropFirst()) where (a ^ b) & (OpenProgram.unit - 1) != 0 {
      let (first, second) = (try group(of: a), try group(of: b))
      guard first != second else { continue }
      let distance = (b >> 20) - (a >> 20)
      if distance == 0 { ties.append((first, second)) }
      // a + xᵢ < b + xⱼ for all points of the zone, and the two are `distance` apart at this one.
      let here = value(first, point) - value(second, point)
      zone.tighten(first, second, to: here + max(0, distance - 1))
    }
    for index in leader.indices where leader[index] != index {
      let apart = value(index, point) - value(leader[index], point)
      zone.tighten(index, leader[index], to: apart)
      zone.tighten(leader[index], index, to: -apart)
    }
    zone.close()
    return (zone, ties)
  }

  fileprivate func value(_ index: Int, _ point: [Int64]) -> Int64 {
    index == 0 ? 0 : point[index - 1]
  }

  /// Which group an instant in units moves with.
  fileprivate func group(of instant: Int64) throws(Refusal) -> Int {
    let mark = instant & (OpenProgram.unit - 1)
    guard mark.nonzeroBitCount <= 1, mark < 1 << Int64(leader.count) else {
      throw Refusal("run", "an instant moves by more than an open instant does")
    }
    return mark == 0 ? 0 : leader[mark.trailingZeroBitCount + 1]
  }

  /// Lets two groups move together.
  mutating func join(_ first: Int, _ second: Int) {
    let (one, other) = (leader[first], leader[second])
    for index in leader.indices where leader[index] == max(one, other) {
      leader[index] = min(one, other)
    }
  }
}
