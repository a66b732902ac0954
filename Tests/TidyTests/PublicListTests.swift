import Foundation
import TestSupport
import Testing

/// What an outside package sees: a change of it changes a file that is reviewed.
@Suite struct `The public list` {
  /// The libraries of each product.
  private static let products: [[String]] = {
    let product = /\.library\(\s*name: "\w+",\s*targets: \[([^\]]*)\]/
    return SourceTree.manifest?.text.matches(of: product)
      .map { $0.1.matches(of: /"(\w+)"/).map { String($0.1) } } ?? []
  }()

  private static let export = "@_exported public import "

  @Test func `is that of the products`() {
    #expect(!Self.products.isEmpty && Self.products.allSatisfy { !$0.isEmpty })
    #expect(Set(Self.products.joined()).count == Self.products.joined().count)
  }

  @Test func `is known`() throws {
    // LabTesting shows what a test needs of others as its own: whole libraries, and single types.
    let exported = SourceTree.sources.flatMap(\.lines).compactMap { line in
      line.hasPrefix(Self.export) ? String(line.dropFirst(Self.export.count)) : nil
    }
    let types = exported.filter { $0.contains(".") }.map { $0.split { " .".contains($0) } }
    #expect(!types.isEmpty && types.allSatisfy { $0.count == 3 })
    let libraries = Set(Self.products.joined()).union(exported.filter { !$0.contains(".") })
    let files = SourceTree.sources.filter { file in
      libraries.contains(file.module)
        || types.contains { type in
          type[1] == file.module
            && file.lines.contains { $0.hasPrefix("public \(type[0]) \(type[2]):") }
        }
    }
    let listed = Set(files.map(\.module)).sorted().flatMap { library in
      files.filter { $0.module == library }.flatMap(Self.declarations).sorted()
        .map { "\(library): \($0)" }
    }
    let text = listed.map { $0 + "\n" }.joined()
    let golden = Checkout.fixtures().appending(path: "public.txt")
    if Checkout.isRecorded {
      try Data(text.utf8).write(to: golden)
      Issue.record("public.txt was recorded. Review what others see.")
    }
    let known = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
    let difference = listed.difference(from: known.map(String.init))
    #expect(difference.isEmpty, "LAB_RECORD=1 lists it anew.")
  }

  /// The public declarations of a file, each on a line, without what they do.
  private static func declarations(in file: SourceTree.File) -> [String] {
    var declarations: [String] = []
    var open: String?
    for line in file.lines.map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if open == nil {
        let rest = line.split(separator: " ").drop { $0.hasPrefix("@") }
        guard rest.first == "public", rest.dropFirst().first != "import" else { continue }
        open = line
      } else {
        open? += " " + line
      }
      guard let text = open, text.count(where: { $0 == "(" }) <= text.count(where: { $0 == ")" })
      else { continue }
      let end = text.firstRange(of: " {")?.lowerBound ?? text.endIndex
      declarations.append(String(text[..<end]))
      open = nil
    }
    return declarations
  }
}
