/// The frames of all pages of a browser's trace, as they stand in the file.
struct RawPage {
  /// A compositor, or the main thread that it asks for frames.
  struct Owner: Hashable, Comparable {
    var process: Int64
    /// The number of its tree of layers, which a process may have several of.
    var layerTree: Int64

    static func < (one: Owner, other: Owner) -> Bool {
      (one.process, one.layerTree) < (other.process, other.layerTree)
    }
  }

  private static let limit = 1 << 20
  private static let ownerLimit = 64

  /// The vsyncs that compositors noted, in the order of the file.
  private(set) var begins: [Owner: [Int64]] = [:]
  /// The frames of main threads, with the number of the thread.
  private(set) var mains: [(owner: Owner, thread: Int64, time: Int64)] = []
  /// When compositors sent a frame to their main threads.
  private(set) var sent: [Int64: [Int64]] = [:]
  private var owners: Set<Owner> = []
  private var count = 0

  mutating func addBegin(_ owner: Owner, at time: Int64) {
    if hasRoom(for: owner) { begins[owner, default: []].append(time) }
  }

  mutating func addMain(_ owner: Owner, thread: Int64, at time: Int64) {
    if hasRoom(for: owner) { mains.append((owner, thread, time)) }
  }

  mutating func addSent(process: Int64, at time: Int64) {
    if hasRoom() { sent[process, default: []].append(time) }
  }

  private mutating func hasRoom(for owner: Owner) -> Bool {
    guard owners.contains(owner) || owners.count < Self.ownerLimit else { return false }
    owners.insert(owner)
    return hasRoom()
  }

  private mutating func hasRoom() -> Bool {
    count += 1
    return count <= Self.limit
  }

  /// The compositor of a main thread: the one whose frames it began most often, and of those the
  /// one that came first.
  func compositor(process: Int64, thread: Int64) -> Owner? {
    var counts: [(owner: Owner, count: Int)] = []
    for main in mains where main.owner.process == process && main.thread == thread {
      if let known = counts.firstIndex(where: { $0.owner == main.owner }) {
        counts[known].count += 1
      } else {
        counts.append((main.owner, 1))
      }
    }
    let most = counts.map(\.count).max()
    return counts.first { $0.count == most }?.owner
  }
}

extension [Int64] {
  /// The instants that lie in a window, each once, in ascending order.
  func distinct(in window: ClosedRange<Int64>) -> [Int64] {
    var distinct: [Int64] = []
    for time in sorted() where time != distinct.last && window.contains(time) {
      distinct.append(time)
    }
    return distinct
  }
}
