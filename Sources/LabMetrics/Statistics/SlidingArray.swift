/// Numbered elements of which the first may be forgotten.
///
/// An element keeps its number, whatever is forgotten before it, so that a long run needs no more
/// memory than the part of it that is not settled yet.
struct SlidingArray<Element> {
  private var elements: [Element] = []
  /// The number of the first of `elements`.
  private var base = 0
  /// The number of the first element that is not forgotten.
  private(set) var startIndex = 0

  /// The number that the next element gets.
  var endIndex: Int { base + elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  @inline(__always)
  mutating func append(contentsOf others: some Collection<Element>) {
    elements.append(contentsOf: others)
  }

  mutating func append(repeating element: Element, upTo end: Int) {
    guard end > endIndex else { return }
    elements.append(contentsOf: repeatElement(element, count: end - endIndex))
  }

  mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  mutating func takeMemory(of other: inout SlidingArray) {
    elements.takeMemory(of: &other.elements)
  }

  /// Forgets the elements with lower numbers.
  ///
  /// - Complexity: O(1) amortised.
  mutating func forget(before index: Int) {
    startIndex = Swift.max(startIndex, Swift.min(index, endIndex))
    let gone = startIndex - base
    guard gone > 64, gone > elements.count / 2 else { return }
    elements.removeFirst(gone)
    base = startIndex
  }

  /// Brings the elements that are left into an order.
  mutating func sort(by isBefore: (Element, Element) -> Bool) {
    elements[(startIndex - base)...].sort(by: isBefore)
  }
}

extension SlidingArray: RandomAccessCollection, MutableCollection {
  @inline(__always)
  subscript(index: Int) -> Element {
    get { elements[index &- base] }
    _modify { yield &elements[index &- base] }
  }

  /// Lends elements in a row, counted from 0, to be looked at together.
  @inline(__always)
  func lend<Result>(_ range: Range<Int>, to body: (Span<Element>) -> Result) -> Result {
    body(elements.span.extracting(range.lowerBound - base..<range.upperBound - base))
  }

  /// Returns the first index from a start on whose element does not fulfil a predicate.
  ///
  /// - Complexity: O(n) for n elements that do; a few instructions for each.
  @inline(__always)
  func index(from start: Int, passing isPassed: (Element) -> Bool) -> Int {
    assert(start >= startIndex && start <= endIndex, "\(start) is not an index")
    let span = elements.span
    var place = start &- base
    while place < span.count, isPassed(unsafe span[unchecked: place]) { place &+= 1 }
    return place &+ base
  }

  func index(after index: Int) -> Int { index + 1 }
  func index(before index: Int) -> Int { index - 1 }
  func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }
  func distance(from start: Int, to end: Int) -> Int { end - start }
}

extension SlidingArray: Sendable where Element: Sendable {}
