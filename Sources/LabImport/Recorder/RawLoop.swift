/// What a recorder in an app noted of its run loop, as it stands in the file.
struct RawLoop {
  /// A named piece of work.
  struct Task {
    let slice: WholeSlice
    /// When it was ordered, if the file says so.
    let arrived: Int64?
  }

  /// The program that writes such files, as they name it.
  static let source = "LabRecorder"

  /// The newest version of the format that is read; files without one are of the first.
  private static let version: Int64 = 1

  /// What a reader should know of a file with these facts.
  static func notes(of facts: [ImportedTrace.Fact]) -> [String] {
    func number(_ name: String) -> Int64? {
      facts.first { $0.name == name }.flatMap { Int64($0.value) }
    }
    var notes: [String] = []
    if let newer = number("version"), newer > version {
      notes.append(
        "A newer recorder wrote this file (format \(newer), here \(version) is known): what it adds"
          + " is not looked at.")
    }
    if let lost = number("lost-records"), lost > 0 {
      notes.append(
        "The recorder kept the newest records alone: the \(lost) before them are lost. Start it with"
          + " more 'records', or write sooner.")
    }
    return notes
  }

  private(set) var tasks: [Task] = []
  private var drivers: [ImportedTrace.Driver] = []
  private var indices: [String: Int] = [:]
  private var runs: [ImportedTrace.Run] = []
  private var commits: [Int64] = []
  /// What the user did.
  private var inputs: [ImportedTrace.Input] = []
  /// When work of other threads began, by its name.
  private var works: [String: [Int64]] = [:]
  /// When the thread was busy: parts of passes, and callouts.
  private var busy: [Range<Int64>] = []

  /// Takes a slice of one of the categories `task`, `driver` and `mode`.
  mutating func add(_ event: JSONValue, _ slice: RawSlice, name: String) {
    let (start, end) = (slice.start, slice.start + slice.duration)
    let arguments = event["args"]
    let kind = event["cat"]?.text
    if kind == "loop" || kind == "driver" || kind == "task" { busy.append(start..<max(start, end)) }
    switch kind {
    case "task":
      let arrived = arguments?["arrived"]?.decimal?.nanoseconds(3)
      let whole = WholeSlice(start: start, end: end, cpu: slice.cpu, name: slice.name)
      tasks.append(Task(slice: whole, arrived: arrived.flatMap { $0 <= start ? $0 : nil }))
    case "driver":
      let index = indices[name] ?? drivers.count
      if index == drivers.count {
        indices[name] = index
        let kind = arguments?["kind"]?.text.flatMap(ImportedTrace.Driver.Kind.init) ?? .timer
        let interval = arguments?["interval"]?.decimal?.nanoseconds(3) ?? 0
        drivers.append(
          ImportedTrace.Driver(name: name, kind: kind, interval: max(0, interval), firings: []))
      }
      let due = arguments?["due"]?.decimal?.nanoseconds(3)
      var firing = ImportedTrace.Driver.Firing(due: due ?? start, began: start, ended: end)
      firing.next = arguments?["next"]?.decimal?.nanoseconds(3)
      firing.isLast =
        arguments?["valid"]?.flag == false || arguments?["paused"]?.flag == true
      drivers[index].firings.append(firing)
    case "mode":
      let depth = Int(clamping: arguments?["depth"]?.integer ?? 1)
      runs.append(ImportedTrace.Run(mode: name, depth: max(1, depth), start: start, end: end))
    case "work": works[name, default: []].append(start)
    case "input": inputs.append(ImportedTrace.Input(name: name, arrived: start, began: end))
    default: break
    }
  }

  /// Takes an instant that belongs to no task.
  mutating func addInstant(_ time: Int64, name: String) {
    if name == "commit" { commits.append(time) }
  }

  /// Returns what lies in a window, in times from its start.
  func loop(in window: ClosedRange<Int64>) -> ImportedTrace.Loop {
    let start = window.lowerBound
    let drivers = drivers.compactMap { driver -> ImportedTrace.Driver? in
      var driver = driver
      driver.name = Label.clean(driver.name)
      let inside = driver.firings.filter {
        window.contains($0.began) && $0.ended <= window.upperBound
      }
      driver.firings = Self.believed(inside, within: window.upperBound - start).map { firing in
        var firing = firing
        firing.due -= start
        firing.began -= start
        firing.ended -= start
        firing.next = firing.next.map { $0 - start }
        return firing
      }
      if driver.interval == 0 { driver.interval = Self.median(driver.firings) }
      return driver.firings.isEmpty ? nil : driver
    }
    let inside = runs.filter { $0.start < window.upperBound && $0.end > start }
    return ImportedTrace.Loop(
      drivers: drivers.sorted { $0.firings[0].began < $1.firings[0].began },
      runs: inside.map { run in
        ImportedTrace.Run(
          mode: Label.clean(run.mode), depth: run.depth, start: max(run.start, start) - start,
          end: min(run.end, window.upperBound) - start)
      }.sorted { ($0.start, $0.depth, $0.end) < ($1.start, $1.depth, $1.end) },
      commits: commits.filter(window.contains).map { $0 - start }.sorted(),
      sleeps: sleeps(in: window),
      works: Dictionary(
        works.map { ($0.key, $0.value.count(where: window.contains)) }.filter { $0.1 > 0 }
          .map { (Label.clean($0.0), $0.1) }, uniquingKeysWith: +))
  }

