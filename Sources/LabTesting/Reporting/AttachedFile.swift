/// A file that a failing test leaves beside its issue.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
package struct AttachedFile: Hashable, Sendable {
  /// Its name, with its extension.
  package let name: String
  /// What is in it.
  package let text: String

  package init(_ name: String, _ text: String) {
    (self.name, self.text) = (name, text)
  }
}
