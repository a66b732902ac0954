import LabDisplay
import LabKernel
import LabLanguage
public import LabWorkload

/// What `prove` or `worst` of a script asks about one driver in one run.
public struct Proposition: Hashable, Sendable {
  /// An instant that is open: when a timer fires first, or when the display of a link refreshes
  /// first.
  public struct Phase: Hashable, Sendable {
    /// The timer or link.
    public let driver: String
    /// Its values, in nanoseconds.
    public let values: Range<Int64>
  }

  /// Tasks that arrive at open instants.
  public struct Tasks: Hashable, Sendable {
    /// How many there are at most.
    public let most: Int
    /// How long each takes.
    public let duration: Duration
    /// The distance of two instants of their grid, which begins at 0.
    public let step: Duration
    /// Where the grid ends; the end is not one of its instants.
    public let within: Duration
    /// By which door they enter.
    public let door: Door
  }

  /// As it is written.
  public let text: String
  /// The driver that is asked about.
  public let driver: String
  /// What is asked of it: `double_fires`, `dropped`, `missed` or `lateness`.
  public let metric: String
  /// The most that there may be, in nanoseconds for a time; `nil` to ask for the most there is.
  public let limit: Int64?
  /// The instants that are open.
  public let phases: [Phase]
  /// The tasks that arrive at open instants; `nil` for none.
  public let tasks: Tasks?
  /// How many runs may decide it; `nil` for as many as usual.
  public let budget: Int?
}

/// A statement `prove` or `worst`, read in full.
struct OpenQuestion: Sendable {
  let text: String
  let measure: ProvenMeasure
  let limit: Int64?
  let open: OpenDimensions
  let budget: Int?

  /// Reads a statement, and checks it against the arms.
  init(_ bound: ResolvedStatement, drivers table: DriverTable) throws(Mistake) {
    let statement = bound.statement
    if statement.form.keyword == "worst" {
      (measure, limit) = (try bound.head(.most), nil)
    } else if let event = try bound.value("never", .event) {
      (measure, limit) = (event, 0)
    } else {
      let (measure, limit) = try bound.required("always", .limit)
      (self.measure, self.limit) = (measure, limit)
    }
    open = try bound.required("over", .open)
    budget = try bound.value("at most", .budget)
    text = statement.text(with: [:])
    var subjects = Subjects(table)
    _ = try subjects.index(arm: measure.arm, driver: measure.driver, at: measure.token)
    for name in open.phases.compactMap(\.driver) {
      _ = try subjects.index(arm: measure.arm, driver: name.text, at: name)
    }
  }

  /// What is asked about the drivers of an arm in a run; nothing if it is about other arms.
  func propositions(about arm: Experiment.Arm, in scenario: Scenario) -> [Proposition] {
    guard arm.changed == nil, arm.name.matches(measure.arm) else { return [] }
    return arm.drivers.filter { $0.matches(measure.driver) }.map { driver in
      let rate = scenario.panel.rate
      let phases = open.phases.map { phase in
        Proposition.Phase(
          driver: phase.driver?.text ?? driver,
          values: phase.first.nanoseconds(of: rate)..<phase.end.nanoseconds(of: rate))
      }
      let tasks = open.tasks.map {
        Proposition.Tasks(
          most: $0.most, duration: $0.duration, step: $0.step, within: $0.within, door: $0.door)
      }
      return Proposition(
        text: text, driver: driver, metric: measure.metric.rawValue, limit: limit, phases: phases,
        tasks: tasks, budget: budget)
    }
  }
}

extension Fraction {
  /// The first whole nanosecond that is not before this share of a display's period.
  fileprivate func nanoseconds(of rate: RefreshRate) -> Int64 {
    let period = Fraction(Int128(rate.denominator) * 1_000_000_000, Int128(rate.numerator))
    return period.flatMap(multiplied)?.roundedUp ?? 0
  }
}

extension Plan {
  /// Returns what the script asks to be proven about the run at a position.
  public func propositions(at index: Int) -> [Proposition] {
    let run = self[index]
    guard let arm = experiment.arms.first(where: { $0.name == run.arm }) else { return [] }
    let point = experiment.grid[index / (experiment.arms.count * replications)]
    return experiment.questions.flatMap {
      $0.value(at: point).propositions(about: arm, in: run.scenario)
    }
  }
}

extension Experiment {
  /// How many statements ask for a proof, or for the worst that can happen.
  public var questionCount: Int { questions.count }
}
