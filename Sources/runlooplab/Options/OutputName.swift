import Foundation
import LabText

/// The name of a file that is to be written, which says by its ending what the file holds.
enum OutputName {
  /// Endings of pictures that the lab does not draw.
  private static let foreign: Set = [
    "png", "pdf", "jpg", "jpeg", "gif", "webp", "eps", "tiff", "mp4",
  ]
  /// What the lab writes, by its ending.
  private static let own = [
    "svg": "a picture", "html": "a page", "csv": "a table", "json": "a report for programs",
    "md": "a report in Markdown", "lab": "a script", "txt": "text",
  ]

  /// The ending of a name in lower case, without its point; empty without one.
  static func ending(_ path: String) -> String {
    (path as NSString).pathExtension.lowercased()
  }

  /// Throws if a file of that name would hold what the name does not say.
  ///
  /// - Parameters:
  ///   - path: The name; `-` is standard output.
  ///   - option: The option that gives it.
  ///   - endings: What is written there; a name without an ending, or of none that the lab knows,
  ///     is taken.
  /// - Throws: `UsageError` with a name to write instead.
  static func check(
    _ path: String, for option: String, _ endings: [String]
  ) throws(UsageError) {
    let ending = ending(path)
    guard !foreign.contains(ending) else {
      let name = (path as NSString).deletingPathExtension
      throw UsageError(
        endings.contains("svg")
          ? "'\(option) \(path)': the lab draws SVG. Write '\(option) \(name).svg'; a browser prints"
            + " it, and 'rsvg-convert -f \(ending == "pdf" ? "pdf" : "png") \(name).svg -o \(path)'"
            + " converts it."
          : endings.contains("html")
            ? "'\(option) \(path)': the lab writes a page. Write '\(option) \(name).html'; a browser"
              + " prints it."
            : "'\(option) \(path)' cannot be written: the lab writes no '.\(ending)'.")
    }
    guard let kind = own[ending], !endings.contains(ending) else { return }
    let known = Spelling.list(endings.map { ".\($0)" })
    throw UsageError(
      endings.isEmpty
        ? "'\(option) \(path)' names a folder here, and '.\(ending)' is \(kind). Leave the"
          + " ending out."
        : "'\(option) \(path)': '.\(ending)' is \(kind), which is not written there. Write \(known)."
    )
  }
}
