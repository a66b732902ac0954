import LabKernel
import LabMetrics
import LabTrace
import Testing

@Suite struct `What a run comes to` {
  @Test(arguments: 0..<40)
  func `is conserved under random load`(seed: UInt64) {
    let thread = SimpleThread(
      seed: seed, end: 40_000, period: 100 + 5 * Int64(seed), interval: 60 + 7 * Int64(seed),
      taskEvery: 500)
    for depth in 0...2 {
      for cadence in 1...2 {
        let header = Trace.Header(
          depth: depth, guardTime: .nanoseconds(depth * 7),
          presentMode: cadence == 1 ? .mailbox : .fifo(capacity: 2),
          targets: ["timer": .refreshes(cadence)])
        let run = RunMeasurement(thread.trace(header))
        #expect(run.verifyConservation() == [])
        #expect(run.drivers.allSatisfy { $0.frames?.slots?.causes[.idle] == nil })
        expectBlame(run)
      }
    }
  }

  /// The causes of every late firing add up to its lateness, one by one.
  private func expectBlame(_ run: RunMeasurement) {
    for driver in run.drivers {
      var blamed: [Int: Duration] = [:]
      for row in run.blameRows(of: driver.name) where row.problem == .lateFiring {
        blamed[row.number, default: .zero] += row.blame.time
      }
      let firings = run.firingRows(of: driver.name)
      #expect(firings.indices.allSatisfy { blamed[$0, default: .zero] == firings[$0].lateness })
    }
  }

  @Test func `grows with time, and nothing else does`() {
    let thread = SimpleThread(
      seed: 5, end: 100_000, period: 100, interval: 90, taskEvery: 500)
    var stretched = Trace()
    for name in thread.trace().names { _ = stretched.intern(name) }
    for record in thread.trace().records { stretched.append(record.scaled(by: 3)) }
    let plain = RunMeasurement(thread.trace()).drivers
    let slow = RunMeasurement(stretched).drivers
    for (driver, slowDriver) in zip(plain, slow) {
      #expect(slowDriver.dueInstants == driver.dueInstants)
      #expect(slowDriver.frames?.refreshes == driver.frames?.refreshes)
      #expect(slowDriver.frames?.slots?.causes == driver.frames?.slots?.causes)
      #expect(slowDriver.lateness?.p99 == driver.lateness.map { $0.p99 * 3 })
      #expect(slowDriver.lateness?.max == driver.lateness.map { $0.max * 3 })
      #expect(slowDriver.frames?.hitches?.time == driver.frames?.hitches.map { $0.time * 3 })
      #expect(
        slowDriver.frames?.animationError?.max
          == driver.frames?.animationError.map { $0.max * 3 })
    }
  }

  @Test func `does not depend on when it began`() {
    let thread = SimpleThread(
      seed: 7, end: 100_000, period: 100, interval: 90, taskEvery: 500)
    var later = Trace()
    for name in thread.trace().names { _ = later.intern(name) }
    for record in thread.trace().records { later.append(record.moved(by: 12_345)) }
    var metrics = RunMeasurement(thread.trace()).drivers.map(describe)
    var moved = RunMeasurement(later).drivers.map(describe)
    for index in metrics.indices {
      // Instants since the start of the run, and a rate of the whole run, which is longer.
      for name in ["fired_first", "fired_end", "wake_ups"] {
        metrics[index][name] = nil
        moved[index][name] = nil
      }
    }
    #expect(metrics == moved)
  }

  @Test func `is the same when measured again`() {
    let thread = SimpleThread(
      seed: 9, end: 100_000, period: 100, interval: 90, taskEvery: 500)
    #expect(RunMeasurement(thread.trace()).drivers == RunMeasurement(thread.trace()).drivers)
  }

  private func describe(_ driver: DriverMetrics) -> [String: MetricValue] {
    var values: [String: MetricValue] = [:]
    for metric in MetricDictionary.all { values[metric.name] = metric.value(driver) }
    return values
  }
}

