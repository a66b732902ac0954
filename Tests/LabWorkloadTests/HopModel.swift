import LabKernel

/// A link on its own thread beside the tasks of the main queue, stated once more from the rules of
/// hops alone: a line, a slot, and a thread that is never interrupted.
struct HopModel {
  enum Way: CaseIterable { case queue, coalesced, once, selector, port, timer }

  struct Callback: Equatable {
    /// The vsync that put it in line, and the one whose time it is given.
    var vsync: Int64
    var stamp: Int64
    var began: Int64
  }

  let way: Way
  let delay: Int64
  let end: Int64
  /// The costs of the callbacks, over and over.
  let costs: [Int64]
  private(set) var callbacks: [Callback] = []
  private(set) var folded: [Int64] = []
  private(set) var refused: [Int64] = []

  private enum Arrival {
    case vsync
    /// The block of a vsync is due.
    case block(Int64)
    case task(Int64)
    case pause
    case resume
  }

  private enum Item {
    case task(Int64)
    /// A block of one vsync, or of what the slot holds.
    case callback(Int64)
    /// A block that puts its callback in line.
    case turn(Int64)
  }

  private var arrivals: [(at: Int64, what: Arrival)]
  private var line: [Item] = []
  /// The vsyncs whose timer is due.
  private var due: [Int64] = []
  /// What a callback of one slot will tell: the vsync that put it in line, and its stamp.
  private var slot: (vsync: Int64, stamp: Int64)?
  /// The vsyncs that wait for callbacks of their own.
  private var waiting: Set<Int64> = []
  private var isPaused = false
  private var isCalling = false
  private var now: Int64 = 0

  init(_ program: HopProgram) {
    (way, delay, end, costs) = (program.way, program.delay, program.end, program.costs)
    arrivals = program.vsyncs.map { ($0, .vsync) }
    if way == .timer {
      arrivals += program.vsyncs.map { ($0 + program.delay, .block($0)) }
    }
    arrivals += program.tasks.map { ($0.at, .task($0.takes)) }
    if let pause = program.pause {
      arrivals += [(pause.lowerBound, .pause), (pause.upperBound, .resume)]
    }
    arrivals.sort { $0.at < $1.at }
    run()
  }

  private mutating func run() {
    // Behind a drain of the main queue ports go first; behind a port the main queue does.
    var drainsNext = false
    while now < end {
      deliver(upTo: now)
      if way == .port, slot != nil, line.isEmpty || !drainsNext {
        call(nil)
        drainsNext = true
      } else if !due.isEmpty, line.isEmpty || !drainsNext {
        let batch = due
        due = []
        for vsync in batch { perform(.callback(vsync)) }
        drainsNext = true
      } else if !line.isEmpty {
        let batch = line
        line = []
        for item in batch { perform(item) }
        drainsNext = false
      } else if let next = arrivals.first, next.at < end {
        now = next.at
      } else {
        return
      }
    }
  }

  private mutating func deliver(upTo instant: Int64) {
    while let arrival = arrivals.first, arrival.at <= instant {
      arrivals.removeFirst()
      switch arrival.what {
      case .vsync: if !isPaused { vsync(arrival.at) }
      case .block(let vsync): due.append(vsync)
      case .task(let takes): line.append(.task(takes))
      case .pause:
        isPaused = true
        slot = nil
        waiting = []
      case .resume: isPaused = false
      }
    }
  }

  private mutating func vsync(_ at: Int64) {
    switch way {
    case .queue, .selector, .timer:
      waiting.insert(at)
      if way == .queue { line.append(.callback(at)) }
      if way == .selector { line.append(.turn(at)) }
    case .once where isCalling: refused.append(at)
    case .port where slot != nil: refused.append(at)
    case .coalesced, .once, .port:
      guard slot == nil else {
        slot?.stamp = at
        return folded.append(at)
      }
      slot = (at, at)
      if way != .port { line.append(.callback(at)) }
    }
  }

  private mutating func perform(_ item: Item) {
    switch item {
    case .task(let takes): spend(takes)
    case .turn(let vsync): if waiting.contains(vsync) { line.append(.callback(vsync)) }
    case .callback(let vsync):
      let isWanted = waiting.contains(vsync) || slot?.vsync == vsync
      if isWanted { call(vsync) }
    }
  }

  private mutating func call(_ vsync: Int64?) {
    guard now < end else { return }
    if let slot {
      callbacks.append(Callback(vsync: slot.vsync, stamp: slot.stamp, began: now))
    } else if let vsync {
      callbacks.append(Callback(vsync: vsync, stamp: vsync, began: now))
      waiting.remove(vsync)
    }
    slot = nil
    isCalling = true
    spend(costs[(callbacks.count - 1) % costs.count])
    isCalling = false
  }

  private mutating func spend(_ duration: Int64) {
    deliver(upTo: now + duration)
    now += duration
  }
}
