import LabKernel
import LabText
package import LabWorkload

/// What the changes do that 'why' tries, and how each is written in a program.
package enum ChangeWords {
  /// A kind of change, what it does to a date or a frame, and a line of code per platform.
  package struct Entry {
    /// What the language calls it.
    package let name: String
    /// What it does.
    package let meaning: String
    /// How it is written.
    let code: [Line]

    /// The lines, each behind its platform; words in capitals stand for numbers of a change.
    package var lines: [String] { code.map { $0.words } }
  }

  /// A line of code on a platform.
  struct Line {
    /// For which drivers or changes alone it is.
    enum Use {
      case timer, link
      /// A change that ends with a word, such as the name of a policy.
      case word(String)
    }

    let platform: String
    /// For which it is; `nil` for all.
    let use: Use?
    let text: String

    init(_ platform: String, for use: Use? = nil, _ text: String) {
      (self.platform, self.use, self.text) = (platform, use, text)
    }

    /// The line behind its platform and its use.
    var words: String {
      let uses =
        switch use {
        case .timer: ", a timer"
        case .link: ", a link"
        case .word(let word): ", \(word)"
        case nil: ""
        }
      return "\(platform)\(uses): \(text)"
    }

    /// Whether it is for a change of a driver, which is a link or not, if that is known.
    func isFor(_ change: Change, isLink: Bool?) -> Bool {
      switch use {
      case .timer: isLink != true
      case .link: isLink != false
      case .word(let word): change.description.hasSuffix(" \(word)")
      case nil: true
      }
    }
  }

  /// How a change of a driver is written in a program, each of its steps; empty for one that has no
  /// line of its own.
  ///
  /// Of lines for some drivers or policies alone there are only those that belong to it.
  package static func code(for change: Change, of source: Driver.Source?) -> [String] {
    var all: [String] = []
    for line in change.steps.flatMap({ code(for: Change([$0]), alone: source) })
    where !all.contains(line) {
      all.append(line)
    }
    return all
  }

  private static func code(for change: Change, alone source: Driver.Source?) -> [String] {
    let code = change.kind.flatMap { kind in all.first { $0.name == kind } }?.code ?? []
    let (interval, count) = (change.interval, change.pace.map(String.init) ?? "n")
    var isLink: Bool?
    if case .link? = source { isLink = true } else if source?.timer != nil { isLink = false }
    let lines = code.filter { $0.isFor(change, isLink: isLink) }.map { line in
      isLink == nil ? line.words : "\(line.platform): \(line.text)"
    }
    return lines.map { line in
      let line = line.with(count, for: "COUNT")
        .with(change.queue.map { $0 > 1 ? "3" : "2" } ?? "3", for: "DRAWABLES")
      guard let interval else { return line }
      let (seconds, milliseconds) = (interval / .seconds(1), interval / .milliseconds(1))
      return line.with(decimalText(milliseconds, decimals: 0...3), for: "INTERVAL_MS")
        .with(decimalText(seconds, decimals: 0...6), for: "INTERVAL")
    }
  }

  /// Every kind of change.
  package static let all: [Entry] = ofDrivers + ofWork + ofDisplay

  /// A link that is called at every so many vsyncs.
  private static let everyCount = [
    Line(
      "Apple",
      "let rate = refreshRate / COUNT; link.preferredFrameRateRange = CAFrameRateRange(minimum:"
        + " rate, maximum: rate, preferred: rate)"
    ),
    Line("Web", "if (frame++ % COUNT === 0) draw(time)"),
  ]

  private static let ofDrivers = [
    Entry(
      name: "in common",
      meaning:
        "The driver is in the common modes, so that it is called in tracking as well: no date"
        + " starves while a finger scrolls. For example: what if in common.",
      code: [
        Line("Apple", for: .timer, "RunLoop.main.add(timer, forMode: .common)"),
        Line("Apple", for: .link, "link.add(to: .main, forMode: .common)"),
      ]),
    Entry(
      name: "link",
      meaning:
        "A timer becomes a display link: its dates are the vsyncs, and so the two cannot beat. If a"
        + " rate was wanted that is no whole fraction of the display's, every refresh is. For"
        + " example: what if link.",
      code: [
        Line(
          "Apple",
          "CADisplayLink(target: self, selector: #selector(step)).add(to: .main, forMode: .common)"
        ),
        Line("Web", "requestAnimationFrame(step)"),
        Line("Android", "Choreographer.getInstance().postFrameCallback(this)"),
      ]),
    Entry(
      name: "link at timer pace",
      meaning:
        "A timer becomes a display link that is due at every so many vsyncs as its interval is"
        + " nearest to. If the rate that is wanted is no whole fraction of the display's, that pace"
        + " is wanted instead. For example: what if link at timer pace.",
      code: everyCount),
    Entry(
      name: "timer",
      meaning:
        "A display link becomes a timer of as many refreshes, half a refresh from the vsyncs."
        + " For example: what if timer.",
      code: [Line("Apple", "Timer(timeInterval: 1.0 / 60, repeats: true) { _ in step() }")]),
    Entry(
      name: "every n refreshes",
      meaning:
        "A display link is due at every n-th vsync, so that work that is longer than a refresh"
        + " fits and each frame stays equally long. For example: what if every 2 refreshes.",
      code: everyCount),
    Entry(
      name: "prefers",
      meaning: "A display link wants a rate; the nearest whole fraction of the display's is taken."
        + " For example: what if prefers 60 Hz.",
      code: [
        Line(
          "Apple",
          "link.preferredFrameRateRange = CAFrameRateRange(minimum: 80, maximum: 120, preferred: 120)"
        ),
        Line("Android", "surface.setFrameRate(120f, Surface.FRAME_RATE_COMPATIBILITY_DEFAULT)"),
      ]),
    Entry(
      name: "via main-queue once",
      meaning:
        "The vsyncs that come while a callback waits or runs are folded into it or refused, so"
        + " that no pile of callbacks waits behind a long task. For example: what if via main-queue once.",
      code: [
        Line(
          "Swift",
          "if !isPending.exchange(true, ordering: .acquiring) { DispatchQueue.main.async { step() } }"
        )
      ]),
    Entry(
      name: "catch-up",
      meaning:
        "What a timer does with the fire dates that it missed: 'coalesce' and 'skip' keep the grid"
        + " and drop them, 'delay' and 'rearm' count from each callback, 'burst' makes a callback for"
        + " each. For example: what if catch-up skip.",
      code: [
        Line(
          "Apple", for: .word("coalesce"), "Timer(timeInterval: 1, repeats: true) { _ in step() }"),
        Line(
          "Rust", for: .word("skip"), "interval.set_missed_tick_behavior(MissedTickBehavior::Skip)"),
        Line("Web", for: .word("skip"), "setTimeout(tick, next - performance.now())"),
        Line(
          "Rust", for: .word("burst"),
          "interval.set_missed_tick_behavior(MissedTickBehavior::Burst)"),
        Line(
          "Java", for: .word("burst"), "executor.scheduleAtFixedRate(tick, 0, 10, MILLISECONDS)"),
      ]),
    Entry(
      name: "catch-up delay",
      meaning:
        "The next date of a timer counts from the last callback ('rearm': from its end), so that"
        + " no callback makes up for another. For example: what if catch-up delay.",
      code: [
        Line("Rust", "interval.set_missed_tick_behavior(MissedTickBehavior::Delay)"),
        Line("Java", "executor.scheduleWithFixedDelay(tick, 0, 10, MILLISECONDS)"),
        Line("Web", "setTimeout(tick, 10)  // at the end of tick"),
      ]),
    Entry(
      name: "tolerance",
      meaning:
        "How late a timer may be, so that it can share a wake-up with others; with 0 it is called at"
        + " its date. For example: what if tolerance 0 ms.",
      code: [Line("Apple", "timer.tolerance = 0")]),
    Entry(
      name: "by timestamp",
      meaning:
        "A motion is drawn for the time of its vsync or of its display, not for the instant at"
        + " which the callback happens to begin. For example: what if by timestamp.",
      code: [
        Line("Apple", "let time = link.targetTimestamp"),
        Line("Web", "function step(time) { draw(time) }"),
      ]),
    Entry(
      name: "steps",
      meaning:
        "A scene makes other steps, at the rate of the display, or is drawn between the last two,"
        + " so that no frame shows two steps or none. For example: what if steps fixed 1/60 s"
        + " interpolated.",
      code: [
        Line(
          "Any", for: .word("interpolated"),
          "draw(previous + (current - previous) * accumulator / step)")
      ]),
    Entry(
      name: "every",
      meaning: "A timer has another interval. For example: what if every 33 ms.",
      code: [
        Line("Apple", "Timer(timeInterval: INTERVAL, repeats: true) { _ in step() }"),
        Line("Web", "setInterval(step, INTERVAL_MS)"),
      ]),
  ]

  private static let ofWork = [
    Entry(
      name: "in chunks",
      meaning:
        "A long task runs in parts, and what is left waits behind others, so that callbacks come"
        + " between. For example: what if page in chunks of 4 ms.",
      code: [
        Line("Swift", "await Task.yield()"), Line("Web", "await scheduler.yield()"),
        Line("Apple", "DispatchQueue.main.async { work(rest) }"),
      ]),
    Entry(
      name: "elsewhere",
      meaning:
        "Work runs on another thread, and a block of 0.1 ms brings back what came of it. A core must"
        + " be free for it: on a busy machine it still takes time from the main thread. For example:"
        + " what if page elsewhere.",
      code: [
        Line("Needs", "a core that is free while it runs"),
        Line("Swift", "Task.detached { await use(work()) }"),
        Line("Web", "new Worker(\"work.js\").postMessage(input)"),
      ]),
  ]

  private static let ofDisplay = [
    Entry(
      name: "presents fifo",
      meaning:
        "Frames wait for the display in a queue, so that one that is late does not replace or"
        + " lose another; each is shown later. For example: what if presents fifo 2.",
      code: [
        Line("Metal", "layer.maximumDrawableCount = DRAWABLES"),
        Line("Vulkan", "info.presentMode = VK_PRESENT_MODE_FIFO_KHR"),
      ]),
    Entry(
      name: "depth n",
      meaning:
        "More refreshes lie between the commit of a frame and its display, as with triple buffering,"
        + " so that a render server that is late now and then is in time; each frame is shown later."
        + " For example: what if depth 2.",
      code: [
        Line("Metal", "layer.maximumDrawableCount = 3"),
        Line("Vulkan", "info.minImageCount = 3"),
      ]),
    Entry(
      name: "presents at target",
      meaning:
        "A frame carries the time for which it was made, and no vsync before shows it, so that work"
        + " that takes now longer and now shorter shows at an even pace. For example: what if"
        + " presents at target.",
      code: [
        Line("Metal", "commandBuffer.present(drawable, atTime: link.targetTimestamp)"),
        Line("Android", "eglPresentationTimeANDROID(display, surface, target)"),
      ]),
  ]
}
