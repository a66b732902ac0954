import LabImport

/// A callout of a recorded driver, with its date on a grid.
///
/// The clock that shows a timer's date is coarse, and is read apart from the recorder's: recorded
/// dates lie some microseconds off their grid. The grid of a timer lies where none of them follows
/// its callout.
struct RecordedCallout {
  /// The date that it answers; of a link, the index of the first vsync.
  let due: Int64
  /// The same; of a link, the index of the last vsync.
  let newest: Int64
  let began: Int64
  let ended: Int64
  /// Whether the date is the first of a grid: that of a new timer, or of one that was set by hand.
  var beginsGrid = false

  /// The callouts, by their numbers, at which another grid begins.
  static func newGrids(of callouts: [RecordedCallout]) -> Set<Int> {
    Set(callouts.indices.dropFirst().filter { callouts[$0].beginsGrid })
  }

  /// Returns the callouts of a timer in order.
  static func onGrid(
    _ firings: [ImportedTrace.Driver.Firing], every interval: Int64
  ) -> [RecordedCallout] {
    var callouts: [RecordedCallout] = []
    var grid: [(number: Int64, firing: ImportedTrace.Driver.Firing)] = []
    func close() {
      let origin = grid.map { $0.firing.due - $0.number * interval }.min() ?? 0
      for (place, call) in grid.enumerated() {
        let due = origin + call.number * interval
        callouts.append(
          RecordedCallout(
            due: due, newest: due, began: call.firing.began, ended: call.firing.ended,
            beginsGrid: place == 0))
      }
      grid = []
    }
    for firing in firings {
      var number: Int64 = 0
      if let first = grid.first, let last = grid.last {
        let distance = firing.due - first.firing.due
        number = (distance + interval / 2) / interval
        let passed = (last.firing.ended - first.firing.due) / interval
        // A date is left out only if it passes under a callout; one more may have passed behind it.
        let follows = number > last.number && number <= max(last.number, passed) + 2
        if !follows || abs(distance - number * interval) > interval / 4 {
          close()
          number = 0
        }
      }
      grid.append((number, firing))
    }
    close()
    return callouts
  }
}
