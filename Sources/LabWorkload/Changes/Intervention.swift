/// How much a change interferes: what is set is less than what is replaced, and that less than what
/// is taken away.
public enum Intervention: Int, Hashable, Sendable, Comparable, CaseIterable {
  case parameter
  case driverKind
  case chunks
  case shorter
  case elsewhere
  case removal

  /// Whether the one interferes less than the other.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  init(_ step: Change.Step) {
    self =
      switch step {
      case .drivers(.without), .driver(_, .without): .removal
      case .drivers(.scaled), .driver(_, .scaled), .drivers(.each), .driver(_, .each): .shorter
      case .drivers(.chunks), .driver(_, .chunks): .chunks
      case .drivers(.elsewhere), .driver(_, .elsewhere): .elsewhere
      case .driver(_, .link), .driver(_, .linkAtTimerPace), .driver(_, .timer): .driverKind
      case .driver: .parameter
      case .drivers(.link), .drivers(.linkAtTimerPace), .drivers(.timer): .driverKind
      case .drivers, .depth, .display, .presents, .alarms, .awake, .tasks(_, .common),
        .tasks(_, .mainQueue), .tasks(_, .sheet):
        .parameter
      case .tasks(_, .chunks): .chunks
      case .tasks(_, .scaled): .shorter
      case .tasks(_, .elsewhere): .elsewhere
      case .tasks(_, .without): .removal
      }
  }
}

extension Change {
  /// The largest intervention among the steps, then how many steps there are.
  package var size: (Intervention, Int) {
    (steps.map(Intervention.init).max() ?? .parameter, steps.count)
  }

  /// The tasks that are changed, if nothing else is.
  package var taskSelections: [TaskSelection]? {
    var selections: [TaskSelection] = []
    for step in steps {
      guard case .tasks(let selection, _) = step else { return nil }
      selections.append(selection)
    }
    return selections.isEmpty ? nil : selections
  }
}
