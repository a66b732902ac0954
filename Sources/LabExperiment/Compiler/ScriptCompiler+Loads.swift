import LabKernel
import LabLanguage
import LabLoop
import LabWorkload

extension ScriptCompiler {
  /// Reads the loads of some statements, of which each can follow those before it.
  ///
  /// - Parameters:
  ///   - statements: The statements, in order.
  ///   - others: The names of loads that they can follow besides.
  /// - Returns: Those without a mistake, each as often as there are recordings for its
  ///   replications, or once.
  func loads(_ statements: [Statement], after others: [String] = []) -> [PointDependent<[Load]>] {
    let all = others + statements.compactMap { $0.head.first?.text }
    return statements.enumerated().compactMap { position, statement in
      setting(statement) { bound throws(Mistake) in
        try self.load(bound, above: all.prefix(others.count + position), all: all)
      }
    }
  }

  private func load(
    _ bound: ResolvedStatement, above: ArraySlice<String>, all: [String]
  ) throws(Mistake) -> [Load] {
    let (begins, ends) = (try bound.value("from", .instant), try bound.value("until", .instant))
    if let ends, ends <= begins ?? .start {
      throw Mistake(
        bound.statement["until"]?.first?.place, "this load ends before anything can arrive.")
    }
    let isInput = bound.statement.form.keyword == "input"
    let tasks =
      isInput || bound.statement["after"] == nil
      ? try tasks(bound, begins: begins) : [try following(bound, above: above, all: all)]
    let delivery = isInput ? .source : try bound.required("as", .delivery)
    let panel = isInput ? nil : try panel(bound, by: delivery)
    return try tasks.map { tasks throws(Mistake) in
      var load = Load(
        name: try bound.head(.name), tasks: tasks, delivery: delivery,
        modes: try bound.value("in", .modes) ?? [.common],
        begins: begins ?? .start,
        ends: ends, isInput: isInput,
        shownThrough: try bound.value("shown through", .driver))
      load.panel = panel
      return load
    }
  }

  /// Reads how long a task runs a loop of its own.
  private func panel(_ bound: ResolvedStatement, by delivery: Delivery) throws(Mistake) -> Load
    .Panel?
  {
    let time = try bound.value("runs modal for", .positiveDuration)
    let end = try bound.value("runs modal until", .instant)
    guard let panel = time.map({ .lasting($0) }) ?? end.map({ Load.Panel.until($0) }) else {
      return nil
    }
    guard delivery == .mainQueue else {
      throw Mistake(
        bound.statement["as"]?.first?.place,
        "'runs modal' is of a block of the main queue. Write 'as main-queue'.")
    }
    return panel
  }

  /// Reads tasks that follow those of another load.
  private func following(
    _ bound: ResolvedStatement, above: ArraySlice<String>, all: [String]
  ) throws(Mistake) -> Load.Tasks {
    let (leader, isDriver, delay) = try bound.required("after", .leader)
    guard isDriver || above.contains(leader) else {
      if drivers(behind: bound).contains(leader) {
        throw Mistake(
          bound.statement["after"]?.first?.place,
          "'\(leader)' is a driver. Write 'after \(leader) ends' for what follows its end.",
          isAboutName: true)
      }
      let isBelow = all.contains(leader)
      let own = try bound.head(.name)
      let remedy = leader == own ? " A load cannot follow itself." : " Write it above this line."
      throw Mistake(
        bound.statement["after"]?.first?.place,
        "there is no load '\(leader)' above.\(isBelow ? remedy : "")", isAboutName: true,
        hint: isBelow
          ? nil
          : Hint(leader, otherwise: " Write 'load \(leader)' with its tasks above this line.") {
            Array(above)
          })
    }
    if isDriver, all.contains(leader) {
      throw Mistake(
        bound.statement["after"]?.first?.place,
        "'\(leader)' is a load, each of whose tasks ends. Write 'after \(leader)'.")
    }
    guard let takes = try bound.value("takes", .law) else { throw lacksDuration(bound) }
    return .following(Following(leader, isDriver: isDriver, delay: delay, takes: takes))
  }

  /// The names of the drivers that the tasks of a load can follow: those of its arm, or of all.
  private func drivers(behind bound: ResolvedStatement) -> [String] {
    let place = bound.statement.keyword.place
    let own = outline.arms.filter { arm in
      arm.members.contains { $0.keyword.place.isOnLine(of: place) }
    }
    return (own.isEmpty ? outline.arms : own).flatMap { $0.drivers }
  }

  private func lacksDuration(_ bound: ResolvedStatement) -> Mistake {
    Mistake(
      bound.statement.keyword.place,
      "'\(bound.statement.form.keyword)' needs 'takes'. Write for example 'takes 0.5 ms'.")
  }

  private func tasks(
    _ bound: ResolvedStatement, begins: Instant?
  ) throws(Mistake) -> [Load.Tasks] {
    let law = try bound.value("takes", .law)
    if let path = try bound.value("recorded", .file), let first = bound.statement["recorded"]?.first
    {
      let recordings = try recordings(path, of: bound.statement, at: first.place)
      guard let law else { return recordings.map { .recorded($0.tasks) } }
      let distance = Instant.start.duration(to: begins ?? .start)
      return recordings.map { recording in
        .drawn(.at(recording.tasks.map { $0.arrival.advanced(by: distance) }), takes: law)
      }
    }
    guard let law else { throw lacksDuration(bound) }
    return [.drawn(try arrivals(bound, begins: begins), takes: law)]
  }

  private func arrivals(_ bound: ResolvedStatement, begins: Instant?) throws(Mistake) -> Arrivals {
    if let interval = try bound.value("every", .positiveDuration) {
      return .every(interval, first: begins ?? .at(interval))
    }
    if let rate = try bound.value("poisson", .perSecond) { return .poisson(perSecond: rate) }
    if let gaps = try bound.value("gaps", .law) { return .gaps(gaps) }
    if let burst = try bound.value("burst", .burst) {
      return .bursts(
        of: burst.count, every: burst.interval, first: begins ?? .at(burst.interval),
        apart: burst.apart)
    }
    return .at(try bound.required("at", .instants))
  }
}
