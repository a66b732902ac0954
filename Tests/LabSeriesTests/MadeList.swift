import LabExperiment
import LabKernel
import LabSeries
import LabTrace

/// A list that the laboratory makes of a script.
enum MadeList {
  /// What of a run is the list.
  enum Source {
    /// The begins of all callbacks.
    case callbacks
    /// The refreshes after which a new frame is shown.
    case frames
  }

  /// Performs the one run of a script and returns its instants in nanoseconds.
  static func instants(of script: String, _ source: Source = .callbacks) throws -> [Int64] {
    let experiment = try Experiment(path: "list.lab") { _ in Array(script.utf8) }
    let trace = try Runner(jobs: 1).trace(of: experiment.plan()[0])
    var instants: [Int64] = []
    var hasUpdate = false
    for record in trace.records {
      switch (source, record.kind) {
      case (.callbacks, .calloutBegan):
        let name = trace.names[Int(record.subject)]
        if ["ball", "one", "two"].contains(name) { instants.append(record.time.nanoseconds) }
      case (.frames, .update): hasUpdate = true
      case (.frames, .vsync):
        if hasUpdate { instants.append(record.time.nanoseconds) }
        hasUpdate = false
      default: break
      }
    }
    return instants
  }

  /// The intervals between instants as a user pastes them: in ms, to a microsecond.
  static func text(_ instants: some Sequence<Int64>) -> String {
    let all = Array(instants)
    return zip(all, all.dropFirst()).map { before, next in
      let micro = (next + 500) / 1000 - (before + 500) / 1000
      let digits = "\(micro % 1000)"
      return "\(micro / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined(separator: "\n")
  }

  /// What is told of instants.
  static func answer(_ instants: some Sequence<Int64>, _ question: SeriesQuestion) throws
    -> SeriesAnswer
  {
    let reading = try SeriesReading(
      text(instants), title: "list", asked: question.askedMilliseconds)
    return SeriesAnswer(reading, question)
  }
}
