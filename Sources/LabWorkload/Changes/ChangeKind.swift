import LabDisplay
import LabLoop
import LabMotion
import LabTrace

/// What there is to say of a step of a change, whatever its numbers are: a row of one table.
struct ChangeKind {
  /// What is changed: the kind of a driver, its modes, another setting, or a load.
  let subject: String
  /// What a person would look it up by; `nil` for one that has no name of its own.
  let name: String?
  /// How much it interferes.
  let intervention: Intervention
  /// How much it is what one would try first, 0 for the most; `nil` if it is not.
  let plausibility: Int?
  /// Why it changes no driver.
  let nothing: String
  /// Whether it is about drivers of a kind, of which there are none if it changes nothing.
  let asksForDrivers: Bool

  init(
    _ subject: String, _ name: String?, _ intervention: Intervention = .parameter,
    tried plausibility: Int? = nil, none nothing: String = "", asksForDrivers: Bool = false
  ) {
    (self.subject, self.name, self.intervention) = (subject, name, intervention)
    (self.plausibility, self.nothing) = (plausibility, nothing)
    self.asksForDrivers = asksForDrivers
  }
}

extension DriverChange {
  /// What there is to say of it.
  var kind: ChangeKind {
    switch self {
    case .common:
      ChangeKind(
        "common", "in common", tried: 5, none: "every driver is in the common modes already")
    case .link:
      ChangeKind(
        "driver", "link", .driverKind, tried: 0, none: "there is no repeating timer and no loop",
        asksForDrivers: true)
    case .linkAtTimerPace:
      ChangeKind(
        "driver", "link at timer pace", .driverKind, none: "there is no repeating timer",
        asksForDrivers: true)
    case .timer:
      ChangeKind(
        "driver", "timer", .driverKind, none: "there is no display link", asksForDrivers: true)
    case .tolerance:
      ChangeKind("tolerance", "tolerance", none: "no timer has another tolerance")
    case .every: ChangeKind("pace", "every", none: "no repeating timer has another interval")
    case .phase: ChangeKind("phase", nil, none: "no repeating timer has another first fire date")
    case .catchUp(let policy):
      ChangeKind(
        "catchUp", [.delay, .rearm].contains(policy) ? "catch-up delay" : "catch-up",
        none: "no repeating timer catches up otherwise")
    case .wallClock:
      ChangeKind("wallClock", "by wall clock", none: "every timer goes by the wall clock already")
    case .policy:
      ChangeKind("policy", nil, none: "no display link has another policy")
    case .pace(let pace):
      ChangeKind("pace", pace.kind, none: "no display link has another pace")
    case .hop(let hop):
      ChangeKind(
        "hop", [.once, .coalesced].contains(hop) ? "via main-queue once" : nil,
        none: "no display link off the main thread has another way into the loop")
    case .target: ChangeKind("target", nil, none: "no driver has another target")
    case .clock(let clock):
      ChangeKind(
        "clock", [.timestamp, .target].contains(clock) ? "by timestamp" : nil,
        none: "no animation or scene has another clock")
    case .steps: ChangeKind("steps", "steps", none: "no scene has other steps")
    case .each:
      ChangeKind("each", "each", .shorter, none: "no scene has steps that take another time")
    case .slack:
      ChangeKind(
        "cap", "slack", none: "no driver that acts at most so often has another slack")
    case .actsAlways:
      ChangeKind("cap", "acts always", none: "every driver acts in each of its callbacks already")
    case .scaled: ChangeKind("scaled", nil, .shorter, none: "no callback takes any time")
    case .elsewhere:
      ChangeKind(
        "elsewhere", "elsewhere", .elsewhere,
        none: "no callback takes longer than a hop for something else than what it shows")
    case .chunks:
      ChangeKind(
        "chunks", "in chunks", .chunks,
        none: "no callback for something else than a motion takes longer")
    case .without:
      ChangeKind(
        "without", nil, .removal, none: "there is no timer and no display link",
        asksForDrivers: true)
    }
  }
}

extension LinkPace {
  fileprivate var kind: String { if case .every = self { "every n refreshes" } else { "prefers" } }
}

extension Change.Step {
  /// What there is to say of it.
  fileprivate var kind: ChangeKind {
    switch self {
    case .tasks(let tasks, .without): ChangeKind(tasks.load, nil, .removal)
    case .tasks(let tasks, .scaled): ChangeKind(tasks.load, nil, .shorter, tried: 4)
    case .tasks(let tasks, .elsewhere):
      ChangeKind(tasks.load, "elsewhere", .elsewhere, tried: tasks.range == .all ? 3 : 2)
    case .tasks(let tasks, .chunks): ChangeKind(tasks.load, "in chunks", .chunks, tried: 1)
    case .tasks(let tasks, .common): ChangeKind(tasks.load, "in common", tried: 5)
    case .tasks(let tasks, .mainQueue): ChangeKind(tasks.load, "via main-queue", tried: 5)
    case .tasks(let tasks, .sheet): ChangeKind(tasks.load, "as a sheet")
    case .drivers(let change, _): change.kind
    case .depth: ChangeKind("depth", "depth n")
    case .display: ChangeKind("display", nil)
    case .presents(.fifo), .presents(.blocking): ChangeKind("presents", "presents fifo")
    case .presents(.atTarget): ChangeKind("presents", "presents at target")
    case .presents(.mailbox): ChangeKind("presents", "presents mailbox")
    case .alarms: ChangeKind("alarms", "alarms land on")
    case .awake: ChangeKind("nap", "stays awake")
    }
  }
}

extension Change {
  /// What is changed: the drivers' kind, their modes, another setting, or a load.
  package var subject: String {
    guard let step = steps.first else { return "depth" }
    let name: String? = if case .drivers(_, let name) = step { name } else { nil }
    return (name.map { "\($0) " } ?? "") + step.kind.subject
  }

  /// Whether it changes the same as another; what changes all drivers changes each.
  package func changesSame(as other: Change) -> Bool {
    guard case .drivers(let own, let name)? = steps.first,
      case .drivers(let others, let otherName)? = other.steps.first,
      name == nil || otherName == nil
    else { return subject == other.subject }
    return own.kind.subject == others.kind.subject
  }

  /// Whether it is the fix of work that cannot leave the main thread, where another change moves
  /// the same work away: it runs there in chunks.
  package func isAlternative(to other: Change) -> Bool {
    guard steps.count == 1, other.steps.count == 1 else { return false }
    return switch (steps[0], other.steps[0]) {
    case (.tasks(let own, .chunks), .tasks(let away, .elsewhere)):
      own.load == away.load && own.range == .all
    case (.drivers(.chunks, let own), .drivers(.elsewhere, let away)): own == away
    default: false
    }
  }

  /// What kind of change the first step is, as a person would look it up; `nil` for one that has no
  /// name of its own.
  package var kind: String? { steps.first?.kind.name }

  /// How much the change is what one would try first, 0 for the most; `nil` if it is not.
  package var plausibility: Int? { steps.count == 1 ? steps[0].kind.plausibility : nil }

  /// The largest intervention among the steps, then how many steps there are.
  package var size: (Intervention, Int) {
    (steps.map { $0.kind.intervention }.max() ?? .parameter, steps.count)
  }
}
