import LabMetrics

/// The words of the trade that scripts, tables, files and documentation use, each with one meaning.
package enum Glossary {
  /// A word, what it means, and the metrics or the family of metrics that measure it.
  package struct Entry: Sendable {
    /// The word.
    package let word: String
    /// What it means, as a sentence that goes on from the word.
    package let meaning: String
    private let measures: [String]

    init(_ word: String, _ meaning: String, by measures: String...) {
      (self.word, self.meaning, self.measures) = (word, meaning, measures)
    }

    /// The names of the metrics that measure it.
    package var metrics: [String] {
      measures.flatMap { MetricFamily.named($0)?.metrics.map(\.name) ?? [$0] }
    }
  }

  /// All words, in the order in which they lean on one another.
  package static let chapters: [(name: String, entries: [Entry])] = [
    ("The loop", loop), ("The driver", driver), ("The display", display),
    ("What people call it", names), ("The laboratory", laboratory), ("The pictures", pictures),
  ]

  /// Returns the entry of a word, however it is joined and whether it is one or several.
  package static func entry(of word: String) -> Entry? {
    let key = key(word)
    return chapters.lazy.flatMap(\.entries).first {
      let known = Self.key($0.word)
      return [known, known + "s", known + "es"].contains(key) || known == key + "s"
    }
  }

  private static func key(_ word: String) -> String {
    word.lowercased().filter { !" -_".contains($0) }
  }

  private static let loop = [
    Entry("Run loop", "one thread that sleeps until a port is ready and then serves it."),
    Entry("Pass", "one iteration of the loop: observers, sources, sleep, one port."),
    Entry(
      "Mode",
      "a named set of timers, sources, ports and observers. The loop runs in one mode at a time."),
    Entry(
      "Common modes",
      "a set of modes, not a mode. What is added to it is added to each of its members."),
    Entry(
      "Tracking",
      "the mode in which the loop runs while it follows a finger, and after a fling until the view has"
        + " come to rest or another touch stops it. A timer of the default mode starves in it.",
      by: "starved", "starved_span", "dropped_starved"),
    Entry(
      "Fling", "a finger that lets go while it moves: the view scrolls on, slower and slower.",
      by: "starved_span"),
    Entry(
      "Starved", "due while the loop runs in a mode that does not hold the driver.",
      by: "starved", "starved_span", "dropped_starved"),
    Entry("Port", "what wakes the thread. It is ready from one instant and served at another."),
    Entry(
      "Task",
      "a piece of work that arrives at its door (a source, a port, a block, the main queue or a timer)"
        + " and holds the thread for its duration. One that follows another arrives when that one has"
        + " ended."),
    Entry(
      "Long task", "a task of more than 50 ms, as the W3C and Chrome count them.",
      by: "blocking_time"),
    Entry(
      "Page",
      "what a browser's main thread draws. In 'try', the load of a page's tasks; of a report, an HTML"
        + " file."),
    Entry(
      "Line of tasks",
      "how a browser's main thread orders its work: messages, timers and frames, first come, first"
        + " served but for its rules, and no modes ('like chromium')."),
    Entry(
      "Frame of a page",
      "the task in which a browser calls its display links (requestAnimationFrame), lays out and paints."
    ),
    Entry(
      "Wake-up",
      "a callout or task begins while nothing held the thread just before. It costs energy.",
      by: "wake_ups", "shared_wake_ups"),
  ]

  private static let driver = [
    Entry("Driver", "the timer or display link that moves an animation on."),
    Entry(
      "Timer", "a driver that is due at times of its own: NSTimer, CFRunLoopTimer.", by: "callbacks"
    ),
    Entry(
      "Display link", "a driver that is due at each vsync: CADisplayLink. It has one call pending.",
      by: "callbacks"),
    Entry(
      "Due instant", "when a callback should begin: a timer's fire date, a vsync for a link.",
      by: "due"),
    Entry("Firing", "one callback.", by: "fires", "on_time"),
    Entry("Lateness", "the beginning of a callback less its due instant.", by: "lateness"),
    Entry("Missed", "a due instant without a callback of its own.", by: "missed", "coverage"),
    Entry("Coalesced", "folded into the callback of an earlier due instant.", by: "missed"),
    Entry(
      "Double fire", "two firings of one driver begin in one refresh.",
      by: "double_fires", "fires_per_refresh_max"),
    Entry("Catch-up policy", "what a timer does with the dates that it missed."),
    Entry(
      "Late policy", "what a display link does with the vsyncs that it could not answer in time."),
    Entry("Tolerance", "how long a timer may let the loop sleep on.", by: "shared_wake_ups"),
    Entry("Jitter", "the variation of lateness; always named with its formula.", by: "jitter"),
    Entry("Drift", "how far callbacks run ahead or behind, growing with time.", by: "drift"),
    Entry(
      "Beat",
      "two rates that differ a little drift past each other, so that a refresh has two firings or none"
        + " at regular intervals.", by: "double_fires", "empty_refreshes"),
  ]

  private static let display = [
    Entry("Vsync", "the instant at which a refresh begins."),
    Entry("Refresh", "one period of the display, from vsync to vsync.", by: "refreshes"),
    Entry("Frame", "content for one refresh.", by: "frames"),
    Entry("Update", "a driver changes what is to be shown.", by: "updates", "overwritten"),
    Entry(
      "Commit", "the updates since the last commit are handed to the render server.",
      by: "stage_commit"),
    Entry(
      "Latch",
      "the instant at which the display takes the newest commit (mailbox) or the oldest (fifo).",
      by: "stage_latch"),
    Entry("Depth", "refreshes between latch and display."),
    Entry("Present", "a frame becomes visible. Its display time is when."),
    Entry(
      "Cadence", "every how many refreshes a driver wants new content; 'target' in scripts.",
      by: "slots"),
    Entry(
      "Slot",
      "the refreshes for which the driver's target cadence wants one new frame. 'explain slots' says"
        + " where they begin and end.", by: "slots"),
    Entry(
      "Pause",
      "a time in which a driver does not call back: it is paused, not there ('from', 'until', before"
        + " and after its motion) or invalid. It has no dates then, and no refresh of a pause counts"
        + " as repeated, empty or dropped.", by: "cancelled", "repeated"),
    Entry(
      "Warm-up",
      "the first refreshes of a run: three, or one more than the depth of the display. No metric of"
        + " frames counts them.", by: "refreshes"),
    Entry(
      "Dropped",
      "a frame that was wanted and not shown: a slot without new content. Its cause is one of a fixed list.",
      by: "dropped",
      "dropped_pct"),
    Entry("Hitch", "how long a frame is shown later than intended.", by: "hitching"),
    Entry(
      "Animation error",
      "how far the time between two frames' contents differs from the time between their displays.",
      by: "animation"),
    Entry(
      "Latency", "the time from an input or a callback to the display.", by: "latency"),
  ]
}
