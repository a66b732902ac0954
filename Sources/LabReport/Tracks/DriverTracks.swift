import LabKernel
package import LabMetrics
package import LabTrace

/// The tracks of one timer or display link: its due instants, what it waited for, and what the
/// screen showed of it.
struct DriverTracks {
  private(set) var due: Track
  private(set) var waits: Track
  private(set) var screen: Track
  private(set) var place: Track
  private(set) var error: Track
  private(set) var frames: [FrameSpan] = []
  /// From the latch to the photon of each refresh that displayed something new, by its number.
  private(set) var displayed: [Int: ClosedRange<Int64>] = [:]

  private let driver: String
  private let measurement: RunMeasurement
  /// Who is to blame for each late firing, in order.
  private let blames: [Int: [Blame]]

  /// Makes the tracks, and the arrows from them to those of the run.
  init(
    _ driver: String, _ measurement: RunMeasurement, _ run: inout RunTracks,
    _ model: inout TrackModel
  ) {
    self.driver = driver
    self.measurement = measurement
    due = Track(.due, of: driver)
    waits = Track(.waits, of: driver)
    screen = Track(.screen, of: driver)
    place = Track(.place, of: driver)
    error = Track(.error, of: driver)
    var blames: [Int: [Blame]] = [:]
    for row in measurement.blameRows(of: driver) where row.problem == .lateFiring {
      blames[row.number, default: []].append(row.blame)
    }
    self.blames = blames
    addFirings(&run, &model)
    addRefreshes(&run, &model)
    addFrames(run)
    due.sort()
    waits.sort()
  }

  /// The tracks that have anything on them.
  var all: [Track] { [due, waits, screen, place, error].filter { !$0.events.isEmpty } }

  // MARK: Firings

  private mutating func addFirings(_ run: inout RunTracks, _ model: inout TrackModel) {
    let slices = run.callouts[driver] ?? []
    let due = model.names.number(of: "due")
    var free = Int64.min
    for (index, row) in measurement.firingRows(of: driver).enumerated()
    where slices.indices.contains(index) {
      let slice = slices[index].slice
      let at = row.due.nanoseconds
      var values: [TrackArgument] = [
        model.number("firing", Int64(index)),
        model.number("lateness_ns", row.lateness.wholeNanoseconds),
      ]
      if let outcome = row.outcome { values.append(model.text("outcome", outcome.rawValue)) }
      let event = self.due.append(TrackEvent(due, begin: at, end: at), values)
      guard row.lateness > .zero else { continue }
      model.draw("due", from: &self.due, event, to: &run.thread, slice)
      // A wait that begins before the one before has ended is drawn from there on.
      addWait(index, from: max(at, free), to: row.began.nanoseconds, slice, &run, &model)
      free = row.began.nanoseconds
    }
  }

  private mutating func addWait(
    _ firing: Int, from begin: Int64, to end: Int64, _ slice: Int, _ run: inout RunTracks,
    _ model: inout TrackModel
  ) {
    let blames = blames[firing] ?? []
    let worst = blames.summed().first { $0.time > .zero }
    let name = worst.map { [$0.cause.rawValue, $0.owner].compactMap(\.self) } ?? ["unexplained"]
    let values =
      [model.number("firing", Int64(firing))]
      + blames.map { model.number("\($0.cause.rawValue)_ns", $0.time.wholeNanoseconds) }
    waits.append(
      TrackEvent(
        model.names.number(of: name.joined(separator: " ")), begin: min(begin, end), end: end),
      values)
    guard let worst, worst.cause == .tasks, let owner = worst.owner, let serial = worst.serial,
      let culprit = run.tasks[.init(load: owner, serial: serial)]
    else { return }
    model.draw("delays", on: &run.thread, from: culprit, to: slice)
  }

  // MARK: Refreshes

