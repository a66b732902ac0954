import Foundation
import LabExperiment

/// Joins the parts of a plan, each performed on its own, into the result of one run.
public struct ShardMerge {
  /// Why parts make no whole.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// What is wrong, and the remedy.
    public let description: String
  }

  /// The experiment's short name.
  public var name: String { commission.name }

  private let commission: RunRequest
  /// The folders of the parts, the first part first.
  private let folders: [String]

  /// Finds the parts in some folders, and sorts them by the experiment.
  ///
  /// - Parameter folders: The folders of parts, or folders of such folders.
  /// - Returns: One merge per experiment, in the order of their names.
  /// - Throws: ``Mistake`` if a folder holds no part, or if the parts of an experiment are not all
  ///   there, not of one commission, or there twice.
  public static func find(in folders: [String]) throws(Mistake) -> [ShardMerge] {
    var found: [String: [(commission: RunRequest, folder: String)]] = [:]
    for folder in folders {
      let parts = parts(in: folder)
      guard !parts.isEmpty else {
        throw Mistake(
          description: "'\(folder)' holds no shard. Name the folders that 'run --shard' wrote, or a"
            + " folder that holds them.")
      }
      for part in parts { found[part.commission.name, default: []].append(part) }
    }
    var merges: [ShardMerge] = []
    for (_, parts) in found.sorted(by: { $0.key < $1.key }) { merges.append(try Self(parts)) }
    return merges
  }

  private static func parts(in folder: String) -> [(commission: RunRequest, folder: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let inside = names.filter { !$0.hasPrefix(".") }.sorted().map { folder + "/" + $0 }
    return ([folder] + inside).compactMap { folder in
      FileManager.default.contents(atPath: folder + "/" + ResultFolder.commissionName)
        .flatMap { RunRequest(json: Array($0)) }.map { ($0, folder) }
    }
  }

  private init(_ parts: [(commission: RunRequest, folder: String)]) throws(Mistake) {
    commission = parts[0].commission
    let count = commission.shard.count
    var folders: [Int: String] = [:]
    for part in parts {
      let differences = part.commission.differences(from: commission)
      guard differences.isEmpty else {
        throw Mistake(
          description: "'\(parts[0].folder)' and '\(part.folder)' are not parts of one result: they"
            + " differ in \(differences.joined(separator: ", ")).")
      }
      let number = part.commission.shard.number
      if let other = folders.updateValue(part.folder, forKey: number) {
        throw Mistake(
          description: "'\(other)' and '\(part.folder)' are both shard \(number) of \(count).")
      }
    }
    let missing = (1...count).filter { folders[$0] == nil }
    guard missing.isEmpty else {
      let shown = missing.prefix(10).map(String.init) + (missing.count > 10 ? ["…"] : [])
      throw Mistake(
        description: "'\(commission.name)' has \(count) shards, of which"
          + " \(shown.joined(separator: ", ")) \(missing.count == 1 ? "is" : "are") missing.")
    }
    self.folders = (1...count).compactMap { folders[$0] }
  }

  /// Writes the result as one run would have written it.
  ///
  /// - Parameters:
  ///   - path: The folder of the result.
  ///   - policy: What to do about what is there already.
  ///   - jobs: How many runs are performed at a time, where a search needs runs of its own.
  /// - Returns: The runs with their verdicts.
  /// - Throws: ``Mistake`` if a part is damaged, ``LabExperiment/ScriptError`` if the script cannot
  ///   be read any more, or ``ResultFolder/Failure`` if a file could not be read or written.
  public func write(
    to path: String, _ policy: ResultFolder.Policy, jobs: Int = 1
  ) throws -> ExperimentResult {
    let table = RunTable(try commission.plan())
    let lists = commission.lists(of: table.plan)
    for (index, folder) in folders.enumerated() {
      let files = try lists.files.map { list throws(ResultFolder.Failure) in
        (file: try DiskFile(reading: folder + "/" + list.name), header: list.header)
      }
      let journal = Journal(try DiskFile(reading: folder + "/" + Journal.name))
      let (isWhole, _) = try table.add(journal, in: folder, lists: files)
      var rounds = Rounds(
        table.plan, shard: Shard(number: index + 1, of: folders.count), metric: table.value)
      var isComplete = isWhole
      while isComplete, let round = rounds.next() { isComplete = round.allSatisfy(table.contains) }
      guard isComplete else {
        throw Mistake(
          description: "'\(folder)' is damaged: a run is missing or cannot be read. Perform shard"
            + " \(index + 1)/\(folders.count) anew.")
      }
    }
    let result = try ExperimentResult(name: name, table: table, jobs: jobs)
    let output = try ResultFolder(path, policy)
    try ResultAssembly(result: result, lists: lists, folder: output, jobs: jobs).write()
    return result
  }
}
