#if os(Linux)
  import CVirtualTime
  import CoreFoundation
  import Dispatch
  import Glibc
  import LoopScenarios

  /// The real CFRunLoop of the calling thread, in virtual time.
  final class RealLoop: LoopHost {
    private let loop: CFRunLoop
    private var modes: [String: CFRunLoopMode] = [:]
    private var objects: [Int: Object] = [:]
    private let onGivingUp: () -> Never

    /// An item as CoreFoundation knows it.
    private enum Object {
      case timer(CFRunLoopTimer)
      case source(CFRunLoopSource, port: Int32)
      case observer(CFRunLoopObserver)
    }

    /// Takes over the loop of the calling thread, which must be in virtual time already.
    init(onGivingUp: @escaping () -> Never) {
      loop = CFRunLoopGetCurrent()
      self.onGivingUp = onGivingUp
      modes["default"] = kCFRunLoopDefaultMode
      modes["common"] = kCFRunLoopCommonModes
    }

    var now: Int64 { Int64(virtual_time_now()) }

    var wall: Int64 { Int64((CFAbsoluteTimeGetCurrent() * 1_000_000).rounded()) * 1_000 }

    /// For how long the machine has slept.
    private var slept: Int64 = 0

    func sleepMachine(_ length: Int64) {
      slept += length
      virtual_time_sleep_machine(UInt64(length))
    }

    func spend(_ duration: Int64) { virtual_time_spend(UInt64(max(0, duration))) }

    func schedule(at time: Int64, isEarly: Bool, _ action: @escaping () -> Void) {
      let rank = isEarly ? VIRTUAL_TIME_EARLY : VIRTUAL_TIME_EVENT
      let box = unsafe Unmanaged.passRetained(Callout { _ in action() }).toOpaque()
      unsafe virtual_time_at(UInt64(time), rank, { unsafe Callout.call($0) }, box)
    }

    // The process ends before anybody could ask.
    var isDead: Bool { false }

    func giveUp() { onGivingUp() }

    // MARK: Items

    func create(
      _ index: Int, _ item: Scenario.Item, callout: @escaping (Activities) -> Void
    ) {
      switch item.kind {
      case .timer(let date, let interval):
        let timer = CFRunLoopTimerCreateWithHandler(
          nil, absoluteTime(of: date), seconds(interval), 0, item.order
        ) { _ in callout([]) }
        objects[index] = timer.map { .timer($0) }
      case .source: objects[index] = makeSource(item, callout)
      case .port: objects[index] = makePort(item, callout)
      case .observer(let activities, let once):
        let observer = CFRunLoopObserverCreateWithHandler(
          nil, activities.rawValue, !once, item.order
        ) { _, activity in callout(Activities(rawValue: UInt(activity.rawValue))) }
        objects[index] = observer.map { .observer($0) }
      case .block, .mainBlock: break
      }
    }

    private func makeSource(
      _ item: Scenario.Item, _ callout: @escaping (Activities) -> Void
    ) -> Object? {
      var context = unsafe CFRunLoopSourceContext()
      unsafe context.info = unsafe Unmanaged.passRetained(Callout(callout)).toOpaque()
      unsafe context.perform = { unsafe Callout.call($0) }
      return unsafe CFRunLoopSourceCreate(nil, item.order, &context).map { .source($0, port: -1) }
    }

    private func makePort(
      _ item: Scenario.Item, _ callout: @escaping (Activities) -> Void
    ) -> Object? {
      var context = unsafe CFRunLoopSourceContext1()
      unsafe context.version = 1
      let port = virtual_time_make_port()
      let box = Callout(callout)
      box.port = port
      unsafe context.info = unsafe Unmanaged.passRetained(box).toOpaque()
      unsafe context.getPort = { unsafe Callout.port(of: $0) }
      unsafe context.perform = { unsafe Callout.call($0) }
      return unsafe withUnsafeMutablePointer(to: &context) { pointer in
        unsafe pointer.withMemoryRebound(to: CFRunLoopSourceContext.self, capacity: 1) {
          unsafe CFRunLoopSourceCreate(nil, item.order, $0).map { .source($0, port: port) }
        }
      }
    }

    func add(_ index: Int, to mode: String) {
      switch objects[index] {
      case .timer(let timer): CFRunLoopAddTimer(loop, timer, name(mode))
      case .source(let source, _): CFRunLoopAddSource(loop, source, name(mode))
      case .observer(let observer): CFRunLoopAddObserver(loop, observer, name(mode))
      case nil: break
      }
    }

    func remove(_ index: Int, from mode: String) {
      switch objects[index] {
      case .timer(let timer): CFRunLoopRemoveTimer(loop, timer, name(mode))
      case .source(let source, _): CFRunLoopRemoveSource(loop, source, name(mode))
      case .observer(let observer): CFRunLoopRemoveObserver(loop, observer, name(mode))
      case nil: break
      }
    }

    func contains(_ index: Int, in mode: String) -> Bool {
      switch objects[index] {
      case .timer(let timer): CFRunLoopContainsTimer(loop, timer, name(mode))
      case .source(let source, _): CFRunLoopContainsSource(loop, source, name(mode))
      case .observer(let observer): CFRunLoopContainsObserver(loop, observer, name(mode))
      case nil: false
      }
    }

    func invalidate(_ index: Int) {
      switch objects[index] {
      case .timer(let timer): CFRunLoopTimerInvalidate(timer)
      case .source(let source, _): CFRunLoopSourceInvalidate(source)
      case .observer(let observer): CFRunLoopObserverInvalidate(observer)
      case nil: break
      }
    }

    func isValid(_ index: Int) -> Bool {
      switch objects[index] {
      case .timer(let timer): CFRunLoopTimerIsValid(timer)
      case .source(let source, _): CFRunLoopSourceIsValid(source)
      case .observer(let observer): CFRunLoopObserverIsValid(observer)
      case nil: false
      }
    }

    func setDate(_ index: Int, _ date: Int64) {
      guard case .timer(let timer) = objects[index] else { return }
      CFRunLoopTimerSetNextFireDate(timer, absoluteTime(of: date))
    }

    func nextDate(_ index: Int) -> Int64? {
      guard case .timer(let timer) = objects[index], CFRunLoopTimerIsValid(timer) else {
        return nil
      }
      return date(of: CFRunLoopTimerGetNextFireDate(timer))
    }

    func interval(_ index: Int) -> Int64 {
      guard case .timer(let timer) = objects[index] else { return 0 }
      return Int64(CFRunLoopTimerGetInterval(timer) * 1_000_000_000)
    }

    func signal(_ index: Int) {
      if case .source(let source, _) = objects[index] { CFRunLoopSourceSignal(source) }
    }

    func ring(_ index: Int) {
      guard case .source(_, let port) = objects[index], port >= 0 else { return }
      virtual_time_ring(port)
    }

    // MARK: The loop

    func wake() { CFRunLoopWakeUp(loop) }

    func stop() { CFRunLoopStop(loop) }

    func stop(_ mode: String) { stopMode(loop, name(mode)) }

    func perform(in modes: [String], _ block: @escaping () -> Void) {
      let names = modes.map(name)
      if names.count == 1 {
        CFRunLoopPerformBlock(loop, names[0], block)
      } else {
        let array = CFArrayCreateMutable(nil, names.count, nil)
        for name in names {
          let pointer = unsafe Unmanaged.passRetained(name).toOpaque()
          unsafe CFArrayAppendValue(array, pointer)
        }
        CFRunLoopPerformBlock(loop, array, block)
      }
    }

    func enqueue(_ block: @escaping () -> Void) {
      // The block runs on this very thread, if it runs.
      nonisolated(unsafe) let block = block
      DispatchQueue.main.async { unsafe block() }
    }

    func makeCommon(_ mode: String) { CFRunLoopAddCommonMode(loop, name(mode)) }

    func run(_ mode: String, limit: Int64?, returnsAfterSource: Bool) -> RunResult? {
      let limit = limit.map(seconds) ?? .greatestFiniteMagnitude
      return switch CFRunLoopRunInMode(name(mode), limit, returnsAfterSource) {
      case .finished: .finished
      case .stopped: .stopped
      case .timedOut: .timedOut
      default: .handledSource
      }
    }

    func nextDate(inMode mode: String) -> Int64? {
      let date = CFRunLoopGetNextTimerFireDate(loop, name(mode))
      return date == 0 ? nil : self.date(of: date)
    }

    var isWaiting: Bool { CFRunLoopIsWaiting(loop) }

    var currentMode: String? {
      guard let current = CFRunLoopCopyCurrentMode(loop) else { return nil }
      return modes.first { CFEqual($0.value, current) }?.key
    }

    var modeCount: Int { CFArrayGetCount(CFRunLoopCopyAllModes(loop)) }

    // MARK: Names and dates

    private func name(_ mode: String) -> CFRunLoopMode {
      if let name = modes[mode] { return name }
      let utf8 = CFStringBuiltInEncodings.UTF8.rawValue
      let name = unsafe CFStringCreateWithCString(nil, mode, utf8) ?? kCFRunLoopDefaultMode
      modes[mode] = name
      return name ?? kCFRunLoopDefaultMode
    }

    /// A quarter of a nanosecond more than a duration, so that the loop's own conversion, which
    /// cuts the product with 10⁹, gives back exactly that duration.
    private func seconds(_ duration: Int64) -> CFTimeInterval {
      duration <= 0 ? CFTimeInterval(duration) * 1e-9 : (CFTimeInterval(duration) + 0.25) * 1e-9
    }

    /// The date that the loop converts to a given time, although its wall clock shows whole
    /// microseconds only.
    private func absoluteTime(of date: Int64) -> CFAbsoluteTime {
      let wall = (now + slept) / 1_000 * 1_000
      return (CFAbsoluteTime(wall + date - now) + 0.25) * 1e-9
    }

    /// The time of a date, which the loop tells by the clock on the wall.
    func date(of time: CFAbsoluteTime) -> Int64 {
      Int64((time * 1_000_000).rounded()) * 1_000 - slept
    }
  }

  /// Stops the next run of a mode; exported by the library but missing from its headers.
  @_silgen_name("_CFRunLoopStopMode")
  private func stopMode(_ loop: CFRunLoop, _ mode: CFRunLoopMode)

  /// A closure behind a pointer, as CoreFoundation's contexts carry it.
  private final class Callout {
    private let action: (Activities) -> Void
    var port: Int32 = -1

    init(_ action: @escaping (Activities) -> Void) { self.action = action }

    static func call(_ info: UnsafeMutableRawPointer?) {
      unsafe object(info)?.action([])
    }

    static func port(of info: UnsafeMutableRawPointer?) -> Int32 {
      unsafe object(info)?.port ?? -1
    }

    private static func object(_ info: UnsafeMutableRawPointer?) -> Callout? {
      unsafe info.map { unsafe Unmanaged<Callout>.fromOpaque($0).takeUnretainedValue() }
    }
  }
#endif
