/// A second statement of the rules of browsers, which shares no code with the laboratory.
struct PageModel {
  private enum Entry: Equatable {
    case frame
    case timer(Int)
    case alarm
    case relay(Int)
    case message(Int, Int)
  }

  private enum Event {
    case slot(Int)
    case frame(stamp: Int?)
    case task(stream: Int, takes: Int)
    case grid(worker: Int)
  }

  private let program: PageProgram
  private let rules: PageRules
  private(set) var begins: [PageProgram.Begin] = []
  private var now = 0
  /// What comes from outside, the next of it last.
  private var agenda: [(at: Int, event: Event)] = []
  private var line: [Entry] = []
  private var relays: [Int: [Int]] = [:]

  private var due: [Int]
  /// The order in which timers were set, which decides between those that are due at once.
  private var set: [Int]
  private var settings = 0
  private var isQueued: [Bool]
  private var hasPending: [Bool]
  private var row = 0

  private var isOut = false
  private var frameStamp = 0
  private var newest = 0
  private var remembered = false
  private var isSuspended = false
  private var isPromoted = false
  private var wasIdle = true
  private var frameEnded = 0
  private var suspendedUntil = 0

  init(_ program: PageProgram, by rules: PageRules) {
    self.program = program
    self.rules = rules
    due = program.timers.map(\.first)
    set = program.timers.map { _ in 0 }
    isQueued = program.timers.map { _ in false }
    hasPending = program.workers.map { _ in false }
    plan(.slot(program.phase), at: program.phase)
    for (stream, tasks) in program.tasks.enumerated() {
      for task in tasks.list { plan(.task(stream: stream, takes: task.takes), at: task.arrives) }
    }
    for (index, worker) in program.workers.enumerated() {
      plan(.grid(worker: index), at: worker.first)
    }
    while now < program.duration { performOne() }
    begins.removeAll { $0.at >= program.duration }
  }

  // MARK: What comes from outside

  /// Of what arrives at one instant the frame is first, and the rest comes as it was planned.
  private mutating func plan(_ event: Event, at instant: Int) {
    let isFrame = if case .frame = event { true } else { false }
    let later = agenda.lastIndex { $0.at > instant || isFrame && $0.at == instant } ?? -1
    agenda.insert((instant, event), at: later + 1)
  }

  private mutating func deliver(_ end: Int) {
    while let first = agenda.last, first.at <= end {
      joinWhenDue(first.at)
      agenda.removeLast()
      arrive(first.event, at: first.at)
    }
    joinWhenDue(end)
  }

  private mutating func arrive(_ event: Event, at instant: Int) {
    switch event {
    case .slot(let slot):
      plan(.slot(slot + program.period), at: slot + program.period)
      if !rules.remembers {
        plan(.frame(stamp: slot), at: instant + rules.post)
      } else if isOut {
        (newest, remembered) = (slot, true)
      } else {
        isOut = true
        plan(.frame(stamp: slot), at: instant + rules.post)
      }
    case .frame(let stamp):
      if let stamp { frameStamp = stamp }
      isSuspended = false
      if !line.contains(.frame) { line.append(.frame) }
    case .task(let stream, let takes): post(takes, by: stream)
    case .grid(let worker):
      plan(event, at: instant + program.workers[worker].interval)
      if !hasPending[worker] {
        hasPending[worker] = true
        post(0, by: program.tasks.count + worker)
      }
    }
  }

  private mutating func post(_ takes: Int, by stream: Int) {
    guard rules.relays else { return line.append(.message(stream, takes)) }
    relays[stream, default: []].append(takes)
    if !line.contains(.relay(stream)) { line.append(.relay(stream)) }
  }

  // MARK: Timers

  private var isInBatch = false

  private mutating func joinWhenDue(_ instant: Int) {
    guard !rules.timersJoinLate, !isInBatch else { return }
    if rules.alarmEach {
      joinTimers(instant)
    } else if !line.contains(.alarm), due.contains(where: { $0 <= instant }) {
      line.append(.alarm)
    }
  }

  private mutating func joinTimers(_ instant: Int) {
    let ready = due.indices.filter { !isQueued[$0] && due[$0] <= instant }
    for timer in ready.sorted(by: { (due[$0], set[$0], $0) < (due[$1], set[$1], $1) }) {
      isQueued[timer] = true
      line.append(.timer(timer))
    }
  }

