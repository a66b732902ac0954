public import LabImport

/// The rules by which the main thread of a trial goes, and what its arms are: those of an app or a page.
public struct TrialRules: Hashable, Sendable {
  /// Rules that a script can state.
  struct Profile: Hashable {
    /// The word of `--like`.
    let word: String
    /// What the report calls them.
    let name: String
    /// Whether they are those of a browser.
    let isBrowser: Bool
    /// The line of the script; `nil` for the rules that it has without any.
    let statement: String?
  }

  /// The rules that there are; the first are those of a script that states none.
  static let profiles = [
    Profile(word: "run-loop", name: "run loop", isBrowser: false, statement: nil)
  ]

  /// The words of `--like`.
  public static let words = profiles.map(\.word)

  /// The run loop, beside a timer and two display links.
  public static let runLoop = TrialRules(profiles[0], isPage: false, lacking: nil)

  let profile: Profile
  /// Whether the arms are what a page animates with.
  let isPage: Bool
  /// The browser whose rules the recording wants and the lab does not have.
  private let lacking: String?

  private init(_ profile: Profile, isPage: Bool, lacking: String?) {
    (self.profile, self.isPage, self.lacking) = (profile, isPage, lacking)
  }

  /// Chooses the rules of a trace: those of its browser, if the lab has them, else of the run loop.
  public init(of trace: ImportedTrace) {
    guard let browser = trace.browser else {
      self = .runLoop
      return
    }
    let own = Self.profiles.first { $0.word == browser.rawValue }
    self.init(own ?? Self.profiles[0], isPage: true, lacking: own == nil ? browser.name : nil)
  }

  /// Takes the rules that are asked for; `nil` for a word that is none of ``words``.
  public init?(like word: String) {
    guard let profile = Self.profiles.first(where: { $0.word == word }) else { return nil }
    self.init(profile, isPage: profile.isBrowser, lacking: nil)
  }

  /// The line of the report.
  var text: String {
    "rules: \(profile.name)"
      + (lacking.map { ", and not those of \($0), which the lab does not have" } ?? "")
  }
}
