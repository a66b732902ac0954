/// A slice with both ends.
struct WholeSlice {
  var start: Int64
  var end: Int64
  /// -1 if unknown.
  var cpu: Int64
  var name: UInt32
  var isUnfinished = false
}

/// Finds the top-level tasks among the slices of one thread.
struct TaskFinder {
  let thread: RawThread
  let isWrapper: [Bool]
  /// Whether slices around tasks exist; else the outermost slices are the tasks.
  let hasWrappers: Bool
  private(set) var endsWithoutBegin = 0
  private(set) var unfinished = 0
  private(set) var overlapping = 0

  init(_ thread: RawThread, isWrapper: [Bool]) {
    self.thread = thread
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
    outermost(slices(onlyWrappers: hasWrappers))
  }

  /// Returns the tasks, named by their longest slice that wraps no task.
  mutating func namedTasks() -> [WholeSlice] {
    let all = slices(onlyWrappers: false)
    let candidates = hasWrappers ? all.filter { wraps($0.name) } : all
    var tasks = outermost(candidates)
    guard hasWrappers else { return tasks }
    var index = 0
    for task in tasks.indices {
      let (start, end) = (tasks[task].start, tasks[task].end)
      var longest: Int64 = 0
      while index < all.count, all[index].start < start { index += 1 }
      while index < all.count, all[index].start < end {
        let slice = all[index]
        index += 1
        guard !wraps(slice.name), slice.end <= end, slice.end - slice.start > longest else {
          continue
        }
        longest = slice.end - slice.start
        tasks[task].name = slice.name
      }
    }
    return tasks
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
