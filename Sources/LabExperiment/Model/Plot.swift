/// A picture that the script asks for: a metric over the values of a sweep.
public struct Plot: Hashable, Sendable {
  /// Whose metric, by the name of the timers or links; `*` stands for any letters.
  public let driver: String
  /// The metric on the vertical axis.
  public let metric: String
  /// The sweep on the horizontal axis.
  public let sweep: String
  /// The sweep of which every value has a line of its own; `nil` for the arms.
  public let series: String?
}

extension Plot {
  /// Reads `plot ball.lateness_p99 over block by arm`.
  init(_ statement: Statement, arms: [Experiment.Arm], sweeps: [Sweep]) throws(Mistake) {
    let subject = statement.head[0]
    let path = subject.text.split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    guard path.count == 2, statement.head.count == 1 else {
      throw Mistake(
        subject.place,
        "'\(statement.head.spelling)' is not what a plot shows. Write driver.metric, for example"
          + " 'ball.lateness_p99'.")
    }
    let drivers = arms.flatMap(\.drivers)
    guard drivers.contains(where: { $0.matches(path[0]) }) else {
      throw Mistake(
        subject.place,
        "no arm has a driver '\(path[0])'." + Spelling.hint(for: path[0], among: drivers),
        isAboutName: true)
    }
    try MetricVocabulary.check(path[1], at: subject.place(after: "\(path[0])."))
    (driver, metric) = (path[0], path[1])
    let bound = ResolvedStatement(statement: statement, values: [:], point: [])
    sweep = try bound.required("over", .name)
    let line = try bound.value("by", .name)
    series = line == "arm" ? nil : line
    for (clause, name) in [("over", sweep), ("by", series)] {
      guard let name, !sweeps.contains(where: { $0.name == name }) else { continue }
      let hint = Spelling.hint(
        for: name, among: sweeps.map(\.name) + (clause == "by" ? ["arm"] : []))
      throw Mistake(
        statement[clause]?.first?.place, "there is no sweep '\(name)'.\(hint)", isAboutName: true)
    }
  }
}
