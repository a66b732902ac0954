import Foundation
import Testing

/// What a machine can hold of the house's habits.
@Suite struct `The sources` {
  /// Each library may import those before it.
  static let order = [
    "LabText", "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop",
    "LabDisplay", "LabWorkload", "LabMetrics", "LabSeries", "LabProof", "LabPictures", "LabAnswer",
    "LabImport",
    "LabLanguage", "LabExperiment", "LabResults", "LabHost", "LabStudy", "LabReport", "LabCompare",
    "LabTicks", "LabTesting", "LabScriptTesting", "LabRecorder", "runlooplab", "labbench",
  ]

  /// The libraries whose results must not depend on a platform.
  static let core = [
    "LabText", "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabMotion", "LabWorkload",
    "LabMetrics", "LabPictures", "LabPhysics", "LabImport", "LabSeries",
  ]

  @Test func `are found`() {
    #expect(SourceTree.sources.count > 20)
  }

  /// The page's script as text comes from files that are as long as others.
  @Test(arguments: SourceTree.all.filter { !$0.path.hasSuffix("/HTML/PageAssets.swift") })
  func `keep to 300 lines a file`(_ file: SourceTree.File) {
    #expect(file.lines.count <= 301)
  }

  /// The formatter keeps code to 100 columns and leaves comments as they are.
  @Test(arguments: SourceTree.all)
  func `keep to 100 columns in comments`(_ file: SourceTree.File) {
    for (number, line) in file.lines.enumerated() where line.utf8.count > 100 {
      let isComment = line.drop { $0 == " " }.hasPrefix("//")
      #expect(!isComment || line.count <= 100, "\(file):\(number + 1)")
    }
  }

