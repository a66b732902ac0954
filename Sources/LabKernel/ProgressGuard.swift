/// Notices that time no longer advances, and who is to blame.
///
/// Names are tallied only in the second half of a limit, so that a healthy run pays for two
/// comparisons an event.
struct ProgressGuard {
  private(set) var failure: WorldFailure?

  private let perInstant: Int
  private let perRun: Int
  private var atThisInstant = 0
  private var inAll = 0
  private var tally: [String: Int] = [:]

  init(perInstant: Int, perRun: Int) {
    self.perInstant = perInstant
    self.perRun = perRun
  }

  mutating func timeMoved() {
    atThisInstant = 0
    if !tally.isEmpty, inAll <= perRun / 2 { tally.removeAll() }
  }

  mutating func count(at now: Instant, _ name: @autoclosure () -> String) {
    atThisInstant += 1
    inAll += 1
    guard atThisInstant > perInstant / 2 || inAll > perRun / 2 else { return }
    tally[name(), default: 0] += 1
    if atThisInstant >= perInstant {
      fail(.timeStandsStill(at: now, events: atThisInstant, busiest: busiest))
    } else if inAll >= perRun {
      fail(.tooManyEvents(at: now, events: inAll, busiest: busiest))
    }
  }

  /// Keeps the first failure; what follows it is only its consequence.
  mutating func fail(_ newFailure: WorldFailure) {
    if failure == nil { failure = newFailure }
  }

  /// The three names with the most events, ties in alphabetical order.
  private var busiest: [String] {
    tally.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .prefix(3).map { "‘\($0.key)’ (\($0.value))" }
  }
}
