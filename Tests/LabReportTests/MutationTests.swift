import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabStudy
import LabText
import ResultSupport
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults

/// Files with a mistake in them, as a disk, an editor or an attacker makes it.
///
/// `LAB_FUZZ_COUNT` says how many; see ``TestSupport/Count``.
@Suite struct `A damaged file` {
  private static let script = """
    display 60 Hz
    run 60 ms
    repeat 2, seed 3
    sweep hiccup = 0 ms, 20 ms
    load hiccup at 20 ms takes {hiccup} as source
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes 0.5 ms
    arm link
      link ball in default takes 0.5 ms
    expect link.ball.double_fires == 0
    """

  private struct Kill: Error {}
  private typealias Files = [String: Data]

  /// What is damaged: made once, and written anew for every input.
  private struct Originals {
    let plan: Plan
    let whole: Files
    let unfinished: Files
    let shards: [Files]

    init() throws {
      let folder = try TemporaryFolder()
      let plan = try WrittenResult.plan(script)
      self.plan = plan
      func write(_ name: String, _ shard: Shard = .whole, upTo limit: Int = .max) throws {
        _ = try ResultWriter(
          WrittenResult.request(plan, shard: shard), plan, at: folder.path(name), .keep
        ).perform(jobs: 1) { if $0 == limit { throw Kill() } }
      }
      func files(_ name: String) throws -> Files {
        var files: Files = [:]
        for file in try folder.names(in: name) where file != "result" {
          files[file] = try Data(contentsOf: folder.url.appending(path: "\(name)/\(file)"))
        }
        return files
      }
      try write("whole")
      whole = try files("whole")
      #expect(throws: Kill.self) { try write("test", upTo: 5) }
      unfinished = try files(".test.partial")
      for number in 1...2 { try write("\(number)", Shard(number: number, of: 2)) }
      shards = [try files("1"), try files("2")]
    }
  }

  private static let originals = Result { try Originals() }

  private func write(_ files: Files, to name: String, in folder: TemporaryFolder) throws {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (file, bytes) in files { try bytes.write(to: url.appending(path: file)) }
  }

  private func files(_ name: String, in folder: TemporaryFolder) throws -> Files {
    var files: Files = [:]
    for file in try folder.names(in: name) {
      files[file] = try Data(contentsOf: folder.url.appending(path: "\(name)/\(file)"))
    }
    return files
  }

  @Test(arguments: FuzzBatch.all("of unfinished results is made"))
  func `of unfinished results is made again or refused`(batch: FuzzBatch) throws {
    let originals = try Self.originals.get()
    for number in batch.numbers {
      var mutation = Mutation(seed: batch.seed, number: number)
      let damaged = mutation.damage(originals.unfinished)
      let folder = try TemporaryFolder()
      try write(damaged, to: ".test.partial", in: folder)
      let request = WrittenResult.request(originals.plan)
      do {
        let writer = try ResultWriter(request, originals.plan, at: folder.path("test"), .resume)
        _ = try writer.perform(jobs: 1)
        #expect(try files("test", in: folder) == originals.whole, "\(mutation)")
      } catch {
        let isRefused =
          error as? WriteError == .unfinishedOther(path: folder.path("test"))
        #expect(isRefused, "\(error), \(mutation)")
      }
    }
  }

  @Test(arguments: FuzzBatch.all("of a shard is refused"))
  func `of a shard is refused or makes no difference`(batch: FuzzBatch) throws {
    let originals = try Self.originals.get()
    for number in batch.numbers {
      var mutation = Mutation(seed: batch.seed, number: number)
      let folder = try TemporaryFolder()
      try write(originals.shards[0], to: "parts/1", in: folder)
      try write(mutation.damage(originals.shards[1]), to: "parts/2", in: folder)
      do {
        for merge in try ShardMerge.find(in: [folder.path("parts")]) {
          _ = try merge.write(to: folder.path("test"), .keep)
        }
        #expect(try files("test", in: folder) == originals.whole, "\(mutation)")
      } catch is InputError {
      } catch is ScriptError {
      } catch {
        Issue.record("\(error), \(mutation)")
      }
    }
  }

