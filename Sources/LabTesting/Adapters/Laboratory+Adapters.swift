public import LabDisplay
public import LabKernel
public import LabTicks
public import LabWorkload

extension Laboratory {
  /// Makes what gives the code under test its display links: simulated ones.
  ///
  ///     let spinner = Spinner(links: lab.displayLinks("spinner"))
  ///
  /// Each is a driver, which calls back once it is added to a mode. The second of a maker is called
  /// `spinner 2`. The parameters are those of `lab.link`.
  public func displayLinks(
    _ name: String, policy: LateDelivery = .pending, takes cost: DurationLaw = .constant(.zero),
    target: TargetCadence? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some DisplayLinkMaker {
    LaboratoryDisplayLinks(
      lab: self, name: name, policy: policy, cost: cost, target: target,
      place: Place(fileID, filePath, line, column))
  }

  /// What gives the code under test its timers, called `timer`, `timer 2` and so on.
  public var timers: some TimerScheduler { timers("timer") }

  /// Makes what gives the code under test its timers: simulated ones.
  ///
  ///     let carousel = Carousel(timers: lab.timers("carousel"))
  ///
  /// Each is a driver of the default mode, and fires first when one of `lab.timer` does. Fire dates
  /// count from `Date(timeIntervalSinceReferenceDate: 0)`, the start of the run.
  public func timers(
    _ name: String, takes cost: DurationLaw = .constant(.zero), target: TargetCadence? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some TimerScheduler {
    LaboratoryTimers(
      lab: self, name: name, cost: cost, target: target,
      place: Place(fileID, filePath, line, column))
  }

  /// Returns a name that no driver and no load has: the given one, or one with a number.
  func freeName(like name: String) -> String {
    var (free, number) = (name, 1)
    while isTaken(free) {
      number += 1
      free = "\(name) \(number)"
    }
    return free
  }
}
