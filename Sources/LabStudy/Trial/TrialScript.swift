package import LabExperiment
package import LabImport
import LabLanguage
import LabText

/// The script of a trial, and the recordings that it names.
package struct TrialScript {
  let name: String
  let source: String
  let recording: String
  let length: Int64
  let display: TrialDisplay
  /// What a recorder noted of the app's own drivers and modes; `nil` without, and for a page.
  package let loop: TrialLoop?
  let rules: TrialRules
  /// The load that replays the tasks: called as they are if all have one name.
  package let load: String
  /// How far behind the start of what was recorded the recordings begin.
  var start: Duration = .zero

  /// Creates a script.
  ///
  /// - Parameters:
  ///   - name: The name of the script without its extension; its recordings have it as well.
  ///   - source: The name of the file that was recorded, for the title.
  ///   - recording: The tasks, as `start_us,duration_us,name`.
  ///   - length: How long the recording is, in nanoseconds.
  ///   - display: What the display is.
  ///   - loop: What a recorder noted of the app's own drivers and modes, for an arm `recorded`.
  ///   - rules: The rules by which the thread goes.
  package init(
    name: String, source: String, recording: String, length: Int64, display: TrialDisplay,
    loop: TrialLoop? = nil, rules: TrialRules = .runLoop
  ) {
    (self.name, self.source, self.recording, self.length) = (name, source, recording, length)
    (self.display, self.rules) = (display, rules)
    self.loop = rules.isPage ? nil : loop
    let drivers = loop.map { [$0.judged] + $0.others } ?? []
    let taken = drivers.flatMap { [$0.name, $0.title] } + ["ball"]
    load = Self.name(ofTasksIn: recording).flatMap { taken.contains($0) ? nil : $0 } ?? "page"
  }

  /// The one name that the tasks of a recording have beside those that the tool gives, if they take
  /// nine tenths of its work and a script can have the name; else `nil`.
  private static func name(ofTasksIn recording: String) -> String? {
    var works: [Substring: Int] = [:]
    for line in recording.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", maxSplits: 2)
      guard fields.count == 3 else { return nil }
      works[fields[2], default: 0] += Int(fields[1]) ?? 0
    }
    let named = works.filter { $0.key.first != "(" && !ImportedTrace.unnamed.contains("\($0.key)") }
    guard let one = named.first, named.count == 1,
      one.value * 10 >= works.values.reduce(0, +) * 9,
      one.key.utf8.first.map({ (0x61...0x7a).contains($0 | 0x20) }) == true,
      one.key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else { return nil }
    return String(one.key)
  }

  /// The recordings by the names that the script has for them.
  package var files: [(name: String, text: String)] {
    [("\(name).csv", recording)] + (display.vsyncs.map { [("\(name).vsyncs.csv", $0)] } ?? [])
      + drivers.map { (costs(of: $0), $0.costs) }
  }

  /// Creates the script that replays what a recorder noted; `nil` if the recording is of another
  /// tool, or has no driver that was called twice.
  ///
  /// - Parameters:
  ///   - trace: What was recorded.
  ///   - name: What messages call it.
  ///   - driver: The driver that is judged; `nil` for the one with the most callouts.
  /// - Throws: Why no run can be made of the recording.
  package init?(
    replaying trace: ImportedTrace, named name: String, judging driver: String? = nil
  ) throws(UnfitRecording) {
    guard let loop = try TrialLoop(trace, judging: driver) else { return nil }
    self.init(
      name: "recorded", source: name, recording: RecordingWriter(trace).recording,
      length: trace.windowLength,
      display: TrialDisplay(vsyncs: trace.vsyncs, length: trace.windowLength), loop: loop)
  }

  /// Returns the experiment of the script, with other values instead of a sweep's own.
  ///
  /// - Throws: A mistake in the recording, or in the options.
  package func experiment(
    overriding: [(name: String, values: String)] = []
  ) throws -> Experiment {
    let inputs = ([("\(name).lab", text)] + files).map {
      Experiment.Input(path: $0.0, bytes: Array($0.1.utf8))
    }
    var experiment: Experiment
    do {
      experiment = try Experiment(inputs: inputs, overriding: overriding)
    } catch {
      if error.isAboutOptions { throw error }
      // The files of the script are not there for a reader to look into.
      let reason = error.diagnostics.first?.message ?? ""
      throw InputError(path: source, "the recording cannot be replayed: \(reason)")
    }
    experiment.recordingStart = start
    experiment.call(loop?.titles ?? [:])
    return experiment
  }

  /// The script.
  package var text: String {
    """
    # The main thread of \(Self.plain(source)), beside \(beside).
    title     \(Self.plain(source))
    question  What do \(words) make of this main thread?

    \(stage)
    run       \(duration)
    \(statements)

    # What must hold? Write for example:
    # expect \(example)

    """
  }

  /// What may be expected of its arms.
  var example: String {
    let (link, timer) = rules.isPage ? ("raf", "interval") : ("link", "timer")
    return "\(link).\(word).hitch_ratio < \(timer).\(word).hitch_ratio"
  }

  /// The arms that a trial may have, with what they are; ‘(your app)’ is none, and stands beside
  /// them.
  package static let arms = [
    ("(your app)", "what the app did, by the recording"),
    ("recorded", "the app's own driver in the lab, with its fire dates, modes and costs"),
    ("timer", "a timer at the rate of the display"), ("link", "a display link"),
    ("link-skip", "a display link that skips the refreshes for which it is late"),
    ("interval", "setInterval with the whole milliseconds of a refresh, and a fixed step"),
    ("chain", "a setTimeout in each callback, as long as a refresh, and a fixed step"),
    ("raf", "requestAnimationFrame with a fixed step for each callback"),
    ("raf-time", "requestAnimationFrame that moves by the time that it is given"),
  ].map { (name: $0.0, meaning: $0.1) }

  /// What the driver that is judged is called, in every arm.
  package var driver: String { loop?.title ?? "ball" }

  /// Its name in the script.
  private var word: String { loop?.judged.name ?? "ball" }

  /// The arm that is explained, by its position: the app's own driver, for a page what it animates
  /// with, else the timer.
  package var explained: Int { rules.isPage ? 2 : 0 }

  /// The drivers of the app, the one that is judged first.
  private var drivers: [TrialDriver] { loop.map { [$0.judged] + $0.others } ?? [] }

  private func costs(of other: TrialDriver) -> String {
    other.name == word ? "\(name).costs.csv" : "\(name).\(other.name).costs.csv"
  }

  private var statements: String {
    var lines = ["load      \(load) recorded \(name).csv as \(rules.delivery)"]
    lines += (loop?.stage ?? []) + [""]
    let others = drivers.dropFirst().map { "  \($0.line(costs: costs(of: $0)))" }
    func add(_ arm: String, _ driver: String) { lines += ["arm \(arm)", "  \(driver)"] + others }
    if rules.isPage {
      lines += pageArms
    } else if let judged = loop?.judged {
      let costs = costs(of: judged)
      add("recorded", judged.line(costs: costs))
      add("timer", judged.timer(every: interval, costs: costs))
      add("link", judged.link(costs: costs))
      add("link-skip", judged.link(costs: costs, policy: " policy skip"))
    } else {
      add("timer", "timer ball every \(interval) in common takes 0.5 ms")
      add("link", "link  ball in common takes 0.5 ms")
      add("link-skip", "link  ball in common policy skip takes 0.5 ms")
    }
    return lines.joined(separator: "\n")
  }

  private var beside: String {
    rules.isPage ? "what a page animates with" : "a timer and two display links"
  }

  private var words: String {
    rules.isPage
      ? "setInterval, setTimeout and requestAnimationFrame" : "a timer and a display link"
  }

  /// What a page animates with, by a step for each callback or by the time that it is given.
  private var pageArms: [String] {
    let motion = "animate ball along linear from 0 to \(milliseconds) over \(milliseconds) ms by"
    let wait = isSwept ? "{interval}" : "\(Self.pageInterval(display.rates[0])) ms"
    return [
      ("interval", "timer ball every \(wait) in common", "fixed \(wait)"),
      ("chain", "timer ball every \(wait) in common catch-up delay", "fixed \(wait)"),
      ("raf", "link  ball in common", "fixed \(interval)"),
      ("raf-time", "link  ball in common", "timestamp"),
    ].flatMap { arm, driver, clock in
      ["arm \(arm)", "  \(driver) takes 0.5 ms", "  \(motion) \(clock)"]
    }
  }

  /// The whole milliseconds of a refresh, which is what a page can wait for.
  static func pageInterval(_ rate: String) -> Int {
    Int(1000 / (Double(rate.dropLast(3)) ?? 60))
  }

  private var isSwept: Bool { display.vsyncs == nil && display.rates.count > 1 }

  private var stage: String {
    ([rules.statement].compactMap(\.self) + [panel]).joined(separator: "\n")
  }

  private var panel: String {
    if display.vsyncs != nil { return "display   recorded \(name).vsyncs.csv" }
    guard isSwept else { return "display   \(display.rates[0])" }
    let waits = display.rates.map { "\(Self.pageInterval($0)) ms" }.joined(separator: ", ")
    let intervals = rules.isPage ? "sweep     interval = \(waits) zip rate\n" : ""
    return """
      sweep     rate = \(display.rates.joined(separator: ", "))
      \(intervals)let       period = 1 / {rate}
      display   {rate}
      """
  }

  private var interval: String {
    guard !isSwept else { return "{period}" }
    return "1/\(display.rates[0].dropLast(3)) s"
  }

  /// A run of an app is as long as its recording, so that both have the same refreshes.
  private var duration: String { loop == nil ? "\(milliseconds) ms" : "\(length) ns" }

  /// Whole milliseconds, and some more, so that the end of the last task is seen on the display.
  private var milliseconds: Int64 { (length + 999_999) / 1_000_000 + 100 }

  /// Returns a name without what begins a comment or a reference.
  private static func plain(_ text: String) -> String {
    String(text.map { "#{}".contains($0) ? "_" : $0 })
  }
}