  @Test(arguments: FuzzBatch.all("never called identical"))
  func `of a result is never called identical`(batch: FuzzBatch) throws {
    let originals = try Self.originals.get()
    let folder = try TemporaryFolder()
    try write(originals.whole, to: "a", in: folder)
    for number in batch.numbers {
      var mutation = Mutation(seed: batch.seed, number: number)
      let damaged = mutation.damage(
        originals.whole.filter { ["runs.csv", "events.csv", "manifest.json"].contains($0.key) })
      try? FileManager.default.removeItem(atPath: folder.path("b"))
      try write(damaged, to: "b", in: folder)
      for (first, second) in [("a", "b"), ("b", "a")] {
        do {
          var report = ComparisonFindings(metric: nil)
          let comparison = try ResultComparison(folder.path(first), folder.path(second)) {
            report.add($0)
          }
          _ = report.paragraphs(comparison)
          if comparison.isIdentical {
            #expect(
              Self.told(damaged["runs.csv"]) == Self.told(originals.whole["runs.csv"]),
              "\(mutation)")
          }
          if let divergence = try TraceDivergence(folder.path(first), folder.path(second)) {
            _ = divergence.paragraphs
          } else {
            #expect(damaged["events.csv"] == originals.whole["events.csv"], "\(mutation)")
          }
        } catch is InputError {
        } catch {
          Issue.record("\(error), \(mutation)")
        }
      }
    }
  }

  /// The fields of a file but those that name a run, by which no runs are told apart.
  private static func told(_ file: Data?) -> Set<[String]> {
    let table = parseCSV(String(decoding: file ?? Data(), as: UTF8.self))
    return Set(table.map { [String]($0.suffix(from: min(3, $0.count))) })
  }

  @Test(arguments: FuzzBatch.all("of a capture is measured"))
  func `of a capture is measured or refused`(batch: FuzzBatch) throws {
    let captures = [
      """
      Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,msBetweenPresents,msUntilDisplayed
      game.exe,7,0x1,0,0.010,0,6.5
      game.exe,7,0x1,1,0.012,2,0
      "a, b",7,0x1,0,0.0267,14.7,6.4
      """,
      """
      CPUStartTimeInMs,CPUBusy,DisplayLatency,AnimationError,AnimationTime
      0.0000,1,33.3340,NA,0.0000
      16.6670,1,33.3340,0.0000,16.6670
      33.3340,1,NA,NA,NA
      40.0000,1,43.3350,-10.0000,40.0010
      """,
    ]
    for number in batch.numbers {
      var mutation = Mutation(seed: batch.seed, number: number)
      let bytes = mutation.damage(Data(captures[number % 2].utf8))
      guard let capture = try? PresentMonCapture(path: "x.csv", bytes: Array(bytes)) else {
        continue
      }
      for chain in capture.swapChains {
        let series = FrameSeries(chain.updates)
        _ = FrameFindings(chain.name, FrameRules(series), showsMetrics: true).paragraphs
      }
    }
  }
}

/// One random mistake.
private struct Mutation: CustomStringConvertible {
  private var state: UInt64
  private(set) var description = ""

  init(seed: UInt64, number: Int) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(number) &* 0xbf58_476d_1ce4_e5b9
    description = "input \(number) of seed \(seed)"
  }

  private mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((bits ^ bits >> 31) % UInt64(max(1, limit)))
  }

  /// Damages one file.
  mutating func damage(_ files: [String: Data]) -> [String: Data] {
    var files = files
    let name = files.keys.sorted()[below(files.count)]
    description += ", \(name)"
    if below(12) == 0 {
      description += " removed"
      files[name] = nil
    } else {
      files[name] = damage(files[name] ?? Data())
    }
    return files
  }

  /// Damages bytes.
  mutating func damage(_ bytes: Data) -> Data {
    var bytes = Array(bytes)
    let place = below(bytes.count)
    let end = min(bytes.count, place + 1 + below(below(2) == 0 ? 8 : 2000))
    let words = [
      "1e308", "-1e308", "nan", "inf", "9223372036854775807", "-9223372036854775808", "\"", "\n",
      ",", "\0", "\u{1b}[31m", "../../", "9223372036.8547758075", "0", "-1", "{", "[[[[",
    ]
    let kind = below(8)
    description += ", mistake \(kind) at \(place)..<\(end)"
    switch kind {
    case 0 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8(below(8))
    case 1: bytes = Array(bytes[..<place])
    case 2: bytes.replaceSubrange(place..<end, with: Array(repeating: 0, count: end - place))
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 5: bytes.insert(contentsOf: words[below(words.count)].utf8, at: place)
    case 6: bytes += Array(repeating: 0, count: 1 + below(3000))
    default:
      // A field of a row, or a value of JSON.
      let ends: Set<UInt8> = [10, 44, 58, 125]
      let begin = bytes[..<place].lastIndex(where: ends.contains).map { $0 + 1 } ?? 0
      let end = bytes[place...].firstIndex(where: ends.contains) ?? bytes.count
      bytes.replaceSubrange(begin..<max(begin, end), with: words[below(words.count)].utf8)
    }
    return Data(bytes)
  }
}
