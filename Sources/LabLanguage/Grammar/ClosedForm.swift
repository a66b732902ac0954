/// A result of theory that a formula can name, in the base units of ``Quantity``.
package struct ClosedForm: Sendable {
  package let name: String
  /// What its arguments are called, and what they measure.
  package let parameters: [(name: String, dimension: Dimension)]
  package let result: Dimension
  /// What it gives, and by which formula.
  package let meaning: String
  /// Returns the value; `nil` where the theory does not hold.
  package let apply: @Sendable ([Double]) -> Double?

  /// How it is written, as `surplus(INTERVAL, RATE)`.
  package var pattern: String {
    "\(name)(\(parameters.map { $0.name.uppercased() }.joined(separator: ", ")))"
  }

  /// Returns the form of a name, or `nil` if there is none.
  package static func named(_ name: String) -> ClosedForm? { all.first { $0.name == name } }

  package static let all: [ClosedForm] = [
    ClosedForm(
      name: "surplus", parameters: [("interval", .time), ("rate", .frequency)],
      result: .frequency,
      meaning: "the beat: double fires per second of a timer on a quiet thread, 1/interval - rate"
    ) { max(0, 1e9 / $0[0] - $0[1]) },
    ClosedForm(
      name: "lack", parameters: [("interval", .time), ("rate", .frequency)], result: .frequency,
      meaning: "the beat: empty refreshes per second of such a timer, rate - 1/interval"
    ) { max(0, $0[1] - 1e9 / $0[0]) },
    ClosedForm(
      name: "slip", parameters: [("phase", .number), ("delay", .time), ("rate", .frequency)],
      result: .number,
      meaning: """
        the chance p that a fire at a phase, late by uniform 0..delay, misses its vsync, \
        (phase/rate + delay - 1/rate) / delay
        """
    ) { arguments in
      let period = 1e9 / arguments[2]
      let excess = arguments[0] * period + arguments[1] - period
      return arguments[1] > 0 ? min(1, max(0, excess / arguments[1])) : 0
    },
    ClosedForm(
      name: "stutter", parameters: [("p", .number)], result: .number,
      meaning: "the share of refreshes with two fires, and of those with none, p (1 - p)"
    ) { $0[0] * (1 - $0[0]) },
    ClosedForm(
      name: "lost", parameters: [("delay", .time), ("interval", .time)], result: .number,
      meaning: """
        the fire dates that a coalescing timer loses if its callback ends so long after its date, \
        floor(delay / interval)
        """
    ) { max(0, ($0[0] / $0[1]).rounded(.down)) },
    ClosedForm(
      name: "gap", parameters: [("cost", .time), ("interval", .time)], result: .time,
      meaning: """
        the time between the firings of a coalescing timer whose callback takes so long, \
        interval (floor(cost / interval) + 1)
        """
    ) { $0[1] * (($0[0] / $0[1]).rounded(.down) + 1) },
    ClosedForm(
      name: "hops", parameters: [("after", .time), ("block", .time), ("rate", .frequency)],
      result: .number,
      meaning: """
        the vsyncs during a block that arrives so long after a vsync, which a link off the main thread \
        hands over, floor((after + block) rate)
        """
    ) { (($0[0] + $0[1]) * $0[2] / 1e9).rounded(.down) },
    ClosedForm(
      name: "drained",
      parameters: [("after", .time), ("block", .time), ("cost", .time), ("rate", .frequency)],
      result: .time,
      meaning: """
        how long the callbacks of a link that queues its vsyncs follow one another after such a block, \
        cost (floor((after + block - period) / (period - cost)) + 1)
        """
    ) { arguments in
      let (period, cost) = (1e9 / arguments[3], arguments[2])
      guard cost < period, arguments[0] + arguments[1] >= period else { return nil }
      return cost * (((arguments[0] + arguments[1] - period) / (period - cost)).rounded(.down) + 1)
    },
    ClosedForm(
      name: "drops",
      parameters: [
        ("count", .number), ("length", .time), ("cost", .time), ("rate", .frequency),
      ],
      result: .number,
      meaning: """
        the most refreshes that so many equal tasks take from a link, the maximum over their groups \
        of Σ (ceil((group length + cost) rate) - 1)
        """
    ) { arguments in
      guard (0...1000).contains(arguments[0]) else { return nil }
      let count = Int(arguments[0])
      var most = [Double](repeating: 0, count: count + 1)
      for tasks in 0..<count {
        for group in 1...(count - tasks) {
          let work = Double(group) * arguments[1] + arguments[2]
          let dropped = (work * arguments[3] / 1e9).rounded(.up) - 1
          most[tasks + group] = max(most[tasks + group], most[tasks] + dropped)
        }
      }
      return most[count]
    },
    ClosedForm(
      name: "wait", parameters: [("rate", .frequency), ("mean", .time), ("sd", .time)],
      result: .time,
      meaning: """
        the mean wait behind Poisson tasks of such durations S (Pollaczek and Khinchine), \
        rate E[S²] / 2 (1 - rate E[S])
        """
    ) { arguments in
      let rate = arguments[0] / 1e9
      let busy = rate * arguments[1]
      let square = arguments[1] * arguments[1] + arguments[2] * arguments[2]
      return busy < 1 ? rate * square / (2 * (1 - busy)) : nil
    },
    ClosedForm(
      name: "tunnelled", parameters: [("step", .length), ("reach", .length)], result: .number,
      meaning: """
        the share of bodies that pass a wall whose radius and half a body make the reach, from places \
        spread over a step, 1 - reach/step
        """
    ) { max(0, 1 - $0[1] / $0[0]) },
    ClosedForm(
      name: "uniform_sd", parameters: [("low", .time), ("high", .time)], result: .time,
      meaning: "the standard deviation of uniform low..high, (high - low) / √12"
    ) { ($0[1] - $0[0]) / 12.0.squareRoot() },
  ]
}
