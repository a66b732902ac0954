import LabKernel
import LabTrace

/// A closure that waits for a round of blocks, or for the main queue to be drained.
struct Block {
  /// What the trace calls it; `nil` for one that records its callout itself.
  let subject: UInt32?
  let arrival: Instant
  /// The modes in which it may run; unused by the main queue.
  let modes: [LoopMode]
  let action: SimulatedRunLoop.BlockAction
}

extension SimulatedRunLoop {
  /// What a block is given to act on.
  public typealias BlockAction = (SimulatedRunLoop) -> Void

  /// Enqueues a block, which runs in the next round in one of its modes.
  ///
  /// It does not wake the loop (R86), and a block enqueued by a block waits for the next round,
  /// which may come after a sleep of any length (R85).
  ///
  /// - Parameters:
  ///   - modes: Where it may run; with several it still runs once (R88).
  ///   - name: What the trace calls it.
  ///   - action: The block.
  public func perform(in modes: Mode..., name: String = "block", _ action: @escaping BlockAction) {
    perform(in: modes, name: name, action)
  }

  /// Enqueues a block for any of some modes, as the function of single modes does.
  public func perform(in modes: [Mode], name: String = "block", _ action: @escaping BlockAction) {
    for mode in modes { index(of: mode) }  // R17, R20: this creates the modes.
    let subject = subject(named: name)
    blocks.append(
      Block(subject: subject, arrival: world.now, modes: modes, action: action))
  }

  /// Enqueues a block on the main queue, and rings its port (R92).
  ///
  /// - Parameters:
  ///   - name: What the trace calls it; `nil` for a block that records its callout itself.
  ///   - action: The block.
  /// - Precondition: The loop is the main thread's.
  public func performOnMainQueue(name: String? = "main queue", _ action: @escaping BlockAction) {
    require(isMain, "a loop that is not the main thread's has no main queue")
    mainQueue.append(
      Block(
        subject: name.map { subject(named: $0) }, arrival: world.now, modes: [], action: action))
    ports.ring(PortSet.mainQueue, at: world.now)
    if status.isWaiting, innermost.servesMainQueue {
      ports.enqueue(PortSet.mainQueue, in: innermost.mode)
    }
  }

  // MARK: For the pass

  /// Runs the pending blocks of a mode, in order of arrival (R84).
  ///
  /// The list is taken as a whole, so that nested runs see none of its members (R89), and blocks
  /// enqueued meanwhile wait for the next round. Those of other modes go back in front of them.
  @inline(__always)
  func performBlocks(in mode: Int) {
    if !blocks.isEmpty { performPendingBlocks(in: mode) }
  }

  private func performPendingBlocks(in mode: Int) {
    let round = blocks
    blocks = []
    var rest: [Block] = []
    for block in round {
      // Looked up when its turn comes: an earlier block may have changed the common set (R88).
      if matches(block, mode) {
        call(block, .block)
      } else {
        rest.append(block)
      }
    }
    if !rest.isEmpty { blocks = rest + blocks }
  }

  private func call(_ block: Block, _ source: TraceSource) {
    guard let subject = block.subject else { return block.action(self) }
    beginCallout(source, subject: subject, due: block.arrival, newest: block.arrival)
    block.action(self)
    endCallout(source, subject: subject)
  }

  func matches(_ block: Block, _ mode: Int) -> Bool {
    block.modes.contains(modes[mode].name)
      || (modes[mode].isCommon && block.modes.contains(.common))
  }

  /// Runs the blocks that are in the main queue now; those they enqueue wait (R93).
  func drainMainQueue() {
    // The two lists take turns, so that neither needs new memory each time.
    var snapshot: [Block] = []
    swap(&snapshot, &drainedQueue)
    swap(&snapshot, &mainQueue)
    status.isDrainingMainQueue = true
    for block in snapshot {
      call(block, .mainQueue)
    }
    status.isDrainingMainQueue = false
    snapshot.removeAll(keepingCapacity: true)
    swap(&snapshot, &drainedQueue)
  }
}
