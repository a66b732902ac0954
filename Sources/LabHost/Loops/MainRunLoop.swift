import CHostPorts
import CoreFoundation
import Dispatch
import Foundation
import LabKernel
import LabLoop
import LabTrace
import LabWorkload

/// The host's run loop of the calling thread: CFRunLoop, as Foundation has it.
final class MainRunLoop: HostLoop {
  private let loop: CFRunLoop
  private let machine: any HostMachine
  private let source: HostSource
  private var modes: [LoopMode: CFRunLoopMode?] = [
    .default: kCFRunLoopDefaultMode, .common: kCFRunLoopCommonModes,
  ]
  /// What goes when the run is over.
  private var endings: [() -> Void] = []

  init(_ source: HostSource, on machine: any HostMachine) throws(HostError) {
    guard let loop = CFRunLoopGetCurrent() else {
      throw .refused("the run loop", reason: "the system has none for this thread")
    }
    (self.loop, self.source, self.machine) = (loop, source, machine)
    // As the tracking mode of an app is.
    CFRunLoopAddCommonMode(loop, name(.tracking))
  }

  // MARK: Items

  func set(_ timer: HostTimer, of driver: Driver, _ fire: @escaping (Int64) -> Void) {
    switch source {
    case .dispatchMain:
      let dispatched = timer.dispatched(on: .main, isStrict: true, machine, fire)
      endings.append { dispatched.cancel() }
    case .task: sleep(timer, fire)
    case .timer, .dispatch, .dispatchStrict, .loop:
      timer.timer = makeTimer(
        at: machine.date(of: timer.first), every: .nanoseconds(timer.interval), in: driver.modes
      ) { [machine] in fire(timer.due(on: machine)) }
      CFRunLoopTimerSetTolerance(timer.timer, Double(timer.tolerance) * 1e-9)
    }
  }

  /// Lets a task of the main actor sleep until each date of a timer.
  private func sleep(_ timer: HostTimer, _ fire: @escaping (Int64) -> Void) {
    nonisolated(unsafe) let (machine, fired, fire) = (machine, timer, fire)
    let task = Task { @MainActor in
      var due = unsafe fired.first
      while !Task.isCancelled {
        let left = unsafe due - machine.now
        let clock = SuspendingClock()
        try? await clock.sleep(
          until: clock.now.advanced(by: .nanoseconds(left + 1_000)),
          tolerance: .nanoseconds(unsafe fired.tolerance))
        guard !Task.isCancelled else { return }
        unsafe fire(due)
        due = unsafe fired.next(after: machine.now, due: due).date
      }
    }
    endings.append { task.cancel() }
  }

  func open(
    for load: Load, _ waiting: HostLoad, _ work: @escaping (TraceSource) -> Void
  ) throws(HostError) -> () -> Void {
    nonisolated(unsafe) let work = work
    switch load.delivery {
    case .source: return makeSource(in: load.modes) { unsafe work(.signalled) }
    case .port, .relay: return try makePort(in: load.modes) { unsafe work(.port) }
    case .timer:
      let never = machine.date(of: Instant.distantFuture.nanoseconds)
      nonisolated(unsafe) let timer = makeTimer(
        at: never, every: .seconds(1_000_000_000), in: load.modes
      ) { unsafe work(.timer) }
      return { [self] in
        unsafe CFRunLoopTimerSetNextFireDate(timer, machine.date(of: machine.now))
        wakeUp()
      }
    case .block:
      nonisolated(unsafe) let modes = load.modes.map { name($0) }
      return { [self] in
        for mode in unsafe modes {
          CFRunLoopPerformBlock(loop, mode) { unsafe work(.block) }
        }
        wakeUp()
      }
    case .mainQueue: return { DispatchQueue.main.async { unsafe work(.mainQueue) } }
    }
  }

  /// Makes a timer that fires first at a date, and adds it to modes.
  private func makeTimer(
    at date: CFAbsoluteTime, every interval: Duration, in modes: [LoopMode],
    _ body: @escaping () -> Void
  ) -> CFRunLoopTimer? {
    let timer = CFRunLoopTimerCreateWithHandler(nil, date, Self.seconds(interval), 0, 0) { _ in
      body()
    }
    for mode in modes { CFRunLoopAddTimer(loop, timer, name(mode)) }
    endings.append { CFRunLoopTimerInvalidate(timer) }
    return timer
  }

  /// Makes a source that is signalled, and returns what signals it and wakes the loop.
  func makeSource(in modes: [LoopMode], _ body: @escaping () -> Void) -> () -> Void {
    let info = unsafe Unmanaged.passRetained(Callout(body)).toOpaque()
    var context = unsafe CFRunLoopSourceContext()
    unsafe context.info = info
    unsafe context.perform = { unsafe Callout.call($0) }
    let source = unsafe CFRunLoopSourceCreate(nil, 0, &context)
    unsafe add(source, to: modes, releasing: info)
    nonisolated(unsafe) let (signalled, loop) = (source, loop)
    return {
      unsafe CFRunLoopSourceSignal(signalled)
      unsafe CFRunLoopWakeUp(loop)
    }
  }

