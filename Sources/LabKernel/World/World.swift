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
