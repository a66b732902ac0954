import Foundation
import LabExperiment
import LabKernel
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What is measured of tasks is what their records say, added up by hand.
@Suite struct `The tasks of a random stage` {
  @Test(arguments: FuzzBatch.all("as the records say"))
  func `wait, work and are shown as the records say`(_ batch: FuzzBatch) throws {
    var (tasks, shown) = (0, 0)
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      // These records know the rules of a run loop; those of pages have other tests.
      let stage = RandomStage(seed: seed, hasPages: false).measuringTasks
      let trace = try Stage(stage.scenario, seed: seed).run()
      let run = RunMeasurement(trace)
      #expect(run.verifyConservation().isEmpty, "stage \(seed)")
      let records = TaskRecords(trace, run)
      for load in run.loads {
        let told = records.tasks(of: load.name, shownThrough: load.driver)
        expect(load, told, end: stage.scenario.duration.wholeNanoseconds, "stage \(seed)")
        expectRows(of: load, in: run, told, "stage \(seed)")
        tasks += told.count
        shown += told.count { $0.photon != nil }
      }
    }
    #expect(tasks > 2 * batch.numbers.count && shown > batch.numbers.count / 2)
  }

  /// A timer that is set while it fires is set again in the mode that runs, and in no other.
  @Test func `starve in a mode that sleeps over the timer of their load`() throws {
    let stage = RandomStage(seed: 4565, hasPages: false).measuringTasks
    let run = RunMeasurement(try Stage(stage.scenario, seed: 4565).run())
    let waits = try #require(run.loads.first { $0.name == "load 0" }).waits
    #expect(waits.time(of: .starved) == .nanoseconds(659_025))
    #expect(waits.time(of: .unexplained) == .zero)
  }

  /// Every load of every shipped experiment, of long runs the first seconds.
  @Test(arguments: Checkout.experimentNames)
  func `of an experiment add up`(name: String) throws {
    let experiment = try Experiment(path: Checkout.experiment(name).path)
    for run in try experiment.plan(replications: 1).prefix(experiment.arms.count) {
      var stage = RandomStage(scenario: run.scenario, seed: run.seed).measuringTasks
      if !Count.isComplete { stage.scenario.duration = min(stage.scenario.duration, .seconds(2)) }
      let trace = try Stage(stage.scenario, seed: run.seed).run()
      let measured = RunMeasurement(trace)
      #expect(measured.verifyConservation().isEmpty)
      let records = TaskRecords(trace, measured)
      for load in measured.loads {
        let told = records.tasks(of: load.name, shownThrough: load.driver)
        expect(load, told, end: stage.scenario.duration.wholeNanoseconds, run.words())
        expectRows(of: load, in: measured, told, run.words())
      }
    }
  }

  /// Each task by itself: its instants, the sum of its parts, and what its wait is put down to.
  private func expectRows(
    of load: TaskMetrics, in run: RunMeasurement, _ tasks: [TaskRecords.Task], _ place: String
  ) {
    let rows = run.taskRows(of: load.name)
    let instants = rows.map { row in
      [row.arrival, row.began, row.ended, row.photon].map { $0?.nanoseconds }
    }
    #expect(instants == tasks.map { [$0.arrival, $0.began, $0.end, $0.photon] }, "\(place)")
    let isWrong = rows.firstIndex { row in
      let causes = run.causes(ofWait: row, in: load.name).reduce(Duration.zero) { $0 + $1.time }
      let parts = [TaskQuantity.wait, .work, .presentation].compactMap { row[$0] }
      // The wait of a task that never began goes on to the end of the run.
      return causes != row.least(.wait, until: run.end) ?? .zero
        || (row[.shown].map { $0 != parts.reduce(.zero, +) } ?? false)
    }
    #expect(isWrong == nil, "\(place), \(load.name): task \(isWrong ?? 0)")
  }

  private func expect(
    _ load: TaskMetrics, _ tasks: [TaskRecords.Task], end: Int64, _ place: String
  ) {
    #expect(load.arrived == tasks.count, "\(place), \(load.name)")
    var sums: [TaskQuantity: Int64] = [:]
    for quantity in TaskQuantity.allCases {
      let values = tasks.compactMap { $0.value(quantity) }.sorted()
      sums[quantity] = values.reduce(0, +)
      let measured = load[quantity]
      #expect(measured?.count ?? 0 == values.count, "\(place), \(load.name): \(quantity)")
      guard let measured, measured.count == values.count else { continue }
      func percentile(_ share: Int) -> Duration {
        .nanoseconds(values[(values.count * share + 99) / 100 - 1])
      }
      #expect(measured.max == .nanoseconds(values[values.count - 1]), "\(place): \(quantity)")
      #expect(measured.p50 == percentile(50) && measured.p98 == percentile(98), "\(place)")
      let mean = Double(sums[quantity] ?? 0) / Double(values.count)
      #expect(abs(Double(measured.mean.wholeNanoseconds) - mean) <= 0.5 + mean * 1e-12, "\(place)")
      let limit = quantity.limit.wholeNanoseconds
      let beyond = tasks.count { ($0.value(quantity) ?? $0.atLeast(quantity, by: end)) > limit }
      if let counted = load.beyondLimit(quantity) { #expect(counted == beyond, "\(place)") }
    }
    #expect(load.waits.total == .nanoseconds(sums[.wait] ?? 0), "\(place), \(load.name)")
    let causes = load.waits.causes.values.reduce(Duration.zero, +)
    #expect(causes == load.waits.total, "\(place), \(load.name)")
    #expect(load.waits.time(of: .unexplained) == .zero, "\(place), \(load.name)")
  }
}

