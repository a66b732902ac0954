/// A reference that does not keep its object alive, for handlers and callouts that run all the
/// time.
///
/// Swift's own `unowned` counts each use up and down; this one does so in debug builds only, where
/// it notices an object that is gone. The code that makes one keeps the object alive long enough.
@safe
@usableFromInline
package struct Unowned<Object: AnyObject> {
  #if DEBUG
    @usableFromInline unowned let object: Object
  #else
    @usableFromInline let reference: Unmanaged<Object>
  #endif

  @inlinable
  package init(_ object: Object) {
    #if DEBUG
      self.object = object
    #else
      unsafe reference = .passUnretained(object)
    #endif
  }

  /// Lends the object for a moment.
  ///
  /// It must live until the body returns. If the body may let go of it, return it and use that.
  @inlinable
  @inline(__always)
  package func use<Result>(_ body: (Object) -> Result) -> Result {
    #if DEBUG
      body(object)
    #else
      unsafe reference._withUnsafeGuaranteedRef(body)
    #endif
  }
}

extension Unowned: @unchecked Sendable where Object: Sendable {}

/// Leads to an object as long as it lives, for closures that may live longer.
///
/// The object makes one, ties it to itself when it is complete, and cuts it in `deinit`. Swift's
/// own `weak` counts each use, and Embedded Swift has none.
package final class Lifeline<Object: AnyObject> {
  @safe @exclusivity(unchecked) private var end: Unowned<Object>?

  package init() {}

  /// The object, which may be let go of while it is used; `nil` before it is complete and when it
  /// is gone.
  package var object: Object? { end?.use { $0 } }

  package func tie(to object: Object) { end = Unowned(object) }

  package func cut() { end = nil }
}
