import LabDisplay
import LabKernel
import LabText
import LabTrace
package import LabWorkload

/// How the changes that 'why' tries are written in a program.
package enum ChangeWords {
  /// A kind of change, and a line of code per platform.
  package struct Entry {
    /// What the language calls it.
    package let name: String
    /// How it is written.
    let code: [Line]

    /// The lines, each behind its platform; words in capitals stand for numbers of a change.
    package var lines: [String] { code.map { $0.words } }
  }

  /// A line of code on a platform.
  struct Line {
    /// For which drivers, tasks or changes alone it is.
    enum Use {
      case timer, link, task
      /// Steps of which those beyond a number are dropped.
      case clamped
      /// A change that ends with a word, such as the name of a policy.
      case word(String)
    }

    let platform: String
    /// For which it is; all of these must be so.
    let uses: [Use]
    let text: String

    init(_ platform: String, for uses: Use..., code text: String) {
      (self.platform, self.uses, self.text) = (platform, uses, text)
    }

    /// The line behind its platform and its uses.
    var words: String {
      let words = uses.map { use in
        switch use {
        case .timer: ", a timer"
        case .link: ", a link"
        case .task: ", a task"
        case .clamped: ", clamped"
        case .word(let word): ", \(word)"
        }
      }
      return "\(platform)\(words.joined()): \(text)"
    }

    /// Whether it is for a change, of a driver that is a link or not, if that is known; in a
    /// browser or elsewhere.
    func isFor(_ change: Change, isLink: Bool?, inBrowser isInBrowser: Bool) -> Bool {
      guard isInBrowser ? ["Web", "Any", "Needs"].contains(platform) : platform != "Web" else {
        return false
      }
      let isOfTasks = change.taskSelections != nil
      return uses.allSatisfy { use in
        switch use {
        case .timer: !isOfTasks && isLink != true
        case .link: !isOfTasks && isLink != false
        case .task: isOfTasks
        case .clamped: change.dropsSteps
        case .word(let word): change.description.hasSuffix(" \(word)")
        }
      }
    }
  }

  /// How a change of a driver is written in a program, each of its steps; empty for one that has no
  /// line of its own.
  ///
  /// Of lines for some drivers, policies or platforms alone there are only those that belong to it.
  ///
  /// - Returns: The lines, each behind its platform.
  package static func code(
    for change: Change, of name: String, in scenario: Scenario
  ) -> [String] {
    var all: [String] = []
    for line in change.steps.flatMap({ code(for: $0, of: name, in: scenario) })
    where !all.contains(line) {
      all.append(line)
    }
    return all
  }

  /// The one line that tells most: of Apple's platforms where there is one, or of a page.
  ///
  /// What only other platforms have helps no timer or link of a run loop.
  ///
  /// - Returns: The line behind its platform; `nil` for a change without one.
  package static func line(
    for change: Change, of name: String, in scenario: Scenario, isCommon: Bool
  ) -> String? {
    let source = scenario.drivers.first { $0.name == name }?.source
    let others =
      ["Needs"] + (source == .loop ? [] : ["Rust", "Java", "Android", "Vulkan"])
    let lines = code(for: change, of: name, in: scenario).filter { line in
      !others.contains { line.hasPrefix("\($0): ") }
    }
    let best =
      ["Apple", "Swift", "Metal"].lazy.compactMap { platform in
        lines.first { $0.hasPrefix("\(platform): ") }
      }.first ?? lines.first
    // What is tried leaves the driver in its modes.
    return isCommon ? best : best?.with("forMode: .default", for: "forMode: .common")
  }

  private static func code(
    for step: Change.Step, of judged: String, in scenario: Scenario
  ) -> [String] {
    let change = Change([step])
    let name = if case .drivers(_, let name?) = step { name } else { judged }
    let driver = scenario.drivers.first { $0.name == name }
    let isLink: Bool? =
      switch driver?.source {
      case .link?: true
      case .timer?: false
      case .loop?, nil: nil
      }
    let numbers = numbers(of: step, for: name, in: scenario)
    let entry = change.kind.flatMap { kind in all.first { $0.name == kind } }
    return (entry?.code ?? []).filter { line in
      line.isFor(change, isLink: isLink, inBrowser: scenario.browser != nil)
    }.compactMap { line in
      var text = line.text
      for (word, number) in numbers where text.place(of: word) != nil {
        guard let number else { return nil }
        text = text.with(number, for: word)
      }
      return "\(line.platform): \(text)"
    }
  }

  /// The words in capitals that stand for numbers, and the numbers of a driver with a change.
  ///
  /// A number that is not known is `nil`. A word that begins with another one stands before it.
  private static func numbers(
    of step: Change.Step, for name: String, in scenario: Scenario
  ) -> [(word: String, number: String?)] {
    let change = Change([step])
    let changed =
      if case .drivers = step { try? change.applied(to: scenario, seed: 0) } else { Scenario?.none }
    let driver = changed?.drivers.first { $0.name == name }
    let timer = driver?.source.timer
    let pace: LinkPace? = if case .link(let link)? = driver?.source { link.pace } else { nil }
    let tick: Duration? = if case .alarms(let tick) = step { tick } else { nil }
    func number(_ value: Double?, digits: Int = 3) -> String? {
      value.map { decimalText($0, decimals: 0...digits) }
    }
    let interval = timer.flatMap { $0.interval > .zero ? $0.interval : nil }
    let delay = timer.flatMap { timer in
      timer.firstFire.map { (driver?.begins ?? .start).duration(to: $0) } ?? interval
    }
    return [
      ("COUNT", pace.map { "\($0.divider(at: scenario.panel.rate))" }),
      // Without a queue there is no layer of which that is known.
      (
        "DRAWABLES",
        scenario.panel.presentMode == .mailbox
          ? nil : change.queue.map { $0 > 1 ? "3 /* the default */" : "2" }
      ),
      ("HERTZ", number(change.preferred?.hertz)),
      ("SLACK_MS", number(change.slack.map { $0 / .milliseconds(1) })),
      ("INTERVAL_MS", number(interval.map { $0 / .milliseconds(1) })),
      ("INTERVAL_US", number(interval.map { $0 / .microseconds(1) }, digits: 0)),
      ("INTERVAL", number(interval.map { $0 / .seconds(1) }, digits: 6)),
      ("TOLERANCE", number(timer.map { $0.tolerance / .seconds(1) }, digits: 6)),
      ("DELAY", number(delay.map { $0 / .seconds(1) }, digits: 6)),
      ("REPEATS", number(interval.map { $0 / .seconds(1) }, digits: 6) ?? ".infinity"),
      ("TICK_MS", number(tick.map { ($0 / .milliseconds(1)).rounded(.up) })),
    ]
  }

  /// Every kind of change.
  package static let all: [Entry] = ofDrivers + ofWork + ofDisplay

  private static let timer = Line(
    "Apple", code: "Timer(timeInterval: INTERVAL /* s */, repeats: true) { _ in step() }")

  /// A link that is called at every so many vsyncs.
  private static let everyCount = [
    Line(
      "Apple",
      code:
        "let rate = refreshRate / COUNT; link.preferredFrameRateRange = CAFrameRateRange(minimum:"
        + " rate, maximum: rate, preferred: rate)"
    ),
    Line("Web", code: "if (frame++ % COUNT === 0) draw(time)"),
  ]

  private static let ofDrivers = [
    Entry(
      name: "stays awake",
      code: [
        Line(
          "Apple",
          code:
            "let activity = ProcessInfo.processInfo.beginActivity(options: .userInitiated, reason: reason)"
        )
      ]),
    Entry(
      name: "alarms land on",
      code: [Line("Windows", code: "timeBeginPeriod(TICK_MS /* ms */)")]),
    Entry(
      name: "in common",
      code: [
        Line("Apple", for: .timer, code: "RunLoop.main.add(timer, forMode: .common)"),
        Line("Apple", for: .link, code: "link.add(to: .main, forMode: .common)"),
        Line("Apple", for: .task, code: "RunLoop.main.perform(inModes: [.common]) { work() }"),
      ]),
    Entry(
      name: "link",
      code: [
        Line(
          "Apple",
          code:
            "CADisplayLink(target: self, selector: #selector(step)).add(to: .main, forMode: .common)"
        ),
        Line("Web", code: "requestAnimationFrame(step)"),
        Line("Android", code: "Choreographer.getInstance().postFrameCallback(this)"),
      ]),
    Entry(
      name: "link at timer pace",
      code: everyCount),
    Entry(
      name: "timer",
      code: [timer]),
    Entry(
      name: "every n refreshes",
      code: everyCount),
    Entry(
      name: "prefers",
      code: [
        Line(
          "Apple",
          code:
            "link.preferredFrameRateRange = CAFrameRateRange(minimum: HERTZ, maximum: HERTZ, preferred: HERTZ)"
        ),
        Line(
          "Android", code: "surface.setFrameRate(HERTZf, Surface.FRAME_RATE_COMPATIBILITY_DEFAULT)"),
      ]),
    Entry(
      name: "via main-queue once",
      code: [
        Line(
          "Swift",
          code:
            "if !isPending.exchange(true, ordering: .acquiring) { DispatchQueue.main.async { step() } }"
        )
      ]),
    Entry(
      name: "catch-up",
      code: [
        Line(
          "Apple", for: .word("coalesce"),
          code: timer.text),
        Line(
          "Rust", for: .word("skip"),
          code: "interval.set_missed_tick_behavior(MissedTickBehavior::Skip)"),
        Line("Web", for: .word("skip"), code: "setTimeout(tick, next - performance.now())"),
        Line(
          "Swift", for: .timer, .word("burst"),
          code: "while next <= .now { next += .seconds(INTERVAL); step() }  // next: of a Clock"),
        Line(
          "Rust", for: .word("burst"),
          code: "interval.set_missed_tick_behavior(MissedTickBehavior::Burst)"),
        Line(
          "Java", for: .word("burst"),
          code: "executor.scheduleAtFixedRate(tick, 0, INTERVAL_US, MICROSECONDS)"),
      ]),
    Entry(
      name: "catch-up delay",
      code: [
        Line(
          "Apple", for: .timer, .word("delay"),
          code: "timer.fireDate = Date(timeIntervalSinceNow: INTERVAL /* s */)  // first in step()"),
        Line(
          "Rust", for: .word("delay"),
          code: "interval.set_missed_tick_behavior(MissedTickBehavior::Delay)"),
        Line(
          "Java", for: .word("delay"),
          code: "timer.schedule(tick, 0, INTERVAL_MS /* ms */)  // java.util.Timer"),
        Line(
          "Web", for: .word("delay"),
          code: "setTimeout(tick, INTERVAL_MS /* ms */)  // first in tick"),
        Line(
          "Apple", for: .timer, .word("rearm"),
          code: "timer.fireDate = Date(timeIntervalSinceNow: INTERVAL /* s */)  // last in step()"),
        Line(
          "Java", for: .word("rearm"),
          code: "executor.scheduleWithFixedDelay(tick, 0, INTERVAL_US, MICROSECONDS)"),
      ]),
    Entry(
      name: "tolerance",
      code: [Line("Apple", code: "timer.tolerance = TOLERANCE /* s */")]),
    Entry(
      name: "by wall clock",
      code: [
        Line(
          "Apple", for: .timer,
          code:
            "let source = DispatchSource.makeTimerSource(queue: .main); source.schedule(wallDeadline:"
            + " .now() + DELAY /* s */, repeating: REPEATS)"
        )
      ]),
    Entry(
      name: "by timestamp",
      code: [
        Line("Apple", for: .link, .word("timestamp"), code: "let time = link.timestamp"),
        Line("Apple", for: .link, .word("target"), code: "let time = link.targetTimestamp"),
        Line("Web", for: .link, code: "function step(time) { draw(time) }"),
      ]),
    Entry(
      name: "steps",
      code: [
        Line(
          "Any", for: .word("interpolated"),
          code: "draw(previous + (current - previous) * accumulator / step)"),
        Line(
          "Swift", for: .clamped,
          code: "if steps == most { accumulator.formTruncatingRemainder(dividingBy: stepTime) }"),
        Line("Any", for: .clamped, code: "if (steps == most) accumulator %= step"),
      ]),
    Entry(
      name: "each",
      code: []),
    Entry(
      name: "slack",
      code: [
        Line("Any", code: "if (now - last >= interval - SLACK_MS /* ms */) { last = now; draw() }")
      ]),
    Entry(
      name: "acts always",
      code: [Line("Any", code: "step()  // without a look at the time since it last acted")]),
    Entry(
      name: "every",
      code: [
        timer,
        Line("Web", code: "setInterval(step, INTERVAL_MS /* ms */)"),
      ]),
  ]

  private static let ofWork = [
    Entry(
      name: "via main-queue",
      code: [Line("Apple", for: .task, code: "DispatchQueue.main.async { work() }")]),
    Entry(
      name: "in chunks",
      code: [
        Line("Swift", code: "await Task.yield()"), Line("Web", code: "await scheduler.yield()"),
        Line("Apple", code: "DispatchQueue.main.async { work(rest) }"),
      ]),
    Entry(
      name: "as a sheet",
      code: [Line("Apple", code: "alert.beginSheetModal(for: window) { answer in done(answer) }")]),
    Entry(
      name: "elsewhere",
      code: [
        Line("Needs", code: "a core that is free while it runs"),
        Line("Swift", code: "Task.detached { await use(work()) }"),
        Line("Web", code: "new Worker(\"work.js\").postMessage(input)"),
      ]),
  ]

  private static let ofDisplay = [
    Entry(
      name: "presents fifo",
      code: [
        Line("Needs", code: "a layer that the app draws in: views and pages have no queue"),
        Line("Metal", code: "layer.maximumDrawableCount = DRAWABLES"),
        Line("Vulkan", code: "info.presentMode = VK_PRESENT_MODE_FIFO_KHR"),
      ]),
    Entry(
      name: "presents mailbox",
      code: [Line("Vulkan", code: "info.presentMode = VK_PRESENT_MODE_MAILBOX_KHR")]),
    Entry(
      name: "depth n",
      code: [
        Line("Vulkan", for: .word("2"), code: "info.minImageCount = 3")
      ]),
    Entry(
      name: "presents at target",
      code: [
        Line(
          "Metal", for: .link,
          code: "commandBuffer.present(drawable, atTime: link.targetTimestamp)"),
        Line("Metal", for: .timer, code: "commandBuffer.present(drawable, atTime: target)"),
        Line("Android", code: "eglPresentationTimeANDROID(display, surface, target)"),
      ]),
  ]
}
