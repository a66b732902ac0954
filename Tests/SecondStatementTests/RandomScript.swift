import LabExperiment
import LabKernel
import LabLanguage

/// An experiment script that chance puts together, of everything that a run can hold.
struct RandomScript {
  private var chance: RandomStream
  /// Draws what came to the language later, so that the rest of a script stays as it was.
  private var laterChance: RandomStream
  private(set) var text = ""
  /// The drivers whose lives have an end that comes before that of any run.
  private var ended: [String] = []

  init(seed: UInt64) {
    chance = RandomStream(seed: seed, name: "script")
    laterChance = RandomStream(seed: seed, name: "later")
    line("display \(display())")
    // Some runs have whole seconds, of which the worst is asked for.
    line("run \(odds(8) ? time(1000, 2200) : time(80, 600))")
    line("seed \(seed % 1000 + 1)")
    if odds(3) { line("wake-up delayed by \(law(8))") }
    if odds(6) { line("stretch \(pick(["1.3", "0.5", "2"]))") }
    if odds(3) { line("render-server takes \(law(40))") }
    let landing = odds(6) ? pick(["late", "anywhere"]) : nil
    if let landing { line("alarms land \(landing)") }
    later {
      if landing == nil, $0.odds(9) { $0.line("alarms land on \($0.time(1, 20))") }
      guard $0.odds(8) else { return }
      let begins = $0.number(0, 200)
      let ends = begins + $0.number(1, 300)
      $0.line("napping from \(begins) ms until \(ends) ms by \($0.time(1, 150))")
    }
    for index in 0..<number(0, 3) {
      let when = index > 0 && odds(3) ? "after load-0 delayed by \(law(20))" : arrivals()
      line("load load-\(index) \(when) takes \(law(40)) \(way())")
    }
    if odds(3) {
      let moves = odds(2) ? " moves every \(time(3, 20))" : ""
      let kind = pick(["scroll", "scroll", "tap", "drag", "fling"])
      let speed = kind == "drag" || kind == "fling" ? " speed \(number(1, 40)) pt per s slop 0" : ""
      let times = odds(3) ? " times \(number(1, 3)) every \(time(20, 90))" : ""
      line("gesture \(kind) at \(time(0, 400)) for \(time(1, 200))\(speed)\(moves)\(times)")
    }
    if odds(2) { yard() }
    line("arm a")
    let drivers = number(1, 2)
    for index in 0..<drivers { driver("d\(index)") }
    for _ in 0..<number(0, 2) { line(action(drivers)) }
    later {
      guard let name = $0.ended.last, $0.odds(2) else { return }
      $0.line(
        "load done after \(name) ends delayed by \($0.law(20)) takes \($0.law(30)) \($0.way())")
    }
    if odds(3) { rates() }
    chance = RandomStream(seed: seed, name: "sleeps")
    if odds(3) { sleeps() }
  }

  /// A machine that sleeps, and timers that go by the clock on the wall.
  private mutating func sleeps() {
    let lines = text.split(separator: "\n").map { line in
      let mayGo =
        line.hasPrefix("  timer ")
        && (!line.contains("catch-up") || line.contains("catch-up coalesce"))
      return mayGo && odds(2) ? "\(line) by wall clock" : String(line)
    }
    text = lines.joined(separator: "\n") + "\n"
    var now = 0
    for _ in 0...number(0, 2) {
      now += number(1, 100)
      line("at \(now) ms sleep \(time(1, 400))")
    }
  }

  private mutating func later(_ write: (inout RandomScript) -> Void) {
    swap(&chance, &laterChance)
    write(&self)
    swap(&chance, &laterChance)
  }

  /// Several changes of the display's rate, in order, so that slots are cut.
  private mutating func rates() {
    var now = 0
    for _ in 0..<number(1, 4) {
      now += number(1, 160)
      line("at \(now) ms display \(pick(["90 Hz", "60 Hz", "48 Hz", "30 Hz", "120 Hz"]))")
    }
  }

  private mutating func number(_ least: Int, _ most: Int) -> Int {
    Int(chance.next(in: Int64(least)...Int64(most)))
  }

  private mutating func odds(_ one: Int) -> Bool { number(1, one) == 1 }

  private mutating func pick(_ choices: [String]) -> String {
    choices[number(0, choices.count - 1)]
  }

  private mutating func line(_ words: String) { text += words + "\n" }

  /// Milliseconds; round ones make instants coincide.
  private mutating func time(_ least: Int, _ most: Int) -> String {
    switch number(0, 3) {
    case 0: "\(number(least * 1_000_000, most * 1_000_000)) ns"
    case 1: "\(number(least * 1000, most * 1000)) us"
    default: "\(number(max(1, least), most)) ms"
    }
  }

  private mutating func law(_ most: Int) -> String {
    switch number(0, 5) {
    case 0: "0 ms"
    case 1: "\(time(1, most)), 0 ms, \(time(1, most))"
    case 2: "uniform 0..\(number(1, most)) ms"
    case 3: "exponential mean \(number(1, max(1, most / 4))) ms"
    default: time(0, pickNumber([2, most]))
    }
  }

