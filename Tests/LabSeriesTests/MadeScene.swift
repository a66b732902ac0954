import LabKernel
import LabSeries

/// A script of one mechanism with values drawn at random, and what is asked about its list.
struct MadeScene {
  let mechanism: SeriesMechanism
  let script: String
  let source: MadeList.Source
  let question: SeriesQuestion
  /// How many intervals are taken.
  let length: Int

  private static let intervals = [8.0, 10, 16, 20, 25, 33, 50, 100]

  /// Draws a scene.
  init(_ mechanism: SeriesMechanism, noise: Int, from stream: inout RandomStream) {
    self.mechanism = mechanism
    // From 8 to 1000, so that each octave is as likely.
    var length = 8.0 * (1 + stream.nextFraction())
    for _ in 0..<stream.next(in: 0...6) { length *= 2 }
    self.length = min(1000, Int(length))
    let every = Self.intervals[Int(stream.next(in: 0...7))]
    var scene = Lines(every: every, length: self.length, noise: noise)
    scene.add(mechanism, &stream)
    (script, source, question) = (scene.text, scene.source, scene.question)
  }
}

/// The lines of a scene.
private struct Lines {
  var every: Double
  let length: Int
  let noise: Int
  var source = MadeList.Source.callbacks
  private var asked: Double?
  private var display: Int64?
  private var screen = "60 Hz"
  private var loads: [String] = []
  private var drivers: [String] = []
  private var usual: Double

  init(every: Double, length: Int, noise: Int) {
    (self.every, self.length, self.noise) = (every, length, noise)
    (usual, asked) = (every, every)
  }

  var question: SeriesQuestion {
    SeriesQuestion(
      asked: asked.map { .nanoseconds(Int64($0 * 1_000_000)) },
      display: display.map { RefreshRate($0) })
  }

  /// Three noises: an even late wake-up, one with a long tail, and stalls beside it.
  private var latency: String {
    noise == 0 ? "lognormal mean 0.06 ms sd 0.01 ms" : "lognormal mean 0.1 ms sd 0.1 ms"
  }

  var text: String {
    var lines = ["display \(screen)", "run \(ms(usual * Double(length + 4) * 1.3 + 2000))"]
    lines.append("wake-up delayed by \(latency)")
    lines += loads
    if noise == 2 {
      lines.append("load noise poisson 1 per s takes uniform 0..\(ms(every * 0.4)) as port")
    }
    return (lines + ["arm a"] + drivers.map { "  " + $0 }).joined(separator: "\n") + "\n"
  }

  mutating func add(_ mechanism: SeriesMechanism, _ stream: inout RandomStream) {
    let part = stream.nextFraction()
    switch mechanism {
    case .grid: timer("", takes: ms(every * 0.4 * part))
    case .anew:
      timer(part < 0.5 ? "catch-up delay" : "catch-up rearm", takes: ms(every * 0.4 * part + 0.1))
    case .saturated:
      usual = every * (1.1 + 1.5 * part)
      timer("catch-up burst", takes: "lognormal mean \(ms(usual)) sd \(ms(0.01 + 0.05 * part))")
    case .locked:
      let count = Int(stream.next(in: 1...3))
      display = part < 0.5 ? 60 : 120
      screen = "\(display ?? 60) Hz"
      usual = Double(count) * 1000 / Double(display ?? 60)
      asked = (usual - 0.3 * 1000 / Double(display ?? 60)).rounded()
      drivers = ["link ball every \(count) refreshes in default takes 0.5 ms"]
    case .quantum: addQuantum(part, &stream)
    case .beat: addBeat(part, &stream)
    case .gap, .burst:
      let place = (0.2 + 0.5 * part) * Double(length) * every
      let gap = every * (3.5 + 6 * stream.nextFraction())
      loads = ["load block at \(ms(place)) takes \(ms(gap)) as main-queue"]
      let catchUp = mechanism == .burst ? "catch-up burst" : part < 0.5 ? "" : "catch-up rearm"
      timer(catchUp, takes: "0.1 ms")
    case .jitter:
      let law =
        part < 0.5
        ? "uniform \(ms(every * 0.2))..\(ms(every * 1.8))" : "exponential mean \(ms(every))"
      drivers = ["timer ball every 0.05 ms first at 1 ms catch-up rearm in default takes \(law)"]
    }
  }

  private mutating func timer(_ catchUp: String, takes cost: String) {
    drivers = [
      "timer ball every \(ms(every)) first at \(ms(every)) \(catchUp) in default takes \(cost)"
    ]
  }

  /// A clock of 4, 10 or 15.625 ms at whose steps the thread is woken.
  private mutating func addQuantum(_ part: Double, _ stream: inout RandomStream) {
    let (step, rate) = [(4.0, "250 Hz"), (10, "100 Hz"), (15.625, "64 Hz")][Int(part * 2.999)]
    let count = Double(stream.next(in: 2...5))
    screen = rate
    asked = ((count - 0.6) * step).rounded()
    usual = (count + 0.5) * step
    every = step
    let (low, high) = ((count - 0.6) * step, (count + 0.4) * step)
    drivers = ["link ball in default policy skip takes uniform \(ms(low))..\(ms(high))"]
  }

  private mutating func addBeat(_ part: Double, _ stream: inout RandomStream) {
    if part < 0.5 {
      (source, display) = (.frames, 60)
      every = [19.0, 20, 22, 25, 27, 29, 40, 45][Int(stream.next(in: 0...7))]
      (asked, usual) = (every, every)
      timer("", takes: "0.1 ms")
      return
    }
    asked = every
    let other = every * (1.1 + 0.5 * stream.nextFraction())
    usual = every / 2
    drivers = [
      "timer one every \(ms(every)) first at \(ms(every)) in default takes 0.01 ms",
      "timer two every \(ms(other)) first at \(ms(every * 1.3)) in default takes 0.01 ms",
    ]
  }

  private func ms(_ time: Double) -> String {
    let nano = Int64((time * 1_000_000).rounded())
    return "\(nano) ns"
  }
}
