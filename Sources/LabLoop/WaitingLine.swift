/// Elements in the order in which they came.
///
/// One alone, as in nearly every pass of a loop, stands apart and needs no array.
struct WaitingLine<Element> {
  /// Who came first; `nil` if nobody waits.
  private(set) var first: Element?

  private var others: [Element] = []
  /// How many of the others have come to the front since they were moved up.
  private var gone = 0

  var isEmpty: Bool { first == nil }

  var count: Int { isEmpty ? 0 : 1 + others.count - gone }

  mutating func append(_ element: Element) {
    if isEmpty { first = element } else { others.append(element) }
  }

  /// Takes the first element out of the line, if there is one.
  ///
  /// - Complexity: O(1) amortised.
  @discardableResult
  mutating func takeFirst() -> Element? {
    defer {
      if others.isEmpty { first = nil } else { moveUp() }
    }
    return first
  }

  mutating func removeAll() {
    first = nil
    if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    gone = 0
  }

  mutating func removeAll(where isLeaving: (Element) -> Bool) {
    let staying = self.staying.filter { !isLeaving($0) }
    first = staying.first
    others = Array(staying.dropFirst())
    gone = 0
  }

  /// Puts an element before the first one that fulfils a predicate, or at the end.
  mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    var line = staying
    line.insert(element, at: line.firstIndex(where: isLater) ?? line.endIndex)
    first = line.removeFirst()
    others = line
    gone = 0
  }

  private var staying: [Element] { (first.map { [$0] } ?? []) + others[gone...] }

  private mutating func moveUp() {
    first = gone < others.count ? others[gone] : nil
    gone += 1
    // Those gone are dropped in bulk, so that a long line costs no more an element than a short one.
    guard 2 * gone > others.count else { return }
    others.removeFirst(min(gone, others.count))
    gone = 0
  }
}
