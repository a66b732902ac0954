import LabKernel
import LabText
import LabWorkload

extension ExplanationWords {
  /// How many tasks are named.
  private static let mostTasks = 3
  /// What is shorter holds up a frame at most once.
  private static let shortest = Duration.milliseconds(4)

  /// Which tasks of a recording to break up first, each by its name and its position among those of
  /// that name, from 1; `nil` if not several have names that one can look for.
  var breakUpFirst: String? {
    let tasks = study.attributed.compactMap { task -> (name: String, number: Int)? in
      // What saves nothing alone, or is short, is not worth the work.
      guard task.saving ?? 1 > 0, task.duration > Self.shortest else { return nil }
      let load = study.base.bases[0].scenario.loads.first { $0.name == task.load }
      guard let all = load?.writtenTasks, all.indices.contains(task.number) else { return nil }
      let name = all[task.number].name
      guard name != task.load, !Recording.Task.isPlaceholder(name) else { return nil }
      return (name, all[...task.number].count { $0.name == name })
    }.prefix(Self.mostTasks)
    guard tasks.count > 1 else { return nil }
    var names: [(name: String, numbers: [String])] = []
    for (name, number) in tasks {
      if let place = names.firstIndex(where: { $0.name == name }) {
        names[place].numbers.append("#\(number)")
      } else {
        names.append((name, ["#\(number)"]))
      }
    }
    let words = names.map { "\($0.name) \($0.numbers.joined(separator: ", "))" }
    return "Break up first: \(words.joined(separator: "; "))."
  }

  /// How many tasks a change selects by their name, as a note behind it; empty for any other.
  func tasksWords(_ change: Change) -> String {
    guard change.steps.count == 1, case .tasks(let selection, _) = change.steps[0],
      case .named = selection.range,
      let load = study.base.bases[0].scenario.loads.first(where: { $0.name == selection.load })
    else { return "" }
    let tasks = selection.positions(in: load.writtenTasks ?? [])
    return " (\(counted(tasks.count, "task")))"
  }

  /// The range over phases of what a change saves, as a note; empty if the phase makes no
  /// difference.
  func phaseWords(_ change: Change) -> String {
    guard let range = study.phases[change]?.savings, range.lowerBound < range.upperBound else {
      return ""
    }
    let gain = Gain(study)
    let ends = [range.lowerBound, range.upperBound].map { value in
      value < 0 ? gain.amount(-value) + gain.worse : gain.amount(value)
    }
    return ", \(ends[0]) to \(ends[1]) by the timer's phase"
  }
}
