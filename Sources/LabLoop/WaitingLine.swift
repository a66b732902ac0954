import LabKernel

/// Elements in the order in which they came.
struct WaitingLine<Element>: ~Copyable {
  /// Those that wait, behind those that have come to the front since the line was moved up.
  private let members = Table<Element>()
  private var gone = 0

  @inline(__always)
  var isEmpty: Bool { gone == members.count }

  @inline(__always)
  var count: Int { members.count &- gone }

  /// Who came first; `nil` if nobody waits.
  @inline(__always)
  var first: Element? { isEmpty ? nil : members[gone] }

  @inline(__always)
  func append(_ element: Element) { members.append(element) }

  /// Takes the first element out of the line, if there is one.
  ///
  /// - Complexity: O(1) amortised.
  @inline(__always)
  @discardableResult
  mutating func takeFirst() -> Element? {
    guard !isEmpty else { return nil }
    let first = members[gone]
    gone &+= 1
    if isEmpty { removeAll() } else if gone & 63 == 0 { moveUp() }
    return first
  }

  @inline(__always)
  mutating func removeAll() {
    members.removeAll()
    gone = 0
  }

  mutating func removeAll(where isLeaving: (Element) -> Bool) {
    let staying = (gone..<members.count).map { members[$0] }.filter { !isLeaving($0) }
    removeAll()
    for element in staying { members.append(element) }
  }

  /// Puts an element before the first one that fulfils a predicate, or at the end.
  func insert(_ element: Element, before isLater: (Element) -> Bool) {
    let end = members.append(element)
    var place = gone
    while place < end, !isLater(members[place]) { place += 1 }
    for position in (place..<end).reversed() { members[position + 1] = members[position] }
    members[place] = element
  }

  /// Drops those gone in bulk, so that a long line costs no more an element than a short one.
  private mutating func moveUp() {
    guard 2 * gone > members.count else { return }
    for position in 0..<count { members[position] = members[gone + position] }
    members.truncate(to: count)
    gone = 0
  }
}
