import LabDisplay
public import LabKernel
public import LabLoop

/// Work that competes for the thread: when it arrives, how long it takes, how it is delivered.
public struct Load: Hashable, Sendable {
  /// The name under which its tasks appear in the trace.
  public var name: String
  /// When tasks arrive, and how long each takes.
  public var tasks: Tasks
  /// How a task reaches the thread.
  public var delivery: Delivery
  /// The modes in which it is served.
  public var modes: [SimulatedRunLoop.Mode]
  /// Where its time begins: random arrivals are counted from here, a recording starts here, and
  /// nothing arrives before that follows another load.
  public var begins: Instant
  /// When nothing arrives any more; `nil` for the end of the run.
  public var ends: Instant?
  /// Whether its tasks answer what the user does, as touches and keys.
  public var isInput: Bool
  /// The driver whose frames show what its tasks did; `nil` for none.
  public var driver: String?
  /// What its tasks show when their work is done, for which they run the loop; `nil` for nothing.
  package var panel: Panel?
  /// Whether its tasks were recorded, and so arrive when they began, and are not only written out.
  package let isRecorded: Bool

  /// The tasks of a load.
  public enum Tasks: Hashable, Sendable {
    /// Tasks by law: instants from one, durations from the other.
    case drawn(Arrivals, takes: DurationLaw)
    /// The very tasks of a recording, in order of arrival.
    case recorded([Recording.Task])
    /// A task after each task of another load.
    case following(Following)
  }

  /// Creates a load.
  public init(
    name: String, tasks: Tasks, delivery: Delivery, modes: [SimulatedRunLoop.Mode],
    begins: Instant = .start, ends: Instant? = nil, isInput: Bool = false,
    shownThrough driver: String? = nil
  ) {
    self.name = name
    self.tasks = tasks
    self.delivery = delivery
    self.modes = modes
    self.begins = begins
    self.ends = ends
    (self.isInput, self.driver) = (isInput, driver)
    isRecorded = if case .recorded = tasks { true } else { false }
  }
}

/// When the tasks of a load arrive.
public enum Arrivals: Hashable, Sendable {
  /// At the given instants, in any order; those before the load begins are left out.
  case at([Instant])
  /// At `first`, then again after every interval; from index and interval, never by adding up.
  case every(Duration, first: Instant)
  /// So many at a time: a first burst at `first`, then one after every interval, and within a burst
  /// one task every so often.
  case bursts(of: Int, every: Duration, first: Instant, apart: Duration)
  /// One after the other, each as long after the one before as a law says.
  case gaps(DurationLaw)
  /// Independently of one another, with a mean number per second: a Poisson process, whose gaps are
  /// exponential.
  case poisson(perSecond: Double)
}

/// How a task reaches the thread; each kind delays a timer in its own way.
public enum Delivery: String, Hashable, Sendable, CaseIterable {
  /// A signalled source (version 0), as touches arrive; one callout serves all that wait.
  case source
  /// A port (version 1), one message a task, as packets arrive; first come, first served.
  case port
  /// A block performed by the run loop, with a wake-up.
  case block
  /// A block of the main queue, drained in batches.
  case mainQueue = "main-queue"
  /// A port as a worker's messages have it: in a browser that relays them, only one stands in line
  /// at a time, and elsewhere they come as by ``port``.
  case relay
  /// A timer of its own, set for the arrival; one firing serves all that wait.
  case timer

  /// Those that a page of a browser has.
  package static let ofPages = [port, relay]
}

extension Load {
  /// How long a task of the main queue runs a loop of its own when its work is done.
  ///
  /// So does a block that shows an alert or another modal panel. Timers and links of the common
  /// modes go on, and the main queue does not, since a block of it is under way.
  ///
  /// - Source: AppKit, `runModal`, whose mode `NSModalPanelRunLoopMode` is one of the common modes;
  ///   CFRunLoop.c, which serves no main queue within a block of it.
  package enum Panel: Hashable, Sendable {
    /// So long.
    case lasting(Duration)
    /// Up to an instant.
    case until(Instant)

    /// When a panel ends that is shown now.
    func end(from now: Instant) -> Instant {
      switch self {
      case .lasting(let time): now.advanced(by: time)
      case .until(let end): end
      }
    }
  }

  /// Runs the loop as long as the panel of a task is there, if it has one.
  func runPanel(in loop: SimulatedRunLoop) {
    let now = loop.world.now
    guard let end = panel?.end(from: now), end > now else { return }
    loop.run(.modal, for: now.duration(to: end))
  }
}

extension SimulatedRunLoop.Mode {
  /// The mode in which a modal panel runs the loop.
  package static let modal = SimulatedRunLoop.Mode("modal")
}

extension [Load] {
  /// Whether one of them shows a modal panel.
  var havePanels: Bool { contains { $0.panel != nil } }
}

extension Scenario {
  private var hasPanels: Bool { loads.havePanels }

  /// Whether the loop ever runs in another mode than the default.
  package var hasOtherModes: Bool { !gestures.isEmpty || hasPanels }

  /// Whether modes are all those that a run has.
  func areAll(_ modes: [SimulatedRunLoop.Mode]) -> Bool {
    modes.contains(.common)
      || modes.contains(.default) && modes.contains(.tracking) && !hasPanels
  }

  /// The drivers, those whose callbacks come by blocks of the main queue in no mode of a panel:
  /// a block of it is under way.
  package var driversBesidePanels: [Driver] {
    guard hasPanels else { return drivers }
    return drivers.map { driver in
      guard case .link(let link) = driver.source else { return driver }
      var changed = driver
      switch link.lateDelivery {
      case .offMain(.queue), .offMain(.coalesced), .offMain(.once), .offMain(.selector):
        changed.modes = [.default, .tracking]
      case .pending, .skip, .latest, .queue, .offMain(.port), .offMain(.timer): break
      }
      return changed
    }
  }
}
