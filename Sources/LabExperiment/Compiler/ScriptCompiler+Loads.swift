import LabKernel
import LabLanguage
import LabLoop
import LabText
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
    if let misspelt = bound.statement.misspelt(among: ["takes"]) {
      return bound.statement.unexpected(misspelt)
    }
    return Mistake(
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

/// The recordings of a population, of which each replication has another.
struct RecordingSet {
  /// Their path, in whose last part `*` stands for any letters.
  let path: String
  /// The files as the script could name them, in the order of their names.
  let files: [String]

  /// Returns the mistake of more replications than there are recordings; `nil` if there are enough
  /// of them, or none.
  static func excess(_ replications: Int, of files: [String], at place: Place? = nil) -> Mistake? {
    guard !files.isEmpty, replications > files.count else { return nil }
    return Mistake(
      place,
      "each replication has a recording of its own, and there are \(files.count) for"
        + " \(replications) replications. Write \(files.count) at most.")
  }
}

extension ScriptCompiler {
  /// Reads the recordings that a path names: one, or those of a population.
  func recordings(
    _ path: String, of statement: Statement, at place: Place
  ) throws(Mistake) -> [Recording] {
    guard path.contains("*") else {
      return [try files.recording(place.source.beside(path), place: place)]
    }
    let population = try population(path, at: place)
    try spend(population.files.count, at: statement)
    return try population.files.map { file throws(Mistake) in
      let recording: Recording
      do throws(Mistake) {
        recording = try files.recording(place.source.beside(file), place: place)
      } catch {
        throw error.adding(" Repair '\(file)', or write a name that leaves it out.")
      }
      guard files.size <= Limits.recordingBytes else {
        throw Mistake(
          place,
          "these recordings hold more than \(Limits.recordingBytes >> 20) MB of tasks. Write a name"
            + " of fewer files.")
      }
      return recording
    }
  }

  /// Finds the files that a path with a `*` names; all loads of a script name the same.
  private func population(_ path: String, at place: Place) throws(Mistake) -> RecordingSet {
    let whole = place.source.beside(path)
    if let population {
      guard population.path == whole else {
        throw Mistake(
          place,
          "'\(whole)' and '\(population.path)' are two populations, and a replication has one"
            + " recording. Write the same name in both places.")
      }
      return population
    }
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let (folder, pattern) = (String(path[..<start]), String(path[start...]))
    guard !folder.contains("*") else {
      throw Mistake(
        place, "'*' stands in the name of a file, not of a folder. Write one folder before it.")
    }
    let names = files.names(place.source.beside(folder))
      .filter { !$0.hasPrefix(".") || pattern.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let found = names.filter { $0.matches(pattern) }
    guard !found.isEmpty else { throw noFile(names, in: folder, path, at: place) }
    guard found.count <= Limits.recordings else {
      throw Mistake(
        place,
        "'\(path)' names \(found.count) files, and \(Limits.recordings) is the most. Write a name of"
          + " fewer files, or rank the changes of all: runlooplab why --all FOLDER")
    }
    let all = RecordingSet(path: whole, files: found.map { folder + $0 })
    population = all
    return all
  }

  private func noFile(
    _ names: [String], in folder: String, _ path: String, at place: Place
  ) -> Mistake {
    guard let first = names.first else {
      return Mistake(
        place,
        "no file has a name like '\(path)': '\(folder.isEmpty ? "." : folder)' holds none. Write the"
          + " folder as seen from that of the script.")
    }
    let end = first.lastIndex(of: ".").map { first[$0...] } ?? first[...]
    return Mistake(
      place,
      "no file has a name like '\(path)'. '\(folder.isEmpty ? "." : folder)' holds '\(first)':"
        + " write for example"
        + " '\(folder)*\(end)'.")
  }

  /// How often runs are repeated: with each recording of a population once, unless the script says
  /// how many of them are taken.
  func replications(asked: Int) -> Int {
    guard let recordings = population?.files else { return asked }
    guard let repetition = outline["repeat"].first else { return recordings.count }
    if let excess = RecordingSet.excess(
      asked, of: recordings, at: repetition.head.first?.place)
    {
      report(excess.place, excess.message)
      return recordings.count
    }
    return asked
  }
}
