/// A queue of ids, each with the instant at which it is due and its rank among equals.
///
/// The order is `(due, rank)`; the caller composes the rank, usually from a class in the top byte
/// and a counter of arrivals below it, so that simultaneous events have one defined order.
///
/// The structure is a tournament: every id owns a leaf, and every inner node names the winner of
/// the match between its two children. Scheduling, moving and removing an id replay one path, from
/// the leaf up to where an uninvolved winner stays the same. All nodes of a path are known before
/// the first match, so that the memory can deliver them together; a heap must finish one level to
/// know the next.
@usableFromInline
package struct EventQueue: ~Copyable {
  /// When an id is due, and in which order among those due together.
  @usableFromInline
  package struct Key: Hashable, Comparable, Sendable {
    /// The instant, in nanoseconds since the start of the run.
    @usableFromInline package let due: Int64
    /// The order among keys due at one instant; smaller goes first.
    @usableFromInline package let rank: UInt64

    @inlinable
    package init(due: Int64, rank: UInt64) {
      self.due = due
      self.rank = rank
    }

    @inlinable
    package static func < (lhs: Key, rhs: Key) -> Bool {
      lhs.due != rhs.due ? lhs.due < rhs.due : lhs.rank < rhs.rank
    }
  }

  /// When each id is due, filled up with `Int64.max` to a power of two: the leaves.
  @usableFromInline
  var dues = UniqueArray<Int64>()

  /// The ranks of the ids, apart from when they are due, since only ties ask for them.
  @usableFromInline
  var ranks = UniqueArray<UInt64>()

  /// The winners as a heap-shaped tree: node n has the children 2n and 2n + 1, the root is 1.
  ///
  /// The numbers from `width` on stand for the leaves, the ids in order; they are not kept here,
  /// since ``dues`` says all there is to know of them. A node also says when its winner is due, so
  /// that a match looks at nothing that is not on its path.
  @usableFromInline
  var winners = UniqueArray<Leaf>()

  /// An id, and when it is due.
  @usableFromInline
  struct Leaf {
    @usableFromInline var due: Int64
    @usableFromInline var id: Int32

    @usableFromInline
    init(_ id: Int, due: Int64) {
      self.due = due
      self.id = Int32(truncatingIfNeeded: id)
    }
  }

  @usableFromInline
  var width: Int { dues.count }

  /// Creates an empty queue, with room for so many ids at first.
  package init(width: Int = 1) { layOut(width: width) }

  /// The id due first, with its key, or `nil` when nothing is scheduled.
  ///
  /// - Complexity: O(1).
  @inlinable
  package var first: (id: Int, key: Key)? {
    @inline(__always)
    get {
      let (id, due) = (Int(winners[1].id), winners[1].due)
      return due == .max ? nil : (id, Key(due: due, rank: ranks[id]))
    }
  }

  /// Returns the key of an id, or `nil` when it is not scheduled.
  ///
  /// - Precondition: The id is not negative.
  /// - Complexity: O(1).
  package func key(of id: Int) -> Key? {
    guard holds(id) else { return nil }
    return Key(due: dues[id], rank: ranks[id])
  }

  @inlinable
  @inline(__always)
  func holds(_ id: Int) -> Bool {
    require(id >= 0, "id \(id) is negative")
    return id < width && dues[id] != .max
  }

  /// Schedules an id, or moves it if it is scheduled already.
  ///
  /// - Precondition: The id is not negative; the key is due at 0 or later, and before `Int64.max`.
  ///   Ids should be small: memory grows with the largest.
  /// - Complexity: O(log n) in the largest id; amortised over growth.
  @inlinable
  @inline(__always)
  package mutating func schedule(_ id: Int, key: Key) {
    require(
      id >= 0 && key.due >= 0 && key.due < .max, "id \(id), due at \(key.due) ns, is out of range")
    if id >= width { layOut(width: id + 1) }
    ranks[id] = key.rank
    replay(from: id, due: key.due)
  }

  /// Takes an id out of the queue; does nothing if it is not scheduled.
  ///
  /// - Precondition: The id is not negative.
  /// - Complexity: O(log n).
  @inlinable
  @inline(__always)
  package mutating func remove(_ id: Int) {
    guard holds(id) else { return }
    replay(from: id, due: .max)
  }

  /// Takes the first id out of the queue, if it is due at or before an instant.
  ///
  /// - Returns: The id, and when it was due.
  /// - Complexity: O(log n).
  @inlinable
  @inline(__always)
  package mutating func takeFirst(dueBy limit: Int64) -> (id: Int, due: Int64)? {
    guard let first, first.key.due <= limit else { return nil }
    replay(from: first.id, due: .max)
    return (first.id, first.key.due)
  }

  /// Appends the ids due at or before an instant to a list, in order; the queue keeps them.
  ///
  /// - Complexity: O(k log n) for k such ids.
  @inlinable
  package func collect(dueBy limit: Int64, into ids: inout UniqueArray<Int>) {
    guard winners[1].due <= limit else { return }
    let winner = Int(winners[1].id)
    ids.append(winner)
    if width > 1 { collectRivals(of: winner, dueBy: limit, into: &ids) }
  }

  /// Appends who else is due: all of them have lost to the winner, or to one that did.
  @usableFromInline
  func collectRivals(of winner: Int, dueBy limit: Int64, into ids: inout UniqueArray<Int>) {
    let start = ids.count - 1
    var node = width &+ winner
    while node > 1 {
      collect(below: node ^ 1, dueBy: limit, into: &ids)
      node &>>= 1
    }
    if ids.count > start + 1 { ids.sort(from: start) { precedes($0, $1) } }
  }

  private func collect(below node: Int, dueBy limit: Int64, into ids: inout UniqueArray<Int>) {
    guard node < width else {
      if dues[node - width] <= limit { ids.append(node - width) }
      return
    }
    guard winners[node].due <= limit else { return }
    collect(below: 2 * node, dueBy: limit, into: &ids)
    collect(below: 2 * node + 1, dueBy: limit, into: &ids)
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    dues[a] != dues[b] ? dues[a] < dues[b] : ranks[a] < ranks[b]
  }

  /// Gives a leaf a due instant, and plays the matches of its path again.
  @inlinable
  @inline(__always)
  mutating func replay(from leaf: Int, due: Int64) {
    dues[leaf] = due
    if width > 1 { playMatches(of: leaf, due: due) } else { winners[1].due = due }
  }

  /// Plays the matches on the path of a leaf.
  ///
  /// A match without a tie is settled by a mask that is all ones if the rival is due earlier: half
  /// of the guesses of a branch would be wrong. Due instants are never negative, so that their
  /// distance cannot overflow.
  @usableFromInline
  mutating func playMatches(of leaf: Int, due newDue: Int64) {
    var (winner, due) = (leaf, newDue)
    var (rival, rivalDue) = (leaf ^ 1, dues[leaf ^ 1])
    var node = width &+ leaf
    while true {
      let distance = rivalDue &- due
      if distance == 0 {
        winner = ranks[rival] < ranks[winner] ? rival : winner
      } else {
        let mask = distance &>> 63
        winner ^= (winner ^ rival) & Int(mask)
        due ^= (due ^ rivalDue) & mask
      }
      node &>>= 1
      let before = Int(winners[node].id)
      if before != leaf, before == winner { return }
      winners[node] = Leaf(winner, due: due)
      if node == 1 { return }
      (rival, rivalDue) = (Int(winners[node ^ 1].id), winners[node ^ 1].due)
    }
  }

  /// Gives the tree a power of two of leaves, at least as many as asked for.
  @usableFromInline
  mutating func layOut(width: Int) {
    require(width <= 1 << 30, "\(width) ids are too many")
    while dues.count < width || dues.count & (dues.count - 1) != 0 {
      dues.append(.max)
      ranks.append(.max)
    }
    winners.removeAll()
    for _ in 0..<max(2, dues.count) { winners.append(Leaf(0, due: .max)) }
    for node in (1..<dues.count).reversed() {
      let (left, right) = (winner(of: 2 * node), winner(of: 2 * node + 1))
      let winner = precedes(right, left) ? right : left
      winners[node] = Leaf(winner, due: dues[winner])
    }
  }

  private func winner(of node: Int) -> Int {
    node < width ? Int(winners[node].id) : node - width
  }
}
