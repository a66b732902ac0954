import LabKernel

/// What acts before all alarms of an instant: one device, made before any loop.
final class EarlyThread {
  private let world: World
  private var device: World.Device?
  /// What is still to do, by date, equals in the order in which they came.
  private var agenda: [(date: Instant, action: () -> Void)] = []

  init(in world: World) {
    self.world = world
    device = world.makeDevice("early thread", priority: .alarm) { [unowned self] _ in act() }
  }

  func schedule(at date: Instant, _ action: @escaping () -> Void) {
    let place = agenda.firstIndex { $0.date > date } ?? agenda.endIndex
    agenda.insert((date, action), at: place)
    scheduleFirst()
  }

  private func act() {
    while let first = agenda.first, first.date <= world.now {
      agenda.removeFirst()
      first.action()
    }
    scheduleFirst()
  }

  private func scheduleFirst() {
    if let device, let first = agenda.first { world.schedule(device, at: first.date) }
  }
}
