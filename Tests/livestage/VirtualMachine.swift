#if os(Linux)
  import CVirtualTime
  import LabHost

  /// A machine in virtual time: its agents act on the thread of the loop, at their very instants.
  final class VirtualMachine: HostMachine {
    private let agenda = FutureEventList()

    /// The agents, in the order in which those act that are due together.
    private final class FutureEventList {
      var agents: [any HostAgent] = []
      var isOver = false

      /// Lets everything act that is due, and sees to it that the next one does.
      func act() {
        let now = Int64(virtual_time_now())
        for agent in agents {
          while !isOver, let due = agent.due, due <= now { agent.act() }
        }
        guard !isOver, let next = agents.compactMap(\.due).min() else { return }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe virtual_time_at(
          UInt64(next), VIRTUAL_TIME_EVENT,
          { context in
            guard let context = unsafe context else { return }
            unsafe Unmanaged<FutureEventList>.fromOpaque(context).takeUnretainedValue().act()
          }, context)
      }
    }

    var now: Int64 { Int64(virtual_time_now()) }

    func prepare() {}

    func enter() {}

    func start(_ agents: [any HostAgent]) {
      agenda.agents = agents
      agenda.act()
    }

    func stop() { agenda.isOver = true }

    func occupy(until instant: Int64) -> Int64 {
      if instant > now { virtual_time_spend(UInt64(instant - now)) }
      return now
    }

    func clock(of instant: Int64) -> UInt64 { UInt64(instant) }

    /// The date that the loop converts to an instant, although its wall clock shows whole
    /// microseconds only.
    func date(of instant: Int64) -> Double {
      (Double(now / 1_000 * 1_000 + instant - now) + 0.25) * 1e-9
    }
  }
#endif
