/// A slice with both ends.
struct WholeSlice {
  var start: Int64
  var end: Int64
  /// -1 if unknown.
  var cpu: Int64
  var name: UInt32
  var isUnfinished = false
  /// The name of the slice that called the code after which it is named.
  var trigger: UInt32?
}

/// Finds the top-level tasks among the slices of one thread.
struct TaskFinder {
  let thread: RawThread
  let isWrapper: [Bool]
  let roles: SliceRoles
  /// Whether slices around tasks exist; else the outermost slices are the tasks.
  let hasWrappers: Bool
  private(set) var endsWithoutBegin = 0
  private(set) var unfinished = 0
  private(set) var overlapping = 0

  init(_ thread: RawThread, isWrapper: [Bool], _ roles: SliceRoles) {
    self.thread = thread
    self.roles = roles
    self.isWrapper = isWrapper
    hasWrappers =
      !thread.slicesAreTasks && thread.slices.contains { Self.isWrapper($0.name, isWrapper) }
  }

  @inline(__always)
  private static func isWrapper(_ name: UInt32, _ wrappers: [Bool]) -> Bool {
    Int(name) < wrappers.count && wrappers[Int(name)]
  }

  private func wraps(_ name: UInt32) -> Bool { Self.isWrapper(name, isWrapper) }

  /// Returns the tasks without names: outermost, in order of start, cut where they overlap.
  mutating func tasks() -> [WholeSlice] {
    outermost(withoutBatches(slices(onlyWrappers: hasWrappers)))
  }

  /// Returns the tasks, named by the code that runs for most of them, or else by their longest
  /// slice that wraps no task.
  mutating func namedTasks() -> [WholeSlice] {
    let all = slices(onlyWrappers: false)
    let candidates = hasWrappers ? withoutBatches(all.filter { wraps($0.name) }) : all
    var tasks = outermost(candidates)
    guard hasWrappers else { return tasks }
    var index = 0
    for task in tasks.indices {
      let start = index + all[index...].prefix { $0.start < tasks[task].start }.count
      index = start + all[start...].prefix { $0.start < tasks[task].end }.count
      name(&tasks[task], by: all[start..<index])
    }
    return tasks
  }

  private func name(_ task: inout WholeSlice, by slices: ArraySlice<WholeSlice>) {
    var (longest, longestCode) = (Int64(0), Int64(0))
    var code: (name: UInt32, trigger: UInt32?)?
    var trigger: WholeSlice?
    for slice in slices where !wraps(slice.name) && slice.end <= task.end {
      let length = slice.end - slice.start
      if roles.triggers[slice.name] != nil { trigger = slice }
      if length > longest { (longest, task.name) = (length, slice.name) }
      if length > longestCode, roles.code.contains(slice.name) {
        longestCode = length
        code = (slice.name, trigger.flatMap { $0.end >= slice.end ? $0.name : nil })
      }
    }
    if let code, 2 * longestCode > longest { (task.name, task.trigger) = code }
  }

  /// Returns the slices without those that hold several tasks.
  private func withoutBatches(_ slices: [WholeSlice]) -> [WholeSlice] {
    guard !roles.batches.isEmpty else { return slices }
    return slices.enumerated().filter { index, slice in
      guard roles.batches.contains(slice.name) else { return true }
      var (count, end) = (0, slice.start)
      for inner in slices[(index + 1)...] {
        guard count < 2, inner.start < slice.end else { break }
        guard inner.start >= end, inner.end > inner.start, wraps(inner.name) else { continue }
        (count, end) = (count + 1, inner.end)
      }
      return count < 2
    }.map(\.element)
  }

  private mutating func outermost(_ slices: [WholeSlice]) -> [WholeSlice] {
    overlapping = 0
    var tasks: [WholeSlice] = []
    for slice in slices where slice.end > slice.start {
      if let last = tasks.last, slice.start < last.end {
        guard slice.end > last.end else { continue }
        overlapping += 1
        tasks[tasks.count - 1].end = slice.start
        tasks[tasks.count - 1].cpu = min(last.cpu, slice.start - last.start)
        if slice.start == last.start { tasks.removeLast() }
      }
      tasks.append(slice)
    }
    addRunning(&tasks)
    return tasks
  }

