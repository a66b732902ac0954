/// A program for a run loop: what there is, what the thread does, and what happens from outside.
///
/// A value that any run loop can play (see ``Player``), with a text form that reads back (see
/// ``ScenarioParser``). All times are nanoseconds of virtual time from the start.
package struct Scenario: Hashable, Sendable {
  /// Whether the loop is the main thread's, which also serves the main queue.
  package var isMain = false
  /// Timers, sources, ports, observers, and the blocks that do more than leave a mark.
  package var items: [Item] = []
  /// What other threads do.
  package var events: [Event] = []
  /// What the loop's own thread does, from top to bottom.
  package var program: [Action] = []

  /// Creates an empty scenario.
  package init() {}
}

extension Scenario {
  /// Something that calls out, and what its callout does.
  package struct Item: Hashable, Sendable {
    /// The name; the nameless observer is the one whose activities are written as bare letters.
    package var name: String
    /// What it is.
    package var kind: Kind
    /// The order among its like.
    package var order = 0
    /// When it is created, and where it is added at first.
    package var birth: Birth
    /// What its callouts do.
    package var reactions: [Reaction] = []
  }

  /// The kinds of items.
  package enum Kind: Hashable, Sendable {
    /// A timer; an interval of 0 or less makes it a one-shot.
    case timer(date: Int64, interval: Int64)
    /// A source that is signalled (version 0).
    case source
    /// A source behind a port that is rung (version 1).
    case port
    /// An observer of some activities.
    case observer(Activities, once: Bool)
    /// A block performed by the loop.
    case block
    /// A block on the main queue.
    case mainBlock
  }

  /// When an item is created, and where it is added at first.
  package enum Birth: Hashable, Sendable {
    /// Created at the start and added to modes.
    case added(to: [String])
    /// Created at the start, added by an action.
    case unadded
    /// Created by the first action that adds it.
    case later
  }

  /// An action of a callout, perhaps not in every call.
  package struct Reaction: Hashable, Sendable {
    /// The activity at which it happens; `nil` for each.
    package var activity: Activities?
    /// The number of the call in which it happens, from 1, among those at the activity; `nil` for
    /// each.
    package var call: Int?
    /// What happens.
    package var action: Action
  }

  /// What another thread does at an instant.
  package struct Event: Hashable, Sendable {
    /// The first instant.
    package var date: Int64
    /// The time between repetitions, or 0.
    package var interval: Int64 = 0
    /// Whether it goes before the alarms of its instant.
    package var isEarly = false
    /// What happens.
    package var actions: [Action]
  }
}

/// A set of activities of a run loop, with the raw values that CFRunLoop gives them.
package struct Activities: OptionSet, Hashable, Sendable {
  package let rawValue: UInt

  /// Every activity in the order of a pass, with its letter.
  package static let letters: [(Character, Activities)] = [
    ("E", .entry), ("T", .beforeTimers), ("S", .beforeSources), ("W", .beforeWaiting),
    ("A", .afterWaiting), ("X", .exit),
  ]

  package static let entry = Activities(rawValue: 1)
  package static let beforeTimers = Activities(rawValue: 2)
  package static let beforeSources = Activities(rawValue: 4)
  package static let beforeWaiting = Activities(rawValue: 32)
  package static let afterWaiting = Activities(rawValue: 64)
  package static let exit = Activities(rawValue: 128)
  /// Every activity.
  package static let all: Activities = [
    .entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit,
  ]

  package init(rawValue: UInt) { self.rawValue = rawValue }

  /// Creates a set from letters such as `TW`, or `nil` if any other character is among them.
  package init?(text: some StringProtocol) {
    self = []
    for letter in text {
      guard let member = Self.letters.first(where: { $0.0 == letter }) else { return nil }
      insert(member.1)
    }
  }

  /// The letters of the members in the order of a pass.
  package var text: String {
    String(Self.letters.filter { rawValue & $0.1.rawValue != 0 }.map(\.0))
  }
}
