/// Reads traces of other tools.
package enum TraceImporter {
  /// Reads a trace and takes the tasks of its main thread.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file, as they are or compressed by gzip.
  ///   - options: What to take.
  ///   - other: Another export of Instruments, with signposts that name the tasks, or vsyncs.
  /// - Returns: The tasks, vsyncs and frames, with what was kept and left out.
  /// - Throws: The reason why there is none, with the remedy; `ImportFailure.ambiguous` with the
  ///   candidates if the main thread is in doubt.
  /// - Complexity: O(n log n) in the slices of the thread; the file is read once, and not kept.
  package static func read(
    _ source: ByteSource, options: ImportOptions = ImportOptions(), joining other: ByteSource? = nil
  ) throws(ImportFailure) -> ImportedTrace {
    var raw = try readAll(source, options: options)
    if let other {
      let other = try readAll(other, options: options)
      if let reason = raw.foreignness(of: other) { throw .unsupported(reason) }
      raw.join(other)
    }
    return try TraceAssembler(raw: raw, options: options).assemble()
  }

  /// Reads a trace and returns the threads that could be its main thread, the most likely first.
  ///
  /// - Throws: The reason why there is none.
  package static func threads(
    _ source: ByteSource, options: ImportOptions = ImportOptions()
  ) throws(ImportFailure) -> [ImportedTrace.Thread] {
    ThreadChooser(trace: try readAll(source, options: options), options: options).candidates()
  }

  private static func readAll(
    _ source: ByteSource, options: ImportOptions
  ) throws(ImportFailure) -> RawTrace {
    do throws(Stop) {
      return try readRaw(source, options: options)
    } catch .failure(let failure) {
      throw failure
    } catch {
      throw .broken("the file ends before its first event.", offset: 0)
    }
  }

  private static func readRaw(
    _ source: ByteSource, options: ImportOptions
  ) throws(Stop) -> RawTrace {
    var window = ByteWindow { () throws(Stop) in source.next() }
    var gzip: GzipStream?
    if try window.peek(2).elementsEqual([0x1f, 0x8b]) {
      let stream = GzipStream(window)
      gzip = stream
      window = ByteWindow { () throws(Stop) in try stream.next() }
    }
    let head = try Array(window.peek(4096))
    if head.isEmpty, gzip?.isCut == true { throw .ended }
    var trace = try read(window, as: format(head, options))
    if gzip?.isCut == true { trace.tally.isTruncated = true }
    if gzip?.hasTail == true { trace.notes.append("Bytes after the compressed data were ignored.") }
    return trace
  }

  private static func format(
    _ head: [UInt8], _ options: ImportOptions
  ) throws(Stop) -> TraceFormat {
    if let format = options.format { return format }
    do throws(ImportFailure) {
      return try TraceFormat.recognize(head)
    } catch {
      throw .failure(error)
    }
  }

  private static func read(
    _ window: ByteWindow, as format: TraceFormat
  ) throws(Stop) -> RawTrace {
    switch format {
    case .chrome: try ChromeReader.read(window)
    case .perfetto: try PerfettoReader.read(window)
    case .firefox: try FirefoxReader.read(window)
    case .instruments: try InstrumentsReader.read(window)
    case .perf, .ftrace: try TextReader.read(window, format: format)
    }
  }
}

/// What to take from a trace.
package struct ImportOptions: Hashable, Sendable {
  /// The name or number of the thread to take.
  package var thread: String?
  /// The name or number of the process to take.
  package var process: String?
  /// The start of the window, in nanoseconds from the first event.
  package var from: Int64?
  /// The end of the window, in nanoseconds from the first event.
  package var to: Int64?
  /// Shorter tasks are left out, in nanoseconds.
  package var least: Int64
  /// Whether names are replaced by numbers.
  package var anonymised: Bool
  /// The format, if it is not to be recognized.
  package var format: TraceFormat?

  package init(
    thread: String? = nil, process: String? = nil, from: Int64? = nil, to: Int64? = nil,
    least: Int64 = 100_000, anonymised: Bool = false, format: TraceFormat? = nil
  ) {
    (self.thread, self.process, self.from, self.to) = (thread, process, from, to)
    (self.least, self.anonymised, self.format) = (least, anonymised, format)
  }
}

/// The reason why a file gives no recording, and the remedy.
package enum ImportFailure: Error, Hashable, Sendable {
  /// The format holds no tasks, or is not supported.
  case unsupported(String)
  /// The file breaks the rules of its format.
  case broken(String, offset: Int)
  /// The file holds nothing that the options ask for.
  case empty(String)
  /// Several threads could be the main thread, or the requested one is not unique.
  case ambiguous([ImportedTrace.Thread])
  /// A limit on size was reached.
  case tooLarge(String)
}

extension ImportFailure: CustomStringConvertible {
  /// The reason and the remedy in words.
  package var description: String {
    switch self {
    case .unsupported(let reason), .empty(let reason), .tooLarge(let reason): reason
    case .broken(let reason, let offset): "byte \(offset): \(reason)"
    case .ambiguous(let threads):
      "\(threads.count) threads could be the main thread. Choose one with --thread and --process.\n"
        + ImportedTrace.Thread.table(Array(threads.prefix(20)))
    }
  }
}

/// What stops a reader in the middle of a file.
enum Stop: Error {
  /// The bytes end too early.
  case ended
  /// The bytes are not of this format, or a limit was reached.
  case failure(ImportFailure)

  static func broken(_ reason: String, at offset: Int) -> Stop {
    .failure(.broken(reason, offset: offset))
  }
}
