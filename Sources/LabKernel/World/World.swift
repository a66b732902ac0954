/// Virtual time, and the agenda of everything that happens outside the simulated thread.
///
/// A vsync, the arrival of a task, a touch, a timer's alarm: each is an entry of the agenda. Time
/// moves in two ways only: the thread ``spend(_:)``s it inside a callback, or ``sleep()``s. Both
/// deliver the entries they pass, in order, each at its own instant. A handler touches "hardware"
/// (it makes a port ready, appends to a queue) and never lets time pass itself.
///
/// Entries due at one instant are delivered in order of ``Priority``, then in the order in which
/// their devices were made. When an entry was scheduled has no say in it, so that work added at one
/// time changes no tie at another.
public final class World {
  /// Something that can have one pending entry in the agenda.
  public struct Device: Hashable, Sendable {
    fileprivate let id: Int32
    /// The number of the world that made the device.
    fileprivate let world: OwnerNumber
    /// The class in the top byte, the number of the device below.
    ///
    /// No two devices share it, so that it also tells a device from one that had its id before.
    fileprivate let rank: UInt64

    /// The serial number of the device in its rank.
    fileprivate static let serialMask: UInt64 = (1 << 56) - 1
  }

  /// The current instant of virtual time.
  @inlinable
  public var now: Instant { state.now }

  /// Why the world came to an end early, or `nil` while all is well.
  ///
  /// A loop looks at this after every pass and returns; nothing more happens in a failed world.
  public var failure: WorldFailure? { state.guardian.failure }

  /// By how much all work takes longer than it says, because the thread shares its processor.
  public var stretch: Double {
    get { state.stretch }
    set {
      require(
        newValue >= 0 && newValue.isFinite, "work cannot take \(newValue) times as long as it says")
      state.stretch = newValue
    }
  }

  /// Called when the thread sleeps without a limit and the agenda is empty; `nil` for nothing.
  ///
  /// It may schedule a device, ring a port or stop a loop, and returns whether it did, so that the
  /// thread looks again. If it returns `false`, the world fails with
  /// ``WorldFailure/asleepForever(at:)``. It is a handler: it cannot let time pass itself.
  public var whenAsleepForever: ((World) -> Bool)? {
    get { state.whenAsleepForever }
    set { state.whenAsleepForever = newValue }
  }

  /// Whether the world came to an end, early or as planned.
  @inlinable
  package var hasFailed: Bool { state.guardian.hasFailed }

  @usableFromInline
  struct State: ~Copyable {
    @usableFromInline var now = Instant.start
    var isDelivering = false
    var stretch = 1.0
    var whenAsleepForever: ((World) -> Bool)?
    @usableFromInline var guardian: ProgressGuard
    @usableFromInline var agenda = FutureEventList()

    init(guardian: ProgressGuard) { self.guardian = guardian }

    mutating func move(to instant: Instant) {
      now = instant
      guardian.timeMoved()
    }

    /// Takes the next entry due by an instant out of the agenda, and moves time to it.
    @inline(__always)
    mutating func takeEntry(dueBy end: Instant) -> Int? {
      guard !guardian.hasFailed, let next = agenda.takeFirst(dueBy: end.nanoseconds)
      else { return nil }
      if next.due > now.nanoseconds { move(to: Instant(nanoseconds: next.due)) }
      return next.id
    }
  }

  @usableFromInline
  @safe
  @exclusivity(unchecked)
  var state: State
  /// Tells handles of this world from those of another.
  private let number = OwnerNumber()
  @safe @exclusivity(unchecked) private var devices = RowTable<DeviceState>()
  /// The rows of devices taken out while a handler was at work, which may be their own.
  @safe @exclusivity(unchecked) private var retiredDevices = UniqueArray<Int>()

  /// Creates a world at ``Instant/start`` with an empty agenda.
  ///
  /// - Parameters:
  ///   - eventsPerInstant: How many events one instant may hold before the world fails.
  ///   - eventsPerRun: How many events may happen in all before the world fails.
  public init(eventsPerInstant: Int = 2_000_000, eventsPerRun: Int = 2_000_000_000) {
    state = State(guardian: ProgressGuard(perInstant: eventsPerInstant, perRun: eventsPerRun))
  }

