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

  @inlinable
  package init() {}

  // What follows is as ``UniqueArray`` has it.

  @inlinable
  package var count: Int { unsafe elements.place.pointee.count }

  @inlinable
  package var isEmpty: Bool { unsafe elements.place.pointee.isEmpty }

  @inlinable
  package var indices: Range<Int> { unsafe elements.place.pointee.indices }

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

  @inlinable
  package var last: Element {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(elements.place.pointee.address(of: count &- 1)) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe elements.place.pointee.address(of: count &- 1) }
  }

  @inlinable
  @inline(__always)
  package func prefetch(_ position: Int) { unsafe elements.place.pointee.prefetch(position) }

  @inlinable
  @inline(__always)
  @discardableResult
  package func append(_ element: consuming Element) -> Int {
    unsafe elements.place.pointee.append(element)
  }

  @inlinable
  @discardableResult
  package func popLast() -> Element? { unsafe elements.place.pointee.popLast() }

  @inlinable
  package func removeAll() { unsafe elements.place.pointee.removeAll() }

  @inlinable
  package func truncate(to position: Int) { unsafe elements.place.pointee.truncate(to: position) }
}

extension CellArray where Element: Copyable {
  package func sort(from position: Int, by precedes: (Element, Element) -> Bool) {
    unsafe elements.place.pointee.sort(from: position, by: precedes)
  }
}
