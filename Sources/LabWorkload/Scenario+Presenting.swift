import LabDisplay
import LabKernel
import LabTrace

extension Scenario {
  /// Whether callbacks wait for the display, or begin when others end.
  package var waitsForDisplay: Bool {
    if case .blocking = panel.presentMode { return true }
    return drivers.contains { $0.source == .loop }
  }

  /// What stands in the way of presenting frames as the display does, each with the name of the
  /// driver it is about, or an empty one, and what to write in its place.
  package var presentObjections: [(name: String, text: String)] {
    let mode = panel.presentMode
    var objections: [(name: String, text: String)] =
      panel.objection(to: mode).map { [(name: "", text: $0)] } ?? []
    if mode == .atTarget {
      let drawing = drivers.filter { $0.draws }
      objections += drawing.dropFirst().map { driver in
        (
          name: driver.name,
          text:
            "a frame is presented at one target, that of '\(drawing[0].name)'. Give each arm one of"
            + " them, or write 'target none'."
        )
      }
    }
    if case .blocking = mode { return objections }
    objections += drivers.filter { $0.source == .loop && $0.cost.longest == .zero }.map { driver in
      (
        name: driver.name,
        text: "this loop takes no time and waits for nothing. Write 'takes 1 ms', or"
          + " 'presents fifo 2 blocking' behind the display."
      )
    }
    return objections
  }
}
