/// Which update of one driver each refresh shows.
///
/// An update shares the way of its commit; of several that reach one refresh the last one shows, and
/// the others are overwritten.
struct Presentation: Sendable {
  /// The update that each refresh is the first to show; −1 if it repeats the picture before.
  let shown: [Int32]
  /// The updates that no refresh showed, in ascending order.
  let unseen: [Int32]
  /// What reached the refreshes of the window.
  let arrivals: WindowArrivals
  private let updates: [Update]
  let flow: PictureFlow

  /// Follows every update.
  ///
  /// - Complexity: O(updates + vsyncs).
  init(_ updates: [Update], _ flow: PictureFlow, _ times: RefreshTimes) {
    self.updates = updates
    self.flow = flow
    var shown = [Int32](repeating: -1, count: times.vsyncs.count)
    var unseen: [Int32] = []
    var arrivals = WindowArrivals(times.window)
    let passages = flow.passages
    for index in updates.indices {
      let commit = updates[index].commit
      let passage = passages[Int(commit)]
      arrivals.add(passage, isRefused: flow.isRefused(commit))
      guard passage.refresh >= 0 else {
        unseen.append(Int32(index))
        continue
      }
      let overwritten = shown[Int(passage.refresh)]
      if overwritten >= 0 {
        unseen.append(overwritten)
        arrivals.overwrite(
          at: Int(passage.refresh), withinCommit: updates[Int(overwritten)].commit == commit)
      }
      shown[Int(passage.refresh)] = Int32(index)
    }
    self.shown = shown
    self.unseen = unseen
    self.arrivals = arrivals
  }

  /// The way of an update; that of one which was never committed leads nowhere.
  func passage(of update: Update) -> Passage { flow.passages[Int(update.commit)] }

  /// The refresh whose latch took an update; −1 if none did.
  func latched(_ update: Update) -> Int { Int(flow.latched(update.commit)) }

  /// Whether an update was thrown away because the queue for the display was full.
  func isRefused(_ update: Update) -> Bool { flow.isRefused(update.commit) }

  /// What became of an update.
  func outcome(of index: Int) -> UpdateOutcome {
    let update = updates[index]
    let refresh = Int(passage(of: update).refresh)
    if refresh < 0 { return isRefused(update) ? .refused : .open }
    if Int(shown[refresh]) == index { return .shown }
    return updates[index + 1].commit == update.commit ? .merged : .replaced
  }

  /// The refresh to which an update belongs: the one that it reached, or that it would have reached
  /// had it not been refused.
  func home(of update: Update) -> Int {
    let passage = passage(of: update)
    return Int(isRefused(update) ? passage.arrival : passage.refresh)
  }
}

/// Counts the updates that reach the refreshes of the window, in the order of the refreshes.
struct WindowArrivals: Sendable {
  /// How many refreshes any update reached.
  private(set) var refreshes = 0
  /// How many of them two or more did.
  private(set) var overwriting = 0
  /// How many updates were committed in the latch intervals of the window.
  private(set) var updates = 0
  /// How many of them a later one of their own commit took the place of.
  private(set) var merged = 0
  /// How many of them a later commit took the place of.
  private(set) var replaced = 0
  /// How many of them were thrown away.
  private(set) var refused = 0
  /// How many more were under way to the glass at the end of the window than at its start.
  private(set) var queueGrowth = 0
  private let window: Range<Int>
  private var latest: (refresh: Int, updates: Int) = (-1, 0)

  init(_ window: Range<Int>) { self.window = window }

  mutating func add(_ passage: Passage, isRefused: Bool) {
    let arrival = Int(passage.arrival)
    guard arrival >= 0 else { return }
    if window.contains(arrival) { updates += 1 }
    guard !isRefused else {
      if window.contains(arrival) { refused += 1 }
      return
    }
    let refresh = passage.refresh < 0 ? Int.max : Int(passage.refresh)
    if arrival < window.lowerBound, refresh >= window.lowerBound { queueGrowth -= 1 }
    if arrival < window.upperBound, refresh >= window.upperBound { queueGrowth += 1 }
    latest = (refresh, refresh == latest.refresh ? latest.updates + 1 : 1)
    guard window.contains(refresh) else { return }
    if latest.updates == 1 { refreshes += 1 }
    if latest.updates == 2 { overwriting += 1 }
  }
  /// An update that had reached a refresh is overwritten by the one that comes next.
  mutating func overwrite(at refresh: Int, withinCommit: Bool) {
    guard window.contains(refresh) else { return }
    if withinCommit { merged += 1 } else { replaced += 1 }
  }
}
