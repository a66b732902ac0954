import Foundation
import TestSupport
import Testing

/// One rule for every subcommand that writes a file.
@Suite struct `A file that is there already` {
  private let tool: Tool

  init() throws { tool = try Tool(Self.files.get()) }

  private static let files = Result { try made() }

  private static func made() throws -> [String: Data] {
    let tool = try Tool()
    try tool.write(
      "start_us,duration_us,name\n0,20000,a\n100000,30000,b\n300000,1000,c\n", to: "c.csv")
    try tool.write(trace, to: "t.json")
    try tool.write("16.7\n16.6\n33.4\n16.7\n16.6\n16.7\n33.3\n", to: "n.txt")
    let script = """
      display 60 Hz
      run 100 ms
      load page at 20 ms takes 40 ms as main-queue
      arm a
        timer ball every 1/60 s in default takes 0.5 ms

      """
    try tool.write(script, to: "w.lab")
    try tool.write(script + "prove never a.ball.dropped over phase 0.4 .. 0.6\n", to: "p.lab")
    #expect(try tool.run("run", "good.lab", "-q", "--out", "r").status == 0)
    #expect(try tool.run("run", "good.lab", "-q", "--out", "q").status == 0)
    return try tool.allFiles()
  }

  /// A command that writes a file, whether `--force` stands for it, and whether the file has a mark
  /// by which the lab knows it for its own.
  struct Writer: Sendable, CustomTestStringConvertible {
    let words: [String]
    let file: String
    let isMarked: Bool
    var force = ["--force"]
    /// How it ends if it writes.
    var status: Int32 = 0

    var testDescription: String { words.joined(separator: " ") }
  }

  static let writers = [
    Writer(words: ["map", "w.lab", "-o", "x.svg"], file: "x.svg", isMarked: true),
    Writer(words: ["map", "w.lab", "-o", "x.csv"], file: "x.csv", isMarked: false),
    Writer(words: ["map", "w.lab", "--report", "json=x.json"], file: "x.json", isMarked: true),
    Writer(words: ["map", "w.lab", "--report", "markdown=x.md"], file: "x.md", isMarked: true),
    Writer(words: ["map", "w.lab", "--report", "html=x.html"], file: "x.html", isMarked: true),
    Writer(words: ["show", "w.lab", "-o", "x.svg"], file: "x.svg", isMarked: true),
    Writer(words: ["show", "w.lab", "-o", "x.txt"], file: "x.txt", isMarked: false),
    Writer(words: ["show", "w.lab", "-o", "x.html"], file: "x.html", isMarked: true),
    Writer(words: ["try", "c.csv", "--html", "x.html"], file: "x.html", isMarked: true),
    Writer(words: ["try", "c.csv", "--save", "x.lab"], file: "x.lab", isMarked: false),
    Writer(words: ["import", "t.json", "--out", "x"], file: "x.csv", isMarked: false),
    Writer(
      words: ["compare", "r/good", "q/good", "--html", "x.html"], file: "x.html", isMarked: true),
    Writer(words: ["run", "w.lab", "--report", "json=x.json"], file: "x.json", isMarked: true),
    Writer(words: ["run", "w.lab", "--report", "markdown=x.md"], file: "x.md", isMarked: true),
    Writer(words: ["run", "w.lab", "--report", "junit=x.xml"], file: "x.xml", isMarked: true),
    Writer(
      words: ["run", "w.lab", "--report", "chrome=x.json"], file: "x.json", isMarked: true),
    Writer(words: ["run", "w.lab", "--html=x.html"], file: "x.html", isMarked: true),
    Writer(
      words: ["prove", "p.lab", "--save", "x.lab"], file: "x.lab", isMarked: false, status: 1),
    Writer(words: ["why", "n.txt", "--save", "x.lab"], file: "x.lab", isMarked: false),
    Writer(
      words: ["why", "w.lab", "--apply", "1", "--save", "x.lab"], file: "x.lab", isMarked: false),
    Writer(
      words: ["why", "w.lab", "--smallest", "--save", "x.lab"], file: "x.lab", isMarked: false),
    Writer(words: ["check", "w.lab", "--report", "junit=x.xml"], file: "x.xml", isMarked: true),
    Writer(words: ["verify", "r/good", "--report", "json=x.json"], file: "x.json", isMarked: true),
  ]

  @Test(arguments: writers)
  func `is replaced if it is the lab's own, and else if that is asked for`(writer: Writer) throws {
    let first = try tool.run(writer.words)
    #expect(first.status == writer.status, "\(first.errors)")
    let bytes = try tool.data(of: writer.file)
    #expect(try tool.run(writer.words).status == writer.status, "the same bytes again")

    try tool.write(bytes + Data("\n".utf8), to: writer.file)
    let own = try tool.run(writer.words)
    #expect(own.status == (writer.isMarked ? writer.status : 4), "\(own.errors)")

    let mine = Data("mine\n".utf8)
    try tool.write(mine, to: writer.file)
    let foreign = try tool.run(writer.words)
    #expect(foreign.status == 4 && foreign.errors.contains("'\(writer.file)' is there already"))
    #expect(try tool.data(of: writer.file) == mine)
    #expect(try tool.run(writer.words + writer.force).status == writer.status)
    #expect(try tool.data(of: writer.file).prefix(40) == bytes.prefix(40))
  }

