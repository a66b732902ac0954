import LabDisplay
import LabKernel
import LabLoop
public import LabTicks
import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Makes what gives the code under test its display links: simulated ones.
  ///
  ///     let spinner = Spinner(links: lab.displayLinks("spinner"))
  ///
  /// Each is a driver, which calls back once it is added to a mode. The second of a maker is called
  /// `spinner 2`.
  public func displayLinks(
    _ name: String, options: LinkOptions = LinkOptions(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some DisplayLinkMaker {
    LaboratoryDisplayLinks(
      drivers: AdaptedDrivers(
        lab: self, name: name, cost: options.cost, target: options.target,
        place: Place(fileID, filePath, line, column)), policy: options.policy)
  }

  /// What gives the code under test its timers, called `timer`, `timer 2` and so on.
  public var timers: some TimerScheduler { timers("timer") }

  /// Makes what gives the code under test its timers: simulated ones.
  ///
  ///     let carousel = Carousel(timers: lab.timers("carousel"))
  ///
  /// Each is a driver of the default mode, and fires first when one of `lab.timer` does. Fire dates
  /// count from `Date(timeIntervalSinceReferenceDate: 0)`, the start of the run. The tolerance of
  /// the options counts until the code sets its own.
  public func timers(
    _ name: String, options: TimerOptions = TimerOptions(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some TimerScheduler {
    LaboratoryTimers(
      drivers: AdaptedDrivers(
        lab: self, name: name, cost: options.cost, target: options.target,
        place: Place(fileID, filePath, line, column)), options: options)
  }
}

/// The drivers that code under test makes by one adapter.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct AdaptedDrivers {
  let lab: Laboratory
  let name: String
  let cost: DurationLaw
  let target: TargetCadence?
  let place: Place

  /// Makes one, with a number in its name if that is taken.
  func make(_ source: Driver.Source, in mode: SimulatedRunLoop.Mode) -> Ticker {
    var (free, number) = (name, 1)
    while lab.isTaken(free) {
      number += 1
      free = "\(name) \(number)"
    }
    return lab.make(
      Driver(name: free, source: source, modes: [mode], cost: cost, targetCadence: target),
      at: place)
  }
}
