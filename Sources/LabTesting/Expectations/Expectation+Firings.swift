public import LabKernel
public import LabLoop
import LabMetrics
import LabText
import LabTrace

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// A callback begins at each of these instants; others may as well.
  public func fires(at instants: Instant...) {
    guard metrics() != nil else { return }
    require(!instants.isEmpty, "‘fires(at:)’ needs an instant")
    let began = Set(firings.map(\.began))
    guard let missing = instants.first(where: { !began.contains($0) }) else { return }
    fail(
      "‘\(name)’ does not fire at \(missing)", [nearest(to: missing)], at: missing)
  }

  /// Callbacks begin at these instants and at no other.
  public func firesOnly(at instants: Instant...) {
    guard metrics(neverFiring: instants.isEmpty) != nil else { return }
    let began = firings.map(\.began)
    let wanted = instants.sorted()
    guard began != wanted else { return }
    let index = zip(began, wanted).prefix { $0 == $1 }.count
    let real = index < began.count ? "it fires at \(began[index])" : "it does not fire any more"
    let wish = index < wanted.count ? "\(wanted[index])" : "no further firing"
    let place = [began, wanted].compactMap { $0.dropFirst(index).first }.min()
    fail(
      "‘\(name)’ fires at other instants than expected", ["expected \(wish); \(real)"], at: place)
  }

  /// It fires an exact number of times.
  public func fires(times count: Int) {
    guard let metrics = metrics(neverFiring: count == 0) else { return }
    let fires = metrics.dueInstants.fired
    guard fires != count else { return }
    fail(
      "‘\(name)’ fires \(counted(fires, "time")) instead of \(count)",
      at: firings.dropFirst(count).first?.began ?? firings.last?.began,
      script: "fires == \(count)")
  }

  /// It fires as often as a range says.
  public func fires(times range: ClosedRange<Int>) {
    guard let metrics = metrics(neverFiring: range.contains(0)) else { return }
    let fires = metrics.dueInstants.fired
    guard !range.contains(fires) else { return }
    fail(
      "‘\(name)’ fires \(counted(fires, "time")), which is not in \(range)",
      at: firings.last?.began,
      script: "fires in \(range.lowerBound) .. \(range.upperBound)")
  }

  /// It never fires.
  public func neverFires() { fires(times: 0) }

  /// It misses an exact number of its due instants: they pass without a callback.
  public func misses(exactly count: Int) { misses(count...count, "== \(count)") }

  /// It misses at most a number of its due instants.
  public func misses(atMost count: Int) { misses(0...count, "<= \(count)") }

  /// It answers every due instant.
  public func missesNothing() { misses(exactly: 0) }

  private func misses(_ range: ClosedRange<Int>, _ script: String) {
    guard let metrics = metrics() else { return }
    let missed = metrics.dueInstants.missed
    guard !range.contains(missed) else { return }
    // Dates are missed while a firing is late or under way.
    let firings = firings
    let steps = firings.indices.dropLast().filter { firings[$0 + 1].missed ?? 0 > 0 }
    let worst = steps.max {
      (firings[$0 + 1].missed ?? 0, $1) < (firings[$1 + 1].missed ?? 0, $0)
    }
    let numbers = Set(steps)
    let rows = rows(of: .lateFiring) { numbers.contains($0) }
    fail(
      "‘\(name)’ misses \(missed) of \(metrics.dueInstants.due) due instants",
      worst.map { index in
        let (before, after) = (firings[index], firings[index + 1])
        let late = blame(rows, number: index)
        return ["worst: \(after.missed ?? 0) between \(before.due) and \(after.due)"]
          + (late.isEmpty ? holders(before.due..<after.due).summed().lines : late)
      } ?? [],
      at: worst.map { firings[$0].due } ?? firings.last?.began, script: "missed \(script)",
      blames: rows.isEmpty
        ? steps.flatMap { holders(firings[$0].due..<firings[$0 + 1].due) } : rows.map(\.blame))
  }

  /// It fires at least once in every span in which the loop ran in a mode.
  public func keepsFiring(in mode: SimulatedRunLoop.Mode) {
    guard let spans = spans(in: mode), metrics() != nil else { return }
    let began = firings.map(\.began)
    let silences = spans.filter { span in !began.contains { span.contains($0) } }
    guard let silent = silences.longest else { return }
    fail(
      "‘\(name)’ is silent while the loop runs in mode ‘\(mode)’",
      ["worst: from \(silent.lowerBound) to \(silent.upperBound)"], at: silent.lowerBound)
  }

  /// It fires, but never while the loop runs in a mode.
  public func staysSilent(in mode: SimulatedRunLoop.Mode) {
    guard let spans = spans(in: mode), metrics() != nil else { return }
    guard
      let firing = firings.first(where: { firing in spans.contains { $0.contains(firing.began) } })
    else { return }
    fail("‘\(name)’ fires in mode ‘\(mode)’", ["first: at \(firing.began)"], at: firing.began)
  }

  /// It fires, but never while a gesture tracks.
  public func neverFiresWhileTracking() { staysSilent(in: .tracking) }

  /// It is in every mode in which the loop runs when it is due, so that no mode starves it.
  public func neverStarves() {
    guard let metrics = metrics() else { return }
    let starved = metrics.dueInstants.starved
    guard starved > 0 else { return }
    fail(
      "‘\(name)’ starves \(starved) times, in modes that it was not added to",
      ["starved for \(metrics.starvedSpan.milliseconds) ms"],
      at: firings.max { ($0.lateness, $1.due) < ($1.lateness, $0.due) }?.due,
      script: "starved == 0")
  }

  /// When the loop ran in a mode; `nil`, after a failure was reported, if it never did.
  private func spans(in mode: SimulatedRunLoop.Mode) -> [Range<Instant>]? {
    let spans = lab.trace.spans(inMode: mode.name)
    if spans.isEmpty {
      fail("the loop never ran in mode ‘\(mode)’, so nothing can be expected\(lab.advice)")
    }
    return spans.isEmpty ? nil : spans
  }

  private func nearest(to instant: Instant) -> String {
    func distance(_ firing: FiringRow) -> Int64 {
      abs(firing.began.nanoseconds - instant.nanoseconds)
    }
    let nearest = firings.min { distance($0) < distance($1) }
    return nearest.map { "nearest: \($0.began), due at \($0.due)" } ?? "it never fires"
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Trace {
  /// Returns when the innermost run of the loop was in a mode.
  func spans(inMode name: String) -> [Range<Instant>] {
    var spans: [Range<Instant>] = []
    var stack: [UInt8] = []
    var begin: Instant?
    for record in records {
      switch record.kind {
      case .runBegan: stack.append(record.mode)
      case .runReturned: _ = stack.popLast()
      case .ended: stack = []
      default: continue
      }
      let isInMode = stack.last.map { modes[Int($0)] == name } ?? false
      if isInMode, begin == nil { begin = record.time }
      if !isInMode, let start = begin {
        if start < record.time { spans.append(start..<record.time) }
        begin = nil
      }
    }
    return spans
  }
}
