package import LabAnswer
import LabExperiment
package import LabHost
import LabKernel
import LabLanguage

/// How late the loops of this machine wake a timer, without a script.
package struct LoopStudy: Study {
  package let subject = "this machine"
  package let isStoppable = true
  /// How long it takes, and what the columns mean.
  package let forecast: String
  private let run: RunSpec
  private let sources: [HostSource]
  private let environment: HostEnvironment
  private let isRealtime: Bool
  private let bound: Duration?

  /// Prepares the measurement.
  ///
  /// - Parameters:
  ///   - length: How long each source is measured, as scripts spell it.
  ///   - sources: What fires the timers, one after the other.
  ///   - isRealtime: Whether the threads of the runs go before all others.
  ///   - bound: The lateness of a callback that ends all; `nil` for none.
  /// - Throws: A mistake in the length, or that this host cannot perform it.
  package init(
    for length: String, by sources: [HostSource], isRealtime: Bool, breakingBeyond bound: Duration?
  ) throws {
    _ = try ScriptLanguage.duration(length, from: "--for")
    let script = """
      display  60 Hz
      run      \(length)
      arm loop
        timer wake every 1 ms first at 1 ms in common
      """
    let plan = try Experiment(path: "loop.lab") { _ in Array(script.utf8) }.plan()
    let seconds = try LiveSession.seconds(of: plan, by: sources, isRealtime: isRealtime)
    run = plan[0]
    environment = HostEnvironment(isRealtime: isRealtime)
    (self.sources, self.isRealtime, self.bound) = (sources, isRealtime, bound)
    forecast =
      "This takes \(seconds) s. How late a timer of 1 ms wakes, in microseconds, as cyclictest asks."
  }

  /// Measures by each source in turn.
  ///
  /// - Throws: What a run throws.
  package func answer(_ watch: Watch) throws -> Answer {
    var loops: [MeasuredLoop] = []
    for source in sources where !watch.isEnded() && loops.last?.isBroken != true {
      loops.append(
        try MeasuredLoop(run, source, isRealtime: isRealtime, breakingBeyond: bound, watch))
    }
    return Answer(
      "live --for", of: subject,
      [[.table(MeasuredLoop.table(of: loops))]]
        + loops.flatMap { $0.paragraphs(isAlone: loops.count == 1) }
        + [[.table(environment.table)]],
      data: loops.map(\.histogram),
      outcome: loops.last?.isBroken == true ? .undecided : .answered)
  }
}

extension HostEnvironment {
  /// What the runs depend on, as a list of names and values.
  var table: Table {
    Table(
      "environment", [.words("name", []), .words("value", [])],
      lines.map { [.text($0.name), .text($0.value)] })
  }
}
