#if !hasFeature(Embedded)
  import Foundation
#endif

/// Threads that work on numbered pieces, and a belt that delivers the pieces in order.
///
/// The thread that receives the pieces is one of the workers: it delivers what is finished, and
/// makes a piece of its own while nothing is. No thread waits for another as long as there is work.
package struct OrderedParallelMap<Element: Sendable> {
  /// Makes the piece of a number; each worker has one, whose buffers are its own.
  package typealias Worker = (Int) -> Element

  private let count: Int
  private let workers: Int
  private let makeWorker: @Sendable () -> Worker

  /// Sets up a line.
  ///
  /// - Parameters:
  ///   - count: How many pieces there are.
  ///   - workers: How many are made at a time; at least 1.
  ///   - makeWorker: Returns a worker; called on the thread on which it works.
  package init(count: Int, workers: Int, _ makeWorker: @escaping @Sendable () -> Worker) {
    self.count = count
    self.workers = max(1, min(workers, count))
    self.makeWorker = makeWorker
  }

  /// Makes all pieces and hands them over in the order of their numbers, one at a time.
  ///
  /// - Parameters:
  ///   - receive: Is given a piece.
  ///   - goesOn: Is asked after every piece whether to go on.
  /// - Throws: What the receiver threw. Then, and if it does not go on, workers finish what they
  ///   have begun and make no more.
  package func deliver<Refusal>(
    to receive: (Element) throws(Refusal) -> Void, while goesOn: () -> Bool = { true }
  ) throws(Refusal) {
    #if hasFeature(Embedded)
      let make = makeWorker()
      for number in 0..<count {
        try receive(make(number))
        guard goesOn() else { return }
      }
    #else
      try deliver(over: ReorderBuffer(count: count, reach: 16 * workers), to: receive, goesOn)
    #endif
  }
}

#if !hasFeature(Embedded)
  extension OrderedParallelMap {
    private func deliver<Refusal>(
      over belt: ReorderBuffer, to receive: (Element) throws(Refusal) -> Void, _ goesOn: () -> Bool
    ) throws(Refusal) {
      defer { belt.stop() }
      for _ in 1..<workers {
        let thread = Thread { [makeWorker] in
          let make = makeWorker()
          while let number = belt.take() { belt.put(make(number), at: number) }
        }
        // Callouts may nest runs deeply; the main thread's usual size serves all runs alike.
        thread.stackSize = 8 << 20
        thread.start()
      }
      let make = makeWorker()
      while let step = belt.next() {
        switch step {
        case .deliver(let piece):
          try receive(piece)
          guard goesOn() else { return }
        case .make(let number): belt.put(make(number), at: number)
        }
      }
    }

    /// What the receiving thread does next.
    private enum Step {
      case deliver(Element)
      case make(Int)
    }

    /// The pieces that are finished and not delivered, guarded by a condition.
    private final class ReorderBuffer: @unchecked Sendable {
      private let condition = NSCondition()
      private let count: Int
      private var begun = 0
      private var delivered = 0
      private var isStopped = false
      /// The pieces from the next one to be delivered on; how many says how far workers may be
      /// ahead.
      private var places: [Element?]

      init(count: Int, reach: Int) {
        self.count = count
        places = Array(repeating: nil, count: reach)
      }

      private var mayBegin: Bool { begun < count && begun < delivered + places.count }

      /// Returns the number of a piece to make, waiting while the delivery is far behind; `nil` if
      /// all are begun.
      func take() -> Int? {
        condition.withLock {
          while !isStopped, begun < count, !mayBegin { condition.wait() }
          guard !isStopped, mayBegin else { return nil }
          defer { begun += 1 }
          return begun
        }
      }

      func put(_ piece: Element, at number: Int) {
        condition.withLock {
          places[number % places.count] = piece
          if number == delivered { condition.broadcast() }
        }
      }

      /// Returns what the receiving thread does next; `nil` after the last piece.
      func next() -> Step? {
        condition.withLock {
          while delivered < count {
            let place = delivered % places.count
            if let piece = places[place] {
              places[place] = nil
              delivered += 1
              condition.broadcast()
              return .deliver(piece)
            }
            if mayBegin {
              defer { begun += 1 }
              return .make(begun)
            }
            condition.wait()
          }
          return nil
        }
      }

      func stop() {
        condition.withLock {
          isStopped = true
          condition.broadcast()
        }
      }
    }
  }
#endif
