import Foundation

/// Reads the small files by which a system tells of itself.
enum HostFile {
  /// The text of a file; `nil` if there is none.
  static func text(_ path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The numbers in the first line of a file, without words between them; none if there is none.
  static func numbers(in path: String) -> [Int64] {
    (text(path) ?? "").prefix { $0 != "\n" }.split(separator: " ").compactMap { Int64($0) }
  }

  /// The number behind a word that begins a line of a file; `nil` if there is none.
  static func number(_ word: String, in path: String) -> Int64? {
    for line in (text(path) ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == word { return Int64(words[1]) }
    }
    return nil
  }
}
