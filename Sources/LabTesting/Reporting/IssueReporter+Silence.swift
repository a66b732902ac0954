import Testing

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension IssueReporter {
  /// Performs an action whose issues Swift Testing does not print.
  ///
  /// The framework has that for the length of a test alone, and as `async` code; the action is run
  /// by it on this thread, before this function returns.
  static func silently(_ action: () -> Void) {
    guard let test = Test.current else { return action() }
    withoutActuallyEscaping(action) { action in
      let executor = InlineExecutor(action)
      let testCase = Test.Case.current
      Task(executorPreference: executor) {
        try? await IssueHandlingTrait.filterIssues { _ in false }
          .provideScope(for: test, testCase: testCase) { executor.act() }
      }
      executor.drain()
    }
  }

  /// Runs the jobs of a task where it is told to, and an action in one of them.
  // Unchecked, since one thread at a time uses it.
  private final class InlineExecutor: TaskExecutor, @unchecked Sendable {
    private var jobs: [UnownedJob] = []
    private var action: (() -> Void)?

    init(_ action: @escaping () -> Void) { self.action = action }

    func act() {
      action?()
      action = nil
    }

    func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

    /// Runs all jobs; if the framework waited for another thread, the action is performed aloud.
    func drain() {
      while !jobs.isEmpty {
        unsafe jobs.removeFirst().runSynchronously(on: asUnownedTaskExecutor())
      }
      act()
    }
  }
}
