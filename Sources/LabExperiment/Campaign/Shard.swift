package import LabText

/// One of several equal parts of a plan, each of which a machine of its own may perform.
package struct Shard: Hashable, Sendable {
  /// Which part it is, from 1.
  package let number: Int
  /// How many parts there are.
  package let count: Int

  /// The whole plan.
  package static let whole = Shard(number: 1, of: 1)

  /// How many parts a plan may be cut into.
  package static let countLimit = 100_000

  /// Creates a part.
  ///
  /// - Precondition: The number lies between 1 and the count.
  package init(number: Int, of count: Int) {
    precondition((1...count).contains(number), "there is no shard \(number) of \(count)")
    self.number = number
    self.count = count
  }

  /// Whether it is the whole plan.
  package var isWhole: Bool { count == 1 }

  /// Whether a share of the work, counted from 0, is in this part: every `count`-th share is.
  func contains(_ share: Int) -> Bool { share % count == number - 1 }
}

extension Shard: CustomStringConvertible {
  /// The part as it is written on a command line: `3/16`.
  package var description: String { "\(number)/\(count)" }
}

extension Shard {
  /// An array of jobs, and how it tells each job its number.
  private struct Scheduler {
    let name: String
    let number: String
    /// The number of the first job, or the variable that holds it.
    let first: (variable: String?, number: Int)
    /// The variables of how many jobs there are, and of how far their numbers are apart.
    var count: String?
    var step: String?
  }

  private static let schedulers = [
    Scheduler(
      name: "Slurm", number: "SLURM_ARRAY_TASK_ID", first: ("SLURM_ARRAY_TASK_MIN", 0),
      count: "SLURM_ARRAY_TASK_COUNT", step: "SLURM_ARRAY_TASK_STEP"),
    Scheduler(name: "Kubernetes", number: "JOB_COMPLETION_INDEX", first: (nil, 0)),
    Scheduler(name: "GNU parallel", number: "PARALLEL_SEQ", first: (nil, 1)),
  ]

  /// Reads `3/16`; or `auto/16`, whose number comes from the array of jobs to which the process
  /// belongs; or `auto`, where the array tells its size too.
  ///
  /// - Throws: `UsageError` if the text, or the environment, names no part.
  package init(_ text: String, environment: [String: String]) throws(UsageError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let range = 1...Self.countLimit
    guard parts.count == 2 || text == "auto",
      parts.count < 2 || Int(parts[1]).map(range.contains) == true,
      parts[0] == "auto" || Int(parts[0]).map(range.contains) == true
    else {
      throw UsageError(
        "'--shard \(text)' is invalid. Write '3/16' for part 3 of 16,"
          + " 'auto/16', or 'auto', with at most \(Self.countLimit) parts.")
    }
    let said = parts.count == 2 ? Int(parts[1]) : nil
    let (number, count) =
      if let number = Int(parts[0]) { (number, said ?? 1) } else {
        try Self.job(in: environment, count: said, text: text)
      }
    guard (1...count).contains(number) else {
      throw UsageError("'--shard \(text)': there is no part \(number) of \(count).")
    }
    self.init(number: number, of: count)
  }

  /// Returns the number of this job from 1, and how many there are.
  private static func job(
    in environment: [String: String], count: Int?, text: String
  ) throws(UsageError) -> (Int, Int) {
    let found = schedulers.filter { environment[$0.number] != nil }
    guard let scheduler = found.first else {
      throw UsageError(
        "'--shard \(text)' finds no array of jobs: none of"
          + " \(Spelling.list(schedulers.map { $0.number })) is set. Write the number, as '3/16'.")
    }
    guard found.count == 1 else {
      throw UsageError(
        "'--shard \(text)' finds more than one array of jobs:"
          + " \(Spelling.list(found.map { $0.number }, "and")) are set. Write the number, as '3/16'."
      )
    }
    func value(_ variable: String?) throws(UsageError) -> Int? {
      guard let variable, let text = environment[variable] else { return nil }
      guard let value = Int(text), (0...1_000_000_000).contains(value) else {
        throw UsageError("\(variable) is '\(text)', which is not the number of a job.")
      }
      return value
    }
    let first = try value(scheduler.first.variable) ?? scheduler.first.number
    let step = max(1, try value(scheduler.step) ?? 1)
    let number = (try value(scheduler.number) ?? 0) - first
    let known = try value(scheduler.count)
    guard let count = count ?? known, count <= countLimit, count > 0 else {
      throw UsageError(
        "\(scheduler.name) does not tell how many jobs there are. Write it, as"
          + " '--shard auto/16'.")
    }
    return (number / step + 1, count)
  }
}