  // MARK: The agenda

  /// Adds a device; its handler is called at each instant for which it is scheduled.
  ///
  /// Among devices of one class, the one made first goes first at every instant that both share.
  public func makeDevice(
    _ name: String, priority: Priority = .input, handler: @escaping (World) -> Void
  ) -> Device {
    let id = devices.insert(DeviceState(name: name, action: handler))
    let rank = UInt64(priority.rawValue) << 56 | devices.lastSerial
    return Device(id: Int32(id), world: number, rank: rank)
  }

  /// Takes a device out of the world together with its pending entry.
  ///
  /// Nothing can be scheduled for it afterwards; taking it out again does nothing.
  public func remove(_ device: Device) {
    guard let id = row(of: device) else { return }
    state.agenda.remove(id)
    _ = devices.retire(id)
    retiredDevices.append(id)
    if !state.isDelivering { releaseRetiredDevices() }
  }

  private func releaseRetiredDevices() {
    while let id = retiredDevices.popLast() {
      let released = devices[id].release()
      devices.free(id)
      _ = released
    }
  }

  /// Where a device is kept; `nil` if it was taken out.
  @inline(__always)
  private func row(of device: Device) -> Int? {
    guard device.world == number else { misuse("this device belongs to another world") }
    let id = Int(device.id)
    return devices.serial(of: id) == device.rank & Device.serialMask ? id : nil
  }

  /// Schedules a device, in place of the entry it may already have.
  ///
  /// An entry for an instant that has passed is delivered as soon as time moves or stands. Nothing
  /// happens if the device was taken out.
  /// - Complexity: O(log n) in the number of devices.
  public func schedule(_ device: Device, at instant: Instant) {
    guard let id = row(of: device) else { return }
    let due = max(0, min(instant, .distantFuture).nanoseconds)
    state.agenda.schedule(id, key: EventQueue.Key(due: due, rank: device.rank))
  }

  /// Removes the pending entry of a device, if it has one.
  public func cancel(_ device: Device) {
    if let id = row(of: device) { state.agenda.remove(id) }
  }

  /// Adds an alarm: a device that is set so often that it has its place beside the agenda's queue.
  ///
  /// - Returns: Its place, by which it is set; it can never be taken out.
  package func makeAlarm(_ name: String, handler: @escaping (World) -> Void) -> Int {
    let device = makeDevice(name, priority: .alarm, handler: handler)
    return state.agenda.addAlarm(Int(device.id), rank: device.rank)
  }

  /// Sets an alarm, in place of when it was set for before; `Int64.max` takes it back.
  @inlinable
  @inline(__always)
  package func setAlarm(_ place: Int, at due: Int64) { state.agenda.setAlarm(place, at: due) }

  /// Calls a closure once, outside the simulated thread, at an instant.
  ///
  /// - Returns: A device that is taken out of the world then, and may be before.
  @discardableResult
  public func at(
    _ instant: Instant, _ name: String, perform action: @escaping (World) -> Void
  ) -> Device {
    var device: Device?
    let made = makeDevice(name) { world in
      if let device { world.remove(device) }
      action(world)
    }
    device = made
    schedule(made, at: instant)
    return made
  }

  // MARK: The two ways in which time moves

  /// Lets the simulated thread work for a duration; negative durations count as zero.
  ///
  ///     time = ⌊duration × stretch⌋
  ///
  /// Everything due up to and including the end is delivered, each at its own instant.
  public func spend(_ duration: Duration) {
    let nanoseconds = duration.wholeNanoseconds
    spend(nanoseconds: stretch == 1 ? nanoseconds : stretched(nanoseconds))
  }

  private func stretched(_ nanoseconds: Int64) -> Int64 {
    let (product, limit) = (Double(nanoseconds) * stretch, Instant.distantFuture.nanoseconds)
    return product < Double(limit) ? Int64(max(0, product)) : limit
  }

  /// Lets the simulated thread be busy exactly so long, whether with work or not.
  package func spend(nanoseconds: Int64) {
    require(
      !state.isDelivering, "a handler outside the thread cannot spend the thread's time")
    guard !hasFailed else { return }
    let end = now.advanced(byNanoseconds: max(0, nanoseconds))
    deliver(through: end)
    if now < end, !hasFailed { state.move(to: end) }
  }

