/// Makes a struct that holds it address-only.
///
/// A loadable struct of hundreds of fields is taken apart by the compiler wherever it is lent,
/// which took a third of its time for this library.
struct Anchor: Sendable {
  private let value: (any Sendable)? = nil
}