  private func addRunning(_ tasks: inout [WholeSlice]) {
    guard !thread.running.isEmpty else { return }
    var first = 0
    for task in tasks.indices where tasks[task].cpu < 0 {
      let (start, end) = (tasks[task].start, tasks[task].end)
      while first < thread.running.count, thread.running[first].upperBound <= start { first += 1 }
      var sum: Int64 = 0
      for range in thread.running[first...] {
        guard range.lowerBound < end else { break }
        sum += min(end, range.upperBound) - max(start, range.lowerBound)
      }
      tasks[task].cpu = sum
    }
  }

  /// Returns the slices in order of start, the longer first.
  private mutating func slices(onlyWrappers: Bool) -> [WholeSlice] {
    var slices: [WholeSlice] = []
    var marks: [RawSlice] = []
    for slice in thread.slices {
      if slice.phase != .complete {
        marks.append(slice)
      } else if !onlyWrappers || wraps(slice.name) {
        slices.append(
          WholeSlice(
            start: slice.start, end: slice.start + slice.duration, cpu: slice.cpu,
            name: slice.name))
      }
    }
    if !marks.isEmpty {
      slices += paired(marks).filter { !onlyWrappers || wraps($0.name) }
    }
    sort(&slices)
    unfinished = 0
    endUnfinished(&slices)
    return slices
  }

  private func sort(_ slices: inout [WholeSlice]) {
    sortStably(&slices) { $0.start != $1.start ? $0.start < $1.start : $0.end > $1.end }
  }

  private func sortStably<Element>(
    _ elements: inout [Element], by precedes: (Element, Element) -> Bool
  ) {
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { !precedes($1, $0) }
    // The standard library's sort is stable, though it does not promise so.
    if !isSorted { elements.sort(by: precedes) }
  }

  /// Joins begins and ends by a stack, in the order of time and then of the file.
  private mutating func paired(_ marks: [RawSlice]) -> [WholeSlice] {
    var marks = marks
    sortStably(&marks) { $0.start < $1.start }
    endsWithoutBegin = 0
    var open: [RawSlice] = []
    var slices: [WholeSlice] = []
    let close = { (begin: RawSlice, end: RawSlice) in
      slices.append(
        WholeSlice(
          start: begin.start, end: end.start,
          cpu: begin.cpu >= 0 && end.cpu >= begin.cpu ? end.cpu - begin.cpu : -1, name: begin.name))
    }
    for mark in marks {
      if mark.phase == .begin {
        open.append(mark)
      } else if let last = open.last, mark.name == RawSlice.unnamed || mark.name == last.name {
        close(open.removeLast(), mark)
      } else if let index = open.suffix(64).lastIndex(where: { $0.name == mark.name }) {
        // The ends of those within are missing.
        while open.count > index { close(open.removeLast(), mark) }
      } else {
        endsWithoutBegin += 1
      }
    }
    for begin in open {
      slices.append(
        WholeSlice(
          start: begin.start, end: max(begin.start, thread.last), cpu: -1, name: begin.name,
          isUnfinished: true))
    }
    return slices
  }

  /// A slice without an end lasts until the next of its name, or else to the thread's last event.
  private mutating func endUnfinished(_ slices: inout [WholeSlice]) {
    let names = Set(slices.lazy.filter(\.isUnfinished).map(\.name))
    guard !names.isEmpty else { return }
    var next: [UInt32: Int64] = [:]
    for index in slices.indices.reversed() where names.contains(slices[index].name) {
      let slice = slices[index]
      if slice.isUnfinished {
        unfinished += hasWrappers == wraps(slice.name) ? 1 : 0
        if let end = next[slice.name] { slices[index].end = min(slice.end, end) }
      }
      next[slice.name] = slice.start
    }
    sort(&slices)
  }
}
