import Foundation
import LabExperiment
import LabLanguage
import TestSupport
import Testing

/// Each kind of mistake has a script with its messages in a file of its subject, `Fixtures/broken`.
@Suite struct `A broken script` {
  @Test(arguments: Fixture.names(in: "broken", with: "txt"))
  func `gets exactly the messages it deserves`(subject: String) throws {
    let file = Fixture.folder.appending(path: "broken/\(subject).txt")
    let text = try String(contentsOf: file, encoding: .utf8)
    let parts = text.dropLast().components(separatedBy: "\n\n== ")
    let folder = try TemporaryFolder()
    let cases = parts.dropFirst().map(Case.init)
    for one in cases { try folder.write(one.text, to: one.path) }
    let told = cases.map { $0.told(in: folder.url.path) }
    for (told, part) in zip(told, parts.dropFirst()) { #expect(told == part) }
    if Checkout.isRecorded {
      let text = ([parts[0]] + told).joined(separator: "\n\n== ") + "\n"
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// A script, or a file beside scripts, of a file of a subject.
  private struct Case {
    let name: String
    let lines: [String]

    /// Reads a part that follows `== `.
    init(part: String) {
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      name = lines[0]
      self.lines = lines.dropFirst().filter {
        !$0.hasPrefix("| ") && !$0.drop { " \t".contains($0) }.hasPrefix("^ ")
      }
    }

    var isScript: Bool { !name.contains(".") }
    var path: String { isScript ? "\(name).lab" : name }
    var text: String { lines.map { "\($0)\n" }.joined() }

    /// The part again: under each line the messages about it, then all from the first on that has
    /// no place in the script or stands out of order.
    func told(in folder: String) -> String {
      guard isScript else { return ([name] + lines).joined(separator: "\n") }
      let messages = Fixture.messages(path: path) { path throws(InputFile.Problem) in
        try InputFile.read("\(folder)/\(path)")
      } listing: {
        InputFile.names(in: "\(folder)/\($0)")
      }
      var rest = messages.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      var below: [[String]] = lines.map { _ in [] }
      var last = 1
      while rest.count > 2 {
        let (line, mark) = (rest[rest.startIndex + 1], rest[rest.startIndex + 2])
        let head = rest[rest.startIndex].split(separator: ":", maxSplits: 4)
        guard head.count == 5, head[0] == path, let number = Int(head[1]), head[3] == " error",
          lines.indices.dropFirst(last - 1).contains(number - 1), line == lines[number - 1],
          mark.count == Int(head[2]), mark.drop(while: { " \t".contains($0) }) == "^"
        else { break }
        below[number - 1].append("\(mark)\(head[4])")
        (last, rest) = (number, rest.dropFirst(3))
      }
      let told = zip(lines, below).flatMap { [$0] + $1 } + rest.map { "| \($0)" }
      return ([name] + told).joined(separator: "\n")
    }
  }

  private static let bytes: [(bytes: [UInt8], message: String)] = [
    (
      [0x7f] + "ELF\u{2}\u{1}\u{1}\0\0\0".utf8,
      ":1:1: error: the control character 127 is not text. Delete it."
    ),
    (
      Array("display 60 Hz\nrun 1 s\u{1b}[31m\n".utf8),
      ":2:8: error: the control character 27 is not text. Delete it."
    ),
    (
      Array("display 60 Hz\ntitle caf".utf8) + [0xe9, 0x0a],
      ":2:10: error: this is not text in UTF-8. Save the file in UTF-8."
    ),
    (
      Array("display 60 Hz\r\nrun 1 s\r\narm a\r\n\ttimer ball every 16 in default".utf8),
      """
      :4:19: error: '16' has no unit. Write '16 ms', '16 us' or '16 s'.
      \ttimer ball every 16 in default
      \t                 ^
      """
    ),
    (
      Array("title \(String(repeating: "x", count: 3000))\n".utf8),

      ":1:2001: error: the line is longer than 2000 bytes. Shorten it; a list of values can be a range,"
        + " such as '1 ms .. 100 ms step 1 ms'."
    ),
    (
      Array(
        ("display 60 Hz\nrun 1 s\nload x at \(String(repeating: "1 ms, ", count: 20))2 mss"
          + "\(String(repeating: ", 1 ms", count: 20)) takes 1 ms as port\narm a\n  link b in common\n")
          .utf8),
      """
      :3:133: error: 'mss' is not a unit. Did you mean 'ms'?
      …\(String(repeating: "1 ms, ", count: 13))2 mss\(String(repeating: ", 1 ms", count: 12)), 1 m…
      \(String(repeating: " ", count: 81))^
      """
    ),
    (
      Array(repeating: UInt8(ascii: "x"), count: 2 << 20),
      ": error: the file is larger than 1024 KB."
    ),
  ]

  @Test(arguments: bytes.indices)
  func `is read as text whatever its bytes are`(index: Int) {
    let (bytes, message) = Self.bytes[index]
    #expect(Fixture.messages(path: "x.lab") { _ in bytes } == "x.lab\(message)\n")
  }
}
