import LabKernel
import LabMetrics
import LabWorkload

/// What a change costs: what it does to the latency, the rate and the energy of a driver.
package struct Price: Hashable, Sendable {
  /// What is read of a run, in the unit of the metric.
  package struct Reading: Hashable, Sendable {
    /// Whether frames are wanted of the driver.
    package let draws: Bool
    /// The median time from a due instant to the display, in milliseconds; `nil` if it does not
    /// draw.
    package let latency: Double?
    /// The new frames a second, or the callbacks a second of one that does not draw.
    package let rate: Double?
    /// The wake-ups a second.
    package let wakeUps: Double?
    /// The most refreshes for which a frame stays.
    package let stay: Double?
    /// The standard deviation of the time between frames from the one wanted, in milliseconds.
    package let judder: Double?
  }

  /// Without the change.
  package let before: Reading
  /// With it.
  package let after: Reading

  /// The price in words, before and after of whatever the change changes; of wake-ups only if they
  /// are others than the frames or calls.
  package var words: String {
    let rates = [
      Self.part(before.rate, after.rate, before.draws ? " frames" : " calls"),
      before.wakesPerFrame && after.wakesPerFrame
        ? nil : Self.part(before.wakeUps, after.wakeUps, " wake-ups"),
    ].compactMap { $0 }
    let parts =
      [Self.part(before.latency, after.latency, " ms of latency")].compactMap { $0 }
      + (rates.isEmpty ? [] : [rates.joined(separator: ", ") + " a second"])
    return parts.isEmpty ? "at the same price" : parts.joined(separator: ", ")
  }

  /// How even the frames are, before and after; `nil` for a driver that does not draw.
  var evenness: String? { Self.part(before.judder, after.judder, " ms of judder") }

  private static func part(_ before: Double?, _ after: Double?, _ unit: String) -> String? {
    let values = [before, after].map { $0.map { shortWords($0) } ?? "none" }
    return values[0] == values[1] ? nil : "\(values[0]) → \(values[1])\(unit)"
  }
}

extension Price.Reading {
  /// Whether the loop wakes up once for each frame or call, about.
  fileprivate var wakesPerFrame: Bool {
    guard let rate, let wakeUps else { return false }
    return abs(wakeUps - rate) * 20 <= rate
  }

  /// Reads a run; `nil` if it has no such driver.
  init?(_ measurement: RunMeasurement, of name: String, draws: Bool, over duration: Duration) {
    guard let driver = measurement[driver: name] else { return nil }
    func value(_ metric: String) -> Double? {
      MetricDictionary.metric(named: metric)?.value(driver)?.number
    }
    self.draws = draws
    latency = draws ? value("due_to_photon_p50") : nil
    rate = draws ? value("fps_avg") : value("fires").map { $0 / (duration / .seconds(1)) }
    wakeUps = value("wake_ups")
    stay = draws ? value("picture_stay_max") : nil
    judder = draws ? value("judder_sd") : nil
  }
}

extension WhatIf {
  /// What is read of the first run without a change.
  func reading() -> Price.Reading? {
    Price.Reading(
      RunMeasurement(bases[0].trace), of: driver, draws: draws, over: bases[0].scenario.duration)
  }

  /// Reads the first run with a change.
  func reading(with change: Change) throws(ExperimentFailure) -> Price.Reading? {
    let base = bases[0]
    let scenario = try change.made(in: base.scenario, seed: base.run.seed)
    let trace = try Runner(jobs: 1).trace(
      of: RunSpec(base.run.label, scenario))
    return Price.Reading(
      RunMeasurement(trace), of: driver, draws: draws, over: scenario.duration)
  }

  /// Whether the driver draws.
  private var draws: Bool {
    bases[0].scenario.drivers.first { $0.name == driver }?.draws ?? true
  }
}
