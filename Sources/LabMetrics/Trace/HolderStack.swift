/// Who holds the thread, each within the one before, as ``ThreadTime`` numbers them.
///
/// A run of the loop and a callout in it are all that most runs know. An array would ask at each
/// change whether it is shared; the innermost two lie beside it.
struct HolderStack: Sendable {
  private var innermost: UInt32?
  private var next: UInt32?
  /// The others, outermost first.
  private var others: [UInt32] = []

  var isEmpty: Bool { innermost == nil }

  /// The innermost holder; `nil` for none.
  var last: UInt32? { innermost }

  /// All of them, outermost first.
  var all: [UInt32] { others + [next, innermost].compactMap { $0 } }

  var count: Int { all.count }

  @inline(__always)
  mutating func push(_ holder: UInt32) {
    if let next { others.append(next) }
    (next, innermost) = (innermost, holder)
  }

  /// Takes the innermost holder away, of which there is one.
  @inline(__always)
  mutating func pop() {
    innermost = next
    next = others.isEmpty ? nil : others.removeLast()
  }
}
