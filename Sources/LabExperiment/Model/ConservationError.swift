package import LabMetrics

/// A run whose numbers contradict each other: a mistake of the lab, never of its user.
package struct ConservationError: Error, Hashable {
  /// The run.
  package let run: RunSpec
  /// The identity that it breaks.
  package let violation: ConservationViolation
}

extension ConservationError: CustomStringConvertible {
  /// The run, the identity, and whose mistake it is.
  package var description: String {
    "run \(run.index), arm ‘\(run.arm)’, contradicts itself: \(violation). The lab is at fault, not"
      + " the script; please report it."
  }
}
