/// Random programs of pages and random rules, all from one number.
struct RandomPage {
  let program: PageProgram
  let rules: PageRules
  /// Whether the alarms are those of Chromium rather than Firefox.
  let isChromium: Bool

  private static let periods = [16_666_000, 16_666_667, 8_333_333, 10_000_000]

  init(_ seed: UInt64) {
    var numbers = Numbers(state: seed)
    let isChromium = numbers.isLucky(1, of: 2)
    let period = Self.periods[numbers.below(4)]
    program = PageProgram(
      period: period, phase: numbers.below(period), duration: 600_000_000,
      timers: (0..<numbers.below(4)).map { index in
        PageProgram.Timer(
          name: "timer\(index)", interval: 4_000_000 + numbers.below(40_000_000),
          first: numbers.below(60_000_000), isChain: numbers.isLucky(1, of: 3),
          takes: numbers.below(3_000_000))
      },
      workers: (0..<numbers.below(3)).map { index in
        PageProgram.Worker(
          name: "worker\(index)", interval: 3_000_000 + numbers.below(30_000_000),
          first: numbers.below(30_000_000))
      },
      tasks: (0..<numbers.below(3)).map { index in
        let most = [5_000_000, 20_000_000, 150_000_000][numbers.below(3)]
        var instant = 0
        let list = (0..<(300_000_000 / most)).map { _ in
          instant += numbers.below(4 * most)
          return (arrives: instant, takes: numbers.below(most))
        }
        return PageProgram.Tasks(name: "tasks\(index)", list: list.filter { $0.0 < 600_000_000 })
      })
    self.isChromium = isChromium
    rules = Self.rules(isChromium ? .chromium : .firefox, &numbers)
  }

  /// Every second program has the browser's own rules; in the others each rule may be another.
  private static func rules(_ browser: PageRules, _ numbers: inout Numbers) -> PageRules {
    var rules = browser
    guard numbers.isLucky(1, of: 2) else { return rules }
    rules.remembers = numbers.isLucky(1, of: 2)
    rules.framesFirst = numbers.isLucky(1, of: 2)
    rules.promotion = numbers.isLucky(1, of: 2) ? 1 + numbers.below(120_000_000) : nil
    rules.grace = numbers.isLucky(1, of: 2) ? 5 + numbers.below(100) : nil
    rules.inARow = numbers.isLucky(1, of: 2) ? 1 + numbers.below(3) : nil
    rules.relays = numbers.isLucky(1, of: 2)
    rules.post = numbers.below(2_000_000)
    rules.again = numbers.below(500_000)
    rules.wake = numbers.below(500_000)
    rules.frame = numbers.below(4_000_000)
    rules.timer = numbers.below(200_000)
    rules.message = numbers.below(200_000)
    rules.between = numbers.below(100_000)
    return rules
  }

  /// A row of numbers, after Steele, Lea and Flood, "Fast splittable pseudorandom number
  /// generators".
  private struct Numbers {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    mutating func isLucky(_ share: Int, of all: Int) -> Bool { below(all) < share }
  }
}
