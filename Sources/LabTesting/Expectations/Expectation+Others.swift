import LabKernel
import LabMetrics

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// In every refresh in which both fire, its first callback begins before that of another driver.
  public func fires(before other: Ticker) { fires(before: other.name) }

  /// In every refresh in which both fire, its first callback begins before that of a driver that is
  /// known by its name.
  public func fires(before other: String) {
    guard metrics() != nil else { return }
    guard measurement[driver: other]?.lateness != nil else {
      return fail("‘\(other)’ never fired, so ‘\(name)’ cannot be before it\(lab.advice)")
    }
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    let mine = firstFirings(vsyncs, firings)
    let its = firstFirings(vsyncs, measurement.firingRows(of: other))
    let both = mine.keys.filter { its[$0] != nil }.sorted()
    guard !both.isEmpty else {
      return fail("‘\(name)’ and ‘\(other)’ never fire in the same refresh")
    }
    let callouts = callouts(of: [name, other])
    let wrong = both.filter { refresh in
      guard let my = mine[refresh], let others = its[refresh] else { return false }
      if my.began != others.began { return my.began > others.began }
      return callouts[my.began] != name
    }
    guard let first = wrong.first, let my = mine[first], let others = its[first] else { return }
    fail(
      "‘\(name)’ fires after ‘\(other)’ in \(wrong.count) of \(both.count) refreshes",
      ["first: in refresh \(first), at \(my.began) and \(others.began)"], at: vsyncs[first])
  }

  /// The first firing of every refresh in which there is one.
  private func firstFirings(_ vsyncs: [Instant], _ firings: [FiringRow]) -> [Int: FiringRow] {
    var first: [Int: FiringRow] = [:]
    var refresh = 0
    for firing in firings {
      while refresh + 1 < vsyncs.count, vsyncs[refresh + 1] <= firing.began { refresh += 1 }
      if first[refresh] == nil { first[refresh] = firing }
    }
    return first
  }

  /// Which of some drivers called out first at every instant at which one did.
  private func callouts(of drivers: [String]) -> [Instant: String] {
    let trace = lab.trace
    var first: [Instant: String] = [:]
    for record in trace.records where record.kind == .calloutBegan {
      let name = trace.names[Int(record.subject)]
      if first[record.time] == nil, drivers.contains(name) { first[record.time] = name }
    }
    return first
  }
}
