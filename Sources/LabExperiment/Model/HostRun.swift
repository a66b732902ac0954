import LabDisplay
import LabKernel
package import LabTrace
import LabWorkload

/// What happened in a run on the run loop of a host, which cannot be performed again.
///
/// Two are equal if they are the same object.
package final class HostRun: Hashable, Sendable {
  package let trace: Trace
  /// Whether the scenario of the run is a replay of it, in which changes can be tried.
  package let hasReplay: Bool

  package init(_ trace: Trace, hasReplay: Bool = false) {
    (self.trace, self.hasReplay) = (trace, hasReplay)
  }

  package static func == (lhs: HostRun, rhs: HostRun) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension RunSpec {
  /// How many refreshes of a run on a host are not measured: those of the first second, if the run
  /// is long enough to do without it.
  package var hostWarmUp: Int? {
    duration >= .seconds(4) ? Int(.seconds(1) / scenario.panel.rate.period) : nil
  }
}
