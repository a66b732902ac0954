import Foundation
import Testing

/// What a machine can hold of the house's habits.
@Suite struct `The sources` {
  /// Each library may import those before it.
  static let order = [
    "LabText", "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop",
    "LabDisplay", "LabBrowser", "LabWorkload", "LabMetrics", "LabSeries", "LabProof",
    "LabPictures", "LabAnswer", "LabImport",
    "LabLanguage", "LabExperiment", "LabResults", "LabHost", "LabStudy", "LabReport", "LabPlay",
    "LabCompare", "LabTicks", "LabTesting", "LabScriptTesting", "LabRecorder", "runlooplab",
    "labbench",
  ]

  /// The libraries whose results must not depend on a platform.
  static let core = [
    "LabText", "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabBrowser", "LabMotion",
    "LabWorkload",
    "LabMetrics", "LabPictures", "LabPhysics", "LabImport", "LabSeries",
  ]

  /// The formatter keeps code to 100 columns and leaves comments as they are.
  @Test func `keep to 100 columns in comments`() {
    for file in SourceTree.all {
      for (number, line) in file.lines.enumerated() where line.utf8.count > 100 {
        let isComment = line.drop { $0 == " " }.hasPrefix("//")
        #expect(!isComment || line.count <= 100, "\(file):\(number + 1)")
      }
    }
  }

  @Test func `import only libraries before their own`() {
    for file in SourceTree.sources {
      let allowed = Self.order.prefix { $0 != file.module }
      for name in imports(of: file) where name.hasPrefix("Lab") {
        #expect(allowed.contains(name), "\(file) imports \(name)")
      }
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

  @Test func `use no Foundation in the core`() {
    let ours = ["CLabAtomics"]
    for file in SourceTree.sources where Self.core.contains(file.module) {
      let foreign = imports(of: file).filter { !$0.hasPrefix("Lab") && !ours.contains($0) }
      #expect(foreign.isEmpty, "\(file) imports \(foreign)")
    }
  }

  @Test func `read the host's clock in one place`() {
    // What measures the real world reads real clocks.
    let others = ["labbench", "LabHost", "LabRecorder"]
    for file in SourceTree.sources where !others.contains(file.module) {
      guard file.path != "Sources/runlooplab/Progress.swift" else { continue }
      for clock in [
        "ContinuousClock", "SuspendingClock", "Date()", "clock_gettime", "DispatchTime",
      ] {
        #expect(!file.text.contains(clock), "\(file) reads the clock by \(clock)")
      }
    }
  }

  @Test func `draw random numbers from seeded streams alone`() {
    for file in SourceTree.sources {
      for generator in ["SystemRandomNumberGenerator", ".random(in:", ".shuffled()", "hashValue"] {
        #expect(!file.text.contains(generator), "\(file) uses \(generator)")
      }
    }
  }

  @Test func `never crash on purpose without a precondition`() {
    for file in SourceTree.sources {
      // It says what a precondition does not say in release builds.
      if file.description.hasSuffix("/Misuse.swift") { continue }
      for trap in ["fatalError(", "try!", "assertionFailure("] {
        #expect(!file.text.contains(trap), "\(file) uses \(trap)")
      }
    }
  }

  private func imports(of file: SourceTree.File) -> [String] {
    file.lines.compactMap { line in
      // Other lines need not be cut into words.
      let first = line.utf8.first { $0 != UInt8(ascii: " ") }
      guard first.map("ifp@".utf8.contains) == true else { return nil }
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count
      else { return nil }
      // Of a single type, such as ‘import enum LabWorkload.Delivery’, its library.
      let isOfType = ["enum", "struct"].contains(words[index + 1]) && index + 2 < words.count
      return words[index + (isOfType ? 2 : 1)].split(separator: ".").first.map(String.init)
    }
  }
}