@Suite struct `A trace that contradicts itself` {
  /// A timer that misses two dates behind a task, and a link that is blocked once.
  private func identities(
    changing kind: TraceKind, _ subject: String, nth: Int = 0,
    _ change: @escaping (TraceRecord) -> TraceRecord?
  ) -> Set<ConservationViolation.Identity> {
    var line = Timeline()
    line.timer("timer", every: 10)
    line.link("link")
    line.vsyncs(every: 10, count: 12)
    line.block("work", from: 41, to: 68)
    for due: Int64 in [5, 15, 25, 35, 45, 75, 85, 95, 105] {
      line.fire(
        "timer", due: due, at: due == 45 ? 68 : due, takes: 1, drops: due == 45 ? 2 : 0,
        next: due == 45 ? 75 : due + 10)
    }
    for index in 0...Int64(11) {
      line.due("link", index == 6 ? .blocked : .pending, at: index * 10, index: index)
      guard index != 6 else { continue }
      line.fire("link", due: index * 10, at: index == 5 ? 69 : nil, stamp: index == 5 ? 60 : nil)
    }
    let names = line.trace(end: 115).names
    let changed = line.trace(end: 115) { records in
      let hits = records.indices.filter {
        records[$0].kind == kind
          && (kind == .commit || names[Int(records[$0].subject)] == subject)
      }
      let record = change(records[hits[nth]])
      records.replaceSubrange(hits[nth]...hits[nth], with: record.map { [$0] } ?? [])
    }
    return Set(RunMeasurement(changed).verifyConservation().map(\.identity))
  }

  @Test func `is none to begin with`() {
    #expect(identities(changing: .vsync, "display") { $0 } == [])
  }

  @Test func `in a date that was not dropped is noticed`() {
    let found = identities(changing: .calloutEnded, "timer", nth: 4) {
      $0.changed(to: .calloutEnded($0.subject, .timer, next: .ns(75), missed: 1))
    }
    #expect(found == [.dueInstants, .dueSteps])
  }

  @Test func `in a firing that is not due is noticed`() {
    let found = identities(changing: .calloutBegan, "timer", nth: 6) {
      $0.changed(to: .calloutBegan($0.subject, .timer, due: .ns(84), newest: .ns(84)))
    }
    #expect(found.isSuperset(of: [.dueSteps, .order]))
  }

  @Test func `in a vsync that was never due is noticed`() {
    #expect(identities(changing: .linkDue, "link", nth: 7) { _ in nil } == [.dueInstants])
  }

  @Test func `in the number of updates of a commit is noticed`() {
    #expect(
      identities(changing: .commit, "") {
        $0.changed(to: .commit(updates: 4, renderCost: 0))
      } == [.updates])
  }

  @Test func `in a task that ends without a beginning is noticed`() {
    // Without the task nobody is left to blame for the late firing behind it.
    #expect(identities(changing: .taskBegan, "work") { _ in nil } == [.threadTime, .blame])
  }

  @Test func `in a callback before its due instant is noticed`() {
    let found = identities(changing: .calloutBegan, "timer", nth: 1) { $0.changed(time: 14) }
    #expect(found == [.order])
  }

  @Test func `in an update without a firing is noticed`() {
    #expect(
      identities(changing: .update, "timer", nth: 1) {
        $0.changed(to: .update($0.subject, animationTime: .ns(15), due: .ns(3)))
      }
      .contains(.order))
  }

  @Test func `in a commit before its update is noticed`() {
    #expect(identities(changing: .commit, "", nth: 3) { $0.changed(time: 3) } == [.order])
  }

  @Test func `in a timestamp that stands still is noticed`() {
    let found = identities(changing: .calloutBegan, "link", nth: 3) {
      $0.changed(to: .calloutBegan($0.subject, .link, due: .ns(30), newest: .ns(20)))
    }
    #expect(found == [.order])
  }

  @Test func `in a vsync that goes back is noticed`() {
    #expect(identities(changing: .vsync, "display", nth: 5) { $0.changed(time: 40) } == [.order])
  }

  @Test func `survives astronomic numbers`() {
    let found = identities(changing: .calloutEnded, "timer", nth: 4) {
      $0.changed(to: .calloutEnded($0.subject, .timer, next: .ns(75), missed: .max))
    }
    #expect(found == [])
  }
}

extension TraceRecord {
  /// This record with every instant moved; durations, indices and marks stay.
  fileprivate func moved(by offset: Int64) -> TraceRecord {
    let move = { (instant: Instant) in Instant(nanoseconds: instant.nanoseconds + offset) }
    return changed(time: move(time).nanoseconds, to: event.mapping(instants: move))
  }
}
