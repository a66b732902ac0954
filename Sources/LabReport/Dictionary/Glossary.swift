import LabLanguage
import LabMetrics

/// The terms that scripts, tables, files and documentation use, each with one meaning.
package enum Glossary {
  /// A word, what it means, and the metrics or the family of metrics that measure it.
  package struct Entry: Sendable {
    package let word: String
    /// What it means, as a sentence that goes on from the word; what is usual, if there are rules.
    package let meaning: String
    /// What holds in every case; empty where the meaning says all.
    package let rules: String
    private let measures: [String]

    init(_ word: String, _ meaning: String, rules: String = "", by measures: String...) {
      (self.word, self.meaning, self.rules, self.measures) = (word, meaning, rules, measures)
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
      "a piece of work that is delivered by a source, a port, a block, the main queue or a timer"
        + " and holds the thread for its duration. One that follows another, or a driver, arrives when"
        + " that has ended."),
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
    Entry(
      "Alarm",
      "the timer of the kernel that wakes the thread for a fire date. It may go off late."),
    Entry(
      "Waking up", "from the event for which the thread slept to the instant at which it runs."),
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
    Entry("Fire date", "an instant at which a timer is due.", by: "due"),
    Entry("Firing", "one callback.", by: "fires", "on_time"),
    Entry("Callback", "the code of an app that a driver calls: a firing.", by: "callbacks"),
    Entry("Lateness", "the beginning of a callback less its due instant.", by: "lateness"),
    Entry("Missed", "a due instant without a callback of its own.", by: "missed", "coverage"),
    Entry("Coalesced", "folded into the callback of an earlier due instant.", by: "missed"),
    Entry(
      "Double fire", "two firings of one driver begin in one refresh.",
      by: "double_fires", "fires_per_refresh_max"),
    Entry("Catch-up policy", "what a timer does with the fire dates that it missed."),
    Entry(
      "Late policy", "what a display link does with the vsyncs that it could not answer in time."),
    Entry("Tolerance", "how long a timer may let the loop sleep on.", by: "shared_wake_ups"),
    Entry(
      "Jitter",
      "how much the time between callbacks varies. There are several formulas. Use period_jitter_sd:"
        + " the standard deviation of each interval from the one that was due. The range of the same"
        + " deviations is period_jitter_pkpk. One long gap outweighs all else in both; interval_sd"
        + " leaves out every interval with a missed fire date. rfc_jitter is a running estimate: its"
        + " last value says nothing about the whole run.", by: "jitter"
    ),
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
    Entry("Render server", "the process of the system that draws what an app has committed."),
    Entry(
      "Depth",
      "refreshes between the latch, at which a frame must be committed, and the display."),
    Entry("Present", "a frame becomes visible. Its display time is when."),
    Entry(
      "Cadence", "every how many refreshes a driver wants new content; 'target' in scripts.",
      by: "slots"),
    Entry(
      "Slot",
      "one wanted frame: the refresh, or the refreshes, in which it may come. A driver of 60 callbacks"
        + " a second has a slot in each refresh at 60 Hz, and one in every two refreshes at 120 Hz. A slot"
        + " without a new frame is a dropped frame.",
      rules:
        "With a target of n refreshes a slot is n measured refreshes. Without a target n is 1, or"
        + " the pace of a link where their count begins. With a target rate a slot is all refreshes that"
        + " latch in one interval of it, its beginning included; an interval in which none latches has"
        + " no slot. A timer without a target has the rate of its own interval as its target, if twice"
        + " that interval is three periods or more of the display's first rate. Between two pauses slots"
        + " are counted off from the first new frame on, and backwards before it as far as whole ones"
        + " were wanted (see first frame); without a new one from the first frame on. A slot counts only"
        + " if the first refresh that latches in it is measured, is not one of a pause, and is not before"
        + " the first frame. 'explain slots' says how one that is cut counts.",
      by: "slots"),
    Entry(
      "First frame",
      "the first frame that is wanted of a driver, after its start and after each pause. Nothing before"
        + " it is a drop.",
      rules:
        "It is the first new frame that is measured. It is earlier if the driver could have made one"
        + " earlier: a timer in the refresh that latches an interval or more after its first fire date, a"
        + " link in the one that latches after its first vsync. Of a link that is there from the"
        + " beginning of a run on it is after the second, by its first pace.",
      by: "slots"),
    Entry(
      "Beginning of a rate",
      "where the first slot of a target rate begins after a start or a pause: when the display latches"
        + " the first new frame that is measured.",
      rules:
        "If an interval is no whole number of what the display aims at there"
        + " (to a ten thousandth of itself), they begin at one of 64 instants, that latch and 63 before"
        + " it, each a 64th of an interval (cut to whole nanoseconds) before the next: the one from"
        + " which the fewest intervals between the first and the last new frame of the next 1,024"
        + " refreshes are without one, of equals the latest. Intervals themselves are not cut. A latch"
        + " that is one nanosecond too early for an interval counts in it.", by: "slots"),
    Entry(
      "Pause",
      "a time in which a driver does not call back: it is paused, not there ('from', 'until', before"
        + " and after its motion) or invalid. It has no fire dates then, and no refresh of a pause counts"
        + " as repeated, empty or dropped, or belongs to a slot.",
      rules:
        "The refreshes of a pause are those whose latch interval begins in it. If a timer's first"
        + " fire date after the pause is later than its end, they are those from its beginning on that"
        + " latch before that date. The refresh before them, in whose latch interval the pause begins,"
        + " is one of them if it shows nothing new, but does not make a pause by itself: without any"
        + " other refresh there is none.",
      by: "cancelled", "repeated"),
    Entry(
      "Warm-up",
      "the first refreshes of a run: three, or one more than the depth of the display. No metric of"
        + " frames counts them.", by: "refreshes"),
    Entry(
      "Dropped",
      "a frame that was wanted and not shown: a slot without new content. Its cause is one of a fixed list.",
      by: "dropped",
      "dropped_share"),
    Entry(
      "Hitch", MetricWords.hitch, by: "hitching"),
    Entry(
      "Hitch time ratio",
      "the time of all hitches in a second of the run, in ms/s, as Apple counts it. 'explain critical'"
        + " has Apple's grades.", by: "hitch_ratio", "hitch_time"),
    Entry(
      "Animation error",
      "how far the time between two frames' contents differs from the time between their displays.",
      by: "animation"),
    Entry(
      "Latency", "the time from an input or a callback to the display.", by: "latency"),
  ]
}

