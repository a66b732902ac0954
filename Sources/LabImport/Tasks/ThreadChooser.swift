/// Chooses the main thread.
struct ThreadChooser {
  private static let names = [
    "CrRendererMain", "Chrome_InProcRendererThread", "GeckoMain", "JavaScriptMainThread",
    "main thread", "Main Thread", "com.apple.main-thread",
  ]
  private static let lesserNames = ["CrBrowserMain", "main", "thread"]

  let trace: RawTrace
  let options: ImportOptions

  /// The number of a thread, what is known of it, and the reason to choose it.
  typealias Choice = (
    index: Int, thread: ImportedTrace.Thread, candidates: [ImportedTrace.Thread], rule: String
  )

  /// Returns the threads that have tasks, the most likely first.
  func candidates() -> [ImportedTrace.Thread] { ranked().map(\.thread) }

  private func ranked() -> [(index: Int, rank: Int, thread: ImportedTrace.Thread)] {
    var candidates: [(index: Int, rank: Int, thread: ImportedTrace.Thread)] = []
    for (index, thread) in trace.threads.enumerated()
    where (thread.isThread || options.thread != nil) && isRequested(thread) {
      var finder = TaskFinder(thread, isWrapper: trace.isWrapper, trace.roles)
      let tasks = finder.tasks()
      guard !tasks.isEmpty else { continue }
      candidates.append((index, rank(thread), Self.summary(thread, tasks)))
    }
    candidates.sort { first, second in
      if first.rank != second.rank { return first.rank < second.rank }
      if first.thread.busy != second.thread.busy { return first.thread.busy > second.thread.busy }
      return first.index < second.index
    }
    return candidates
  }

  /// Returns the main thread, or the requested one.
  func choose() throws(ImportFailure) -> Choice {
    let candidates = ranked()
    guard let best = candidates.first else { throw nothing() }
    let rivals = candidates.filter { $0.rank == best.rank }
    if rivals.count > 1, rivals[1].thread.busy > best.thread.busy / 2 {
      throw .ambiguous(rivals.map(\.thread))
    }
    let others = candidates.filter { $0.rank <= 3 && $0.index != best.index }
    let busiest = others.max { $0.thread.busy < $1.thread.busy }
    let busier = busiest.flatMap { $0.thread.busy > best.thread.busy ? $0 : nil }
    // That a page's thread is another one, is said whatever it has.
    let other = busier ?? (best.rank == 2 ? others.first : nil)
    return (
      best.index, best.thread, candidates.map(\.thread),
      rule(best.rank, rivals: rivals.count)
        + (other.map { Self.words($0.thread, beside: best.thread) } ?? "")
    )
  }

  private func isRequested(_ thread: RawThread) -> Bool {
    Self.matches(options.thread, number: thread.thread, name: thread.threadName)
      && Self.matches(options.process, number: thread.process, name: thread.processName)
  }

  private static func matches(_ request: String?, number: Int64, name: String) -> Bool {
    guard let request else { return true }
    return request == name || Int64(request) == number
  }

  private func rank(_ thread: RawThread) -> Int {
    if thread.isMain { return 1 }
    // What an app of Android runs on; a page in it has a thread of its own.
    let isFirst = thread.process == thread.thread && thread.process > 0
    if isFirst, thread.threadName == "main" { return 2 }
    // Flutter counts its engines: 1.ui, io.flutter.1.ui.
    let isFlutter = thread.threadName == "1.ui" || thread.threadName.hasSuffix(".1.ui")
    if isFlutter || Self.names.contains(thread.threadName) { return 3 }
    if Self.lesserNames.contains(thread.threadName) { return 4 }
    return isFirst ? 5 : 6
  }

  private func rule(_ rank: Int, rivals: Int) -> String {
    let requested = [
      options.thread.map { "thread \($0)" }, options.process.map { "process \($0)" },
    ]
    .compactMap(\.self)
    let reason =
      switch rank {
      case 1: "the file names it the main thread"
      case 2: "it is 'main', the first thread of its process"
      case 3, 4: "its name is that of a main thread"
      case 5: "it is the first thread of its process"
      default: "it has the most time in tasks"
      }
    let among =
      rivals > 1 ? "\(reason), and of \(rivals) such it has the most time in tasks" : reason
    return requested.isEmpty
      ? among : "\(requested.joined(separator: ", ")) was requested; \(among)"
  }

  /// What is said of another main thread, which has more in tasks.
  private static func words(
    _ other: ImportedTrace.Thread, beside thread: ImportedTrace.Thread
  ) -> String {
    let more = other.busy > thread.busy ? "has more" : "may be meant"
    let choice =
      other.process == thread.process
      ? "--thread \(other.thread)" : "--process \(other.process)"
    return "; \(other.threadName) of pid \(other.process) \(more), "
      + "\(ImportedTrace.Thread.milliseconds(other.busy)) ms: \(choice)"
  }

  private static func summary(
    _ thread: RawThread, _ tasks: [WholeSlice]
  ) -> ImportedTrace.Thread {
    var busy: Int64 = 0
    var longest: Int64 = 0
    for task in tasks {
      busy += task.end - task.start
      longest = max(longest, task.end - task.start)
    }
    return ImportedTrace.Thread(
      process: thread.process, processName: Label.clean(thread.processName), thread: thread.thread,
      threadName: Label.clean(thread.threadName), tasks: tasks.count, busy: busy, longest: longest)
  }

  private func nothing() -> ImportFailure {
    if options.thread != nil || options.process != nil {
      return .empty("no thread of this name or number has tasks. List the threads by --list.")
    }
    if trace.tally.isTruncated {
      return .empty(
        "the file ends in the middle, and what is whole of it holds no task. Copy it or record it"
          + " again.")
    }
    if trace.tally.samples > 0 {
      return .unsupported(
        "this trace holds samples, no tasks. \(trace.format.remedy)")
    }
    return .empty("this trace holds no tasks. \(trace.format.remedy)")
  }
}
