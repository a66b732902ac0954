@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LaboratoryTime {
  /// Begins a task on the simulated loop.
  func begin(
    _ operation: @escaping @concurrent () async throws -> Void, at place: Place
  ) {
    let number = taskCount
    taskCount += 1
    let work = Work(operation: operation)
    taker.whileCurrent {
      let task = Task(executorPreference: self) {
        do {
          try await work.operation()
        } catch is CancellationError {
        } catch {
          self.thrown.append(Failure("the task threw \(error)", at: place))
        }
        self.tasks[number] = nil
      }
      tasks[number] = (task, place)
    }
  }

  /// Where the tasks were begun that have not ended.
  var unfinished: [Place] { tasks.keys.sorted().compactMap { tasks[$0]?.place } }

  /// How many sleeps have not ended.
  var sleeping: Int { sleepers.values.count(where: \.isAsleep) }

  /// Carries an operation into its task, which runs on the thread that began it.
  private struct Work: @unchecked Sendable {
    let operation: @concurrent () async throws -> Void
  }
}
