package import LabText

/// How an answer ended, the least first: of several answers the greatest counts.
package enum Outcome: String, Hashable, Sendable, CaseIterable, Comparable {
  /// There was nothing to judge.
  case answered
  /// Everything that was judged holds.
  case holds
  /// Something could not be decided, or the search was ended.
  case undecided
  /// Something that was judged does not hold.
  case fails
  /// What it was asked about has a mistake and was not performed.
  case mistaken

  /// Returns whether the first counts less.
  package static func < (lhs: Outcome, rhs: Outcome) -> Bool { lhs.place < rhs.place }

  private var place: Int {
    switch self {
    case .answered: 0
    case .holds: 1
    case .undecided: 2
    case .fails: 3
    case .mistaken: 4
    }
  }

  /// How the command ends.
  package var status: ExitStatus {
    switch self {
    case .answered, .holds: .success
    case .undecided: .undecided
    case .fails: .expectationFailed
    case .mistaken: .wrongInput
    }
  }

  /// The sign before something that was to hold.
  package var sign: String {
    switch self {
    case .answered: "–"
    case .holds: "✓"
    case .undecided: "?"
    case .fails, .mistaken: "✗"
    }
  }
}
