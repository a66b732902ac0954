import LabKernel

/// What one kind of trouble of a driver is put down to, in a whole run.
///
///     Σ causes = total
public struct BlameLedger: Hashable, Sendable {
  /// How long the trouble lasted, all of it together.
  public let total: Duration
  /// How much of it each cause is to blame for; together all of ``total``.
  public let causes: [BlameCause: Duration]
  /// How much each owner is to blame for, the worst first.
  public let culprits: [Blame]
  /// The single greatest stretch that one culprit is to blame for; `nil` if there is none.
  public let worst: Blame?

  init(_ sums: BlameSums, _ thread: ThreadTime) {
    var causes: [BlameCause: Duration] = [:]
    var culprits: [BlamePiece] = []
    for cause in BlameCause.allCases {
      guard let byOwner = sums.byOwner[cause] else { continue }
      causes[cause] = .nanoseconds(byOwner.reduce(0, +))
      for (index, time) in byOwner.enumerated() where time > 0 {
        culprits.append(BlamePiece(cause: cause, owner: Int32(index - 1), time: time))
      }
    }
    total = causes.values.reduce(.zero, +)
    self.causes = causes
    // Equal times keep the order of causes and owners.
    self.culprits = culprits.enumerated()
      .sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
      .map { thread.blame($0.element) }
    worst = sums.worst.map { thread.blame($0) }
  }
}

/// Adds up pieces by cause and owner.
struct BlameSums {
  /// The nanoseconds by cause and index of the owner + 1; 0 stands for no owner.
  private(set) var byOwner: [BlameCause: [Int64]] = [:]
  private(set) var worst: BlamePiece?

  mutating func add(_ pieces: [BlamePiece]) {
    for piece in pieces where piece.time > 0 {
      let owner = Int(piece.owner + 1)
      var times = byOwner.removeValue(forKey: piece.cause) ?? []
      if times.count <= owner {
        times += Array(repeating: 0, count: owner + 1 - times.count)
      }
      times[owner] += piece.time
      byOwner[piece.cause] = times
      if piece.time > worst?.time ?? 0 { worst = piece }
    }
  }
}
