/// An array in a ``Cell``: it is changed in place through a constant, by one thread at a time.
///
/// The loop reads and writes elements of its tables several dozen times a pass. An element of an
/// `Array` in a class costs a check for exclusive access, by way of the thread's local storage, and
/// one for shared storage each time; here it is reached by a pointer, and lent rather than copied,
/// so that what it refers to is neither retained nor released. With arrays a firing took 325 ns
/// where it takes 175 ns now. That is the whole reason for this type, for ``UniqueArray``, ``Cell``
/// and ``Unowned``, which no other package can name. Only arrays and cells allocate memory by hand.
///
/// An element must not be held across a call that may append.
@safe
@usableFromInline
package struct CellArray<Element: ~Copyable>: ~Copyable {
  // Reached by its pointer, since `value` looks the type of the array up each time in debug builds.
  @usableFromInline
  let elements = Cell(UniqueArray<Element>())

  /// Creates an array without elements.
  @inlinable
  package init() {}

  /// How many elements there are.
  @inlinable
  package var count: Int { unsafe elements.place.pointee.count }

  /// Whether there is no element.
  @inlinable
  package var isEmpty: Bool { unsafe elements.place.pointee.isEmpty }

  /// The positions of the elements.
  @inlinable
  package var indices: Range<Int> { unsafe elements.place.pointee.indices }

  /// An element, to be read or changed in place.
  ///
  /// - Precondition: The position is that of an element; checked in debug builds.
  @inlinable
  package subscript(position: Int) -> Element {
    @inline(__always)
    unsafeAddress { unsafe address(of: position) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe elements.place.pointee.address(of: position) }
  }

  /// Where an element is until another one is appended, for a table that lets its rows be read.
  @inlinable
  @inline(__always)
  package func address(of position: Int) -> UnsafePointer<Element> {
    unsafe UnsafePointer(elements.place.pointee.address(of: position))
  }

  /// The last element, to be read or changed in place.
  ///
  /// - Precondition: There is an element; checked in debug builds.
  @inlinable
  package var last: Element {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(elements.place.pointee.address(of: count &- 1)) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe elements.place.pointee.address(of: count &- 1) }
  }

  /// Asks the processor to bring an element into its cache, without waiting for it.
  ///
  /// - Precondition: The position is that of an element; checked in debug builds.
  @inlinable
  @inline(__always)
  package func prefetch(_ position: Int) { unsafe elements.place.pointee.prefetch(position) }

  /// Appends an element.
  ///
  /// - Returns: Its position.
  /// - Complexity: O(1) amortised.
  @inlinable
  @inline(__always)
  @discardableResult
  package func append(_ element: consuming Element) -> Int {
    unsafe elements.place.pointee.append(element)
  }

  /// Removes the last element and returns it; `nil` if there is none.
  @inlinable
  @discardableResult
  package func popLast() -> Element? { unsafe elements.place.pointee.popLast() }

  /// Removes all elements, and keeps their memory.
  @inlinable
  package func removeAll() { unsafe elements.place.pointee.removeAll() }

  /// Removes the elements from a position on, and keeps their memory.
  @inlinable
  package func truncate(to position: Int) { unsafe elements.place.pointee.truncate(to: position) }
}

extension CellArray where Element: Copyable {
  /// Sorts the elements from a position on.
  ///
  /// - Complexity: O(n log n) for n such elements; without allocation for a few.
  package func sort(from position: Int, by precedes: (Element, Element) -> Bool) {
    unsafe elements.place.pointee.sort(from: position, by: precedes)
  }
}