/// The tasks of a trace, each with the instants of its way, found record by record.
struct TaskRecords {
  struct Task {
    let arrival: Int64
    var began: Int64?
    /// The end of the last piece, if nothing of the task is left.
    var end: Int64?
    var photon: Int64?

    func value(_ quantity: TaskQuantity) -> Int64? {
      switch quantity {
      case .wait: began.map { $0 - arrival }
      case .work: end.map { $0 - (began ?? 0) }
      case .response: end.map { $0 - arrival }
      case .presentation: photon.map { $0 - (end ?? 0) }
      case .shown: photon.map { $0 - arrival }
      }
    }

    /// How long a quantity that is not known yet is at least.
    func atLeast(_ quantity: TaskQuantity, by now: Int64) -> Int64 {
      switch quantity {
      case .wait, .response, .shown: now - arrival
      case .work: began.map { now - $0 } ?? 0
      case .presentation: end.map { now - $0 } ?? 0
      }
    }
  }

  private var tasks: [String: [Task]] = [:]
  /// When the callbacks of the frames of each driver began, and when these were displayed.
  private var frames: [String: [(began: Int64, photon: Int64)]] = [:]

  init(_ trace: Trace, _ run: RunMeasurement) {
    var places: [String: [Int64: Int]] = [:]
    var open: [(subject: TraceSubject, began: Int64)] = []
    var updates: [String: [Int64]] = [:]
    var last: (load: TraceSubject, place: Int, time: Int64)?
    for record in trace.records {
      let (now, name) = (record.time.nanoseconds, trace.names[Int(record.subject)])
      switch record.event {
      case .ended:
        for driver in run.drivers {
          let began = updates[driver.name] ?? []
          frames[driver.name] = run.refreshRows(of: driver.name).compactMap { row in
            row.shownUpdate.map { (began[$0], row.photon.nanoseconds) }
          }
        }
        return
      case .arrived(let load, let serial, _):
        if let last, last.load == load, last.time == now {
          // What is left of a task after a piece.
          places[name, default: [:]][serial] = last.place
          tasks[name]?[last.place].end = nil
        } else {
          places[name, default: [:]][serial] = tasks[name]?.count ?? 0
          tasks[name, default: []].append(Task(arrival: now))
        }
      case .taskBegan(_, let serial, _):
        guard let place = places[name]?[serial] else { continue }
        if tasks[name]?[place].began == nil { tasks[name]?[place].began = now }
      case .taskEnded(let load, let serial):
        guard let place = places[name]?[serial] else { continue }
        tasks[name]?[place].end = now
        last = (load, place, now)
        continue
      case .calloutBegan(let subject, _, _, _): open.append((subject, now))
      case .calloutEnded: _ = open.popLast()
      case .update(let driver, _, _):
        let began = open.last { $0.subject == driver }?.began ?? -1
        updates[name, default: []].append(began)
      default: break
      }
      last = nil
    }
  }

  func tasks(of load: String, shownThrough driver: String?) -> [Task] {
    let frames = driver.flatMap { self.frames[$0] } ?? []
    return (tasks[load] ?? []).map { task in
      var task = task
      if let end = task.end { task.photon = frames.first { $0.began >= end }?.photon }
      return task
    }
  }
}

extension RandomStage {
  /// The same stage with every load measured, some in pieces, most shown through a driver.
  var measuringTasks: RandomStage {
    var stage = self
    stage.scenario.measuresTasks = true
    var chance = RandomStream(seed: seed, name: "tasks")
    for index in scenario.loads.indices {
      let driver = Int(chance.next(in: 0...Int64(scenario.drivers.count)))
      if driver < scenario.drivers.count {
        stage.scenario.loads[index].driver = scenario.drivers[driver].name
      }
      let length = chance.next(in: 1...8)
      guard chance.next(in: 0...2) == 0, let written = stage.writtenOut(index) else { continue }
      stage.scenario.loads[index].tasks = .recorded(
        written.map {
          Recording.Task(
            arrival: $0.arrival, duration: $0.duration, name: "task", piece: .milliseconds(length))
        })
      stage.scenario.loads[index].begins = .start
    }
    return stage
  }

  private func writtenOut(_ index: Int) -> [Recording.Task]? {
    let load = scenario.loads[index].writtenOut(
      seed: seed, until: .at(scenario.duration), limit: 10_000)
    guard case .recorded(let tasks)? = load?.tasks else { return nil }
    return tasks
  }
}