  private mutating func addRefreshes(_ run: inout RunTracks, _ model: inout TrackModel) {
    let rows = measurement.refreshRows(of: driver)
    let updates = run.updates[driver] ?? []
    var last: Double?
    for (index, row) in rows.enumerated() {
      let begin = row.vsync.nanoseconds
      let end = index + 1 < rows.count ? rows[index + 1].vsync.nanoseconds : max(begin, run.end)
      let name = [row.isNew ? "new" : "repeated", row.cause?.rawValue].compactMap(\.self)
      var values = [
        model.number("refresh", Int64(row.index)), model.number("updates", Int64(row.updates)),
        model.number("overwritten", Int64(row.overwritten)),
      ]
      if let update = row.shownUpdate { values.append(model.number("shown_update", Int64(update))) }
      let event = screen.append(
        TrackEvent(model.names.number(of: name.joined(separator: " ")), begin: begin, end: end),
        values)
      if let update = row.shownUpdate, updates.indices.contains(update), updates[update] >= 0 {
        model.draw("update", from: &run.thread, updates[update], to: &screen, event)
      }
      if row.isNew {
        let latch = (row.latch ?? row.vsync).nanoseconds
        displayed[row.index] = latch...max(latch, row.photon.nanoseconds)
      }
      if let at = row.content?.place, at != last {
        place.append(TrackEvent(at, at: begin))
        last = at
      }
      if let step = row.animationError {
        error.append(TrackEvent(Double(step.wholeNanoseconds) / 1_000_000, at: begin))
      }
    }
  }

  // MARK: Frames

  /// A frame for every slot: dropped exactly if the slot is.
  private mutating func addFrames(_ run: RunTracks) {
    let updates = run.updates[driver] ?? []
    let refreshes = measurement.refreshRows(of: driver)
    for row in measurement.slotRows(of: driver) {
      let begin = row.begin.nanoseconds
      let expected = begin...max(begin, row.photon.nanoseconds)
      guard row.cause == nil, let refresh = row.newRefresh else {
        frames.append(
          FrameSpan(
            layer: driver, expected: expected, actual: begin...max(begin, row.end.nanoseconds),
            jank: JankType(row.cause ?? .unexplained), refresh: nil))
        continue
      }
      let update = refreshes[refresh].shownUpdate.map {
        updates.indices.contains($0) ? updates[$0] : -1
      }
      let worked = update.map { $0 < 0 ? begin : run.thread.events[$0].begin } ?? begin
      frames.append(
        FrameSpan(
          layer: driver, expected: expected,
          actual: worked...max(worked, refreshes[refresh].photon.nanoseconds), jank: nil,
          refresh: refresh))
    }
  }
}

extension TrackModel {
  fileprivate mutating func number(_ name: String, _ value: Int64) -> TrackArgument {
    TrackArgument(name: names.number(of: name), value: .number(value))
  }

  fileprivate mutating func text(_ name: String, _ text: String) -> TrackArgument {
    TrackArgument(name: names.number(of: name), value: .text(names.number(of: text)))
  }

  /// Draws an arrow from an event to one of another track.
  fileprivate mutating func draw(
    _ name: String, from source: inout Track, _ begin: Int, to target: inout Track, _ end: Int
  ) {
    let ends = arrow(name, begin, end)
    source.flows.append(ends[0])
    target.flows.append(ends[1])
  }

  /// Draws an arrow between two events of a track.
  fileprivate mutating func draw(
    _ name: String, on track: inout Track, from begin: Int, to end: Int
  ) {
    track.flows += arrow(name, begin, end)
  }

  private mutating func arrow(_ name: String, _ begin: Int, _ end: Int) -> [FlowEnd] {
    flowCount += 1
    let name = names.number(of: name)
    return [
      FlowEnd(id: flowCount, name: name, event: begin, isTarget: false),
      FlowEnd(id: flowCount, name: name, event: end, isTarget: true),
    ]
  }
}

extension TrackModel {
  /// Appends a run.
  package mutating func append(
    _ name: String, note: String, _ trace: Trace, _ measurement: RunMeasurement
  ) {
    var run = RunTracks(trace, &names)
    var group = TrackGroup(name: name, note: note)
    var own: [Track] = []
    for driver in measurement.drivers.map(\.name) {
      let tracks = DriverTracks(driver, measurement, &run, &self)
      own += tracks.all
      group.frames += tracks.frames
      group.displayed.merge(tracks.displayed) { first, _ in first }
    }
    let shared = [run.modes, run.loop, run.arrivals, run.commits, run.vsyncs]
    group.tracks = [run.thread] + own + shared.filter { !$0.events.isEmpty }
    append(group)
  }
}
