/// Elements in the order in which they came.
///
/// Elements that are gone are dropped in bulk, so that a long line costs no more an element than a
/// short one.
@usableFromInline
package struct FIFO<Element>: ~Copyable {
  /// The element that came first, and mostly the only one; `nil` if there is none.
  @usableFromInline package var first: Element?
  /// Those behind the first, from `gone` on.
  @usableFromInline var others = UniqueArray<Element>()
  /// How many of `others` have left the line already.
  @usableFromInline var gone = 0

  @inlinable
  package init() {}

  @inlinable
  @inline(always)
  package var isEmpty: Bool { first == nil }

  @inlinable
  @inline(always)
  package var count: Int { isEmpty ? 0 : 1 &+ others.count &- gone }

  /// Adds an element behind all others.
  @inlinable
  @inline(always)
  package mutating func append(_ element: Element) {
    if isEmpty { first = element } else { others.append(element) }
  }

  /// Takes the first element out of the line, if there is one.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable
  @inline(always)
  @discardableResult
  package mutating func takeFirst() -> Element? {
    let taken = first
    first = others.isEmpty ? nil : takeNext()
    return taken
  }

  @inlinable
  @inline(always)
  package mutating func removeAll() {
    first = nil
    if !others.isEmpty { forgetOthers() }
  }

  @inlinable
  package mutating func removeAll(where isLeaving: (Element) -> Bool) {
    // Who was behind goes behind again, unless it leaves.
    for _ in 0..<count {
      if let element = takeFirst(), !isLeaving(element) { append(element) }
    }
  }

  /// Returns the first element that suits.
  package borrowing func first(where suits: (Element) -> Bool) -> Element? {
    guard let first else { return nil }
    if suits(first) { return first }
    for place in gone..<max(gone, others.count) where suits(others[place]) { return others[place] }
    return nil
  }

  /// Puts an element before the first one that fulfils a predicate, or at the end.
  package mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    guard let head = first else { return append(element) }
    var (element, place) = (element, gone)
    if isLater(head) {
      (first, element) = (element, head)
    } else {
      while place < others.count, !isLater(others[place]) { place += 1 }
    }
    let end = others.append(element)
    for position in (place..<end).reversed() { others[position + 1] = others[position] }
    others[place] = element
  }

  @usableFromInline
  mutating func takeNext() -> Element {
    let next = others[gone]
    gone += 1
    if gone == others.count { forgetOthers() } else if gone & 63 == 0 { moveUp() }
    return next
  }

  @usableFromInline
  mutating func forgetOthers() {
    others.removeAll()
    gone = 0
  }

  /// Drops those gone.
  private mutating func moveUp() {
    let waiting = others.count - gone
    guard gone > waiting else { return }
    for position in 0..<waiting { others[position] = others[gone + position] }
    others.truncate(to: waiting)
    gone = 0
  }
}