  /// Makes a source behind a port, and returns what rings it.
  ///
  /// On Apple's systems it is a source that is signalled, which is served before all ports.
  func makePort(
    in modes: [LoopMode], _ body: @escaping () -> Void
  ) throws(HostError) -> () -> Void {
    #if os(Linux)
      let port = host_port_make()
      guard port >= 0 else { throw .refused("a port", reason: "the system has none left") }
      let info = unsafe Unmanaged.passRetained(Callout(body, port: port)).toOpaque()
      var context = unsafe CFRunLoopSourceContext1()
      unsafe context.version = 1
      unsafe context.info = info
      unsafe context.getPort = { unsafe Callout.port(of: $0) }
      unsafe context.perform = { unsafe Callout.call($0) }
      let source = unsafe withUnsafeMutablePointer(to: &context) { pointer in
        unsafe pointer.withMemoryRebound(to: CFRunLoopSourceContext.self, capacity: 1) {
          unsafe CFRunLoopSourceCreate(nil, 0, $0)
        }
      }
      unsafe add(source, to: modes, releasing: info)
      endings.append { host_port_close(port) }
      return { host_port_ring(port) }
    #else
      return makeSource(in: modes, body)
    #endif
  }

  private func add(
    _ source: CFRunLoopSource?, to modes: [LoopMode], releasing info: UnsafeMutableRawPointer
  ) {
    for mode in modes { CFRunLoopAddSource(loop, source, name(mode)) }
    endings.append {
      CFRunLoopSourceInvalidate(source)
      unsafe Unmanaged<Callout>.fromOpaque(info).release()
    }
  }

  /// Watches the loop in its common modes, and commits before it sleeps as Core Animation does.
  func watch(_ activity: @escaping (TraceActivity) -> Void, _ commit: @escaping () -> Void) {
    observe(.allActivities, order: .min) { code in
      guard let code = TraceActivity(rawValue: UInt8(clamping: code.rawValue)) else { return }
      activity(code)
    }
    observe([.beforeWaiting, .exit], order: 2_000_000) { _ in commit() }
  }

  private func observe(
    _ activities: CFRunLoopActivity, order: CFIndex, _ body: @escaping (CFRunLoopActivity) -> Void
  ) {
    let observer = CFRunLoopObserverCreateWithHandler(
      nil, activities.rawValue, true, order
    ) { _, activity in body(activity) }
    CFRunLoopAddObserver(loop, observer, name(.common))
    endings.append { CFRunLoopObserverInvalidate(observer) }
  }

  /// Removes all that was made.
  func close() {
    for end in endings.reversed() { end() }
    endings = []
  }

  // MARK: Runs and modes

  func run(_ mode: LoopMode, for limit: Duration) -> TraceRunResult {
    let result = CFRunLoopRunInMode(name(mode), Self.seconds(limit), false)
    return TraceRunResult(rawValue: UInt8(clamping: result.rawValue)) ?? .finished
  }

  func wakeUp() { CFRunLoopWakeUp(loop) }

  func stop() {
    CFRunLoopStop(loop)
    wakeUp()
  }

  private func name(_ mode: LoopMode) -> CFRunLoopMode? {
    if let name = modes[mode] { return name }
    let text = unsafe CFStringCreateWithCString(
      nil, mode.name, CFStringBuiltInEncodings.UTF8.rawValue)
    #if canImport(Darwin)
      let name = text.map { CFRunLoopMode($0) }
    #else
      let name = text
    #endif
    modes[mode] = name
    return name
  }

  /// A quarter of a nanosecond more than a duration, so that the loop's own conversion, which cuts
  /// the product with 10⁹, gives back exactly that duration.
  static func seconds(_ duration: Duration) -> CFTimeInterval {
    let nanoseconds = duration / .nanoseconds(1)
    return nanoseconds > 0 ? (nanoseconds + 0.25) * 1e-9 : nanoseconds * 1e-9
  }
}

/// A closure behind a pointer, as CoreFoundation's contexts carry it.
private final class Callout {
  private let action: () -> Void
  private let port: Int32

  init(_ action: @escaping () -> Void, port: Int32 = -1) {
    self.action = action
    self.port = port
  }

  static func call(_ info: UnsafeMutableRawPointer?) {
    guard let info = unsafe info else { return }
    unsafe Unmanaged<Callout>.fromOpaque(info)._withUnsafeGuaranteedRef { $0.action() }
  }

  static func port(of info: UnsafeMutableRawPointer?) -> Int32 {
    guard let info = unsafe info else { return -1 }
    return unsafe Unmanaged<Callout>.fromOpaque(info)._withUnsafeGuaranteedRef { $0.port }
  }
}
