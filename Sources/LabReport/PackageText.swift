import CTexts

/// A file that is part of the program.
package enum PackageText {
  /// Returns the text of a file of those that `CTexts` holds.
  ///
  /// - Precondition: there is one of this name.
  package static func named(_ name: String) -> String {
    guard let text = unsafe lab_text(name) else {
      preconditionFailure("No text '\(name)' is part of the program: add it to 'texts.c'.")
    }
    return unsafe String(cString: text)
  }
}
