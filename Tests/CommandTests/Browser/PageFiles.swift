import Foundation
import TestSupport
import Testing

/// Pages of every kind, written once for all tests of a browser.
enum PageFiles {
  /// The folder of a page of every kind, beside the built command, to be looked at as well.
  ///
  /// `LAB_EVERY_POINT` asks for those of all shipped experiments.
  private static let folder = Result { try written() }

  private static let failing = """
    display 60 Hz
    run 2 s
    sweep hiccup = 10 ms, 30 ms, 100 ms
    load network at 504 ms takes {hiccup} as main-queue
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes 1 ms
    arm link
      link ball in common takes 1 ms
    expect timer.ball.dropped <= 1

    """

  private static func written() throws -> URL {
    let tool = try Tool(files: [
      "failing.lab": failing, "after/failing.lab": failing.replacing("504 ms", with: "704 ms"),
    ])
    let experiments =
      Count.isComplete
      ? ["\(Checkout.root.path)/experiments"]
      : [
        "carousel", "scroll-freeze", "stutter-jump", "variable-refresh",
        "timer-doubles", "where-to-put-the-phase",
      ].map { Checkout.experiment($0).path }
    let pages = ["--html", "--quiet", "--out", "pages"]
    if !Count.isComplete {
      // Crates at one of its 27 points, before the others, which make an index of all.
      let point = ["--set", "start=501 ms", "--set", "stall=280 ms"]
      _ = try tool.run(["run", Checkout.experiment("phone-call").path] + point + pages)
    }
    _ = try tool.run(["run", "failing.lab"] + experiments + pages)
    _ = try tool.run(["run", "after/failing.lab", "--quiet", "--out", "after"])
    _ = try tool.run(
      ["compare", "pages/failing", "after/failing", "--html", "pages/compared.html"])
    let trace = "\(Checkout.root.path)/experiments/work/recordings/own-app.trace.json.gz"
    _ = try tool.run(["try", trace, "--html", "pages/own-app.html"])
    _ = try tool.run(["tour", "--html"])
    try FileManager.default.copyItem(
      at: tool.folder.appending(path: "tour/tour.html"),
      to: tool.folder.appending(path: "pages/tour.html"))
    let folder = try BuiltProgram(named: "runlooplab").url.deletingLastPathComponent()
      .appending(path: "pages")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.copyItem(at: tool.folder.appending(path: "pages"), to: folder)
    return folder
  }

  /// All of them.
  static var all: [URL] {
    get throws {
      let folder = try folder.get()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      return names.filter { $0.hasSuffix(".html") }.map { folder.appending(path: $0) }
    }
  }

  /// Those that show runs.
  static var alive: [URL] {
    get throws {
      try all.filter { try String(contentsOf: $0, encoding: .utf8).contains("id=\"data\"") }
    }
  }

  static func page(_ name: String) throws -> URL {
    try folder.get().appending(path: "\(name).html")
  }
}
