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

  /// The formatter keeps code to 100 columns and leaves comments as they are.
  @Test(arguments: SourceTree.all)
  func `keep to 100 columns in comments`(_ file: SourceTree.File) {
    for (number, line) in file.lines.enumerated() where line.utf8.count > 100 {
      let isComment = line.drop { $0 == " " }.hasPrefix("//")
      #expect(!isComment || line.count <= 100, "\(file):\(number + 1)")
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
