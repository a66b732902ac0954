/// What a run and its two simulations say together.
package enum LiveConclusion: String {
  case right = "The plan was carried out, and the model is right."
  case notCarriedOut = "The model is right, the plan was not carried out"
  case unknown = "The machine was busy elsewhere: this run says nothing about the model."
  case wrong = "The model does not explain this run."

  /// - Parameters:
  ///   - plan: Whether the simulation of the plan agrees with the run.
  ///   - replay: Whether that of what was carried out does.
  ///   - isDisturbed: Whether the host took much of the run.
  init(plan: Bool, replay: Bool, isDisturbed: Bool) {
    self =
      plan ? .right : replay ? .notCarriedOut : isDisturbed ? .unknown : .wrong
  }

  /// What some runs say, and how many of them the model explains.
  package static func words(of runs: [LiveRun]) -> (words: String, chip: String) {
    let found = runs.map(\.conclusion)
    let kinds = [Self.right, .notCarriedOut, .unknown, .wrong].compactMap { kind -> String? in
      let count = found.count { $0 == kind }
      guard count > 0 else { return nil }
      let words = kind.rawValue.hasSuffix(".") ? kind.rawValue : kind.rawValue + "."
      return count == found.count ? words : "In \(count) of \(found.count) runs: \(words)"
    }
    let explained = found.count { $0 == .right || $0 == .notCarriedOut }
    return (
      kinds.joined(separator: " "), "the model explains \(explained) of \(found.count) runs"
    )
  }
}
