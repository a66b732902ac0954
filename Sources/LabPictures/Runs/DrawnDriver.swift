public import LabKernel
public import LabMetrics
public import LabTrace

/// A timer or display link of one run, with everything that pictures show of it.
///
/// All of it is what the files of a result list: pictures add no calculation of their own.
public struct DrawnDriver: Sendable {
  /// What stands beside it: the arm, and the driver where an arm has several.
  public let label: String
  /// The position of its arm, which chooses its colour.
  public let arm: Int
  /// The name of the driver.
  public let name: String
  /// The run.
  public let measurement: RunMeasurement
  /// What every refresh of the run showed.
  public let refreshes: [RefreshRow]
  /// Every callback of the run.
  public let firings: [FiringRow]
  /// What most of the lateness of each late callback is put down to, by the number of the callback.
  let lateBlame: [Int: Blame]
  /// What the physics scene looks like that it steps; `nil` if it steps none.
  let scene: Trace.Header.Scene?
  /// When something was committed.
  public let commits: [Instant]

  /// Takes a driver from a run.
  ///
  /// - Parameters:
  ///   - name: The name of the driver, which the trace knows.
  ///   - label: What stands beside it.
  ///   - arm: The position of its arm.
  ///   - trace: What happened.
  ///   - measurement: What was measured of the trace.
  public init(
    _ name: String, label: String, arm: Int, _ trace: Trace, _ measurement: RunMeasurement
  ) {
    self.name = name
    self.label = label
    self.arm = arm
    self.measurement = measurement
    refreshes = measurement.refreshRows(of: name)
    firings = measurement.firingRows(of: name)
    let late = measurement.blameRows(of: name).filter { $0.problem == .lateFiring }
    lateBlame = Dictionary(late.map { ($0.number, $0.blame) }) { worst, cause in
      cause.time > worst.time ? cause : worst
    }
    scene = trace.header.scenes[name]
    commits = trace.records.lazy.filter { $0.kind == .commit }.map(\.time)
  }

  /// Returns all drivers of a run, named by their arm alone where it has one.
  public static func all(
    of arm: String, at position: Int, _ trace: Trace, _ measurement: RunMeasurement
  ) -> [DrawnDriver] {
    let names = measurement.drivers.map(\.name)
    return names.map { name in
      DrawnDriver(
        name, label: names.count == 1 ? arm : "\(arm).\(name)", arm: position, trace, measurement)
    }
  }
}

extension DrawnDriver {
  /// The refreshes that have an end and of which some part lies in a stretch of the run.
  func refreshes(in stretch: Range<Instant>) -> ArraySlice<RefreshRow> {
    let numbers = measurement.refreshes(
      from: stretch.lowerBound, for: stretch.lowerBound.duration(to: stretch.upperBound))
    return refreshes[numbers.clamped(to: 0..<measurement.refreshCount)]
  }

  /// When a refresh that has an end ends.
  func end(of refresh: RefreshRow) -> Instant { refreshes[refresh.index + 1].vsync }

  /// The callbacks that are due, wait or run in a stretch.
  func firings(in stretch: Range<Instant>) -> [(number: Int, row: FiringRow)] {
    firings.enumerated().filter { _, row in
      min(row.due, row.began) < stretch.upperBound
        && (row.ended ?? .distantFuture) >= stretch.lowerBound
    }.map { ($0.offset, $0.element) }
  }

  /// The update that was shown last before a refresh; `nil` if there was none.
  func lastShown(before refresh: Int) -> RefreshRow? {
    refreshes[..<refresh].last { $0.isNew }
  }

  /// Whether a refresh shows anything of a motion.
  var moves: Bool { refreshes.contains { $0.content != nil } }
}

extension RefreshRow {
  /// What the refresh counts as, in pictures and in the files of a result alike.
  public var kind: MarkKind { isNew ? .new : cause == nil ? .rest : .dropped }
}

extension Blame {
  /// Who is to blame, in a few words.
  var words: String {
    let name = owner ?? ""
    switch cause {
    case .tasks: return name + (serial.map { " #\($0)" } ?? "")
    case .callouts: return "callout of \(name)"
    case .starved: return "mode \(name)"
    case .own: return "own callback"
    default: return cause.rawValue.split(separator: "_").joined(separator: " ")
    }
  }
}

extension [DrawnDriver] {
  /// In how many refreshes of a stretch each stands still and jumps, in words.
  func findings(in stretch: Range<Instant>) -> String {
    map { driver in
      let shown = driver.refreshes(in: stretch)
      let dropped = shown.count { $0.kind == .dropped }
      let jumps = shown.count { $0.overwritten > 0 }
      return "\(driver.label): \(dropped) of \(shown.count) refreshes dropped, \(jumps) with a jump"
    }.joined(separator: "; ")
  }
}
