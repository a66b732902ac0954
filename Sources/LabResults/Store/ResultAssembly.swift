import LabExperiment

/// Writes the files of a result from its finished runs, in the order of the plan.
struct ResultAssembly {
  let result: ExperimentResult
  /// The lists that stand beside each journal.
  let lists: PerRunFiles
  let folder: ResultFolder
  /// What was asked for.
  let request: RunRequest
  /// How many threads may work on statistics.
  let jobs: Int

  /// Writes all files, and puts the folder in its place.
  func write() throws(WriteError) {
    try write("summary.csv") { result, write throws(WriteError) in
      try SummaryFile(result).write(jobs: jobs, write)
    }
    try write("verdicts.csv", ResultFiles.verdicts)
    if !result.predictions.isEmpty { try write("predictions.csv", PredictionFile.write) }
    if !result.findings.isEmpty { try write("findings.csv", ResultFiles.findings) }
    for (index, list) in lists.files.enumerated() { try assemble(list, index) }
    let table = result.table
    try folder.append(DataPackage(of: result, columns).bytes, to: DataPackage.file)
    try Manifest(request, result.plan, files: try folder.seals()).write(
      fingerprints: table.runs.lazy.map { table.record(of: $0)?.fingerprint ?? 0 }
    ) { bytes throws(WriteError) in
      try folder.append(bytes, to: Manifest.name)
    }
    try result.table.check()
    try folder.commit()
  }

  /// The columns of all files, file by file.
  private var columns: [[ResultColumns.Entry]] {
    let sweeps = SweepColumn.all(of: result.experiment)
    var others = [
      ResultColumns.entries(SummaryFile.file(sweeps: sweeps)),
      ResultColumns.entries(ResultFiles.verdicts),
    ]
    if !result.predictions.isEmpty {
      others.append(ResultColumns.entries(PredictionFile.file(sweeps: sweeps)))
    }
    if !result.findings.isEmpty { others.append(ResultColumns.entries(ResultFiles.findings)) }
    return lists.columns + others
  }

  private typealias Write = ([UInt8]) throws(WriteError) -> Void

  private func write(
    _ name: String,
    _ content: (ExperimentResult, Write) throws(WriteError) -> Void
  ) throws(WriteError) {
    try content(result) { bytes throws(WriteError) in
      try folder.append(bytes, to: name)
    }
  }

  /// Brings the rows of a list into the order of the plan.
  private func assemble(_ list: (name: String, header: [UInt8]), _ index: Int)
    throws(WriteError)
  {
    let table = result.table
    let files = try table.sources.map { source throws(WriteError) in
      try DiskFile(reading: source.folder + "/" + list.name)
    }
    let header = list.header
    var piece = (source: 0, rows: header.count..<header.count)
    var isCopied = false
    func copy() throws(WriteError) {
      if !isCopied { try folder.append(header, to: list.name) }
      isCopied = true
      for begin in stride(from: piece.rows.lowerBound, to: piece.rows.upperBound, by: 1 << 20) {
        let count = min(1 << 20, piece.rows.upperBound - begin)
        try folder.append(
          try files[piece.source].reading.read(at: begin, count: count), to: list.name)
      }
    }
    for run in table.runs {
      guard let rows = table.record(of: run)?.rows[index] else { break }
      if table.records.source(of: run) == piece.source, rows.lowerBound == piece.rows.upperBound {
        piece.rows = piece.rows.lowerBound..<rows.upperBound
      } else {
        try copy()
        piece = (table.records.source(of: run), rows)
      }
    }
    let isInOrder = !isCopied && piece.rows.upperBound == files[0].count
    if isInOrder, table.sources[0].folder == folder.runs {
      try folder.adopt(list.name)
    } else {
      try copy()
    }
  }
}
