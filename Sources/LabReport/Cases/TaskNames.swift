import LabWorkload

/// What the tasks of a scenario are called: the one place that joins the serial number of a task with the
/// row of its recording.
struct TaskNames {
  private let names: [String: [String]]

  init(_ scenario: Scenario) {
    let recorded = scenario.loads.compactMap { load -> (String, [String])? in
      guard case .recorded(let tasks) = load.tasks else { return nil }
      return (load.name, tasks.map(\.name))
    }
    names = Dictionary(recorded) { first, _ in first }
  }

  /// Returns the name of a task; `nil` for one that has none of its own.
  func callAsFunction(_ load: String, _ serial: Int) -> String? {
    guard let names = names[load], names.indices.contains(serial), !names[serial].isEmpty else {
      return nil
    }
    return names[serial]
  }
}