  /// When the next entry of the agenda is due; `nil` for none.
  package var nextDue: Instant? {
    state.agenda.nextDue.map { Instant(nanoseconds: max($0, now.nanoseconds)) }
  }

  /// Moves time to the next entry of the agenda and delivers everything due at that instant.
  ///
  /// - Returns: Whether there was an entry. Without one nothing can ever wake the thread, and the
  ///   world fails with ``WorldFailure/asleepForever(at:)``.
  public func sleep() -> Bool {
    require(
      !state.isDelivering, "a handler outside the thread cannot put the thread to sleep")
    guard !hasFailed else { return false }
    guard let next = nextDue else { return runIdleHandler() }
    deliver(through: next)
    return !hasFailed
  }

  /// Asks what waits for it whether there is anything to wake the thread after all.
  private func runIdleHandler() -> Bool {
    count("whenAsleepForever")
    state.isDelivering = true
    let helped = state.whenAsleepForever?(self) ?? false
    state.isDelivering = false
    releaseRetiredDevices()
    if !helped { fail(.asleepForever(at: now)) }
    return !hasFailed
  }

  /// Sleeps as ``sleep()`` does, but no longer than to an instant, where time then stands.
  ///
  /// - Returns: Whether anything was delivered; `false` if nothing is due by then.
  package func sleep(until horizon: Instant) -> Bool {
    require(
      !state.isDelivering, "a handler outside the thread cannot put the thread to sleep")
    guard !hasFailed else { return false }
    if let next = state.agenda.nextDue, next <= horizon.nanoseconds { return sleep() }
    if now < horizon { state.move(to: horizon) }
    return false
  }

  /// Counts one event of the simulated thread towards the limits on events.
  ///
  /// - Parameter name: Who caused it; asked for only while a limit is near, or seems to be.
  @inlinable
  @inline(__always)
  package func count(_ name: @autoclosure () -> String) {
    state.guardian.count(at: now, name())
  }

  /// Ends the world, as planned: time stands still, and every loop returns at the end of its pass.
  package func end() { state.guardian.end() }

  package func fail(_ failure: WorldFailure) {
    state.guardian.fail(failure)
  }

  @inline(__always)
  private func deliver(through end: Instant) {
    state.isDelivering = true
    while let device = state.takeEntry(dueBy: end) {
      state.guardian.count(at: now, devices[device].name)
      devices[device].deliver(in: self)
      if !retiredDevices.isEmpty { releaseRetiredDevices() }
    }
    state.isDelivering = false
  }
}

extension World {
  /// Which entries go first among those due at one instant.
  ///
  /// A real kernel leaves the order of simultaneous expiries open; this is the one declared here.
  /// What is inside the machine goes first, then the display, then what comes from outside: a task
  /// that arrives at the instant of a vsync is served after it.
  public enum Priority: UInt8, Sendable, CaseIterable {
    /// The alarm of a mode's timers.
    case alarm
    /// The limit of a run; outermost first.
    case limit
    /// A refresh of a display.
    case vsync
    /// An arrival, a touch, an action, or anything else from outside.
    case input
    /// What comes after all else of its instant, such as the end of a run.
    case end
  }
}

/// What the world keeps for one device.
///
/// It cannot be copied, so that calling the handler neither retains nor releases what it captures.
/// The handler is read from its row before the call, and nothing of the row after it, so that the
/// table may grow meanwhile; a device taken out is let go of only after the call.
struct DeviceState: ~Copyable {
  let name: String
  private var action: (World) -> Void

  init(name: String, action: @escaping (World) -> Void) {
    self.name = name
    self.action = action
  }

  func deliver(in world: World) { action(world) }

  /// Lets go of what the handler captures, which goes only when the row is no longer in use.
  mutating func release() -> (World) -> Void {
    let released = action
    action = { _ in }
    return released
  }
}

/// Why a world came to an end before its run did.
public enum WorldFailure: Error, Hashable, Sendable {
  /// Too many events happened at one instant: time does not advance.
  case timeStandsStill(at: Instant, events: Int, busiest: [String])

  /// Too many events happened in the run as a whole.
  case tooManyEvents(at: Instant, events: Int, busiest: [String])

