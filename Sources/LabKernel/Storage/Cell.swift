/// A value in a place of its own, changed in place by one thread at a time; see ``CellArray``.
///
/// It is changed through a constant, which `UniqueBox` of SE-0517 cannot be: a variable of a class
/// is checked for exclusive access each time. The value must not be changed in place across a call
/// that may change it too.
@safe
@usableFromInline
package struct Cell<Value: ~Copyable>: ~Copyable {
  @usableFromInline
  let place: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming Value) {
    unsafe place = Blocks.take(1)
    unsafe place.initialize(to: value)
  }

  @inlinable
  deinit {
    unsafe place.deinitialize(count: 1)
    unsafe Blocks.give(place, 1)
  }

  /// The value, to be read or changed in place.
  @inlinable
  package var value: Value {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(place) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe place }
  }
}
