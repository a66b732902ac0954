import LabReport
import LabResults
import ResultSupport
import Testing

@Suite struct `The owners on a page` {
  @Test func `puts dropped refreshes down to those who have most of them in blame.csv`() throws {
    let script = """
      display 60 Hz
      run 2 s
      load noise poisson 60 per s takes uniform 0..9 ms as main-queue
      load parse at 300 ms takes 70 ms as main-queue
      gesture scroll at 1 s for 200 ms
      arm timer
        timer ball every 1/60 s phase 0.5 in default takes 0.5 ms
      arm slow
        link  ball in common takes 20 ms
      """
    let rows = try WrittenResult(script).rows("blame.csv").filter {
      $0["problem"] == "dropped_slot"
    }
    let plan = try WrittenResult.plan(script)
    let result = try ExperimentResult(name: "test", performing: plan, jobs: 1)
    let page = try PageFacts(Page(result, why: nil).text)
    #expect(page.runs.count == 2)
    for run in page.runs {
      var slots: [String: [(name: String, share: Double)]] = [:]
      for row in rows where row["arm"] == run.label {
        let owner = row["owner"] ?? ""
        let name =
          switch row["reason"] {
          case "starved": "\(owner) mode"
          case "own": "own callback"
          default: owner
          }
        let share = row["share_ms"].flatMap { Double($0) } ?? 0
        let slot = row["number"] ?? ""
        if let known = slots[slot]?.firstIndex(where: { $0.name == name }) {
          slots[slot]?[known].share += share
        } else {
          slots[slot, default: []].append((name, share))
        }
      }
      let worst = slots.values.compactMap { parts in
        parts.first { part in parts.allSatisfy { $0.share <= part.share } }?.name
      }
      #expect(run.owners == Dictionary(worst.map { ($0, 1) }, uniquingKeysWith: +))
    }
    let owners = Set(page.runs.flatMap(\.owners.keys))
    #expect(owners.isSuperset(of: ["parse", "tracking mode", "own callback"]))
  }
}