  private mutating func pickNumber(_ choices: [Int]) -> Int {
    choices[number(0, choices.count - 1)]
  }

  private mutating func display() -> String {
    let rate = pick(["60 Hz", "60 Hz", "120 Hz", "59.94 Hz", "ntsc", "50 Hz", "24 Hz", "desktop"])
    let vsyncs: String
    switch number(0, 7) {
    case 0: return "adaptive \(pick(["24", "40"]))..120 Hz"
    case 1: vsyncs = pick(["promotion-phone", "promotion-pad"])
    case 2: vsyncs = "recorded vsyncs.csv"
    case 3: vsyncs = "\(rate) drift \(number(-900, 900)) ppm jitter \(time(0, 3))"
    case 4: vsyncs = "\(rate) phase \(time(0, 16))"
    default: vsyncs = rate
    }
    var words = vsyncs
    if odds(2) { words += " depth \(number(0, 2))" }
    if odds(4) { words += " guard \(time(0, 4))" }
    if odds(3) {
      let queue = "fifo \(number(1, 3))"
      words += " presents \(pick([queue, "\(queue) blocking", "at target"]))"
    }
    return words
  }

  private mutating func arrivals() -> String {
    switch number(0, 4) {
    case 0: "at \(time(0, 300)), \(time(0, 300))"
    case 1: "every \(time(2, 60)) from \(time(0, 50))"
    case 2: "burst \(number(1, 4)) each \(time(20, 100))"
    case 3: "gaps \(pick(["uniform 1..30 ms", "exponential mean 9 ms"]))"
    default: "poisson \(number(1, 120)) per s"
    }
  }

  private mutating func delivery() -> String {
    pick(["source", "port", "block", "main-queue", "timer"])
  }

  /// How a load is delivered, and in which modes; a few blocks of the main queue show a panel.
  private mutating func way() -> String {
    let delivery = delivery()
    let way = "as \(delivery) in \(modes())"
    guard delivery == "main-queue", odds(3) else { return way }
    return way + " runs modal \(odds(2) ? "for \(time(1, 150))" : "until \(time(1, 500))")"
  }

  private mutating func modes() -> String {
    pick(["default", "common", "common", "tracking", "default, tracking"])
  }

  private mutating func action(_ drivers: Int) -> String {
    let driver = "a.d\(number(0, drivers - 1))"
    let what = pick([
      "display \(pick(["90 Hz", "60 Hz", "48 Hz"]))", "pause \(driver)", "pause \(driver)",
      "resume \(driver)", "resume \(driver)", "invalidate \(driver)",
    ])
    return "at \(time(1, 400)) \(what)"
  }

  private mutating func driver(_ name: String) {
    var words = odds(2) ? timer(name) : link(name)
    if odds(12) { words = "loop \(name)" }
    if !words.contains("off-main") { words += " in \(modes())" }
    words += " takes \(law(25))"
    if odds(3) {
      words +=
        " target \(pick(["1 refreshes", "2 refreshes", "3 refreshes", "30 Hz", "70 Hz", "none"]))"
    }
    if !words.hasPrefix("loop"), odds(5) { words += cap() }
    let lives = odds(5)
    if lives {
      let written = self.lives()
      words += " from \(written)"
      // A run lasts 80 ms or longer.
      let first = written.split(separator: " ").dropFirst(3).first.flatMap { Int($0) }
      if !words.contains("once at"), let first, first < 80 { ended.append(name) }
    }
    line("  " + words)
    if !lives, odds(3) { line("  " + motion(name)) }
  }

  /// How often it acts at most.
  private mutating func cap() -> String {
    let every = pick(["16.7 ms", "1/60 s", "\(number(20, 40)) ms"])
    let slack = odds(2) ? " slack \(time(0, 8))" : ""
    return " acts at most every \(every)\(slack)" + pick(["", " by now", " by timestamp"])
      + pick(["", " keep-rest"])
  }

  /// When a driver is there; now and then from the start, and to the end of the run.
  private mutating func lives() -> String {
    var now = pickNumber([0, number(0, 200)])
    var lives: [String] = []
    for _ in 0..<number(1, 3) {
      let end = now + number(1, 200)
      lives.append("\(now) ms until \(end) ms")
      now = end + pickNumber([0, number(0, 120)])
    }
    return lives.joined(separator: ", ") + (odds(3) ? ", \(now) ms" : "")
  }

  private mutating func timer(_ name: String) -> String {
    let every = odds(3) ? pick(["1/60 s", "1/30 s", "1/120 s"]) : time(2, 40)
    var words = odds(12) ? "timer \(name) once at \(time(1, 200))" : "timer \(name) every \(every)"
    if odds(2) {
      words += odds(2) ? " first at \(time(0, 50))" : " phase \(pick(["0.5", "1/3", "0"]))"
    }
    if odds(4) { words += " tolerance \(time(0, 10))" }
    let policies = ["coalesce", "burst", "delay", "skip", "rearm", "isochronous"]
    if odds(2) { words += " catch-up \(pick(policies))" }
    return words
  }

