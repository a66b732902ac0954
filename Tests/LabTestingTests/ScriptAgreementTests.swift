import LabExperiment
import LabMetrics
import LabTesting
import Testing

/// Expects that every metric of every driver is the same in a laboratory and in a script that runs
/// as long.
func expectEqualNumbers(
  _ lab: Laboratory, _ script: String, except exceptions: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  // The end of a laboratory's trace is a nanosecond after the instant at which it stands.
  let end = lab.now.advanced(by: .nanoseconds(1))
  let script = "run \(end)\n" + script
  let plan = try Experiment(path: "scene.lab") { _ in Array(script.utf8) }.plan()
  let result = try RunResult(plan[0], Runner(jobs: 1).trace(of: plan[0]))
  for driver in lab.measurement.drivers {
    for metric in MetricDictionary.all where !exceptions.contains(metric.name) {
      #expect(
        metric.value(driver) == result.value(of: metric.name, driver: driver.name),
        "\(metric.name) of \(driver.name)", sourceLocation: sourceLocation)
    }
  }
}

@Suite struct `A scene as a test and as a script` {
  private static let setting = """
    load network at 310 ms, 1200 ms takes 30 ms as main-queue
    gesture scroll at 600 ms for 250 ms
    arm laboratory
    """

  private func disturb(_ lab: Laboratory) {
    lab.load("network", at: .milliseconds(310), .milliseconds(1200), takes: .milliseconds(30))
    lab.scroll(at: .milliseconds(600), for: .milliseconds(250))
    lab.advance(to: .seconds(2))
  }

  @Test(arguments: [
    ("16.666666", 16_666_666), ("16", 16_000_000), ("10", 10_000_000),
    ("8.333333", 8_333_333),
  ])
  func `has the same numbers with a timer`(milliseconds: String, nanoseconds: Int64) throws {
    let lab = Laboratory(display: .hertz(60))
    lab.timer(
      "ball", every: .nanoseconds(nanoseconds), options: TimerOptions(takes: .milliseconds(1))
    ) { _ in }
    disturb(lab)
    try expectEqualNumbers(
      lab,
      "display 60 Hz\n\(Self.setting)\n  timer ball every \(milliseconds) ms in default takes 1 ms\n"
    )
  }

  @Test(arguments: [60, 90, 120])
  func `has the same numbers with a link`(hertz: Int64) throws {
    let lab = Laboratory(display: .hertz(hertz))
    lab.link("ball", in: .common, options: LinkOptions(takes: .milliseconds(2))) { _ in }
    disturb(lab)
    try expectEqualNumbers(
      lab, "display \(hertz) Hz\n\(Self.setting)\n  link ball in common takes 2 ms\n")
  }

  /// What a failure says of a metric is read by the command, and judged in the same way.
  @Test func `has the same claims`() throws {
    let lab = Laboratory(display: .hertz(60))
    let ball = lab.timer(
      "ball", every: .milliseconds(16), options: TimerOptions(takes: .milliseconds(1))
    ) { _ in }
    ball.animationTime = { .nanoseconds(lab.now.nanoseconds) }
    disturb(lab)
    let metrics = try #require(lab.measurement[driver: "ball"])
    var lines: [String] = []
    for metric in MetricDictionary.all {
      guard let value = metric.value(metrics)?.number else { continue }
      let reports = allReports { lab.expect(ball, \.[metric.name] < value - 1) }
      // Of what the display shows too little of nothing is claimed.
      guard let found = reports.first?.text.firstMatch(of: #/: (\w+) is .*, not < (.+)\n/#)
      else { continue }
      #expect(found.1 == metric.name)
      lines.append("expect laboratory.ball.\(found.1) < \(found.2)")
    }
    #expect(lines.count > 150)
    let script = """
      run \(lab.now.advanced(by: .nanoseconds(1)))
      display 60 Hz
      \(Self.setting)
        timer ball every 16 ms in default takes 1 ms
      \((lines + lines.map { $0.replacing(" < ", with: " > ") }).joined(separator: "\n"))

      """
    let plan = try Experiment(path: "scene.lab") { _ in Array(script.utf8) }.plan()
    let result = try RunResult(plan[0], Runner(jobs: 1).trace(of: plan[0]))
    let outcomes = plan.verdicts { _, driver, metric in result.value(of: metric, driver: driver) }
      .map(\.outcome)
    #expect(outcomes.prefix(lines.count).allSatisfy { $0 == .fails })
    #expect(outcomes.dropFirst(lines.count).allSatisfy { $0 == .holds })
  }
}
