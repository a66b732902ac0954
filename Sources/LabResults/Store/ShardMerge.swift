import Foundation
package import LabExperiment
import LabLanguage
package import LabText

/// Joins the parts of a plan, each performed on its own, into the result of one run.
package struct ShardMerge {
  /// The experiment's short name.
  package var name: String { request.name }

  /// The runs of all parts.
  package var plan: Plan { get throws { try request.plan() } }

  private let request: RunRequest
  /// The folders of the parts, the first part first.
  private let folders: [String]

  /// Finds the parts in some folders, and sorts them by the experiment.
  ///
  /// - Parameter folders: The folders of parts, or folders of such folders.
  /// - Returns: One merge per experiment, in the order of their names.
  /// - Throws: `InputError` if a folder holds no part, or if the parts of an experiment are not all
  ///   there, not of one request, or there twice.
  package static func find(in folders: [String]) throws(InputError) -> [ShardMerge] {
    var found: [String: [(request: RunRequest, folder: String)]] = [:]
    for folder in folders {
      let parts = try parts(in: folder)
      guard !parts.isEmpty else {
        throw InputError(
          "'\(folder)' holds no shard. Name the folders that 'run --shard' wrote, or a"
            + " folder that holds them.")
      }
      for part in parts { found[part.request.name, default: []].append(part) }
    }
    var merges: [ShardMerge] = []
    for (_, parts) in found.sorted(by: { $0.key < $1.key }) { merges.append(try Self(parts)) }
    return merges
  }

  private static func parts(
    in folder: String
  ) throws(InputError) -> [(request: RunRequest, folder: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let inside = names.filter { !$0.hasPrefix(".") }.sorted().map { folder + "/" + $0 }
    var parts: [(request: RunRequest, folder: String)] = []
    for folder in [folder] + inside {
      let path = folder + "/" + StagingFolder.requestName
      guard let file = try? DiskFile(reading: path),
        let json = try? file.reading.read(at: 0, count: file.count)
      else { continue }
      guard let request = RunRequest(json: json) else {
        throw InputError(
          "'\(path)' is not as the lab writes it. Delete the folder and perform the"
            + " shard again.")
      }
      parts.append((request, folder))
    }
    return parts
  }

  private init(_ parts: [(request: RunRequest, folder: String)]) throws(InputError) {
    request = parts[0].request
    let count = request.shard.count
    var folders: [Int: String] = [:]
    for part in parts {
      let differences = part.request.differences(from: request)
      guard differences.isEmpty else {
        throw InputError(
          "'\(parts[0].folder)' and '\(part.folder)' are not parts of one result: they"
            + " differ in \(differences.joined(separator: ", ")).")
      }
      let number = part.request.shard.number
      if let other = folders.updateValue(part.folder, forKey: number) {
        throw InputError(
          "'\(other)' and '\(part.folder)' are both shard \(number) of \(count).")
      }
    }
    let missing = (1...count).filter { folders[$0] == nil }
    guard missing.isEmpty else {
      let shown = missing.prefix(10).map(String.init) + (missing.count > 10 ? ["…"] : [])
      throw InputError(
        "'\(request.name)' has \(count) shards, of which"
          + " \(shown.joined(separator: ", ")) \(missing.count == 1 ? "is" : "are") missing.")
    }
    self.folders = (1...count).compactMap { folders[$0] }
  }

  /// Writes the result as one run would have written it.
  ///
  /// - Throws: `InputError` if a part is damaged, `ScriptError` if the script cannot
  ///   be read any more, or ``WriteError`` if a file could not be read or written.
  package func write(
    to path: String, _ policy: ResultFolder.Policy, jobs: Int = 1
  ) throws -> ExperimentResult {
    let plan = try request.plan()
    let table = RunTable(plan, request.selection(for: plan.experiment))
    let lists = request.lists(of: table.plan)
    let renewed = FileManager.default.temporaryDirectory
      .appending(path: "merge-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: renewed) }
    for (index, folder) in folders.enumerated() {
      let shard = Shard(number: index + 1, of: folders.count)
      try checkVersion(of: folder)
      var source = folder
      if request != request.renewed {
        source = renewed + "/\(index)"
        guard
          try OlderRuns(folder: folder, selection: table.selection, lists: lists).write(to: source)
            .isWhole
        else { throw damaged(folder, shard) }
      }
      guard try add(source, to: table, lists, shard) else { throw damaged(folder, shard) }
    }
    let result = try ExperimentResult(name: name, table: table, jobs: jobs)
    let output = try ResultFolder(path, policy)
    try ResultAssembly(
      result: result, lists: lists, folder: output, request: request.renewed.whole, jobs: jobs
    ).write()
    return result
  }

  private func damaged(_ folder: String, _ shard: Shard) -> InputError {
    InputError(
      "'\(folder)' is damaged: a run is missing or not as it was written. Delete it"
        + " and perform shard \(shard) again.")
  }

  /// Throws if a part was written by a newer version, whose files may have other columns.
  private func checkVersion(of folder: String) throws(InputError) {
    let path = folder + "/runs.csv"
    // A row that is damaged is found later.
    guard let file = try? DiskFile(reading: path),
      let bytes = try? file.reading.read(at: 0, count: min(file.count, 1 << 18)),
      let reader = try? CSVReader(path, foreign: bytes),
      let position = SchemaColumn.position(in: reader.header), let row = try? reader.next(),
      row.fields.count == reader.header.fields.count, let version = Int(row[position]),
      version > SchemaColumn.version
    else { return }
    throw InputError(
      "'\(folder)' cannot be merged. \(row.mistake(at: position, SchemaColumn.newer(version)))")
  }

  /// Takes in the runs of a part; false if they are not all there as they were written.
  private func add(
    _ folder: String, to table: RunTable, _ lists: PerRunFiles, _ shard: Shard
  ) throws -> Bool {
    var files: [(file: DiskFile, header: [UInt8])] = []
    for list in lists.files {
      guard let file = try? DiskFile(reading: folder + "/" + list.name),
        try file.reading.read(at: 0, count: list.header.count) == list.header
      else { return false }
      files.append((file, list.header))
    }
    guard let journal = try? DiskFile(reading: folder + "/" + Journal.name),
      try table.add(Journal(journal), in: folder, lists: files).isWhole
    else { return false }
    var rounds = Rounds(table.plan, shard: shard, metric: table.value)
    while let round = rounds.next() {
      guard round.allSatisfy({ !table.plan.performs($0) || table.contains($0) }) else {
        return false
      }
    }
    return true
  }
}
