import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabWorkload

extension ValueReader<String> {
  /// A name: one word without wildcards and points.
  static var name: Self {
    ValueReader { cursor throws(Mistake) in
      let token = try cursor.take("a name")
      guard token.kind == .word, token.text.utf8.allSatisfy(Self.isNamePart) else {
        throw Mistake(
          token.place,
          "'\(token.spelling)' is not a name. A name is a letter, then letters, digits, '_', '-'.")
      }
      guard token.text.utf8.count <= 64 else {
        throw Mistake(token.place, "this name is longer than 64 letters.")
      }
      return token.text
    }
  }

  /// A path without blanks; a `{name}` may stand for a part of it.
  static var path: Self {
    ValueReader { cursor throws(Mistake) in
      let first = try cursor.take("a path")
      return first.spelling + cursor.takeRest().map(\.spelling).joined()
    }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }
}

/// What a finger can do, by the words of scripts.
enum GestureWord: String, CaseIterable {
  case scroll, drag, fling, tap
}

extension ValueReader where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of an enumeration.
  static var word: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.word(among: Value.allCases.map { ($0.rawValue, $0) })
    }
  }
}

extension ValueReader<[SimulatedRunLoop.Mode]> {
  /// One or more modes, or the common set.
  static var modes: Self {
    ValueReader { cursor throws(Mistake) in
      let known: [SimulatedRunLoop.Mode] = [.default, .tracking, .common]
      return try cursor.list { cursor throws(Mistake) in
        try cursor.word(among: known.map { ($0.name, $0) })
      }
    }
  }
}

extension TokenCursor {
  /// Takes one of some words.
  mutating func word<Value>(among words: [(String, Value)]) throws(Mistake) -> Value {
    let names = words.map(\.0)
    let token = try take(Spelling.list(names))
    guard let word = words.first(where: { $0.0 == token.text && token.isPlain }) else {
      let hint = Spelling.hint(for: token.text, among: names)
      throw Mistake(
        token.place,
        "'\(token.spelling)' is not possible here."
          + (hint.isEmpty ? " Write \(Spelling.list(names))." : hint))
    }
    return word.1
  }
}
