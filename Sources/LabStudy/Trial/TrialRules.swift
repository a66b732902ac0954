import LabBrowser
package import LabImport

/// The rules by which the main thread of a trial goes, and what its arms are: those of an app or a
/// page.
package struct TrialRules: Hashable, Sendable {
  /// The words of `--like`.
  package static let words = TaskRules.Browser.words

  /// The run loop, beside a timer and two display links.
  package static let runLoop = TrialRules(browser: nil)

  /// The browser whose rules the thread goes by, and whose pages the arms animate; `nil` for a run
  /// loop.
  let browser: TaskRules.Browser?

  private init(browser: TaskRules.Browser?) { self.browser = browser }

  /// Chooses the rules of a trace: those of its browser, or of the run loop.
  package init(of trace: ImportedTrace) {
    let browser: TaskRules.Browser? =
      switch trace.browser {
      case .chromium: .chromium
      case .firefox: .firefox
      case nil: nil
      }
    self.init(browser: browser)
  }

  /// Takes the rules that are asked for; `nil` for a word that is none of ``words``.
  package init?(like word: String) {
    guard Self.words.contains(word) else { return nil }
    self.init(browser: TaskRules.Browser(rawValue: word))
  }

  /// Whether the arms are what a page animates with.
  var isPage: Bool { browser != nil }

  /// How recorded tasks reach the thread.
  var delivery: String { isPage ? "port" : "main-queue" }

  /// What a script says to replay a recording by these rules.
  package func statements(recording path: String) -> [String] {
    (browser.map { ["like \($0.rawValue)"] } ?? [])
      + ["load page recorded \(path) as \(delivery)"]
  }

  /// The line of the script; `nil` for the rules that it has without any.
  var statement: String? { browser.map { "like      \($0.rawValue)" } }

  /// The line of the report.
  var text: String { "rules: \(browser?.name ?? "run loop")" }
}