extension Glossary {
  static let names = [
    Entry(
      "Stutter",
      "the motion is uneven: a frame stays too long (a hitch), or two steps come in one refresh (a"
        + " double fire, a jump). No metric has this name; these measure it.",
      by: "dropped", "double_fires", "hitch_ratio", "animation_error_p99", "stutter_share"),
    Entry(
      "Jank",
      "Android's and Chrome's word for frames that miss their refresh; each counts by a rule of its"
        + " own, of which frame_rules.csv has all.", by: "dropped", "hitch_ratio"),
    Entry(
      "Judder", "the time between displayed frames varies: a film of 24 frames on 60 Hz.",
      by: "judder_sd", "judder_p99", "judder_max"),
    Entry(
      "Jump", "a step of the motion that is too long for its refresh.", by: "animation_error_max",
      "content_jump", "position_jump"),
    Entry(
      "Freeze", "no callback for long, so that everything stands still.", by: "frozen",
      "longest_gap",
      "hitch_max"),
    Entry(
      "Hang", "the thread does not answer an input for long.", by: "longest_gap", "lateness_max",
      "input_to_photon_max"),
    Entry(
      "Frame rate",
      "new frames in each second (fps). A mean: it hides one long hitch among many short"
        + " frames.", by: "fps_avg", "fps_p1", "fps_low1_average"),
    Entry(
      "TBT", "total blocking time: by how much long tasks are longer than 50 ms.",
      by: "blocking_time"),
    Entry(
      "Blame", "attribution: who held the thread while a callback was late or a frame waited.",
      by: "blame", "blame_dropped"),
  ]

  static let laboratory = [
    Entry(
      "Unit",
      "what stands behind a number: \(Unit.all.map(\.name).joined(separator: ", ")), or a rate such as"
        + " '40 per s', '50 pt/s', '1000 pt/s²' or '5 ms/s'. A number without one is a count."),
    Entry("Scenario", "one run in full, but for the seed."),
    Entry("Arm", "a variant that an experiment compares with others on the same draws."),
    Entry("Sweep", "a value that is varied. A combination of values is a point."),
    Entry("Replication", "a repetition of a point under another seed."),
    Entry("Trace", "everything that happened in a run, in order."),
    Entry("Fingerprint", "a hash of a trace; equal fingerprints mean equal metrics."),
    Entry(
      "Attribution",
      "who held the thread, nanosecond by nanosecond, while a driver was late or a slot was dropped.",
      by: "blame", "blame_dropped"),
  ]

  static let pictures = [
    Entry(
      "Replay",
      "what was on the screen at one instant, for all arms. The shape of an arm stands at the time that"
        + " its picture shows, the line at the instant; below, a cell for every refresh: red is"
        + " dropped, an outline a repeated frame where no new one was due."),
    Entry(
      "Overview",
      "how long each picture stayed, over the whole run; red is what is more than one refresh."),
    Entry(
      "Space-time diagram",
      "what the screen showed over time, a step for every refresh. A red square is a dropped refresh, a"
        + " triangle a jump: a refresh that two or more updates reached."),
    Entry(
      "Lanes",
      "the modes of nested runs, when callbacks were due, who held the thread, when was committed, and"
        + " what the display showed. An arrow leads to a callback that began late; ▲ is a picture"
        + " that was never shown."),
    Entry(
      "Share", "which part of a sample is not above a value. The tail is its largest tenth."),
    Entry(
      "Band",
      "the 95 % interval of a mean over replications. Theory is what a 'predict' statement says, a"
        + " bound what an 'expect' statement demands."),
    Entry(
      "Heat map",
      "a metric over two sweeps; a thick outline is a point at which an expectation fails."),
  ]
}
