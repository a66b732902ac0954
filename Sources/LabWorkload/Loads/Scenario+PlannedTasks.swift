extension Scenario {
  /// The tasks of every load that can arrive, as far as they are written out: of a load that
  /// follows another, those that follow a task that is planned.
  package var plannedTasks: [[Recording.Task]] {
    loads.indices.map { index in
      var visited: Set<Int> = []
      return plannedTasks(of: index, visited: &visited)
    }
  }

  /// How long all tasks take together, as far as they are written out.
  package var plannedWork: Duration {
    plannedTasks.joined().reduce(.zero) { $0 + $1.duration }
  }

  /// Whether a load follows the load of a name.
  package func isFollowed(_ name: String) -> Bool {
    loads.contains { $0.leaders.contains(name) }
  }

  /// How often a driver ends at most: as often as it is made or started, or is resumed.
  func mostEnds(of name: String) -> Int {
    guard let driver = drivers.first(where: { $0.name == name }) else { return 0 }
    let resumed = actions.filter { $0.driver == name && $0.kind == .resume }
    return max(1, driver.lives.count) + (driver.motion?.starts.count ?? 0) + resumed.count
  }

  /// Returns the task of a recording that a trace or the ledger of blame names by its load and its
  /// serial number.
  ///
  /// - Precondition: No task of the load runs in pieces, which have serial numbers of their own.
  /// - Returns: `nil` for a load that is not a recording.
  package func recordedTask(_ serial: Int, of load: String) -> Recording.Task? {
    guard case .recorded(let tasks)? = loads.first(where: { $0.name == load })?.tasks,
      tasks.indices.contains(serial)
    else { return nil }
    return tasks[serial]
  }

  private func plannedTasks(of index: Int, visited: inout Set<Int>) -> [Recording.Task] {
    guard visited.insert(index).inserted, let tasks = loads[index].writtenTasks else { return [] }
    let leaders = loads[index].leaders
    guard !leaders.isEmpty, loads[index].driverFollowed == nil else { return tasks }
    var numbers: Set<Int> = []
    for leader in loads.indices where leaders.contains(loads[leader].name) {
      let followed = plannedTasks(of: leader, visited: &visited)
      numbers.formUnion(followed.enumerated().map { $0.element.number ?? $0.offset })
    }
    return tasks.enumerated().filter { numbers.contains($0.element.number ?? $0.offset) }
      .map { $0.element }
  }
}