  /// The thread sleeps without a limit and the agenda holds nothing that could wake it.
  case asleepForever(at: Instant)

  /// Runs are nested more deeply than the loop was allowed to.
  case nestedTooDeeply(at: Instant, depth: Int, mode: String)

  /// A loop was to have more modes than it can.
  case tooManyModes(at: Instant, limit: Int, mode: String)
}

extension WorldFailure: CustomStringConvertible {
  /// The failure in a sentence that names the instant and the culprits.
  public var description: String {
    switch self {
    case .timeStandsStill(let instant, let events, let busiest):
      "time stands still at \(instant): \(events) events at one instant, "
        + "most of them from \(busiest.joined(separator: ", "))"
    case .tooManyEvents(let instant, let events, let busiest):
      "\(events) events happened by \(instant), which is the limit for one run; most of the last "
        + "ones come from \(busiest.joined(separator: ", ")). Make them rarer, or the run shorter"
    case .asleepForever(let instant):
      "the loop fell asleep at \(instant) without a limit, and nothing is left to wake it"
    case .nestedTooDeeply(let instant, let depth, let mode):
      "at \(instant) \(depth) runs are nested in one another, the innermost in mode \(mode)"
    case .tooManyModes(let instant, let limit, let mode):
      "at \(instant) a loop was to have the mode ‘\(mode)’ beside the \(limit) that it can have"
    }
  }
}

extension Instant {
  /// What to write for a run that ends shortly before, as the end of a sentence.
  package var shorterRun: String { "add --set 'run=\(shorterLength)'" }

  /// How long a run is that ends shortly before, as a script has it.
  package var shorterLength: String {
    let end = max(1, nanoseconds - nanoseconds / 64)
    let (unit, name): (Int64, String) =
      end >= 10_000_000 ? (1_000_000, "ms") : end >= 10_000 ? (1_000, "us") : (1, "ns")
    return "\(end / unit) \(name)"
  }
}

/// Notices that time no longer advances, and who is to blame.
///
/// Names are tallied only in the second half of a limit, so that a healthy run pays for one
/// comparison an event.
@usableFromInline
struct ProgressGuard {
  private(set) var failure: WorldFailure?
  @usableFromInline private(set) var hasFailed = false

  private let perInstant: Int
  private let perRun: Int
  @usableFromInline var events = 0
  /// How many events there were when time moved last.
  private var eventsBefore = 0
  /// Up to how many events nothing is tallied; worked out anew only when they have happened.
  @usableFromInline private(set) var untalliedEvents: Int
  private var tally: [String: Int] = [:]
  /// What ``eventsBefore`` was for the events that are tallied.
  private var tallyBegan = 0

  init(perInstant: Int, perRun: Int) {
    self.perInstant = perInstant
    self.perRun = perRun
    untalliedEvents = min(perInstant / 2, perRun / 2)
  }

  mutating func timeMoved() { eventsBefore = events }

  @inlinable
  @inline(__always)
  mutating func count(at now: Instant, _ name: @autoclosure () -> String) {
    events &+= 1
    if events > untalliedEvents { tally(name(), at: now) }
  }

  @usableFromInline
  mutating func tally(_ name: String, at now: Instant) {
    untalliedEvents = min(eventsBefore + perInstant / 2, perRun / 2)
    guard events > untalliedEvents else { return }
    if tallyBegan != eventsBefore, eventsBefore <= perRun / 2 { tally.removeAll() }
    tallyBegan = eventsBefore
    tally[name, default: 0] += 1
    if events - eventsBefore >= perInstant {
      fail(.timeStandsStill(at: now, events: events - eventsBefore, busiest: busiest))
    } else if events >= perRun {
      fail(.tooManyEvents(at: now, events: events, busiest: busiest))
    }
  }

  /// Keeps the first failure; what follows it is only its consequence.
  mutating func fail(_ newFailure: WorldFailure) {
    if failure == nil { failure = newFailure }
    hasFailed = true
  }

  mutating func end() { hasFailed = true }

  /// The three names with the most events, ties in alphabetical order.
  private var busiest: [String] {
    tally.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .prefix(3).map { "‘\($0.key)’ (\($0.value))" }
  }
}
