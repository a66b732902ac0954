extension PerfettoReader {
  private static let descriptorLimit = 1 << 16

  /// Reads the description of a track.
  mutating func readTrack(_ bytes: ArraySlice<UInt8>) {
    var id: UInt64 = 0
    var track = Track()
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: id = value.unsigned
      case 5: track.parent = value.unsigned
      case 2, 10: track.name = value.text
      case 3: readProcess(value.slice, &track)
      case 4: readThread(value.slice, &track)
      case 8: readCounter(value.slice, &track)
      default: break
      }
    }
    guard tracks.count < Self.descriptorLimit else { return }
    if let old = tracks[id] {
      track.name = track.name.isEmpty ? old.name : track.name
      track.process = track.process ?? old.process
      track.thread = track.thread ?? old.thread
      if track.threadTimeUnit == 0 { track.threadTimeUnit = old.threadTimeUnit }
    }
    tracks[id] = track
  }

  /// Reads a description of a process or thread that stands for itself, as in old files.
  mutating func readOldDescriptor(_ bytes: ArraySlice<UInt8>, field: UInt64) {
    var track = Track()
    if field == 43 { readProcess(bytes, &track) } else { readThread(bytes, &track) }
  }

  private mutating func readProcess(_ bytes: ArraySlice<UInt8>, _ track: inout Track) {
    var names: [UInt64: String] = [:]
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: track.process = value.integer
      case 2 where names[2] == nil: names[2] = Self.program(value.text)
      case 6: names[6] = value.text.hasPrefix("/") ? Self.program(value.text) : value.text
      default: break
      }
    }
    guard processNames.count < Self.descriptorLimit else { return }
    if let process = track.process, let name = names[6] ?? names[2] { processNames[process] = name }
  }

  /// Returns the name of a program in a command line, without its path and arguments.
  private static func program(_ command: String) -> String {
    let program = command.split(separator: " ", maxSplits: 1).first ?? ""
    return String(program.split(separator: "/").last ?? program)
  }

  private mutating func readThread(_ bytes: ArraySlice<UInt8>, _ track: inout Track) {
    var name = ""
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: track.process = value.integer
      case 2: track.thread = value.integer
      case 5: name = value.text
      default: break
      }
    }
    guard threadNames.count < Self.descriptorLimit, let thread = track.thread else { return }
    if !name.isEmpty { track.name = name }
    threadProcesses[thread] = track.process
  }

  private func readCounter(_ bytes: ArraySlice<UInt8>, _ track: inout Track) {
    var unit: Int64 = 1
    var isThreadTime = false
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: isThreadTime = value.unsigned == 1
      case 4: unit = min(max(1, value.integer), 1_000_000_000)
      case 5: track.isIncremental = value.unsigned != 0
      default: break
      }
    }
    if isThreadTime { track.threadTimeUnit = unit }
  }

  /// Reads the names of processes and threads of the system.
  mutating func readProcesses(_ bytes: ArraySlice<UInt8>) {
    for (field, value) in ProtobufReader(bytes) where field == 1 || field == 2 {
      var numbers: [UInt64: Int64] = [:]
      var name = ""
      for (part, value) in ProtobufReader(value.slice) {
        switch (field, part) {
        case (1, 3) where name.isEmpty: name = Self.program(value.text)
        case (2, 2): name = value.text
        default: numbers[part] = value.integer
        }
      }
      guard let id = numbers[1], processNames.count + threadNames.count < Self.descriptorLimit
      else { continue }
      if field == 1 {
        processNames[id] = name
        threadProcesses[id] = id
      } else {
        if !name.isEmpty { threadNames[id] = name }
        if let process = numbers[3] { threadProcesses[id] = process }
      }
    }
  }

  /// Joins what stands in different places of a file.
  mutating func finish() {
    for (id, index) in trackOrder.map({ ($0, trackThreads[$0] ?? 0) }) {
      let track = tracks[id]
      trace.threads[index].isThread = track?.thread != nil
      trace.threads[index].threadName = track?.name ?? ""
      if let thread = track?.thread { trace.threads[index].thread = thread }
      let process = process(of: id) ?? 0
      trace.threads[index].process = process
      trace.threads[index].processName =
        processNames[process] ?? tracks[track?.parent ?? 0]?.name ?? ""
    }
    finishReports()
    marks.finish(&trace, processes: threadProcesses, names: threadNames)
    for index in trace.threads.indices where trace.threads[index].processName.isEmpty {
      trace.threads[index].processName = processNames[trace.threads[index].process] ?? ""
    }
    if !trace.threads.contains(where: { $0.isThread && !$0.slices.isEmpty }) {
      for index in trace.threads.indices { trace.threads[index].isThread = true }
    }
    trace.isWrapper = trace.names.names.map { ChromeName($0) == .wrapper }
    for number in posted.values { trace.isWrapper[Int(number)] = true }
    trace.tally.repairedNames = trace.names.repaired
    trace.clock = "nanoseconds since the start of the system"
  }
}
