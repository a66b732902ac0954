import LabKernel
import LabMetrics
import LabText

/// Where in a run a claim is broken most: what happened there, and who is to blame in all.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct WorstMoment {
  var details: [String] = []
  var instant: Instant?
  var blames: [Blame] = []
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Expectation {
  /// What the driver did, as the beginning of a first sentence.
  func deed(_ judgment: Judgment) -> String {
    guard let metrics = values.metrics else { return "‘\(name)’" }
    let frames = metrics.frames
    let text = judgment.text
    switch judgment.metric {
    case "missed":
      return "‘\(name)’ misses \(text) of \(metrics.symptoms[.missed]?.all ?? 0) fire dates"
    case "starved": return "‘\(name)’ starves \(text) times, in modes that it was not added to"
    case "longest_gap": return "‘\(name)’ is silent for \(text)"
    case "fired_first": return "‘\(name)’ begins at \(text)"
    case "fired_end": return "‘\(name)’ ends at \(text)"
    case "double_fires":
      let count = frames?.firings.doubleFires ?? 0
      return "‘\(name)’ fires twice in \(counted(count, "refresh", "refreshes"))"
    case "empty_refreshes":
      let count = frames?.firings.empty ?? 0
      return "‘\(name)’ does not fire in \(counted(count, "refresh", "refreshes"))"
    case "dropped": return "‘\(name)’ drops \(text) of \(frames?.slots?.slots ?? 0) frames"
    case "hitches":
      return "the motion of ‘\(name)’ sticks \(counted(frames?.hitches?.count ?? 0, "time"))"
    case "hitch_max": return "the motion of ‘\(name)’ sticks for \(text)"
    case "overwritten":
      return "\(text) of \(frames?.refreshes.updates ?? 0) frames of ‘\(name)’ are never seen"
    case let metric where metric.hasPrefix("lateness_"): return "‘\(name)’ is late"
    default: return "‘\(name)’"
    }
  }

  /// Where a claim is broken most.
  func worstMoment(_ judgment: Judgment) -> WorstMoment {
    switch judgment.metric {
    case "fires":
      let limit = max(0, min(judgment.limit.number, Double(firings.count)))
      let beyond = firings.dropFirst(Int(limit)).first
      return WorstMoment(
        details: [values.absence?.reason].compactMap(\.self),
        instant: (beyond ?? firings.last)?.began)
    case "fired_end": return WorstMoment(instant: firings.last?.began)
    case "fired_first": return WorstMoment(instant: firings.first?.began)
    case "missed": return missedDates()
    case "starved":
      let latest = firings.max { ($0.lateness, $1.due) < ($1.lateness, $0.due) }
      let span = values.metrics?.starvedSpan ?? .zero
      return WorstMoment(details: ["starved for \(span.scriptText)"], instant: latest?.due)
    case "longest_gap": return silence(judgment)
    case "double_fires": return doubleFire()
    case "empty_refreshes": return emptyRefreshes()
    case "overwritten": return overwrittenFrame()
    case let metric where metric.hasPrefix("lateness_"): return lateFiring(judgment)
    case let metric where metric.hasPrefix("animation_error"): return wrongStep()
    case let metric where metric.hasPrefix("dropped") || metric.hasPrefix("hitch"):
      return droppedFrames()
    case let metric:
      return WorstMoment(details: MetricDictionary.metric(metric).map { [$0.meaning] } ?? [])
    }
  }

  /// The longest of some stretches of time, each with who is to blame for it.
  private func longest(
    of stretches: [Range<Instant>], blaming blames: (Range<Instant>) -> [Blame]
  ) -> WorstMoment {
    guard let worst = stretches.longest else { return WorstMoment() }
    return WorstMoment(
      details: ["worst: from \(worst.lowerBound) to \(worst.upperBound)"]
        + blames(worst).summed().lines,
      instant: worst.lowerBound, blames: stretches.flatMap(blames))
  }

  // MARK: Callbacks

  /// Dates are missed while a firing is late or under way.
  private func missedDates() -> WorstMoment {
    let firings = firings
    let steps = firings.indices.dropLast().filter { firings[$0 + 1].missed ?? 0 > 0 }
    let worst = steps.max {
      (firings[$0 + 1].missed ?? 0, $1) < (firings[$1 + 1].missed ?? 0, $0)
    }
    let numbers = Set(steps)
    let rows = rows(of: .lateFiring) { numbers.contains($0) }
    let details = worst.map { index in
      let (before, after) = (firings[index], firings[index + 1])
      let late = blame(rows, number: index)
      return ["worst: \(after.missed ?? 0) between \(before.due) and \(after.due)"]
        + (late.isEmpty ? holders(before.due..<after.due).summed().lines : late)
    }
    return WorstMoment(
      details: details ?? [], instant: worst.map { firings[$0].due } ?? firings.last?.began,
      blames: rows.isEmpty
        ? steps.flatMap { holders(firings[$0].due..<firings[$0 + 1].due) } : rows.map(\.blame))
  }

  private func lateFiring(_ judgment: Judgment) -> WorstMoment {
    let firings = firings
    let late = firings.indices.filter { !judgment.isMet(by: firings[$0].lateness) }
    guard
      let index = late.max(by: { (firings[$0].lateness, $1) < (firings[$1].lateness, $0) })
    else { return WorstMoment() }
    let numbers = Set(late)
    let rows = rows(of: .lateFiring) { numbers.contains($0) }
    return WorstMoment(
      details: ["worst: due at \(firings[index].due), began at \(firings[index].began)"]
        + blame(rows, number: index),
      instant: firings[index].due, blames: rows.map(\.blame))
  }

  /// A gap ends with a callback that is late, or it is one between fire dates.
  private func silence(_ judgment: Judgment) -> WorstMoment {
    let firings = firings
    let late = Dictionary(grouping: rows(of: .lateFiring)) { firings[$0.number].began }
    let gaps = zip(firings, firings.dropFirst()).map { $0.began..<$1.began }
    return longest(of: gaps.filter { !judgment.isMet(by: $0.length) }) { gap in
      late[gap.upperBound]?.map(\.blame) ?? holders(gap)
    }
  }

  // MARK: Refreshes

  private func doubleFire() -> WorstMoment {
    let rows = rows(of: .doubleFire)
    let refresh = worst(of: rows) ?? 0
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    guard !rows.isEmpty, refresh < vsyncs.count else { return WorstMoment() }
    let end = refresh + 1 < vsyncs.count ? vsyncs[refresh + 1] : .distantFuture
    let double = firings.filter { vsyncs[refresh] <= $0.began && $0.began < end }
    return WorstMoment(
      details: ["worst: in refresh \(refresh), which begins at \(vsyncs[refresh])"]
        + double.map { "a callback due at \($0.due) begins at \($0.began)" }
        + blame(rows, number: refresh),
      instant: vsyncs[refresh], blames: rows.map(\.blame))
  }

  private func emptyRefreshes() -> WorstMoment {
    let vsyncs = measurement.refreshRows(of: name).map(\.vsync)
    let began = firings.map(\.began)
    var gaps: [Range<Instant>] = []
    for (begin, end) in zip(vsyncs, vsyncs.dropFirst())
    where !began.contains(where: { begin <= $0 && $0 < end }) {
      gaps.join(begin..<end)
    }
    return longest(of: gaps, blaming: holders)
  }

  /// The longest run of refreshes that show nothing new.
  private func droppedFrames() -> WorstMoment {
    let dropped = measurement.refreshRows(of: name).filter { $0.isMeasured && $0.cause != nil }
    var runs: [Range<Int>] = []
    for row in dropped { runs.join(row.index..<row.index + 1) }
    let measured = Set(dropped.map(\.index))
    let rows = rows(of: .droppedSlot) { measured.contains($0) }
    guard let worst = runs.longest, let row = dropped.first(where: { $0.index == worst.lowerBound })
    else { return WorstMoment() }
    let inWorst = rows.filter { worst.contains($0.number) }.map(\.blame)
    let causes = dropped.filter { worst.contains($0.index) }.compactMap(\.cause)
    let because = BlameCause.allCases.map { cause in (cause, causes.count { $0 == cause }) }
      .filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
      .map { $0.1 == causes.count ? $0.0.rawValue : "\($0.0.rawValue) (\($0.1))" }
      .joined(separator: ", ")
    return WorstMoment(
      details: [
        "worst: \(counted(worst.count, "refresh", "refreshes")) from refresh \(row.index) at "
          + "\(row.vsync), because: \(because)"
      ] + totals(inWorst).lines, instant: row.latch, blames: rows.map(\.blame))
  }

  private func wrongStep() -> WorstMoment {
    let worst = values.metrics?.frames?.animationError?.max
    let row = measurement.refreshRows(of: name).first { row in
      row.isMeasured && row.animationError.map { max($0, .zero - $0) == worst } ?? false
    }
    guard let row, let error = row.animationError else { return WorstMoment() }
    return WorstMoment(
      details: ["worst: refresh \(row.index) at \(row.vsync) is off by \(error.scriptText)"],
      instant: row.vsync)
  }

  private func overwrittenFrame() -> WorstMoment {
    let rows = measurement.refreshRows(of: name).filter { $0.isMeasured && $0.overwritten > 0 }
    guard
      let row = rows.max(by: { ($0.overwritten, $1.index) < ($1.overwritten, $0.index) })
    else { return WorstMoment() }
    return WorstMoment(
      details: ["worst: \(row.updates) came for refresh \(row.index), which can show one"],
      instant: row.latch, blames: self.rows(of: .overwrittenUpdate).map(\.blame))
  }
}
