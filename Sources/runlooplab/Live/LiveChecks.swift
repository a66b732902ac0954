import LabExperiment
import LabHost
import LabText

/// What is found out before anything runs.
enum LiveChecks {
  /// How long all runs may take together, in seconds.
  private static let longest = 600

  /// Throws if this host cannot perform the runs of a plan, and returns how long they take, in
  /// seconds.
  static func check(_ plan: Plan, sources: [HostSource], isRealtime: Bool) throws -> Int64 {
    var total = Duration.zero
    for index in plan.indices where plan.performs(index) {
      let run = plan[index]
      total += run.duration * sources.count
      let obstacles = sources.flatMap {
        HostStage.obstacles(to: run.scenario, source: $0, isRealtime: isRealtime)
      }
      guard let obstacle = obstacles.first else { continue }
      let words = obstacle.subject.map { "'\($0)' cannot run live: " } ?? "this cannot run live: "
      throw LiveError(
        place: plan.experiment.place(of: obstacle.subject, arm: run.arm),
        words + obstacle.description)
    }
    guard total <= .seconds(longest) else {
      throw UsageError(
        "all runs together take \(total.components.seconds) s of real time, and \(longest) s is the"
          + " limit. Choose some with '--only', as '--only arm == \(plan[0].arm)'.")
    }
    do {
      if isRealtime { try HostStage.checkRealtime() }
    } catch {
      throw UsageError("\(error)")
    }
    return (total + .milliseconds(999)).components.seconds
  }
}

/// A part of a script that cannot run live, with its place.
struct LiveError: UserError {
  let message: String
  let hasPlace: Bool
  var status: ExitStatus { .wrongInput }

  init(place: String?, _ words: String) {
    message = (place.map { "\($0): error: " } ?? "") + words
    hasPlace = place != nil
  }
}
