import Foundation
import LabExperiment
import LabKernel
import LabProof
import LabResults
import LabWorkload
import TestSupport
import Testing

@testable import LabReport

/// The phase of a timer as a picker on a page.
@Suite struct `The phases on a page` {
  /// In how many refreshes two callbacks or more begin, counted anew from the times of a run as it
  /// is packed; `nil` if a callback is too near to a vsync to be told apart in microseconds.
  private static func doubles(_ run: [String: Any]) throws -> Int? {
    let ends = try #require(run["a"] as? [Double])
    let period = (ends[1] - ends[0]) / Double(try #require(run["s"] as? Int))
    let flat = try #require(run["f"] as? [Double])
    var time = 0.0
    var counts: [Int: Int] = [:]
    for index in stride(from: 0, to: flat.count, by: 3) {
      time += flat[index]
      let place = (time - ends[0]) / period
      guard abs(place - place.rounded()) * period > 1 else { return nil }
      counts[Int(place.rounded(.down)), default: 0] += 1
    }
    return counts.values.count { $0 > 1 }
  }

  private static func page(_ name: String) throws -> String {
    let plan = try Experiment(path: Checkout.experiment(name).path).plan()
    return try Page(ExperimentResult(name: name, performing: plan, jobs: 1), why: nil).text
  }

  private static func data(_ page: String) throws -> [String: Any] {
    let text = try #require(page.parts("id=\"data\">", "</script>").first)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `have the counts of the map, and a run that shows them`() throws {
    let plan = try Experiment(path: Checkout.experiment("where-to-put-the-phase").path).plan()
    let scenario = plan[0].scenario
    let start = scenario.drivers[0].source.interval.wholeNanoseconds
    let map = try PhaseMap(
      of: .firstFire(of: "ball"), over: start..<start + plan[0].phases, in: scenario)
    let data = try Self.data(Self.page("where-to-put-the-phase"))
    let ribbon = try #require(data["ribbon"] as? [String: Any])
    let sentences = try #require(ribbon["say"] as? [String])
    let points = try #require(data["points"] as? [[String: Any]])
    #expect(points.count == sentences.count && points.count > 4)
    #expect(sentences[0] == "ball first at 3.333333 ms, as it is written")
    var compared = 0
    let sentence = /ball first at ([0-9.]+) ms: (\d+) double fires?, (\d+) dropped, .*/
    for (point, words) in zip(points, sentences).dropFirst() {
      let found = try #require(words.wholeMatch(of: sentence), "\(words)")
      let date = Int64((try #require(Double(found.1)) * 1e6).rounded())
      let region = try #require(map.regions.first { $0.from <= date && date < $0.to })
      let counts = try #require(region.counts.first)
      #expect(counts["double_fires"] == Int(found.2) && counts["dropped"] == Int(found.3))
      let run = try #require((point["runs"] as? [[String: Any]])?.first)
      #expect(run["d"] as? Int == Int(found.3))
      if let doubles = try Self.doubles(run) {
        #expect(doubles == Int(found.2))
        compared += 1
      }
      let cards = try #require(point["cards"] as? [String])
      let isDouble = cards[0].contains("fires twice in \(found.2) refresh")
      #expect(isDouble == (found.2 != "0"), "\(cards[0])")
      #expect(cards[0].contains("write &#39;first at \(date) ns&#39;"))
    }
    #expect(compared > 3)
    #expect(Set(sentences.dropFirst().map { $0.split(separator: ": ")[1].prefix(16) }).count > 2)
  }

  @Test func `take less than 20 kB`() throws {
    let page = try Self.page("where-to-put-the-phase")
    let data = page.parts("id=\"data\">", "</script>").first ?? ""
    let points = data.components(separatedBy: ",\n{\"v\":").dropFirst()
    let ribbon = page.parts("<div class=\"ribbon\"", "</div>")
    let bytes = (points + ribbon).reduce(0) { $0 + $1.utf8.count }
    #expect(points.count > 4 && (1...20_000).contains(bytes), "\(bytes)")
  }

  @Test func `stand on the page of a refuted statement beside its smallest case`() throws {
    let page = try Self.page("timer-doubles")
    let data = try Self.data(page)
    #expect(page.contains("<strong>timer fires twice in 1 refresh</strong>"))
    #expect(!page.contains("never fires twice in a refresh</strong>"))
    #expect(page.contains("<p class=\"cap\">Found by 4 runs."))
    let points = try #require(data["points"] as? [[String: Any]])
    #expect((points.first?["words"] as? String) == "the smallest case" && points.count > 2)
    #expect((points.first?["cmd"] as? String)?.hasPrefix("runlooplab prove ") == true)
  }

  @Test(arguments: ["scroll-freeze", "carousel"])
  func `are not on a page whose runs they do not decide`(_ name: String) throws {
    #expect(try Self.data(Self.page(name))["ribbon"] == nil)
  }
}
