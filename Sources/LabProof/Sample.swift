import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload

/// One point of what is open, what happens there, and all points at which the same happens.
struct Sample {
  let point: [Int64]
  let zone: Zone
  let drivers: [DriverMetrics]
}

extension OpenProgram {
  /// Plays the program at a point and finds the zone around it in which nothing changes places.
  ///
  /// Open instants with which anything is simultaneous move together, so that a tie is a zone of
  /// its own. The run in units is held against the one in nanoseconds, record by record.
  func sample(at point: [Int64], reach: Int64) throws -> Sample {
    var groups = Groups(count: open.count)
    let trace = try Stage(concrete(at: point), seed: seed).run()
    while true {
      let marks = groups.marks
      let stage = Stage(scaled(at: point, marks: marks), seed: seed, keeping: 4096)
      stage.loop.limitWakeUpDelay = .nanoseconds(Self.unit)
      let units = try stage.run()
      let end = scenario.duration.wholeNanoseconds
      var list = InstantList(units, limit: (end + reach + 1) * Self.unit)
      for (value, mark) in zip(point, marks) { list.add(value * Self.unit + mark) }
      for vsync in vsyncs.suffix(4) { list.add(vsync * Self.unit) }
      for arrival in arrivals(at: point, marks) { list.add(arrival) }
      guard let zone = try groups.zone(around: point, list.instants) else { continue }
      try check(units, against: trace)
      return Sample(point: point, zone: zone, drivers: RunMeasurement(trace).drivers)
    }
  }

  /// When the tasks arrive, in units: the run may not reach them all.
  private func arrivals(at point: [Int64], _ marks: [Int64]) -> [Int64] {
    loads.flatMap { load -> [Int64] in
      guard case .recorded(let tasks) = load.tasks else { return [] }
      let shift =
        open.firstIndex(of: .arrivals(of: load.name))
        .map { point[$0] * Self.unit + marks[$0] } ?? 0
      return tasks.indices.filter { !open.contains(.arrival($0, of: load.name)) }
        .map { tasks[$0].arrival.nanoseconds * Self.unit + shift }
    }
  }

  /// Throws unless both runs have the same records at the same nanoseconds.
  private func check(_ units: Trace, against trace: Trace) throws(Refusal) {
    let end = trace.records.firstIndex { $0.kind == .ended } ?? trace.records.count
    let isSame =
      units.records.count > end
      && (0...end).allSatisfy { place in
        let (a, b) = (units.records[place], trace.records[place])
        return a.kind == b.kind && a.subject == b.subject && a.mode == b.mode
          && a.depth == b.depth && a.time.nanoseconds >> 20 == b.time.nanoseconds
      }
    guard isSame else {
      throw Refusal("run", "it is not the same in finer units, and cannot be decided")
    }
  }
}

/// Which open instants move together; 0 is what stands still.
struct Groups {
  private var leader: [Int]

  init(count: Int) { leader = Array(0...count) }

  /// By how many units each open instant is later; what moves together has one bit.
  var marks: [Int64] { leader.dropFirst().map { $0 == 0 ? 0 : 1 << Int64($0 - 1) } }

  /// Finds the zone in which the instants of a run stay in order.
  ///
  /// - Returns: `nil` if instants that do not move together are simultaneous; they do from now on.
  mutating func zone(around point: [Int64], _ instants: [Int64]) throws(Refusal) -> Zone? {
    let sorted = instants.sorted()
    let mask = OpenProgram.unit - 1
    var zone = Zone(dimensions: point.count)
    var isFine = true
    for (a, b) in zip(sorted, sorted.dropFirst()) where a != b {
      let (first, second) = (try group(of: a & mask), try group(of: b & mask))
      guard first != second else { continue }
      let distance = (b >> 20) - (a >> 20)
      if distance == 0 {
        join(first, second)
        isFine = false
      } else {
        // a + xᵢ < b + xⱼ for all points of the zone, and the two are `distance` apart at this one.
        let here = value(first, point) - value(second, point)
        zone.tighten(first, second, to: here + distance - 1)
      }
    }
    guard isFine else { return nil }
    for index in leader.indices where leader[index] != index {
      let apart = value(index, point) - value(leader[index], point)
      zone.tighten(index, leader[index], to: apart)
      zone.tighten(leader[index], index, to: -apart)
    }
    zone.close()
    return zone
  }

  private func value(_ index: Int, _ point: [Int64]) -> Int64 { index == 0 ? 0 : point[index - 1] }

  private func group(of mark: Int64) throws(Refusal) -> Int {
    guard mark.nonzeroBitCount <= 1, mark < 1 << Int64(leader.count) else {
      throw Refusal("run", "an instant moves by more than an open instant does")
    }
    return mark == 0 ? 0 : leader[mark.trailingZeroBitCount + 1]
  }

  private mutating func join(_ first: Int, _ second: Int) {
    let (least, most) = (min(leader[first], leader[second]), max(leader[first], leader[second]))
    for index in leader.indices where leader[index] == most { leader[index] = least }
  }
}
