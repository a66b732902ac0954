import LabDisplay
import LabKernel
import LabLoop
import LabTrace

/// A loop, a display of 100 Hz with vsyncs at 0, 10, 20 … ms, and what was seen of a link.
final class Bench {
  /// One callback, in milliseconds.
  struct Callback: Equatable {
    let began: Double
    let timestamp: Double
  }

  let loop: SimulatedRunLoop
  let display: Display
  var callbacks: [Callback] = []
  private let recorder: TraceRecorder

  convenience init(rate: RefreshRate = .hertz(100)) { self.init(Panel(rate: rate)) }

  init(_ panel: Panel, seed: UInt64 = 1) {
    let world = World()
    recorder = TraceRecorder(world)
    loop = SimulatedRunLoop(in: world, recorder: recorder)
    loop.addCommonMode(.tracking)
    display = Display(panel, in: world, seed: seed, recorder: recorder)
  }

  var trace: Trace { recorder.trace }

  /// Makes a link that notes its callbacks; those whose number is listed, from 1, take their time.
  func link(
    every divider: Int = 1, pace: LinkPace? = nil, _ lateDelivery: LateDelivery = .pending,
    keepsPhase: Bool = false,
    modes: [SimulatedRunLoop.Mode] = [.default],
    takes costs: [Int: Duration] = [:],
    then action: @escaping DisplayLink.Action = { _ in }
  ) -> DisplayLink {
    let link = DisplayLink(
      "ball", in: loop, on: display, pace: pace ?? .every(divider), lateDelivery: lateDelivery,
      keepsPhase: keepsPhase
    ) { [unowned self] link in
      callbacks.append(
        Callback(began: milliseconds(loop.world.now), timestamp: milliseconds(link.timestamp)))
      loop.world.spend(costs[callbacks.count] ?? .zero)
      action(link)
    }
    for mode in modes { link.add(to: mode) }
    return link
  }

  /// Lets something happen outside the thread.
  func at(_ time: Duration, perform action: @escaping () -> Void) {
    loop.world.at(.at(time), "test") { _ in action() }
  }

  /// Lets a source keep the thread busy from an instant on.
  func block(at time: Duration, for duration: Duration, then action: @escaping () -> Void = {}) {
    let source = loop.makeSource("work") { loop, _ in
      loop.world.spend(duration)
      action()
    }
    loop.add(source, to: .common)
    at(time) { [loop] in
      loop.signal(source)
      loop.wakeUp()
    }
  }

  func run(for duration: Duration) { loop.run(.default, for: duration) }

  /// When callbacks began, in milliseconds.
  var beginnings: [Double] { callbacks.map(\.began) }

  /// The instants at which records of a kind were made, in milliseconds.
  func times(of kind: TraceKind) -> [Double] {
    trace.records.filter { $0.kind == kind }.map { milliseconds($0.time) }
  }

  private func milliseconds(_ instant: Instant) -> Double { Double(instant.nanoseconds) / 1e6 }
}
