import Foundation
import LabKernel
import TestSupport
import Testing

@testable import LabReport

/// The files in the folder `Browser`, which pages hold.
@Suite struct `The script of pages` {
  /// The files in the order in which a page holds them.
  static let scripts = [
    "words", "run", "view", "state", "shapes", "replay", "scene", "overview", "lanes", "moment",
    "marking", "player", "ribbon", "lessons", "saving", "controls",
  ]
  static let styles = ["page", "tables", "controls", "media"]
  /// Those that the page in which the lab runs has besides.
  private static let play = ["lab", "handles", "editor", "borders", "causes", "play"]
  /// All scripts.
  private static let allScripts = scripts + ["index", "worker"] + play

  private static let folder = Checkout.root.appending(path: "Sources/LabReport/HTML/Browser")

  static func source(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The text of some files without comments and indentation.
  private static func text(of names: [String], _ ending: String) throws -> String {
    try names.flatMap { name in
      try source("\(name).\(ending)").split(separator: "\n").map { line in
        line.drop { $0 == " " }
      }.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("/*") }
    }.joined(separator: "\n")
  }

  @Test func `is the text of readable files`() throws {
    #expect(try PageAssets.script == Self.text(of: Self.scripts, "js"))
    #expect(try PageAssets.index == Self.text(of: ["index"], "js"))
    let play = try Self.text(of: Self.scripts + Self.play, "js")
    #expect(PageAssets.play == "(() => {\n\"use strict\";\n\(play)\n})();")
    #expect(try PageAssets.worker == Self.text(of: ["worker"], "js"))
    #expect(try PageAssets.playStyle == Self.text(of: ["play"], "css"))
    #expect(try PageAssets.style == Self.text(of: Self.styles, "css"))
  }

  @Test func `takes bytes from text, seven bits a character`() {
    var random = RandomStream(seed: 7, name: "bytes")
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = SevenBits.text(of: bytes)
      let strangers = "\0\r<$\\`".unicodeScalars
      #expect(!text.unicodeScalars.contains { strangers.contains($0) || $0.value > 255 })
      var (taken, bits, width) = ([UInt8](), UInt32(0), 0)
      for sign in text.unicodeScalars {
        (bits, width) = (bits << 7 | sign.value & 127, width + 7)
        if width < 8 { continue }
        width -= 8
        taken.append(UInt8(truncatingIfNeeded: bits >> width))
      }
      #expect(taken == bytes)
    }
  }

  /// Lengths around those at which a block of the hash is full.
  @Test(arguments: [0, 1, 2, 3, 55, 56, 63, 64, 65, 119, 120, 1000])
  func `has the hash of its text`(count: Int) {
    let letters = (0..<count).map { UInt8(32 + $0 * 7 % 95) }
    let text = String(decoding: letters, as: UTF8.self)
    #expect(PolicyHash(of: text).description == sha256(text), "\(text)")
  }

  @Test func `has all files of its folder`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    let known =
      Self.allScripts.map { "\($0).js" } + (Self.styles + ["play"]).map { "\($0).css" }
    #expect(names == known.sorted())
  }
}