  /// A function ends at the first brace that stands below its beginning.
  @Test(arguments: SourceTree.sources)
  func `keep to 60 lines a function`(_ file: SourceTree.File) {
    var open: [Int: Int] = [:]
    for (number, line) in file.lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let words = line.split(separator: " ").prefix { $0.first?.isLowercase == true }
      let isLong = line.hasSuffix("{") || line.hasSuffix("(")
      if isLong, words.contains(where: { $0 == "func" || $0.hasPrefix("init") }) {
        open[indent] = number
      }
      guard line.dropFirst(indent) == "}", let begin = open.removeValue(forKey: indent) else {
        continue
      }
      #expect(number - begin < 60, "\(file):\(begin + 1)")
    }
  }

  @Test func `keep to 20 files a folder`() {
    let folders = Dictionary(grouping: SourceTree.sources, by: \.folder)
    for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
      #expect(files.count <= 20, "\(folder) has \(files.count) files")
    }
  }

  /// Files of several types for others that belong to one another.
  private static let shared: Set = [
    "LabAnswer/Study.swift", "LabHost/Machine/HostMachine.swift",
    "LabLanguage/Grammar/ResolvedStatement.swift", "LabLanguage/Grammar/Slot.swift",
    "LabLanguage/Proofs/Slot+Proofs.swift", "LabLanguage/Sweeps/Axis.swift",
    "LabLanguage/Text/Mistake.swift", "LabLanguage/Values/Unit.swift",
    "LabMetrics/Blame/BlameCause.swift", "LabMetrics/Blame/BlameLedger.swift",
    "LabMetrics/Dictionary/Metric.swift", "LabMetrics/Frames/ContentMetrics.swift",
    "LabMetrics/Rows/RowReceiver.swift", "LabMetrics/Rules/FrameStep.swift",
    "LabWorkload/Changes/ChangeSearch.swift", "LabWorkload/Loads/Load.swift",
    "LabWorkload/Motion.swift",
  ]

  @Test(
    arguments: SourceTree.sources.filter {
      !shared.contains(String($0.path.dropFirst("Sources/".count)))
    })
  func `show one type a file`(_ file: SourceTree.File) {
    let types = file.lines.filter { line in
      let words = line.split(separator: " ").prefix { $0.first?.isUppercase == false }
      return (line.hasPrefix("public ") || line.hasPrefix("package "))
        && words.contains { ["struct", "class", "enum", "actor", "protocol"].contains($0) }
    }
    #expect(types.count <= 1, "\(file) has \(types)")
  }

  @Test(arguments: SourceTree.sources)
  func `are named for the one thing that they hold`(_ file: SourceTree.File) {
    let name = file.path.split(separator: "/").last ?? ""
    for vague in ["Util", "Helper", "Manager", "Types", "Misc", "Common"] {
      #expect(!name.contains(vague), "\(file)")
    }
  }

  /// Words of the style guide that readers stumble over.
  @Test(arguments: SourceTree.sources + SourceTree.pages + [SourceTree.readme].compactMap(\.self))
  func `use the words of the trade`(_ file: SourceTree.File) throws {
    let banned =
      /\b(nobody|somebody|whoever|unless said|comes to grief|gave light|to the glass|event loop|callback time)\b/
      .ignoresCase()
    // A search of the whole text is quicker than one of every line.
    guard try banned.firstMatch(in: file.text) != nil else { return }
    for (number, line) in file.lines.enumerated() {
      let match = try banned.firstMatch(in: line)
      #expect(match == nil, "\(file):\(number + 1): \(line)")
    }
  }

  @Test(arguments: SourceTree.sources)
  func `import only libraries before their own`(_ file: SourceTree.File) {
    let allowed = Self.order.prefix { $0 != file.module }
    for name in imports(of: file) where name.hasPrefix("Lab") {
      #expect(allowed.contains(name), "\(file) imports \(name)")
    }
  }

  /// A build waits for what is declared, used or not.
  @Test(arguments: SourceTree.targets)
  func `declare only libraries that they import`(_ target: SourceTree.Target) {
    let imported = Set(SourceTree.files(below: target.folder).flatMap(imports(of:)))
    // A test of the command starts it.
    for name in target.dependencies where name != "runlooplab" {
      #expect(imported.contains(name), "\(target.folder) declares \(name) and imports it nowhere")
    }
  }

  @Test(arguments: SourceTree.sources.filter { core.contains($0.module) })
  func `use no Foundation in the core`(_ file: SourceTree.File) {
    let ours = ["CInstructions", "CLabAtomics"]
    let foreign = imports(of: file).filter { !$0.hasPrefix("Lab") && !ours.contains($0) }
    #expect(foreign.isEmpty, "\(file) imports \(foreign)")
  }

  @Test(arguments: SourceTree.sources)
  func `read the host's clock in one place`(_ file: SourceTree.File) {
    // What measures the real world reads real clocks.
    guard !["labbench", "LabHost", "LabRecorder"].contains(file.module) else { return }
    guard file.path != "Sources/runlooplab/Progress.swift" else { return }
    for clock in ["ContinuousClock", "SuspendingClock", "Date()", "clock_gettime", "DispatchTime"] {
      #expect(!file.text.contains(clock), "\(file) reads the clock by \(clock)")
    }
  }

  @Test(arguments: SourceTree.sources)
  func `draw random numbers from seeded streams alone`(_ file: SourceTree.File) {
    for generator in ["SystemRandomNumberGenerator", ".random(in:", ".shuffled()", "hashValue"] {
      #expect(!file.text.contains(generator), "\(file) uses \(generator)")
    }
  }

  @Test(arguments: SourceTree.sources)
  func `never crash on purpose without a precondition`(_ file: SourceTree.File) {
    // It says what a precondition does not say in release builds.
    if file.description.hasSuffix("/Misuse.swift") { return }
    for trap in ["fatalError(", "try!", "assertionFailure("] {
      #expect(!file.text.contains(trap), "\(file) uses \(trap)")
    }
  }

  private func imports(of file: SourceTree.File) -> [String] {
    file.lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 1, index + 1 < words.count
      else { return nil }
      return String(words[index + 1])
    }
  }
}