  @Test(arguments: ["echo note >> $f", "printf x > $f", "echo > $d/mine", "rm $d/manifest.json"])
  func `is no ranking, which stays as a result stays if a user changed it`(change: String) throws {
    let words = ["why", "w.lab", "--all"]
    #expect(try tool.run(words).status == 0)
    #expect(try tool.run(words).status == 0, "it can be made again")
    let changed = try tool.shell("d=results/w.whatif; f=$d/whatif.csv; \(change)")
    #expect(changed.status == 0)
    let before = try tool.files(in: "results/w.whatif")
    for force in [[], ["--force"]] {
      let outcome = try tool.run(words + force)
      #expect(outcome.status == 4 && outcome.output == "")
      #expect(outcome.errors.contains("Move or delete"), "\(outcome.errors)")
      #expect(try tool.files(in: "results/w.whatif") == before)
    }
    #expect(try tool.shell("mv results/w.whatif mine").status == 0)
    #expect(try tool.run(words).status == 0)
    #expect(tool.names(in: "results") == ["w.whatif"])
  }

  /// The limit of the shell, which the system tells by a signal.
  @Test(arguments: Count.sample(of: Array(writers.indices), every: 3))
  func `is refused with a sentence if it may not be so large`(index: Int) throws {
    let writer = Self.writers[index]
    // What the command says goes through a pipe, which has no size.
    let words = writer.words.joined(separator: " ")
    let said = try tool.shell(
      "{ (ulimit -f 0; exec \"$0\" \(words)); echo \"status $?\"; } 2>&1 | cat"
    ).output
    #expect(said.contains("File too large") && said.hasSuffix("status 4\n"), "\(said)")
    let hidden = try tool.allFiles().keys.filter { $0.contains("/.") || $0.hasPrefix(".") }
    #expect(hidden.isEmpty)
  }

  @Test func `is no ranking of recordings, which stays as well`() throws {
    for task in [40_000, 60_000] {
      try tool.write(ShortRecording.app(task: task), to: "\(task).json")
    }
    let words = ["why", "--all", "40000.json", "60000.json", "--out", "o"]
    #expect(try tool.run(words).status == 0)
    let place = try "o/\(#require(tool.names(in: "o").first))/whatif.csv"
    let bytes = try tool.data(of: place)
    try tool.write(bytes + Data("\n".utf8), to: place)
    for force in [[], ["--force"]] {
      let changed = try tool.run(words + force)
      #expect(changed.status == 4 && changed.errors.contains("'\(place)' is not as this version"))
    }
    #expect(try tool.data(of: place) == bytes + Data("\n".utf8))
  }

  /// Commands up to the path of what they write, and a file that they read.
  static let readers: [(words: String, file: String)] = [
    ("why w.lab --apply 1 --save ", "w.lab"), ("why w.lab --smallest --save ", "w.lab"),
    ("why over.lab --apply 1 --save ", "w.lab"), ("prove p.lab --save ", "p.lab"),
    ("why w.lab --report json=", "w.lab"), ("run over.lab --report markdown=", "w.lab"),
    ("run wrong.lab --report json=", "wrong.lab"), ("check w.lab --report junit=", "w.lab"),
    ("try c.csv --report html=", "c.csv"), ("measure r/good w.lab --report json=", "w.lab"),
  ]

  @Test(arguments: readers)
  func `is never what the command reads, by whatever path`(words: String, file: String) throws {
    try tool.write("include w.lab\n", to: "over.lab")
    try tool.write("wrong\n", to: "wrong.lab")
    for (link, target) in [("link-\(file)", file), ("here", ".")] {
      try FileManager.default.createSymbolicLink(
        atPath: tool.folder.appending(path: link).path, withDestinationPath: target)
    }
    let bytes = try tool.data(of: file)
    let whole = tool.folder.appending(path: file).path
    let paths = [file, "./\(file)", "r/../\(file)", whole, "link-\(file)", "here/\(file)"]
    for path in paths {
      let command = (words + path).split(separator: " ").map(String.init)
      let outcome = try tool.run(command + ["--force"])
      #expect(outcome.status == 2 && outcome.output == "", "\(path): \(outcome)")
      #expect(try tool.data(of: file) == bytes)
      let answer = try #require(
        outcome.errors.firstMatch(of: /for example '(--.*?)'/), "\(outcome.errors)")
      guard path == paths[1] else { continue }
      let start = words.split(separator: " ").prefix { !answer.1.hasPrefix($0) }
      let next = try tool.run((start + answer.1.split(separator: " ")).map(String.init))
      #expect([0, 1, 3].contains(next.status) && !next.errors.contains("would replace"), "\(next)")
    }
  }

  @Test func `is no trace that is read, and would become what lies beside a script`() throws {
    try tool.write(trace, to: "t.csv")
    let outcome = try tool.run("try", "t.csv", "--save", "t.lab", "--force")
    #expect(outcome.status == 2 && outcome.errors.contains("'--save t-2.lab'"), "\(outcome)")
    #expect(try tool.text(of: "t.csv") == trace && !tool.names().contains("t.lab"))
    #expect(try tool.run("try", "t.csv", "--save", "t-2.lab").status == 0)
  }

  @Test(arguments: writers)
  func `is never replaced if it is a link, a folder or a device`(writer: Writer) throws {
    let place = tool.folder.appending(path: writer.file)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    for kind in ["link", "pipe", "folder"] {
      try? FileManager.default.removeItem(at: place)
      if kind == "link" {
        try tool.write("mine\n", to: "target")
        try FileManager.default.createSymbolicLink(
          at: place, withDestinationURL: tool.folder.appending(path: "target"))
      } else if kind == "pipe" {
        let isMade = unsafe mkfifo(place.path, 0o600) == 0
        #expect(isMade)
      } else {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      }
      let outcome = try tool.run(writer.words + writer.force)
      #expect(outcome.status == 4, "\(kind): \(outcome.errors)")
      #expect(outcome.errors.contains("is a folder, a link or a device"), "\(outcome.errors)")
    }
    #expect(try tool.data(of: "target") == Data("mine\n".utf8))
  }
}
