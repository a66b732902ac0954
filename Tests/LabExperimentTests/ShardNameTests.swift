import LabExperiment
import LabText
import Testing

@Suite struct `The name of a shard` {
  private func read(_ text: String, _ environment: [String: String] = [:]) -> String {
    do throws(UsageError) {
      return try Shard(text, environment: environment).description
    } catch {
      return error.message
    }
  }

  @Test func `is its number and how many there are`() {
    #expect(read("3/16") == "3/16")
    #expect(read("1/1") == "1/1")
  }

  @Test(arguments: [
    "", "3", "0/4", "5/4", "3/", "/4", "3/4/5", "a/4", "-1/4", "1/100001", "auto/0",
  ])
  func `is refused if it is none`(text: String) {
    #expect(read(text).hasPrefix("'--shard \(text)'"))
  }

  @Test func `comes from an array of Slurm`() {
    var environment = [
      "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_MAX": "9",
      "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_STEP": "2",
    ]
    #expect(read("auto", environment) == "3/4")
    #expect(read("auto/8", environment) == "3/8")
    environment["SLURM_ARRAY_TASK_STEP"] = nil
    #expect(read("auto", environment) == "'--shard auto': there is no part 5 of 4.")
    environment["SLURM_ARRAY_TASK_ID"] = "many"
    #expect(
      read("auto", environment)
        == "SLURM_ARRAY_TASK_ID is 'many', which is not the number of a job.")
  }

  @Test func `comes from an indexed job of Kubernetes, whose size must be said`() {
    let environment = ["JOB_COMPLETION_INDEX": "0"]
    #expect(read("auto/4", environment) == "1/4")
    #expect(
      read("auto", environment)
        == "Kubernetes does not tell how many jobs there are. Write it, as '--shard auto/16'.")
    #expect(read("auto/4", ["JOB_COMPLETION_INDEX": "4"]).hasSuffix("there is no part 5 of 4."))
  }

  @Test func `comes from GNU parallel, whose size must be said`() {
    #expect(read("auto/4", ["PARALLEL_SEQ": "4"]) == "4/4")
  }

  @Test func `must not be ambiguous or missing`() {
    #expect(read("auto/4").contains("finds no array of jobs: none of 'SLURM_ARRAY_TASK_ID', "))
    #expect(
      read("auto/4", ["PARALLEL_SEQ": "1", "JOB_COMPLETION_INDEX": "1"])
        == "'--shard auto/4' finds more than one array of jobs: 'JOB_COMPLETION_INDEX' and"
        + " 'PARALLEL_SEQ' are set. Write the number, as '3/16'.")
  }
}
