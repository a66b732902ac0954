import Testing

/// What a library shows to others, others use.
@Suite struct `A public name` {
  /// The libraries of which also types that are not named elsewhere are found.
  private static let core = ["LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabWorkload"]

  /// Others, whose types are often known by what has them: results, parts of reports.
  private static let others = [
    "LabMotion", "LabPictures", "LabImport", "LabExperiment", "LabReport",
  ]

  /// Types that others know by the cases that hold them.
  private static let held: Set = ["RecordedVsyncs", "VsyncGrid"]

  private static let members: Set<Substring> = ["var", "let", "func"]

  /// What may stand between `public` and the word that says what is declared.
  private static let modifiers: Set<Substring> = [
    "static", "final", "mutating", "nonmutating", "unowned", "indirect", "internal(set)",
    "private(set)", "package(set)",
  ]

  private static let declarations: Set<Substring> = [
    "var", "let", "func", "struct", "class", "enum", "protocol",
  ]

  @Test(arguments: core + others)
  func `is used by another library, a test or a page`(_ library: String) {
    let used = Self.words.filter { $0.key != library }
      .reduce(into: Set<String>()) { $0.formUnion($1.value) }
    #expect(used.count > 1000)
    for file in SourceTree.sources where file.module == library {
      let unused = publicNames(in: file, areMembers: Self.others.contains(library))
        .filter { !used.contains($0) && !Self.held.contains($0) }
      #expect(unused.isEmpty, "\(file) shows \(unused) to nothing")
    }
  }

  /// Names that others may use; those of operators and of closure types are left out.
  private func publicNames(in file: SourceTree.File, areMembers: Bool) -> [String] {
    let declarations = areMembers ? Self.members : Self.declarations
    return file.lines.compactMap { line in
      let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
      guard ["public", "package"].contains(words.first) else { return nil }
      let rest = words.dropFirst().drop { Self.modifiers.contains($0) }
      guard let first = rest.first, declarations.contains(first) else { return nil }
      let name = rest.dropFirst().first?.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return name.flatMap { $0.isEmpty ? nil : String($0) }
    }
  }

  /// The words of each module, and under a name of their own those of the pages.
  private static let words =
    Dictionary(grouping: SourceTree.all, by: \.module)
    .merging(["pages": SourceTree.pages]) { $0 + $1 }
    .mapValues { files in
      files.reduce(into: Set<String>()) { $0.formUnion(words(of: $1)) }
    }

  private static func words(of file: SourceTree.File) -> Set<String> {
    let words = file.text.utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_"))
    }
    return Set(words.map { String(Substring($0)) })
  }
}
