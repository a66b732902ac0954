extension ImportedTrace {
  /// A browser whose main thread was recorded.
  package enum Browser: Hashable, Sendable {
    /// Chrome and its siblings.
    case chromium
    /// Firefox.
    case firefox
  }

  /// The browser whose page's main thread was chosen; `nil` for other apps.
  package var browser: Browser? {
    switch thread.threadName {
    case "CrRendererMain", "Chrome_InProcRendererThread": .chromium
    case "GeckoMain" where format == .firefox: .firefox
    default: nil
    }
  }
}
