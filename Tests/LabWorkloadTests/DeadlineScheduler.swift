import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace

/// Runs jobs one at a time, the earliest deadline first, in the firings of one timer.
final class DeadlineScheduler {
  /// Work that may begin at an instant, and should be on the screen by another.
  struct Job {
    let begins: Instant, deadline: Instant, takes: Duration
  }

  let recorder: TraceRecorder
  private let loop: SimulatedRunLoop
  private let display: Display
  private let screen: RenderTransaction
  private var timer: SimulatedRunLoop.Timer?
  private var jobs: [Job] = []

  init(on panel: Panel) {
    let world = World()
    recorder = TraceRecorder(world)
    loop = SimulatedRunLoop(in: world, recorder: recorder)
    display = Display(panel, in: world, recorder: recorder)
    screen = RenderTransaction(in: loop, for: display)
    // Its interval is so long that every firing is one that was set by hand.
    let timer = loop.makeTimer("jobs", at: .distantFuture, every: .seconds(1_000_000)) {
      [unowned self] _, call in serve(due: call.due)
    }
    loop.add(timer, to: .common)
    self.timer = timer
  }

  func add(_ job: Job) {
    jobs.append(job)
    setTimer()
  }

  /// Lets time pass; in however many steps, the same happens.
  func advance(to instant: Instant) { loop.advance(to: instant) }

  private func setTimer() {
    guard let next = jobs.map(\.begins).min(), let timer else { return }
    loop.setFireDate(of: timer, to: max(next, loop.world.now))
  }

  private func serve(due: Instant) {
    let ready = jobs.indices.filter { jobs[$0].begins <= loop.world.now }
    guard let first = ready.min(by: { jobs[$0].deadline < jobs[$1].deadline }) else { return }
    let job = jobs.remove(at: first)
    loop.world.spend(job.takes)
    screen.update(by: recorder.intern("jobs"), animationTime: job.begins, due: due)
    setTimer()
  }
}
