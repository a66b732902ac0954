import Foundation
import LabKernel
import LabLanguage
import TestSupport

@testable import LabExperiment

/// What random scripts are made of: the experiments that are shipped, and the grammar.
enum ScriptCorpus {
  /// A line of a script: its words, and whether they belong to an arm.
  struct Line {
    var isIndented: Bool
    var words: [String]

    var text: String { (isIndented ? "  " : "") + words.joined(separator: " ") }
  }

  /// The scripts as they are.
  static let scripts: [[UInt8]] = Checkout.experimentNames.compactMap { name in
    (try? Data(contentsOf: Checkout.experiment(name))).map(Array.init)
  }

  /// The scripts line by line, without comments, and with few values of every sweep.
  static let outlines: [[Line]] = scripts.map { script in
    String(decoding: script, as: UTF8.self).split(separator: "\n").compactMap(line)
  }

  /// All lines of all scripts.
  static let lines: [Line] = outlines.flatMap(\.self)

  /// The words that follow a word anywhere in the scripts.
  static let followers: [String: [String]] = {
    var followers: [String: [String]] = [:]
    for line in lines {
      for (word, next) in zip(line.words, line.words.dropFirst()) {
        followers[word, default: []].append(next)
      }
    }
    return followers
  }()

  /// The beginnings of the recordings that the scripts name.
  private static let recordings: [String: [UInt8]] = Dictionary(
    uniqueKeysWithValues: files(in: "experiments/work/recordings", with: ".csv").map { name, data in
      ("recordings/\(name)", Array(data.split(separator: 10).prefix(40).joined(separator: [10])))
    })

  /// Reads a script.
  ///
  /// - Throws: Its mistakes.
  static func read(_ script: [UInt8]) throws(ScriptError) -> Experiment {
    try Experiment(path: "random.lab") { path in path == "random.lab" ? script : file(path) }
  }

  /// Returns the bytes of any file that a script may name.
  private static func file(_ path: String) -> [UInt8] {
    if let recording = recordings[path] { return recording }
    let texts = [
      "start_us,duration_us,name\n1,2,x\n9000,20000,y\n", "vsync_ns\n0\n16000000\n34000000\n",
      "duration_us\n100\n2000\n30000\n", "load included at 1 ms takes 2 ms as port\n",
    ]
    return Array(texts[path.utf8.count % texts.count].utf8)
  }

  /// Returns a statement with the examples of the grammar.
  static func statement(_ stream: inout RandomStream) -> Line {
    guard let form = Grammar.forms.randomElement(using: &stream) else {
      return Line(isIndented: false, words: [])
    }
    var words = [form.keyword] + (form.head.map { [$0.example] } ?? [])
    for choice in Set(form.clauses.map(\.choice)).sorted() {
      let clauses = form.clauses.filter { $0.choice == choice }
      guard let clause = clauses.randomElement(using: &stream),
        clause.isRequired || stream.next() % 5 < 2
      else { continue }
      words.append(clause.example)
    }
    let text = words.joined(separator: " ")
    return Line(
      isIndented: form.home == .arm, words: text.split(separator: " ").map(String.init))
  }

  private static func line(_ text: Substring) -> Line? {
    var words = text.split(separator: " ").map(String.init)
    if let comment = words.firstIndex(where: { $0.hasPrefix("#") }) {
      words.removeSubrange(comment...)
    }
    guard let first = words.first else { return nil }
    if first == "sweep",
      let end = words.indices.filter({ words[$0].hasSuffix(",") }).dropFirst().first,
      !words.contains("zip")
    {
      words[end].removeLast()
      words.removeSubrange((end + 1)...)
    }
    return Line(isIndented: text.first == " ", words: words)
  }

  private static func files(in folder: String, with ending: String) -> [(String, Data)] {
    let path = Checkout.root.appending(path: folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { name in
      FileManager.default.contents(atPath: path + "/" + name).map { (name, $0) }
    }
  }
}