  /// Returns what the user did in a window, in times from its start.
  func inputs(in window: ClosedRange<Int64>) -> [ImportedTrace.Input] {
    inputs.filter { window.contains($0.arrived) && window.contains($0.began) }.map { input in
      ImportedTrace.Input(
        name: Label.clean(input.name), arrived: input.arrived - window.lowerBound,
        began: input.began - window.lowerBound)
    }.sorted { ($0.arrived, $0.began) < ($1.arrived, $1.began) }
  }

  /// A pause of the thread that is shorter is no sleep: a port was ready.
  private static let leastSleep: Int64 = 100_000

  /// When the thread slept, in times from the start of a window.
  private func sleeps(in window: ClosedRange<Int64>) -> [Range<Int64>] {
    let start = window.lowerBound
    var sleeps: [Range<Int64>] = []
    var since = start
    func add(until end: Int64) {
      if end - since >= Self.leastSleep { sleeps.append(since - start..<end - start) }
    }
    for busy in busy.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard busy.lowerBound < window.upperBound else { break }
      add(until: busy.lowerBound)
      since = max(since, busy.upperBound)
    }
    add(until: window.upperBound)
    return sleeps
  }

  /// Returns callouts in order, of which none answers an earlier date than the one before.
  ///
  /// A date that comes after its callout, or longer before it than the recording lasts, is not
  /// believed: the callout counts as in time.
  private static func believed(
    _ firings: [ImportedTrace.Driver.Firing], within length: Int64
  ) -> [ImportedTrace.Driver.Firing] {
    var last = Int64.min
    return firings.sorted { ($0.began, $0.due) < ($1.began, $1.due) }.map { firing in
      var firing = firing
      if !(max(last, firing.began - length)...firing.began).contains(firing.due) {
        firing.due = firing.began
      }
      last = firing.due
      return firing
    }
  }

  private static func median(_ firings: [ImportedTrace.Driver.Firing]) -> Int64 {
    let steps = zip(firings, firings.dropFirst()).map { $1.due - $0.due }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }

  // MARK: Tasks

  /// What is left of a busy time beside its named tasks is not kept if it is shorter.
  private static let leastRest: Int64 = 100_000

  /// Returns the named tasks, and what is left of the busy times beside them.
  ///
  /// The overhead of the loop and the recorder, some ten microseconds a pass, is no task.
  ///
  /// - Returns: Tasks that do not overlap, in order.
  func tasks(in busy: [WholeSlice], restNamed name: UInt32) -> [WholeSlice] {
    let named = outermost
    guard !named.isEmpty else { return busy }
    var rest: [WholeSlice] = []
    var next = 0
    for var slice in busy {
      while next < named.count, named[next].end <= slice.start { next += 1 }
      var isCut = false
      for task in named[next...].prefix(while: { $0.start < slice.end }) {
        isCut = true
        if task.start - slice.start >= Self.leastRest {
          var piece = slice
          (piece.end, piece.cpu, piece.name) = (task.start, -1, name)
          rest.append(piece)
        }
        slice.start = max(slice.start, task.end)
      }
      if isCut { (slice.cpu, slice.name) = (-1, name) }
      if !isCut || slice.end - slice.start >= Self.leastRest { rest.append(slice) }
    }
    return (named + rest).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// When the parts of passes began in which tasks ran, by the begin of the task.
  static func passes(of tasks: [WholeSlice], in busy: [WholeSlice]) -> [Int64: Int64] {
    var found: [Int64: Int64] = [:]
    var next = 0
    for task in tasks {
      while next < busy.count, busy[next].end <= task.start { next += 1 }
      if next < busy.count, busy[next].start <= task.start { found[task.start] = busy[next].start }
    }
    return found
  }

  /// When tasks were ordered, by their begin.
  var arrivals: [Int64: Int64] {
    Dictionary(
      tasks.compactMap { task in task.arrived.map { (task.slice.start, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The named tasks that are no part of another.
  private var outermost: [WholeSlice] {
    var found: [WholeSlice] = []
    let sorted = tasks.map(\.slice).sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }
    for slice in sorted where slice.start >= found.last?.end ?? .min && slice.end > slice.start {
      found.append(slice)
    }
    return found
  }
}
