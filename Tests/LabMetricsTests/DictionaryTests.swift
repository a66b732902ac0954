import LabKernel
import LabMetrics
import LabMotion
import LabTrace
import Testing

@Suite struct `The dictionary of metrics` {
  @Test func `names each metric and column once`() {
    let all = MetricDictionary.everything
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.column)).count == all.count)
  }

  @Test(arguments: MetricDictionary.everything.map(\.name))
  func `says everything about each`(name: String) throws {
    let metric = try #require(MetricDictionary.metric(named: name))
    for text in [metric.meaning, metric.formula, metric.edgeCases, metric.source] {
      #expect(!text.isEmpty)
    }
    #expect(metric.meaning.hasSuffix("."))
    #expect(metric.column.hasSuffix(metric.unit.suffix))
    let isSnakeCase = metric.column.allSatisfy { $0 == "_" || $0.isLowercase || $0.isNumber }
    #expect(isSnakeCase)
  }

  @Test(arguments: [
    ("lateness_p99", "lateness_p99_ms"), ("hitch_ratio", "hitch_ratio_ms_per_s"),
    ("dropped_share", "dropped_share_pct"), ("double_fires", "double_fires"),
    ("drift", "drift_ppm"),
    ("animation_error_max", "animation_error_max_ms"),
    ("tick_to_photon_p50", "tick_to_photon_p50_ms"),
  ])
  func `gives scripts a name and files a column`(name: String, column: String) {
    #expect(MetricDictionary.metric(named: name)?.column == column)
    #expect(MetricDictionary.metric(inColumn: column)?.name == name)
  }

  @Test func `has usual metrics, none of them time by cause`() {
    let usual = MetricDictionary.usual
    #expect(!usual.isEmpty)
    // Each is a metric, once, in the order of the dictionary.
    #expect(usual == MetricDictionary.all.filter(\.isUsual).map(\.name))
    let ofTasks = MetricDictionary.tasks.filter(\.isUsual).map(\.name)
    #expect(MetricDictionary.usualOfTasks == ofTasks)
    #expect(
      !usual.contains { $0.hasPrefix("blame") || $0.hasPrefix("dropped_") && $0 != "dropped_share" }
    )
    let jitters = ["period_jitter", "interval_", "cycle_to_cycle", "tie_", "rfc_jitter", "pdv_"]
    #expect(usual.count { name in jitters.contains(where: name.hasPrefix) } == 2)
    #expect(usual.count <= 32)
  }

  @Test func `has columns that are a name and a unit`() {
    for metric in MetricDictionary.everything {
      #expect(metric.column == metric.name + metric.unit.suffix)
      // No name ends in a unit itself.
      let units = MetricUnit.allCases.map(\.suffix).filter { !$0.isEmpty }
      #expect(!units.contains { metric.name.hasSuffix($0) }, "\(metric.name)")
    }
  }

  @Test func `knows the columns of older files, and the names of older scripts`() {
    for (former, column) in MetricDictionary.formerColumns {
      #expect(MetricDictionary.everything.allSatisfy { $0.column != former && $0.name != former })
      #expect(MetricDictionary.metric(inColumn: former)?.column == column)
    }
    let names = [
      "dropped_pct": "dropped_share", "dropped_worst_pct": "dropped_worst",
      "dropped_p95_pct": "dropped_p95", "throughput_pct": "throughput",
      "wait_beyond_pct": "wait_beyond_share", "shown_beyond_pct": "shown_beyond_share",
    ]
    for (former, name) in names { #expect(MetricDictionary.metric(former)?.name == name) }
  }

  @Test func `has a family for every metric, none of them with the name of a metric`() {
    let families = MetricFamily.all
    #expect(Set(families.map(\.name)).count == families.count)
    #expect(families.allSatisfy { MetricDictionary.metric($0.name) == nil && !$0.metrics.isEmpty })
    #expect(families.flatMap(\.metrics).count == MetricDictionary.everything.count)
    // Beginnings overlap: ‘due’ and ‘due_to_photon’, ‘motion_error’ and ‘animation_error’.
    let known = [
      "due": "callbacks", "due_to_photon_p99": "latency", "late_frames": "latency",
      "latest_lateness_max": "lateness", "fires_per_refresh_max": "doubles", "drift": "jitter",
      "end": "motion", "energy_drift": "physics", "blame_dropped_phase": "causes",
      "dropped_phase": "drops",
    ]
    for (metric, family) in known { #expect(MetricFamily.of(metric)?.name == family) }
  }

  @Test func `says of each metric what it is a sign of, and whether less is better`() throws {
    let known: [(name: String, trouble: SavingMetric?, isBetterBelow: Bool?, isJudged: Bool)] = [
      ("blocked", .missed, true, true), ("coverage", .missed, false, true),
      ("hitch_max", .hitchTime, true, true), ("latest_lateness_p99", .lateness, true, true),
      ("uneven_of", .symptom(.uneven), nil, true), ("blame_dropped_tasks", .dropped, nil, true),
      ("content_jump", .symptom(.jumped), true, false), ("end", .symptom(.speed), nil, false),
      ("animation_error_mean", .animationError, true, false), ("longest_gap", nil, true, false),
      ("fps_avg", nil, false, false), ("travel", nil, nil, false), ("wait_max", nil, true, true),
    ]
    for (name, trouble, isBetterBelow, isJudged) in known {
      let metric = try #require(MetricDictionary.metric(named: name))
      #expect(metric.trouble == trouble && metric.isBetterBelow == isBetterBelow, "\(name)")
      #expect(metric.isJudged == isJudged, "\(name)")
    }
    // What changes are judged by tells of itself, and is better the smaller it is.
    for judged in SavingMetric.allCases {
      let metric = try #require(MetricDictionary.metric(named: judged.name))
      #expect(metric.trouble == judged && metric.isBetterBelow == true, "\(judged.name)")
      #expect(SavingMetric(named: judged.name) == judged)
    }
  }

  @Test func `gives every metric a value in its own unit`() throws {
    let thread = SimpleThread(
      seed: 3, end: 3_000_000_000, period: 10_000_000, interval: 9_000_000, taskEvery: 40_000_000,
      stepsScene: true)
    var header = Trace.Header(
      trajectories: ["timer": .accelerated(from: 0, velocity: 1, acceleration: 0)],
      scenes: [
        "timer": .init(
          bodies: [.init("box", width: 1, height: 1, isRound: false)],
          room: .init(0, 0, 20, 1), width: 20, height: 1, pointsUp: false)
      ])
    header.wall.add(WallClock.Sleep(at: .at(.seconds(1)), for: .seconds(1)))
    let run = RunMeasurement(thread.trace(header))
    let (timer, link) = (try #require(run[driver: "timer"]), try #require(run[driver: "link"]))
    for metric in MetricDictionary.all {
      // What waits before it is called is counted of links alone.
      let value = try #require(
        metric.value(timer) ?? metric.value(link), "\(metric.name) is undefined")
      switch (metric.unit, value) {
      // How many things there are in the mean need not be whole.
      case (.count, .number) where metric.name.hasSuffix("_mean"): break
      case (.count, .count), (.refreshes, .count), (.milliseconds, .time): break
      case (.millisecondsPerSecond, .number), (.percent, .number), (.partsPerMillion, .number),
        (.points, .number), (.pointsPerSecond, .number), (.perSecond, .number):
        break
      default: Issue.record("\(metric.name) is no \(metric.unit)")
      }
    }
  }

  @Test func `counts what happens in a scene`() throws {
    let thread = SimpleThread(
      seed: 3, end: 1_500_000_000, period: 10_000_000, interval: 9_000_000, taskEvery: 40_000_000,
      stepsScene: true)
    let box = Trace.Header.Scene.Body("box", width: 1, height: 1, isRound: false)
    func value(_ name: String, room: Double) throws -> Double? {
      let header = Trace.Header(scenes: [
        "timer": .init(
          bodies: [box], room: .init(0, 0, 20, room), width: 20, height: 1, pointsUp: false)
      ])
      let timer = try #require(RunMeasurement(thread.trace(header))[driver: "timer"])
      return MetricDictionary.metric(named: name)?.value(timer)?.number
    }
    let frames = Double(thread.line.count { $0.kind == .content })
    #expect(try value("escapes", room: 1) == 1 && value("escapes", room: 2) == 0)
    #expect(try value("contacts_began", room: 1) == frames)
    #expect(try value("layouts", room: 1) == frames)
    #expect(try value("notifications", room: 1) == 2 * frames)
    #expect(try value("steps_dropped", room: 1) == frames)
    #expect(try value("input_age_max", room: 1) == 2)
    #expect(try value("step_max", room: 1) == 9)
    // From 100 at the start to 98.5 after 1.5 s.
    let drift = try #require(try value("energy_drift", room: 1))
    #expect(abs(drift - 1.5) < 0.02)
  }

  @Test func `leaves undefined metrics undefined`() throws {
    var line = Timeline()
    line.timer("ball", every: 10)
    let ball = try #require(line.measure(end: 5)[driver: "ball"])
    #expect(MetricDictionary.metric(named: "lateness_p99")?.value(ball) == nil)
    #expect(MetricDictionary.metric(named: "dropped")?.value(ball) == nil)
    #expect(MetricDictionary.metric(named: "missed")?.value(ball) == .count(0))
    #expect(MetricDictionary.metric(named: "content_repeated")?.value(ball) == nil)
  }
}

@Suite struct `A metric's value` {
  @Test(
    arguments: [
      (0, "0"), (1, "1"), (-1.5, "-1.5"), (1 / 3, "0.333333"), (2 / 3, "0.666667"),
      (59.940_059_94, "59.94006"), (0.000_000_4, "0"), (-0.000_000_4, "0"),
      (0.000_000_6, "0.000001"),
      (0.999_999_9, "1"), (1e15, "1000000000000000"), (1e22, "10000000000000000000000"),
      // Ties of the binary value itself go to the even digit: 2⁻⁷ and 3 × 2⁻⁷ end in 5 at the 7th.
      (0.007_812_5, "0.007812"), (0.023_437_5, "0.023438"),
    ] as [(Double, String)])
  func `prints without exponents and correctly rounded`(number: Double, text: String) {
    #expect(MetricValue.number(number).description == text)
  }

  @Test func `prints a time in milliseconds, exact to the nanosecond`() {
    #expect(MetricValue.time(.nanoseconds(16_666_666)).description == "16.666666")
    #expect(MetricValue.time(.milliseconds(5)).number == 5)
  }
}

@Suite struct `A distribution` {
  /// The timer is late by each of these in turn.
  private func distribution(of values: [Int64]) throws -> Distribution {
    var line = Timeline()
    line.timer("ball", every: 1_000_000_000)
    for (index, value) in values.enumerated() {
      let due = Int64(index) * 1_000_000_000
      line.fire("ball", due: due, at: due + value, next: due + 1_000_000_000)
    }
    let run = line.measure(end: Int64(values.count) * 1_000_000_000)
    return try #require(run[driver: "ball"]?.lateness)
  }

  @Test func `has observed values for percentiles`() throws {
    // 1 … 10: ⌈10 q⌉ is 5, 9, 10, 10.
    let ten = try distribution(of: [3, 1, 2, 10, 9, 8, 4, 7, 5, 6])
    #expect(ten.p50 == .nanoseconds(5))
    #expect(ten.p90 == .nanoseconds(9))
    #expect(ten.p99 == .nanoseconds(10))
    #expect(ten.min == .nanoseconds(1))
    #expect(ten.count == 10)
  }

  @Test(
    arguments: zip(
      [[1, 2], [2, 3], [1, 1, 2], [1, 2, 2]] as [[Int64]], [2, 2, 1, 2] as [Int64]))
  func `has a mean rounded half to even`(values: [Int64], mean: Int64) throws {
    #expect(try distribution(of: values).mean == .nanoseconds(mean))
  }

  @Test func `sorts a large sample as it does a small one`() throws {
    // A permutation of 0 … 6000 spread by 10 007: every percentile is known.
    let values = (0..<Int64(6001)).map { $0 * 4001 % 6001 * 10_007 }
    let large = try distribution(of: values)
    #expect(large.min == .zero)
    #expect(large.p50 == .nanoseconds(3000 * 10_007))
    #expect(large.p99 == .nanoseconds(5940 * 10_007))
    #expect(large.max == .nanoseconds(6000 * 10_007))
  }
}
