import LabKernel

/// The lists of a run that is kept whole, as rows.
extension RunMeasurement {
  func analysis(of driver: String) -> DriverAnalysis? {
    analyses.first { $0.log.name == driver }
  }

  /// Returns a row for every refresh of the run, or none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n refreshes.
  public func refreshRows(of driver: String) -> [RefreshRow] {
    guard let analysis = analysis(of: driver) else { return [] }
    var rows: [RefreshRow] = []
    var maker = RefreshRowMaker()
    maker.advance(
      upTo: analysis.times.vsyncs.endIndex, analysis.log, analysis.display, analysis.dropCauses,
      analysis.times, analysis.content
    ) { rows.append($0) }
    return rows
  }

  /// Returns a row for every slot of the measured window, or none for a driver that the trace does
  /// not know or that has no target cadence.
  ///
  /// - Complexity: O(n) for n refreshes.
  public func slotRows(of driver: String) -> [SlotRow] {
    guard let analysis = analysis(of: driver) else { return [] }
    let (slots, vsyncs) = (analysis.display.slots, analysis.times.vsyncs)
    var causes = analysis.dropCauses.makeIterator()
    return (0..<slots.count).map { slot in
      let refreshes = slots.refreshes(of: slot)
      let span = slots.latchSpan(of: slot, analysis.times)
      return SlotRow(
        begin: Instant(nanoseconds: span.begin),
        photon: Instant(nanoseconds: vsyncs[refreshes.lowerBound]),
        end: Instant(nanoseconds: vsyncs[refreshes.upperBound]),
        newRefresh: refreshes.first { analysis.display.presentation.shown[$0] >= 0 },
        cause: slots.isDropped(slot) ? causes.next() : nil)
    }
  }

  /// Returns a row for every firing of the run, or none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n firings.
  public func firingRows(of driver: String) -> [FiringRow] {
    guard let analysis = analysis(of: driver) else { return [] }
    var rows: [FiringRow] = []
    var maker = FiringRowMaker()
    maker.advance(analysis.log, analysis.display) { row, _ in rows.append(row) }
    return rows
  }

  /// Returns the bodies of a driver's scene as each refresh shows them, in the order of the scene;
  /// none before the first frame, after the end, or for a driver that steps no scene.
  ///
  /// - Complexity: O(n) for n bodies of all refreshes.
  public func bodyPoses(of driver: String) -> [(refresh: Int, poses: [BodyPose])] {
    guard let analysis = analysis(of: driver),
      let content = analysis.content, analysis.log.motion.scene.counts.steps.count > 0
    else { return [] }
    return content.pictures(analysis.display.presentation).map {
      ($0.refresh, analysis.log.motion.poses(of: $0.update))
    }
  }

  /// Returns the causes of every problem of a driver, or none for one that the trace does not know.
  ///
  /// - Complexity: O(n) for n firings, updates, slots and changes of who holds the thread.
  public func blameRows(of driver: String) -> [BlameRow] {
    guard let analysis = analysis(of: driver) else { return [] }
    var rows: [Problem: [BlameRow]] = [:]
    analysis.visitProblems(thread) { problem, number, span, pieces in
      BlameRow.forEach(of: problem, number, span, pieces, thread) {
        rows[problem, default: []].append($0)
      }
    }
    return Problem.allCases.flatMap { rows[$0, default: []] }
  }

  /// Returns the updates of a driver in the latch intervals of the measured window, in order.
  ///
  /// There are none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n updates and refreshes.
  public func presentedUpdates(of driver: String) -> [PresentedUpdate] {
    guard let analysis = analysis(of: driver) else { return [] }
    var updates: [PresentedUpdate] = []
    var maker = PresentedUpdateMaker()
    maker.advance(analysis.log, analysis.display, analysis.times) { updates.append($0) }
    return updates
  }

  /// Returns what the frame rules are applied to; `nil` if the trace has no such driver or
  /// no whole refresh after the warm-up.
  ///
  /// The period is the median distance of the vsyncs in the window, the upper one of two.
  public func frameSeries(of driver: String) -> FrameSeries? {
    guard let analysis = analysis(of: driver) else { return nil }
    let times = analysis.times
    let periods = times.window.map { times.vsyncs[$0 + 1] - times.vsyncs[$0] }
    guard let period = upperMedian(periods) else { return nil }
    return FrameSeries(
      presentedUpdates(of: driver), refreshPeriod: .nanoseconds(period),
      cadence: analysis.display.cadence(of: analysis.log) ?? 1)
  }
}
