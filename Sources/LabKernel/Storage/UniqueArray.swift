/// A growable array of elements that may not be copied, as a part of the value that holds it.
///
/// It allocates memory with the first element.
///
/// An element must not be held across a call that may append.
/// - Source: Swift Evolution, SE-0527, whose array of the same name checks every position.
@safe
@usableFromInline
package struct UniqueArray<Element: ~Copyable>: ~Copyable {
  /// Where the first element lies, once there is room for one.
  ///
  /// Untyped, because a generic function of a debug build looks the type of a typed pointer up at
  /// each access, which took a third of the time of all tests.
  @usableFromInline
  var first = unsafe UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped

  @usableFromInline
  var capacity = 0

  @usableFromInline
  var length = 0

  @inlinable
  package init() {}

  @inlinable
  deinit {
    guard capacity > 0 else { return }
    unsafe place(of: 0).deinitialize(count: length)
    giveBack()
  }

  @inlinable
  @_transparent
  package var count: Int { length }

  @inlinable
  @_transparent
  package var isEmpty: Bool { length == 0 }

  @inlinable
  package var indices: Range<Int> { 0..<length }

  /// An element, to be read or changed in place.
  ///
  /// - Precondition: The position is that of an element; checked in debug builds.
  @inlinable
  package subscript(position: Int) -> Element {
    @_transparent
    unsafeAddress { unsafe UnsafePointer(address(of: position)) }
    @_transparent
    unsafeMutableAddress { unsafe address(of: position) }
  }

  /// The last element, to be read or changed in place.
  ///
  /// - Precondition: There is an element; checked in debug builds.
  @inlinable
  package var last: Element {
    @_transparent
    unsafeAddress { unsafe UnsafePointer(address(of: length &- 1)) }
    @_transparent
    unsafeMutableAddress { unsafe address(of: length &- 1) }
  }

  /// Where an element is.
  ///
  /// A debug build inlines nothing but what is transparent. What is inlined there knows the type of
  /// its elements without looking it up.
  @inlinable
  @_transparent
  func address(of position: Int) -> UnsafeMutablePointer<Element> {
    assert(position >= 0 && position < length, words(for: position))
    return unsafe place(of: position)
  }

  /// Where an element is, or will be.
  @inlinable
  @_transparent
  func place(of position: Int) -> UnsafeMutablePointer<Element> {
    unsafe first.advanced(by: position &* MemoryLayout<Element>.stride)
      .assumingMemoryBound(to: Element.self)
  }

  /// What a failed check of a position says; in a function, to keep its strings out of each access.
  @usableFromInline
  func words(for position: Int) -> String { "element \(position) of \(length)" }

  /// Appends an element.
  ///
  /// - Returns: Its position.
  /// - Complexity: O(1) amortised.
  @inlinable
  @inline(__always)
  @discardableResult
  package mutating func append(_ element: consuming Element) -> Int {
    if length == capacity { grow() }
    unsafe place(of: length).initialize(to: element)
    length &+= 1
    return length &- 1
  }

  /// Removes the last element and returns it; `nil` if there is none.
  @inlinable
  @discardableResult
  package mutating func popLast() -> Element? {
    guard !isEmpty else { return nil }
    length &-= 1
    return unsafe place(of: length).move()
  }

  /// Removes all elements, and keeps their memory.
  @inlinable
  package mutating func removeAll() { truncate(to: 0) }

  /// Removes the elements from a position on, and keeps their memory.
  @inlinable
  package mutating func truncate(to position: Int) {
    assert(position >= 0 && position <= length, words(for: position))
    if position == length { return }
    unsafe place(of: position).deinitialize(count: length - position)
    length = position
  }

  @usableFromInline
  mutating func grow() { grow(to: max(8, 2 * capacity)) }

  /// Makes room for so many elements at once.
  package mutating func reserveCapacity(_ count: Int) {
    if count > capacity { grow(to: count) }
  }

  private mutating func grow(to larger: Int) {
    let room = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    if capacity > 0 {
      unsafe room.moveInitialize(from: place(of: 0), count: length)
      giveBack()
    }
    unsafe first = UnsafeMutableRawPointer(room)
    capacity = larger
  }

  /// Gives back the memory of the elements, which are gone.
  @inlinable
  func giveBack() { unsafe first.deallocate() }
}

extension UniqueArray: @unchecked Sendable where Element: ~Copyable & Sendable {}

extension UniqueArray where Element: Copyable {
  /// Appends the elements to an array, which is asked only once whether it is shared.
  @inlinable
  package func append(to array: inout [Element]) {
    unsafe array.append(contentsOf: UnsafeBufferPointer(start: place(of: 0), count: length))
  }

  /// Sorts the elements from a position on.
  ///
  /// - Complexity: O(n log n) for n such elements; without allocation for a few.
  package mutating func sort(from position: Int, by precedes: (Element, Element) -> Bool) {
    guard position < length else { return }
    var elements = unsafe UnsafeMutableBufferPointer(
      start: place(of: position), count: length - position)
    unsafe elements.sort(by: precedes)
  }
}
