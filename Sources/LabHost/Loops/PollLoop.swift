#if os(Linux)
  import CHostPorts
  import Glibc
  import LabKernel
  import LabLoop
  import LabTrace
  import LabWorkload

  /// A loop of its own: it polls timers of the kernel (timerfd) and ports (eventfd), and calls back
  /// for those that are ready in the order in which they were made.
  ///
  /// A timer is set anew behind its callback, which so begins a call of the system sooner: 10 us in
  /// some virtual machines.
  final class PollLoop: HostLoop {
    private let machine: any HostMachine
    private var ports: [pollfd] = []
    /// What is done for each port, which it empties.
    private var bodies: [(Int32) -> Void] = []
    private var commit: () -> Void = {}
    private var isStopped = false
    /// Ends the run from any thread.
    private var bell: () -> Void = {}

    init(on machine: any HostMachine) throws(HostError) {
      self.machine = machine
      bell = try makePort(in: []) { [unowned self] in isStopped = true }
    }

    private func add(_ port: Int32, _ body: @escaping (Int32) -> Void) throws(HostError) {
      guard port >= 0 else { throw .refused("a port", reason: "the system has none left") }
      ports.append(pollfd(fd: port, events: Int16(POLLIN), revents: 0))
      bodies.append(body)
    }

    func set(
      _ timer: HostTimer, of driver: Driver, _ fire: @escaping (Int64) -> Void
    ) throws(HostError) {
      let interval = UInt64(timer.interval)
      try add(host_timer_make(machine.clock(of: timer.first), interval)) { [machine] port in
        let passed = timer.passed(at: machine.now)
        if passed > 0 { fire(timer.advance(by: passed)) }
        _ = host_timer_set(port, machine.clock(of: timer.upcoming), interval)
      }
    }

    func makePort(
      in modes: [LoopMode], _ body: @escaping () -> Void
    ) throws(HostError) -> () -> Void {
      let port = host_port_make()
      try add(port) { if host_port_take($0) > 0 { body() } }
      return { host_port_ring(port) }
    }

    func open(
      for load: Load, _ waiting: HostLoad, _ work: @escaping (TraceSource) -> Void
    ) throws(HostError) -> () -> Void {
      try makePort(in: load.modes) {
        for _ in 0..<waiting.waitingCount { work(load.delivery == .port ? .port : .mainQueue) }
      }
    }

    func watch(_ activity: @escaping (TraceActivity) -> Void, _ commit: @escaping () -> Void) {
      self.commit = commit
    }

    func run(_ mode: LoopMode, for limit: Duration) -> TraceRunResult {
      let end = machine.now + limit.wholeNanoseconds
      // If the system has no timer left, the loop looks at the clock at the end, to the
      // millisecond.
      let alarm = host_timer_make(machine.clock(of: end), 0)
      let hasAlarm = (try? add(alarm) { _ = host_port_take($0) }) != nil
      while !isStopped, machine.now < end {
        commit()
        let limit = hasAlarm ? -1 : Int32(clamping: (end - machine.now) / 1_000_000 + 1)
        guard unsafe poll(&ports, nfds_t(ports.count), limit) > 0 else { continue }
        for place in ports.indices where ports[place].revents != 0 {
          bodies[place](ports[place].fd)
        }
      }
      commit()
      return isStopped ? .stopped : .timedOut
    }

    func wakeUp() {}

    func stop() { bell() }

    func close() {
      for port in ports { host_port_close(port.fd) }
      (ports, bodies) = ([], [])
    }
  }
#endif
