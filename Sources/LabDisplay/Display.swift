public import LabKernel
public import LabTrace

/// A display that refreshes on its panel's grid and rings the display links at every vsync.
public final class Display {
  /// The panel that sets the grid.
  public let panel: Panel

  /// The index of the refresh that is going on, or `nil` before the first vsync.
  public private(set) var refresh: Int?

  private let world: World
  private let recorder: TraceRecorder?
  private let subject: UInt32
  private var device: World.Device?
  private var deviations: RandomStream
  private var links: [DisplayLink] = []

  /// Creates a display that refreshes on a panel's grid, except for the jitter drawn from a seed.
  public init(_ panel: Panel, in world: World, seed: UInt64 = 0, recorder: TraceRecorder? = nil) {
    self.panel = panel
    self.world = world
    self.recorder = recorder
    deviations = RandomStream(seed: seed, name: "jitter of the display")
    subject = recorder?.intern("display") ?? 0
    let device = world.makeDevice("display") { [unowned self] _ in vsync() }
    self.device = device
    schedule(0)
  }

  /// The rate that the refresh that is going on has.
  var rate: RefreshRate { panel.rate(after: refresh ?? 0) }

  /// Adds a link, which from the next vsync on is asked at each one whether it is due.
  func add(_ link: DisplayLink) {
    links.append(link)
  }

  func remove(_ link: DisplayLink) {
    links.removeAll { $0 === link }
  }

  private func vsync() {
    let index = refresh.map { $0 + 1 } ?? 0
    refresh = index
    recorder?.record(.vsync, subject: subject, first: Int64(index))
    for link in links { link.vsync(index) }
    schedule(index + 1)
  }

  private func schedule(_ index: Int) {
    guard let device else { return }
    let jitter = panel.jitter.wholeNanoseconds
    let deviation = jitter > 0 ? deviations.next(in: -jitter...jitter) : 0
    let instant = panel.vsync(index).advanced(byNanoseconds: deviation)
    world.schedule(device, at: max(instant, .start))
  }
}
