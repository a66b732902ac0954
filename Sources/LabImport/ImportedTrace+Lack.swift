extension ImportedTrace {
  /// Why there is no task, and what to do; `nil` with a task.
  package var lack: String? {
    guard tasks.isEmpty else { return nil }
    if tally.shorter > 0 {
      let tasks = tally.shorter == 1 ? "the only task is" : "all \(tally.shorter) tasks are"
      return "\(tasks) shorter than --least; the longest takes \(thread.longest / 1000) us."
        + " Choose a smaller --least, such as --least 0s."
    }
    if tally.outside > 0 {
      return "no task lies in the window. Change --from and --to."
    }
    return "this file holds no tasks. \(format.remedy)"
  }
}

extension TraceFormat {
  /// How a file of this format comes to hold tasks.
  package var remedy: String {
    switch self {
    case .chrome, .perfetto:
      "Record it with the category disabled-by-default-devtools.timeline or toplevel."
    case .firefox: "Record it with the features js and cpu, which note when a thread is awake."
    case .instruments:
      "Export runloop-intervals: xcrun xctrace export --input FILE.trace --xpath"
        + " '/trace-toc/run[@number=\"1\"]/data/table[@schema=\"runloop-intervals\"]'. Signposts,"
        + " hitches and vsyncs may be given beside it by --with."
    case .perf:
      "Record switches of threads: perf record -e sched:sched_switch -a, then perf script --ns"
    case .ftrace:
      "Record switches of threads: trace-cmd record -e sched:sched_switch, then trace-cmd report;"
        + " or write marks that begin and end (B|PID|NAME, E|PID) to trace_marker."
    }
  }
}
