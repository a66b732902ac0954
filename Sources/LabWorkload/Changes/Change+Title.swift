import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabPhysics
import LabText
import LabTrace

/// What to do to make a change, as one says it to a person: a verb, and what it is done to.
///
/// Scripts, options and files name the change by its ``Change/description``.
package struct ChangeTitle: Hashable, Sendable {
  /// What is done.
  package enum Verb: String, Hashable, Sendable, CaseIterable {
    case add, allow, ask, call, count, deliver, draw, fire, halve, hand, keep, leave, make, move,
      present, put, refresh, remove, scale, send, serve, set, show, skip, split, stamp, step, use

    /// The verb as the subject of a sentence.
    fileprivate var gerund: String {
      switch self {
      case .fire, .halve, .leave, .make, .move, .remove, .scale, .serve, .use:
        "\(rawValue.dropLast())ing"
      case .put, .set, .skip, .split, .step: "\(rawValue)\(rawValue.suffix(1))ing"
      case .add, .allow, .ask, .call, .count, .deliver, .draw, .hand, .keep, .present, .refresh,
        .send,
        .show, .stamp:
        "\(rawValue)ing"
      }
    }
  }

  fileprivate let steps: [(verb: Verb, rest: String)]

  fileprivate init(_ steps: [(verb: Verb, rest: String)]) { self.steps = steps }

  /// What to do: ‘Use a display link’.
  package var imperative: String {
    let words = joined { $0.rawValue }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// That it is done, as the subject of a sentence: ‘using a display link’.
  package var gerund: String { joined { $0.gerund } }

  private func joined(_ word: (Verb) -> String) -> String {
    steps.isEmpty
      ? "nothing is changed"
      : steps.map { "\(word($0.verb)) \($0.rest)" }.joined(separator: ", and ")
  }

  package static func == (one: Self, other: Self) -> Bool { one.imperative == other.imperative }

  package func hash(into hasher: inout Hasher) { hasher.combine(imperative) }
}

extension Change {
  /// What to do to make the change.
  ///
  /// - Parameter scenario: What it is made to; in a page it is done in other words.
  /// - Returns: The title, of each step in turn.
  package func title(in scenario: Scenario) -> ChangeTitle {
    if isLinkInCommon, let link = steps.first(where: { !$0.isCommon }),
      let (verb, rest) = Change([link]).title(in: scenario).steps.first
    {
      return ChangeTitle([(verb, "\(rest), in the common modes")])
    }
    return ChangeTitle(
      steps.map { step in
        switch step {
        case .tasks(let selection, let change):
          change.title(of: selection.title, isInPage: scenario.browser != nil)
        case .drivers(let change, let name): change.title(of: ChangedDriver(name, in: scenario))
        case .depth(let depth): (.put, "\(refreshes(depth)) between commit and display")
        case .display(let rate): (.refresh, "the display at \(rate.words)")
        case .presents(let mode): mode.title(insteadOf: scenario.panel.presentMode)
        case .alarms(let tick): (.set, "the ticks of the system's clock to \(tick.milliseconds)")
        case .awake: (.keep, "the app awake, so that the system does not nap")
        }
      })
  }
}

private func refreshes(_ count: Int) -> String { "\(count) refresh\(count == 1 ? "" : "es")" }

extension PresentMode {
  fileprivate func title(insteadOf other: PresentMode) -> (ChangeTitle.Verb, String) {
    let frames =
      switch self {
      case .mailbox: "the newest frame, without a queue"
      case .fifo(let capacity): "frames from a queue of \(capacity)"
      case .blocking(let capacity): "frames from a queue of \(capacity) that blocks"
      case .atTarget: "each frame at its target time"
      }
    // Views and pages have neither: what they show is the newest.
    return (.present, frames + (other == .mailbox ? ", if it draws with Metal or Vulkan" : ""))
  }
}

extension TaskSelection {
  fileprivate var title: String {
    switch range {
    case .all: load.asName
    case .numbers(let numbers) where numbers.count == 1:
      "\(load.asName) task \(numbers.first ?? 0)"
    case .numbers(let numbers): "\(numbers.count) tasks of \(load.asName)"
    case .named(let name): "\(name.asName) of \(load.asName)"
    case .from(let least): "the tasks of \(load.asName) of \(least.milliseconds) and more"
    }
  }
}

extension TaskChange {
  fileprivate func title(
    of tasks: String, isInPage: Bool
  ) -> (verb: ChangeTitle.Verb, rest: String) {
    switch self {
    case .without: (.leave, "out \(tasks)")
    case .scaled(Ratio(1, per: 2)): (.halve, "the work of \(tasks)")
    case .scaled(let ratio): (.scale, "the work of \(tasks) by \(ratio.words)")
    case .elsewhere(.queue): (.move, tasks + Self.away(isInPage))
    case .elsewhere(.threads):
      (.move, "each task of \(tasks) to a \(isInPage ? "worker" : "thread") of its own")
    case .chunks(let length): (.split, "\(tasks) into chunks of \(length.milliseconds)")
    case .common: (.serve, "\(tasks) in the common modes")
    case .mainQueue: (.send, "\(tasks) through the main queue")
    case .sheet: (.show, "\(tasks) as a sheet")
    }
  }

  /// Where work goes that leaves the main thread, and which can.
  fileprivate static func away(_ isInPage: Bool) -> String {
    isInPage
      ? " to a worker, if it needs no document" : " off the main thread, if it needs no UI"
  }
}

/// The driver that is changed, or all of them, in the words of a title.
private struct ChangedDriver {
  private let name: String?
  private let source: Driver.Source?
  private let panel: Panel
  let isInPage: Bool

  init(_ name: String?, in scenario: Scenario) {
    self.name = name?.asName
    isInPage = scenario.browser != nil
    let drivers = scenario.drivers.filter { $0.name == name ?? $0.name }
    source = drivers.count == 1 ? drivers[0].source : nil
    panel = scenario.panel
  }

  /// It as the object of a sentence.
  var words: String { some("timers and display links") }
  var timers: String { some("timers") }
  var links: String { some("display links") }
  /// Whose something is.
  var timersOwn: String { possessive(timers) }
  var linksOwn: String { possessive(links) }
  var own: String { possessive(words) }

  /// How often a display link is called that takes the place of a timer at its pace: where no whole
  /// number of refreshes is that, to a hundredth, at which nearest one.
  var pace: String {
    let count = source?.timer.map { panel.refreshes(nearest: $0.interval) } ?? 1
    let length = panel.rate.period.wholeNanoseconds * Int64(count)
    let interval = source?.timer?.interval.wholeNanoseconds ?? length
    return abs(length - interval) <= interval / 100
      ? "at the timer's pace" : "every \(refreshes(count)), the nearest to the timer's pace"
  }

  /// For which of several drivers another kind of driver is used; empty for the only one.
  func tail(_ kind: String) -> String {
    name.map { " for \($0)" } ?? (source == nil ? " for every \(kind)" : "")
  }

  private func some(_ kinds: String) -> String {
    let kind: String? =
      switch source {
      case .timer?: "timer"
      case .link?: isInPage ? "requestAnimationFrame" : "display link"
      case .loop?: "loop"
      case nil: nil
      }
    guard let name else { return "the \(kind ?? kinds)" }
    return kind.map { "the \($0) \(name)" } ?? name
  }

  private func possessive(_ words: String) -> String {
    words.hasSuffix("s") && name == nil ? "\(words)'" : "\(words)'s"
  }
}

extension DriverChange {
  fileprivate func title(of driver: ChangedDriver) -> (verb: ChangeTitle.Verb, rest: String) {
    let link = driver.isInPage ? "requestAnimationFrame" : "a display link"
    return switch self {
    case .common: (.add, "\(driver.words) to the common modes")
    case .link: (.use, link + driver.tail("timer"))
    case .linkAtTimerPace: (.use, "\(link) \(driver.pace)" + driver.tail("timer"))
    case .timer: (.use, "a timer" + driver.tail("display link"))
    case .tolerance(let tolerance):
      (.set, "\(driver.timersOwn) tolerance to \(tolerance.milliseconds)")
    case .every(let interval):
      (.set, "\(driver.timersOwn) interval to \(interval.milliseconds)")
    case .phase(let share):
      (.move, "\(driver.timersOwn) first fire date to \(share.words) of a refresh")
    case .catchUp(let policy): policy.title(of: driver)
    case .wallClock: (.set, "\(driver.timers) by the wall clock, which goes on in a sleep")
    case .policy(let policy): policy.title(of: driver)
    case .pace(.every(1)): (.call, "\(driver.links) back at every refresh")
    case .pace(.every(let count)): (.call, "\(driver.links) back every \(refreshes(count))")
    case .pace(.preferred(let rate)):
      (.set, "\(driver.linksOwn) preferred frame rate to \(rate.words)")
    case .pace(.range(let slowest, let fastest, let preferred)):
      (
        .set,
        "\(driver.linksOwn) preferred frame rate to \(preferred.words), within"
          + " \(slowest.words) and \(fastest.words)"
      )
    case .hop(let hop): (.hand, "\(driver.linksOwn) vsyncs over \(hop.title)")
    case .target(.undeclared): (.ask, "for no frame rate of \(driver.words)")
    case .target(.refreshes(let count)):
      (.ask, "for a new frame of \(driver.words) every \(refreshes(count))")
    case .target(.rate(let rate)): (.ask, "for \(rate.words) of \(driver.words)")
    case .clock(let clock): clock.title(of: driver)
    case .slack(let slack): (.allow, "\(driver.words) to act up to \(slack.milliseconds) early")
    case .actsAlways: (.allow, "\(driver.words) to act in every callback")
    case .steps(let policy): policy.title(of: driver)
    case .each(let cost):
      (.make, "each step of \(driver.own) scene take \(cost.milliseconds)")
    case .elsewhere:
      (.move, "the work of \(driver.own) callbacks\(TaskChange.away(driver.isInPage))")
    case .chunks(let length):
      (.split, "the work of \(driver.own) callbacks into chunks of \(length.milliseconds)")
    case .scaled(Ratio(1, per: 2)): (.halve, "the work of \(driver.own) callbacks")
    case .scaled(let ratio): (.scale, "the work of \(driver.own) callbacks by \(ratio.words)")
    case .without: (.leave, "out \(driver.words)")
    }
  }
}

extension CatchUp {
  fileprivate func title(of driver: ChangedDriver) -> (verb: ChangeTitle.Verb, rest: String) {
    switch self {
    case .coalesce: (.fire, "\(driver.timers) once for all fire dates that it missed")
    case .burst: (.fire, "\(driver.timers) once for each fire date that it missed")
    case .delay:
      (.count, "\(driver.timersOwn) interval from the beginning of the callback before")
    case .rearm: (.count, "\(driver.timersOwn) interval from the end of the callback before")
    case .skip: (.skip, "the fire dates that \(driver.timers) missed")
    case .isochronous: (.fire, "\(driver.timers) for the newest fire date that it missed")
    }
  }
}

extension LateDelivery {
  fileprivate func title(of driver: ChangedDriver) -> (verb: ChangeTitle.Verb, rest: String) {
    switch self {
    case .pending: (.deliver, "\(driver.linksOwn) late vsyncs in one callback")
    case .skip: (.skip, "\(driver.linksOwn) vsyncs that come while a callback waits or runs")
    case .queue(let count): (.keep, "\(count) of \(driver.linksOwn) late vsyncs at most")
    case .latest: (.stamp, "\(driver.linksOwn) late callbacks with the newest vsync")
    case .offMain(let hop): (.hand, "\(driver.linksOwn) vsyncs over \(hop.title)")
    }
  }
}

extension LinkHop {
  /// How vsyncs are handed over.
  fileprivate var title: String {
    switch self {
    case .queue: "in blocks of the main queue, one for each"
    case .coalesced: "in one block of the main queue until that begins"
    case .once: "in one block of the main queue until that ends"
    case .selector: "by a selector after a delay of 0"
    case .port: "by a port with room for one message"
    case .timer(let delay): "by a timer \(delay.milliseconds) later"
    }
  }
}

extension AnimationClock {
  fileprivate func title(of driver: ChangedDriver) -> (verb: ChangeTitle.Verb, rest: String) {
    switch self {
    case .fixed(let seconds): (.move, "\(driver.own) motion on by \(seconds) s in each callback")
    case .duration:
      (.move, "\(driver.own) motion on by the length of a refresh in each callback")
    case .now: (.draw, "\(driver.own) motion for the time of the callback")
    case .timestamp: (.draw, "\(driver.own) motion for the timestamp of the vsync")
    case .target: (.draw, "\(driver.own) motion for the time at which the frame is shown")
    case .renderServer: (.move, "\(driver.own) motion on in the render server")
    }
  }
}

extension Stepping.Policy {
  fileprivate func title(of driver: ChangedDriver) -> (verb: ChangeTitle.Verb, rest: String) {
    let scene = "\(driver.own) scene"
    return switch self {
    case .variable: (.step, "\(scene) by the time since the callback before")
    case .capped(let limit):
      (
        .step,
        "\(scene) by the time since the callback before,"
          + " \(Duration.nanoseconds(limit).milliseconds) at most"
      )
    case .semiFixed(let limit):
      (.step, "\(scene) in parts of \(Duration.nanoseconds(limit).milliseconds) at most")
    case .fixed(let grid): (.step, "\(scene) in parts of \(grid.words)")
    case .interpolated(let grid): (.draw, "\(scene) between its last two steps of \(grid.words)")
    case .clamped(let grid, let steps, let owesRest):
      (
        .make,
        "at most \(steps) steps of \(grid.words) of \(scene) in a callback, and"
          + (owesRest ? " the rest in those that follow" : " drop the rest")
      )
    }
  }
}
