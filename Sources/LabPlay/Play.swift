import LabExperiment
import LabLanguage
import LabResults

/// The lab for a page: files that it is given, and questions about the scripts among them.
struct Play {
  private var files: [ScriptInput] = []

  /// Makes a file known by its path, or another content of it.
  mutating func put(_ bytes: [UInt8], at path: String) {
    files.removeAll { $0.path == path }
    files.append(ScriptInput(path: path, bytes: bytes))
  }

  private func experiment(_ path: String) throws(ScriptError) -> Experiment {
    let (inputs, files) = (files.filter { $0.path == path }, files)
    return try Experiment(inputs: inputs + files, overriding: [])
  }

  func csv(of path: String, isWhole: Bool) -> [UInt8] {
    do throws(ScriptError) {
      let plan = try experiment(path).plan()
      do throws(ResultFailure) {
        let result = try ExperimentResult(
          name: "name", performing: plan, by: Runner(jobs: 1))
        return result.runsCSV
      } catch {
        switch error {
        case .run(let failure): return Array(failure.description.utf8)
        case .refused(let failure): return Array(failure.message.utf8)
        }
      }
    } catch {
      return Array(error.description.utf8)
    }
  }
}
