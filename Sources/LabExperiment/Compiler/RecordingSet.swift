import LabLanguage
import LabText
import LabWorkload

/// The recordings of a population, of which each replication has another.
struct RecordingSet {
  /// Their path, in whose last part `*` stands for any letters.
  let path: String
  /// The files as the script could name them, in the order of their names.
  let files: [String]

  /// Returns the mistake of more replications than there are recordings; `nil` if there are enough
  /// of them, or none.
  static func excess(_ replications: Int, of files: [String], at place: Place? = nil) -> Mistake? {
    guard !files.isEmpty, replications > files.count else { return nil }
    return Mistake(
      place,
      "each replication has a recording of its own, and there are \(files.count) for"
        + " \(replications) replications. Write \(files.count) at most.")
  }
}

extension ScriptCompiler {
  /// Reads the recordings that a path names: one, or those of a population.
  func recordings(
    _ path: String, of statement: Statement, at place: Place
  ) throws(Mistake) -> [Recording] {
    guard path.contains("*") else {
      return [try files.recording(place.source.beside(path), place: place)]
    }
    let population = try population(path, at: place)
    try spend(population.files.count, at: statement)
    return try population.files.map { file throws(Mistake) in
      let recording: Recording
      do throws(Mistake) {
        recording = try files.recording(place.source.beside(file), place: place)
      } catch {
        throw error.adding(" Repair '\(file)', or write a name that leaves it out.")
      }
      guard files.size <= Limits.recordingBytes else {
        throw Mistake(
          place,
          "these recordings hold more than \(Limits.recordingBytes >> 20) MB of tasks. Write a name"
            + " of fewer files.")
      }
      return recording
    }
  }

  /// Finds the files that a path with a `*` names; all loads of a script name the same.
  private func population(_ path: String, at place: Place) throws(Mistake) -> RecordingSet {
    let whole = place.source.beside(path)
    if let population {
      guard population.path == whole else {
        throw Mistake(
          place,
          "'\(whole)' and '\(population.path)' are two populations, and a replication has one"
            + " recording. Write the same name in both places.")
      }
      return population
    }
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let (folder, pattern) = (String(path[..<start]), String(path[start...]))
    guard !folder.contains("*") else {
      throw Mistake(
        place, "'*' stands in the name of a file, not of a folder. Write one folder before it.")
    }
    let names = files.names(place.source.beside(folder))
      .filter { !$0.hasPrefix(".") || pattern.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let found = names.filter { $0.matches(pattern) }
    guard !found.isEmpty else { throw noFile(names, in: folder, path, at: place) }
    guard found.count <= Limits.recordings else {
      throw Mistake(
        place,
        "'\(path)' names \(found.count) files, and \(Limits.recordings) is the most. Write a name of"
          + " fewer files, or rank the changes of all: runlooplab why --all FOLDER")
    }
    let all = RecordingSet(path: whole, files: found.map { folder + $0 })
    population = all
    return all
  }

  private func noFile(
    _ names: [String], in folder: String, _ path: String, at place: Place
  ) -> Mistake {
    guard let first = names.first else {
      return Mistake(
        place,
        "no file has a name like '\(path)': '\(folder.isEmpty ? "." : folder)' holds none. Write the"
          + " folder as seen from that of the script.")
    }
    let end = first.lastIndex(of: ".").map { first[$0...] } ?? first[...]
    return Mistake(
      place,
      "no file has a name like '\(path)'. '\(folder.isEmpty ? "." : folder)' holds '\(first)':"
        + " write for example"
        + " '\(folder)*\(end)'.")
  }

  /// How often runs are repeated: with each recording of a population once, unless the script says
  /// how many of them are taken.
  func replications(asked: Int) -> Int {
    guard let recordings = population?.files else { return asked }
    guard let repetition = outline["repeat"].first else { return recordings.count }
    if let excess = RecordingSet.excess(
      asked, of: recordings, at: repetition.head.first?.place)
    {
      report(excess.place, excess.message)
      return recordings.count
    }
    return asked
  }
}
