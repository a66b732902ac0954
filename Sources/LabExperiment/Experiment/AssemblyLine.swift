import Foundation

/// Threads that work on numbered pieces, and a belt that delivers the pieces in order.
final class AssemblyLine<Piece: Sendable>: Sendable {
  private let state: State
  private let workers: Int

  /// The belt, guarded by its condition.
  private final class State: @unchecked Sendable {
    let condition = NSCondition()
    let count: Int
    /// How far workers may be ahead of the delivery.
    let reach: Int
    var begun = 0
    var delivered = 0
    var stopped = false
    var finished: [Int: Result<Piece, any Error>] = [:]

    init(count: Int, reach: Int) {
      self.count = count
      self.reach = reach
    }
  }

  /// Starts the workers.
  init(
    count: Int, workers: Int,
    make: @escaping @Sendable (Int) -> Result<Piece, any Error>
  ) {
    state = State(count: count, reach: 16 * workers)
    self.workers = workers
    for _ in 0..<workers {
      let thread = Thread { [state] in
        while let index = Self.take(from: state) {
          let piece = make(index)
          state.condition.withLock {
            state.finished[index] = piece
            state.condition.broadcast()
          }
        }
      }
      // Callouts may nest runs deeply; the main thread's usual size serves all runs alike.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  /// Returns the next piece in order, waiting for it if need be; `nil` after the last.
  func next() -> Result<Piece, any Error>? {
    state.condition.withLock {
      guard state.delivered < state.count else { return nil }
      while state.finished[state.delivered] == nil { state.condition.wait() }
      defer {
        state.delivered += 1
        state.condition.broadcast()
      }
      return state.finished.removeValue(forKey: state.delivered)
    }
  }

  /// Lets the workers finish what they have begun and take up nothing more.
  func stop() {
    state.condition.withLock {
      state.stopped = true
      state.condition.broadcast()
    }
  }

  private static func take(from state: State) -> Int? {
    state.condition.withLock {
      while !state.stopped, state.begun < state.count,
        state.begun >= state.delivered + state.reach
      {
        state.condition.wait()
      }
      guard !state.stopped, state.begun < state.count else { return nil }
      defer { state.begun += 1 }
      return state.begun
    }
  }
}
