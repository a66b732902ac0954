import LabKernel

/// Makes random scripts; a script depends on its number and the seed alone.
enum ScriptGenerator {
  /// Returns a shipped script that is cut, spliced and garbled byte by byte.
  static func garbled(_ number: Int, seed: UInt64) -> [UInt8] {
    var stream = RandomStream(seed: seed, name: "garble \(number)")
    // Half of the time the tail of a script is enough; it is read much faster than the whole.
    let script = ScriptCorpus.scripts.randomElement(using: &stream) ?? []
    var bytes = Array(Bool.random(using: &stream) ? script[...] : script.suffix(500))
    for _ in 0..<Int.random(in: 1...6, using: &stream) {
      let position = Int.random(in: 0...bytes.count, using: &stream)
      let end = min(bytes.count, position + Int.random(in: 0...12, using: &stream))
      switch Int.random(in: 0..<5, using: &stream) {
      case 0:
        bytes.removeSubrange(position..<end)
      case 1:
        bytes.insert(contentsOf: (scraps.randomElement(using: &stream) ?? "").utf8, at: position)
      case 2:
        bytes.insert(UInt8.random(in: 0...255, using: &stream), at: position)
      case 3:
        let other = ScriptCorpus.scripts.randomElement(using: &stream) ?? []
        let start = Int.random(in: 0...other.count, using: &stream)
        bytes.insert(contentsOf: other[start..<min(other.count, start + 40)], at: position)
      default:
        bytes.insert(contentsOf: bytes[position..<end], at: position)
      }
    }
    return bytes
  }

  private static let scraps = [
    "{rate}", "{", "}", "..", "-", "*", "(", ")", "0", "99999999999999999999", "1/0 s", "as", "in",
    "±", "\u{0}", "\u{301}", "é", "for", "expect", "  ", "\t", "\n", "\r\n", "#", ",", "=", "s",
  ]

  /// Returns a shipped script with short runs, in which words and lines are exchanged.
  ///
  /// An exchange that leaves no experiment is mostly taken back, so that most scripts make sense.
  static func exchanged(_ number: Int, seed: UInt64) -> [UInt8] {
    var stream = RandomStream(seed: seed, name: "exchange \(number)")
    var lines = ScriptCorpus.outlines.randomElement(using: &stream) ?? []
    let duration = ["20", "60", "100", "600"].randomElement(using: &stream) ?? ""
    for index in lines.indices where lines[index].words[0] == "run" {
      lines[index].words = ["run", duration, "ms"]
    }
    var script = text(lines)
    for _ in 0..<Int.random(in: 1...4, using: &stream) {
      var exchanged = lines
      exchange(&exchanged, &stream)
      let text = text(exchanged)
      guard (try? ScriptCorpus.read(text)) != nil || stream.next() % 16 == 0 else { continue }
      (lines, script) = (exchanged, text)
    }
    return script
  }

  private static func text(_ lines: [ScriptCorpus.Line]) -> [UInt8] {
    Array(lines.map(\.text).joined(separator: "\n").utf8)
  }

  private static func exchange(
    _ lines: inout [ScriptCorpus.Line], _ stream: inout RandomStream
  ) {
    guard let line = lines.indices.randomElement(using: &stream) else { return }
    let word = lines[line].words.indices.randomElement(using: &stream) ?? 0
    switch Int.random(in: 0..<10, using: &stream) {
    case 0..<3 where word > 0:
      let followers = ScriptCorpus.followers[lines[line].words[word - 1]]
      lines[line].words[word] = followers?.randomElement(using: &stream) ?? "0"
    case 3..<6:
      let numbers = lines[line].words.indices.filter {
        lines[line].words[$0].first?.isNumber == true
      }
      guard let place = numbers.randomElement(using: &stream) else { return }
      lines[line].words[place] = Self.numbers.randomElement(using: &stream) ?? ""
    case 6:
      lines.remove(at: line)
    case 7:
      lines.insert(ScriptCorpus.lines.randomElement(using: &stream) ?? lines[line], at: line)
    case 8:
      lines.insert(ScriptCorpus.statement(&stream), at: line)
    default:
      lines.swapAt(line, lines.indices.randomElement(using: &stream) ?? line)
    }
  }

  private static let numbers = [
    "0", "1", "2", "3", "0.5", "7", "10", "16", "16.7", "59.94", "60", "100", "999", "1/60", "1/3",
    "0.05", "-1", "10000", "1..2", "0..0", "1e9", "0.000000001", "2147483648", "4294967296",
    "9223372036854775807", "99999999999999999999",
  ]
}
