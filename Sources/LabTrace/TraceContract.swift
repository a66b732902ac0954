/// Which sequences of events are a trace: what everything that reads one may rely on.
///
/// Simulated runs are to keep it, which the tests check; an importer or a recorder of live runs
/// checks its trace with ``violations(of:limit:)``. A program that writes records of its own can
/// break it.
///
/// 1. Time never goes back, and no event lies before the start.
/// 2. Subjects and modes are entered in the tables of the trace.
/// 3. A source is declared once, and before it joins a mode, is paced, paused, due or called out.
///    Blocks, the main queue, loads, gestures and displays are not declared.
/// 4. A source joins only modes that it is not in, and leaves only those that it is in.
/// 5. Runs, callouts and tasks are brackets: what ends is what began last. What is recorded in a
///    run has the mode of the innermost one and the depth of all.
/// 6. An update is made by a driver in a callout that answers its due instant; content follows its
///    update, and what a scene says the content that shows it; a layout may come later.
/// 7. A commit holds the updates since the one before, at least one.
/// 8. Vsyncs are numbered from 0 and are strictly apart in time.
/// 9. A task arrives once, under a serial of its own, before the thread works on it, and is worked
///    on at most once.
/// 10. Durations, intervals, costs and delays are not negative; an input has happened when it is
///     noticed.
/// 11. The end comes once.
public enum TraceContract {
  /// An event that breaks the contract.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The index of the record.
    public let record: Int
    /// The number of the rule, as ``TraceContract`` lists them.
    public let rule: Int
    /// What is wrong.
    public let problem: String

    /// The rule, the record and the problem, as one sentence.
    public var description: String { "record \(record) breaks rule \(rule): \(problem)" }
  }

  /// Returns where a trace breaks the contract.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - limit: How many violations are looked for at most; at least 1.
  /// - Returns: The violations in the order of the records; none for a trace that can be measured.
  /// - Complexity: O(n) for n records.
  public static func violations(of trace: Trace, limit: Int = 20) -> [Violation] {
    let checker = TraceChecker(trace, limit: max(1, limit))
    checker.checkAll()
    return checker.violations
  }
}
