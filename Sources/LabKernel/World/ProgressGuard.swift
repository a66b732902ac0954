/// Notices that time no longer advances, and who is to blame.
///
/// Names are tallied only in the second half of a limit, so that a healthy run pays for one
/// comparison an event.
@usableFromInline
struct ProgressGuard {
  private(set) var failure: WorldFailure?
  @usableFromInline private(set) var hasFailed = false

  private let perInstant: Int
  private let perRun: Int
  @usableFromInline var events = 0
  /// How many events there were when time moved last.
  private var eventsBefore = 0
  /// Up to how many events nothing is tallied; worked out anew only when they have happened.
  @usableFromInline private(set) var untalliedEvents: Int
  private var tally: [String: Int] = [:]
  /// What ``eventsBefore`` was for the events that are tallied.
  private var tallyBegan = 0

  init(perInstant: Int, perRun: Int) {
    self.perInstant = perInstant
    self.perRun = perRun
    untalliedEvents = min(perInstant / 2, perRun / 2)
  }

  mutating func timeMoved() { eventsBefore = events }

  @inlinable
  @inline(__always)
  mutating func count(at now: Instant, _ name: @autoclosure () -> String) {
    events &+= 1
    if events > untalliedEvents { tally(name(), at: now) }
  }

  @usableFromInline
  mutating func tally(_ name: String, at now: Instant) {
    untalliedEvents = min(eventsBefore + perInstant / 2, perRun / 2)
    guard events > untalliedEvents else { return }
    if tallyBegan != eventsBefore, eventsBefore <= perRun / 2 { tally.removeAll() }
    tallyBegan = eventsBefore
    tally[name, default: 0] += 1
    if events - eventsBefore >= perInstant {
      fail(.timeStandsStill(at: now, events: events - eventsBefore, busiest: busiest))
    } else if events >= perRun {
      fail(.tooManyEvents(at: now, events: events, busiest: busiest))
    }
  }

  /// Keeps the first failure; what follows it is only its consequence.
  mutating func fail(_ newFailure: WorldFailure) {
    if failure == nil { failure = newFailure }
    hasFailed = true
  }

  mutating func end() { hasFailed = true }

  /// The three names with the most events, ties in alphabetical order.
  private var busiest: [String] {
    tally.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .prefix(3).map { "‘\($0.key)’ (\($0.value))" }
  }
}