  private mutating func fire(_ index: Int) {
    let timer = program.timers[index]
    begins.append(PageProgram.Begin(name: timer.name, at: now))
    isQueued[index] = false
    settings += 1
    set[index] = settings
    if timer.isChain || rules.intervalsDrift {
      due[index] = now + timer.interval
    } else {
      let free = now + (rules.guardParts.map { timer.interval / $0 } ?? 0)
      repeat { due[index] += timer.interval } while due[index] <= free
    }
    now += timer.takes + rules.timer
  }

  // MARK: The loop

  private mutating func performOne() {
    deliver(now)
    if rules.timersJoinLate { joinTimers(now) }
    guard let entry = choose() else { return sleep() }
    if case .timer = entry { row += 1 } else { row = 0 }
    let began = now
    switch entry {
    case .frame: return performFrame()
    case .timer(let index): fire(index)
    case .alarm: performBatch(from: began)
    case .relay(let stream):
      let takes = relays[stream]?.removeFirst() ?? 0
      if relays[stream]?.isEmpty == false { line.append(.relay(stream)) }
      perform(stream, takes)
    case .message(let stream, let takes): perform(stream, takes)
    }
    if let promotion = rules.promotion, now - frameEnded >= promotion { isPromoted = true }
    now += rules.between
  }

  private mutating func performBatch(from began: Int) {
    isInBatch = true
    repeat {
      let ready = due.indices.filter { due[$0] <= now }
      guard let next = ready.min(by: { (due[$0], set[$0], $0) < (due[$1], set[$1], $1) }) else {
        break
      }
      fire(next)
    } while rules.batch.map { now - began < $0 } ?? true
    deliver(now)
    isInBatch = false
    joinWhenDue(now)
  }

  private mutating func perform(_ stream: Int, _ takes: Int) {
    let worker = stream - program.tasks.count
    let name = worker < 0 ? program.tasks[stream].name : program.workers[worker].name
    begins.append(PageProgram.Begin(name: name, at: now))
    now += takes
    if worker >= 0 {
      deliver(now)
      hasPending[worker] = false
    }
    now += rules.message
  }

  private var othersWait: Bool { line.contains { $0 != .frame } }

  private mutating func choose() -> Entry? {
    if rules.framesFirst || isPromoted, let place = line.firstIndex(of: .frame) {
      line.remove(at: place)
      let yields = rules.grace != nil && othersWait && !wasIdle && now < suspendedUntil
      if !yields { return .frame }
      isSuspended = true
    }
    guard let first = line.first else {
      defer { isSuspended = false }
      return isSuspended ? .frame : nil
    }
    var place = 0
    if let most = rules.inARow, row >= most, case .timer = first {
      place = line.firstIndex { if case .timer = $0 { false } else { true } } ?? 0
    }
    return line.remove(at: place)
  }

  private mutating func performFrame() {
    let began = now
    let takesTime = othersWait && !wasIdle
    isSuspended = false
    begins.append(PageProgram.Begin(name: "raf", at: now, stamp: frameStamp))
    now += rules.frame
    deliver(now)
    if rules.remembers {
      isOut = remembered
      if remembered { plan(.frame(stamp: newest), at: now + rules.again) }
      remembered = false
    }
    if let parts = rules.grace {
      let grace = program.period / parts
      let rest = min(max(began - frameEnded - grace, grace), 4 * program.period)
      suspendedUntil = takesTime ? now + rest : (othersWait ? now : began) + grace
    }
    (frameEnded, wasIdle, isPromoted) = (now, false, false)
    now += rules.between
  }

  /// Sleeps until something is in line; a timer alone wakes the thread late.
  private mutating func sleep() {
    wasIdle = true
    row = 0
    while true {
      let waiting = due.indices.filter { !isQueued[$0] }.map { due[$0] }.min() ?? .max - rules.wake
      let wakeUp = max(now, waiting + rules.wake)
      guard let next = agenda.last, next.at < wakeUp else {
        now = wakeUp
        return
      }
      now = next.at
      deliver(now)
      if line.contains(where: { $0 != .alarm }) { return }
    }
  }
}
