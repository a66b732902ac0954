/// A queue of ids, each with the instant at which it is due and its rank among equals.
///
/// The order is `(due, rank)`; the caller composes the rank, usually from a class in the top byte
/// and a counter of arrivals below it, so that simultaneous events have one defined order.
///
/// The structure is a winner tree: every id owns a leaf, and every inner node names the winner of
/// the match between its two children. Scheduling, moving and removing an id replay one path.
public struct EventQueue {
  /// When an id is due, and in which order among those due together.
  public struct Key: Hashable, Comparable, Sendable {
    /// The instant, in nanoseconds since the start of the run.
    public let due: Int64
    /// The order among keys due at one instant; smaller goes first.
    public let rank: UInt64

    /// A key that no scheduled id has; it loses every match.
    public static let never = Key(due: .max, rank: .max)

    /// Creates a key.
    public init(due: Int64, rank: UInt64) {
      self.due = due
      self.rank = rank
    }

    /// Returns whether one key goes before another.
    @inlinable
    public static func < (lhs: Key, rhs: Key) -> Bool {
      lhs.due != rhs.due ? lhs.due < rhs.due : lhs.rank < rhs.rank
    }
  }

  /// One leaf an id, padded with ``Key/never`` to a power of two.
  private var keys: [Key] = [.never]

  /// Winners as a heap-shaped tree: node n has children 2n and 2n + 1, the root is 1.
  ///
  /// Only inner nodes are stored; child `width + i` of the lowest row is leaf i.
  private var winners: [Int32] = [0]

  private var width: Int { keys.count }

  /// Creates an empty queue.
  public init() {}

  /// The id due first, with its key, or `nil` when nothing is scheduled.
  ///
  /// - Complexity: O(1).
  public var first: (id: Int, key: Key)? {
    let id = width == 1 ? 0 : Int(winners[1])
    let key = keys[id]
    return key == .never ? nil : (id, key)
  }

  /// Returns the key of an id, or `nil` when it is not scheduled.
  ///
  /// - Complexity: O(1).
  public func key(of id: Int) -> Key? {
    guard id < width, keys[id] != .never else { return nil }
    return keys[id]
  }

  /// Schedules an id, or moves it if it is scheduled already.
  ///
  /// - Precondition: The id is not negative. Ids should be small: memory grows with the largest.
  /// - Complexity: O(log n) in the largest id; amortised over growth.
  public mutating func schedule(_ id: Int, key: Key) {
    if id >= width { grow(toHold: id) }
    keys[id] = key
    replay(from: id)
  }

  /// Takes an id out of the queue; does nothing if it is not scheduled.
  ///
  /// - Complexity: O(log n).
  public mutating func remove(_ id: Int) {
    guard id < width, keys[id] != .never else { return }
    keys[id] = .never
    replay(from: id)
  }

  /// Appends the ids due at or before an instant to an array, in order.
  ///
  /// The queue keeps them.
  /// - Complexity: O(k log n) for k such ids.
  public func collect(dueBy limit: Int64, into ids: inout [Int]) {
    let begin = ids.count
    if width == 1 {
      if keys[0].due <= limit { ids.append(0) }
      return
    }
    collect(below: 1, dueBy: limit, into: &ids)
    guard ids.count > begin + 1 else { return }
    ids[begin...].sort { keys[$0] < keys[$1] }
  }

  private func collect(below node: Int, dueBy limit: Int64, into ids: inout [Int]) {
    guard keys[winner(of: node)].due <= limit else { return }
    guard node < width else { return ids.append(node - width) }
    collect(below: 2 * node, dueBy: limit, into: &ids)
    collect(below: 2 * node + 1, dueBy: limit, into: &ids)
  }

  private func winner(of node: Int) -> Int {
    node < width ? Int(winners[node]) : node - width
  }

  private mutating func replay(from id: Int) {
    var node = (id + width) / 2
    while node >= 1 {
      let left = winner(of: 2 * node)
      let right = winner(of: 2 * node + 1)
      winners[node] = Int32(truncatingIfNeeded: keys[right] < keys[left] ? right : left)
      node /= 2
    }
  }

  private mutating func grow(toHold id: Int) {
    precondition(id >= 0, "event id \(id) is negative")
    var size = width
    while size <= id { size *= 2 }
    keys.append(contentsOf: repeatElement(.never, count: size - width))
    winners = [Int32](repeating: 0, count: size)
    for node in stride(from: size - 1, through: 1, by: -1) {
      let left = winner(of: 2 * node)
      let right = winner(of: 2 * node + 1)
      winners[node] = Int32(truncatingIfNeeded: keys[right] < keys[left] ? right : left)
    }
  }
}
