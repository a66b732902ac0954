import CHostPorts
import CoreFoundation
import Foundation
import LabLoop

/// The host's run loop of the calling thread: CFRunLoop, as Foundation has it.
final class HostLoop {
  let loop: CFRunLoop
  private var modes: [LoopMode: CFRunLoopMode?] = [
    .default: kCFRunLoopDefaultMode, .common: kCFRunLoopCommonModes,
  ]
  /// What goes when the run is over.
  private var endings: [() -> Void] = []

  init() throws(HostError) {
    guard let loop = CFRunLoopGetCurrent() else {
      throw .refused("the run loop", reason: "the system has none for this thread")
    }
    self.loop = loop
  }

  // MARK: Items

  /// Makes a timer that fires first at a date, and adds it to modes.
  func makeTimer(
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

  /// Watches activities of the loop in its common modes.
  func observe(
    _ activities: CFRunLoopActivity, order: CFIndex, _ body: @escaping (CFRunLoopActivity) -> Void
  ) {
    let observer = CFRunLoopObserverCreateWithHandler(
      nil, activities.rawValue, true, order
    ) { _, activity in body(activity) }
    CFRunLoopAddObserver(loop, observer, name(.common))
    endings.append { CFRunLoopObserverInvalidate(observer) }
  }

  /// Has something done when the run is over.
  func atEnd(_ end: @escaping () -> Void) { endings.append(end) }

  /// Removes all that was made.
  func close() {
    for end in endings.reversed() { end() }
    endings = []
  }

  // MARK: Modes and dates

  /// Makes a mode one of the common ones, as the tracking mode of an app is.
  func makeCommon(_ mode: LoopMode) { CFRunLoopAddCommonMode(loop, name(mode)) }

  func run(_ mode: LoopMode, for limit: Duration) -> Int32 {
    CFRunLoopRunInMode(name(mode), Self.seconds(limit), false).rawValue
  }

  func name(_ mode: LoopMode) -> CFRunLoopMode? {
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

  /// A quarter of a nanosecond more than a duration, so that the loop's own conversion, which cuts the
  /// product with 10⁹, gives back exactly that duration.
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
