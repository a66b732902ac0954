import Testing

/// The systems that the package is written for.
///
/// It is not compiled for Apple's here: these tests read.
@Suite struct `The platforms` {
  private static let needed = "@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)"

  @Test func `begin with iOS 16 and its siblings`() throws {
    let manifest = try #require(SourceTree.manifest)
    let platforms = ".macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)"
    #expect(manifest.text.contains("platforms: [\(platforms)]"))
  }

  @Test func `have no module of newer systems`() {
    for file in SourceTree.all {
      #expect(!file.text.contains("\nimport Synchronization"), "\(file)")
    }
  }

  /// What ships inside apps uses nothing that came with the systems of 2023 or later.
  @Test func `are all that an app needs that ships with it`() throws {
    let newer =
      /\b(U?Int128|InlineArray|TaskExecutor|ExecutorJob|Atomic|Mutex)\b|\.(span|mutableSpan)\b/
    for file in SourceTree.sources where ["LabRecorder", "LabTicks"].contains(file.module) {
      #expect(try newer.firstMatch(in: file.text) == nil, "\(file)")
      #expect(!file.text.contains("@available"), "\(file)")
    }
  }

  /// Virtual time for `async` code is a task executor, which newer systems have.
  @Test func `are told of every declaration that needs newer ones`() {
    let kinds: Set<Substring> = ["class", "struct", "enum", "extension", "protocol", "actor"]
    for file in SourceTree.sources where ["LabTesting", "LabScriptTesting"].contains(file.module) {
      for (number, line) in file.lines.enumerated() {
        let words = line.split(separator: " ").prefix { $0.first?.isUppercase == false }
        guard line.first?.isLetter == true, words.contains(where: kinds.contains) else { continue }
        #expect(file.lines[number - 1] == Self.needed, "\(file):\(number + 1)")
      }
    }
  }
}