  private mutating func link(_ name: String) -> String {
    var words = "link \(name)"
    switch number(0, 5) {
    case 0: words += " every \(number(1, 3)) refreshes"
    case 1: words += " prefers \(pick(["24 Hz", "30 Hz", "17 Hz", "40 Hz within 20..50 Hz"]))"
    default: break
    }
    if odds(3) {
      return words + " off-main via "
        + pick([
          "main-queue", "main-queue coalesced", "main-queue once", "port", "selector",
          "timer after \(time(0, 40))",
        ])
    }
    if odds(2) { words += " policy \(pick(["pending", "skip", "latest", "queue 2", "queue 16"]))" }
    if words.contains("policy"), odds(3) { words += pick([" keep-phase", " zero-on-resume"]) }
    return words
  }

  private mutating func motion(_ name: String) -> String {
    if odds(3) { return simulation(name) }
    if odds(4) {
      return
        "step \(name) velocity \(number(-50, 90)) pt per s acceleration \(number(0, 90)) pt per s"
        + " per s first \(pick(["since-start", "zero", "skipped"])) each \(time(0, 2))"
    }
    let curve = pick(["linear", "ease-in", "bounce", "default", "spring(3, 0.2)"])
    var words = "animate \(name) along \(curve) from \(number(-20, 40)) to \(number(50, 300)) over"
    words += " \(time(50, 500)) by"
    words += " \(pick(["fixed 1/60 s", "now", "timestamp", "target", "render-server", "duration"]))"
    if odds(3) { words += " starting at \(time(1, 90)), \(time(100, 300))" }
    if odds(3) { words += " as \(pick(["book", "article", "repaired"]))" }
    return words
  }

  private mutating func simulation(_ name: String) -> String {
    let shipped = [
      "crates", "crates", "crate", "boundaries(0.3)", "rope", "attachment(2, 0.1)",
      "bullet(3000, 3, 25)",
    ]
    let hasYard = text.contains("scene yard ")
    let scene = hasYard && odds(2) ? "yard" : pick(shipped)
    let steps = pick([
      "variable", "fixed 1/120 s", "fixed 7 ms interpolated", "fixed 1/90 s clamped 2",
      "fixed 1/200 s clamped 2 owed",
      "capped 20 ms", "semi-fixed 9 ms",
    ])
    var words = "simulate \(name) scene \(scene) steps \(steps) each \(time(0, 2))"
    if odds(2) { words += " by \(pick(["timestamp", "target"]))" }
    if odds(3) { words += " starting at \(time(1, 90)), \(time(100, 300))" }
    if odds(3), scene != "yard" {
      words += " against 1/100 s"
    } else if text.contains("load load-0 "), scene == "crates" {
      words += " input tilt from load-0"
    }
    if odds(3) { words += " shows \(pick(["x", "y", "angle"]))" }
    return words
  }

  /// Items that lie about, and behaviors that come and go, so that drivers rest and wake.
  private mutating func yard() {
    line("scene yard as items size 200, 100")
    line("box crate in yard at 50, \(number(50, 85)) size 30, 30 elasticity \(pick(["0", "0.5"]))")
    line("disk ball in yard at 120, \(number(40, 80)) radius \(number(5, 20))")
    line("collide all in yard bounds 0, 0, 0, 0")
    if odds(2) { line("gravity all in yard") }
    line("group gust in yard at \(time(1, 100)) until \(time(101, 500))")
    for _ in 0..<number(1, 4) {
      let items = pick(["crate", "ball", "all"])
      let what = pick([
        "push \(items) in yard by \(number(-9, 9)), -2 as instantaneous",
        "push \(items) in yard by \(number(-9, 9)), 1 within gust",
        "snap ball in yard to 150, 50 damping 1", "attach ball in yard to crate frequency 3 Hz",
        "properties \(items) in yard resistance 5 anchored \(pick(["on", "off"]))",
        "gravity \(items) in yard by \(number(-900, 900)), 0 pt/s² within gust",
      ])
      let isMember = what.contains("within")
      line(what + (isMember || odds(3) ? "" : " at \(time(1, 400))"))
    }
  }

  /// The vsyncs of a recorded panel.
  static let vsyncs: [UInt8] = {
    var text = "vsync_ns\n"
    var now = 0
    for index in 0..<60 {
      text += "\(now)\n"
      now += 8_000_000 + index * 7_919_000 % 17_000_000
    }
    return Array(text.utf8)
  }()
}

extension RandomScript {
  /// What a check finds in the first run of a script; nothing in one that cannot be performed.
  static func flaws(
    of script: String, _ check: (Plan, RunSpec) throws -> [String]
  ) -> [String] {
    do {
      let experiment = try Experiment(path: "random.lab") { path in
        path == "random.lab" ? Array(script.utf8) : vsyncs
      }
      let plan = try experiment.plan(replications: 1)
      guard let run = plan.first else { return [] }
      return try check(plan, run)
    } catch is ScriptError {
      return []
    } catch ExperimentFailure.run {
      return []
    } catch {
      return ["\(error)"]
    }
  }
}
