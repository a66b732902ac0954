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
