import Foundation
import LabExperiment
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

@Suite struct `The sizes of files that are told before` {
  /// Experiments of moderate size: of few runs and of many, short ones and long.
  static let names = [
    "a-minute-of-52-seconds", "carousel", "curves-on-screen", "free-fall-law", "link-policies",
    "lost-ticks", "message-does-not-go-away", "policies", "short-timers", "twelve-seconds-an-hour",
    "uneven-steps", "unbounded-delay",
  ]

  @Test func `are right to a tenth in the median, and to a quarter at worst`() throws {
    var ratios: [Double] = []
    for name in Self.names {
      let plan = try Experiment(path: Checkout.experiment(name).path).plan()
      let lists = TraceList.allCases.filter { $0 != .ruleAgreement }
      let folder = try TemporaryFolder()
      let request = RunRequest(name, plan, lists: lists, presentMon: nil, columns: ["dropped"])
      _ = try ResultWriter(request, plan, at: folder.path("r"), .keep).perform(jobs: 2)
      let sizes = try FileSizes(
        of: plan, named: name, listing: lists, columns: ["dropped"], jobs: 2)
      #expect(sizes.files.count >= 3 + lists.count)
      for (file, bytes) in sizes.files {
        let size = try folder.text("r/\(file)").utf8.count
        let ratio = Double(bytes) / Double(size)
        // What hardly ever happens is told by the order of its size.
        #expect((size < 50_000 ? 0.5...2 : 0.75...1.25).contains(ratio), "\(name) \(file) \(size)")
        ratios.append(ratio)
      }
    }
    ratios.sort()
    #expect((0.9...1.1).contains(ratios[ratios.count / 2]))
  }
}
