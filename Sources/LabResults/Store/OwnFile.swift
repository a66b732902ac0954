import Foundation

/// By what a file is known for one that the lab wrote, and may write again without being told to.
///
/// Tables have no mark, nor have scripts and recordings: people write such files, too.
enum OwnFile {
  /// How many bytes are looked at.
  private static let head = 4_000

  /// What stands in the first bytes of a page, a picture, a report or a trace of the lab.
  private static let marks = [
    "<meta name=\"generator\" content=\"RunLoopLab\"/>",
    " role=\"img\" aria-labelledby=\"pt pd\">\n<title id=\"pt\">",
    "{\"schema\":\"runlooplab/", "\"otherData\":{\"tool\":\"RunLoopLab\"", "<!-- RunLoopLab -->",
    "<testsuites name=\"runlooplab\"",
  ]

  /// Whether the lab wrote what is at a path.
  static func isOwn(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    // What cannot be read is not known to be the lab's.
    guard let bytes = try? file.read(upToCount: head) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return marks.contains(where: text.contains)
  }
}
