import LabKernel

extension FrameRules {
  private static let definitions = "Chromium, docs/speed/graphics_metrics_definitions.md."

  /// What Chrome counts.
  static let chrome = [
    FrameRule(
      "chrome_dropped", "A frame before which one or more expected updates were missing.",
      value: "Percent dropped: missing updates of those that the target cadence expects.",
      source: definitions
    ) { facts in
      var expected: Int128 = 0
      return FrameRule.Judge { frame in
        let steps = frame.refreshes / facts.cadence
        expected += Int128(max(1, steps))
        return steps > 1
      } value: { _ in
        100 * nearestDouble(to: expected - Int128(facts.count)) / nearestDouble(to: expected)
      }
    },
    FrameRule(
      "chrome_jank", "A frame that took more refreshes than the one before: the pace changed.",
      value: "The share of frames at which the pace dropped; a steady half rate has none.",
      source: definitions
    ) { facts in
      var before = Int.max
      return FrameRule.Judge { frame in
        defer { before = frame.refreshes }
        return frame.refreshes > before
      } value: {
        FrameRule.share($0, facts)
      }
    },
    FrameRule.each(
      "chrome_scroll_jank", "A frame of two or more refreshes, whatever the target cadence.",
      source: "Perfetto, standard library, chrome.scroll_jank.scroll_jank_v3."
    ) { frame, _ in frame.refreshes > 1 },
  ]
}
