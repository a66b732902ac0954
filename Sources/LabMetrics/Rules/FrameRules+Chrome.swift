extension FrameRules {
  private static let definitions = "Chromium, docs/speed/graphics_metrics_definitions.md."

  /// What Chrome counts.
  static let chrome = [
    FrameRule(
      "chrome_dropped", "A frame before which one or more expected updates were missing.",
      value: "Percent dropped: missing updates of those that the target cadence expects.",
      source: definitions
    ) { series in
      series.each { $0.refreshes / series.cadence > 1 }
    } measure: { series, _ in
      let expected = series.frames.reduce(0) { $0 + max(1, $1.refreshes / series.cadence) }
      return 100 * Double(expected - series.frames.count) / Double(expected)
    },
    FrameRule(
      "chrome_jank", "A frame that took more refreshes than the one before: the pace changed.",
      value: "The share of frames at which the pace dropped; a steady half rate has none.",
      source: definitions
    ) { series in
      let refreshes = series.frames.map(\.refreshes)
      return zip(refreshes, refreshes.prefix(1) + refreshes).map { $0 > $1 }
    },
    FrameRule(
      "chrome_scroll_jank", "A frame of two or more refreshes, whatever the target cadence.",
      source: "Perfetto, standard library, chrome.scroll_jank.scroll_jank_v3."
    ) { series in
      series.each { $0.refreshes > 1 }
    },
  ]
}
