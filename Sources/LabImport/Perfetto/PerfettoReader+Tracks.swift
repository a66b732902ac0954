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
    // The lab draws a run as a track, beside a process of the same name that has its frames.
    let processes = Dictionary(
      processNames.map { ($0.value, [$0.key]) }, uniquingKeysWith: { $0 + $1 })
    for (id, index) in trackOrder.map({ ($0, trackThreads[$0] ?? 0) }) {
      let track = tracks[id]
      trace.threads[index].isThread = track?.thread != nil
      trace.threads[index].threadName = track?.name ?? ""
      if let thread = track?.thread { trace.threads[index].thread = thread }
      let parent = tracks[track?.parent ?? 0]?.name ?? ""
      let namesakes = parent.isEmpty ? [] : processes[parent] ?? []
      let process = process(of: id) ?? (namesakes.count == 1 ? namesakes[0] : 0)
      trace.threads[index].process = process
      trace.threads[index].processName = processNames[process] ?? parent
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

extension PerfettoReader {
  private static let frameLimit = 1 << 20
  /// What became of a frame of Android, by its type of presentation.
  private static let outcomes: [UInt64: ImportedTrace.Frame.Outcome] = [
    1: .presented, 2: .late, 3: .presented, 4: .dropped,
  ]

  /// Takes the time of a vsync from an event's annotations.
  mutating func addVsync(
    _ annotations: [ArraySlice<UInt8>], _ name: UInt32, _ sequence: PerfettoSequence
  ) {
    for annotation in annotations {
      guard let time = Self.frameTime(annotation, sequence, depth: 0),
        1..<(Decimal.timeLimit / 1000) ~= time
      else { continue }
      // The compositor tells monotonic microseconds.
      let shifted = time * 1000 &+ (offsets[3] ?? 0)
      guard 0...Decimal.timeLimit ~= shifted else { continue }
      trace.addVsync(shifted, source: trace.names.names[Int(name)])
      return
    }
  }

  private static func frameTime(
    _ bytes: ArraySlice<UInt8>, _ sequence: PerfettoSequence, depth: Int
  ) -> Int64? {
    var isTime = false
    var number: Int64?
    var inner: Int64?
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: isTime = sequence.isFrameTime(value.unsigned)
      case 10: isTime = ["frame_time", "frame_time_us"].contains(value.text)
      case 3, 4: number = value.integer
      case 5: number = Int64(exactly: Double(bitPattern: value.unsigned).rounded())
      case 8: inner = inner ?? nestedFrameTime(value.slice, depth: depth)
      case 11 where depth < 8: inner = inner ?? frameTime(value.slice, sequence, depth: depth + 1)
      default: break
      }
    }
    return isTime ? number : inner
  }

  /// Reads the old form of nested annotations: a list of keys beside a list of values.
  private static func nestedFrameTime(_ bytes: ArraySlice<UInt8>, depth: Int) -> Int64? {
    var keys: [String] = []
    var values: [ArraySlice<UInt8>] = []
    for (field, value) in ProtobufReader(bytes) {
      if field == 2 { keys.append(value.text) }
      if field == 3 { values.append(value.slice) }
    }
    for (key, bytes) in zip(keys, values) where key == "frame_time" || key == "frame_time_us" {
      for (field, value) in ProtobufReader(bytes) {
        if field == 5 { return value.integer }
        if field == 6 { return Int64(exactly: Double(bitPattern: value.unsigned).rounded()) }
      }
    }
    return nil
  }

  /// Takes the begin or end of a frame that Chromium's compositor reports.
  mutating func addReport(_ slice: RawSlice, track: UInt64, _ reporter: ArraySlice<UInt8>) {
    var outcome: ImportedTrace.Frame.Outcome?
    for (field, value) in ProtobufReader(reporter) where field == 1 {
      outcome = [0: .idle, 1: .presented, 2: .partial, 3: .dropped][value.unsigned]
    }
    guard var report = openReports[track] else {
      guard slice.phase == .begin, openReports.count < Self.frameLimit else { return }
      openReports[track] = (
        RawFrame(
          start: slice.start, end: slice.start, process: 0, outcome: outcome ?? .unknown,
          layer: ""), 1
      )
      return
    }
    report.depth += slice.phase == .begin ? 1 : slice.phase == .end ? -1 : 0
    if let outcome { report.frame.outcome = outcome }
    guard report.depth == 0 else {
      openReports[track] = report
      return
    }
    openReports[track] = nil
    report.frame.end = max(report.frame.start, slice.start)
    if reports.count < Self.frameLimit { reports.append((report.frame, track)) }
  }

  /// Adds the reported frames, with the process of their tracks.
  mutating func finishReports() {
    for (frame, track) in reports {
      var frame = frame
      frame.process = process(of: track) ?? 0
      trace.frames.append(frame)
    }
  }

  /// Returns the process that a track or one of those above it belongs to.
  func process(of track: UInt64) -> Int64? {
    var id = track
    for _ in 0..<8 {
      guard let track = tracks[id] else { return nil }
      if let process = track.process { return process }
      id = track.parent
    }
    return nil
  }

  /// Reads the begin or end of a frame of Android's FrameTimeline.
  mutating func readFrame(_ bytes: ArraySlice<UInt8>, time: Int64) {
    trace.see(time)
    for (field, value) in ProtobufReader(bytes) {
      var cookie: UInt64 = 0
      var frame = RawFrame(start: time, end: time, process: 0, outcome: .unknown, layer: "")
      for (part, value) in ProtobufReader(value.slice) {
        switch (field, part) {
        case (_, 1): cookie = value.unsigned
        case (4, 4): frame.process = value.integer
        case (4, 5): frame.layer = value.text
        case (4, 6): frame.outcome = Self.outcomes[value.unsigned] ?? .unknown
        default: break
        }
      }
      switch field {
      case 1: trace.addVsync(time, source: "expected display frames")
      case 4 where openFrames.count < Self.frameLimit: openFrames[cookie] = frame
      case 5: endFrame(cookie, time: time)
      default: break
      }
    }
  }

  private mutating func endFrame(_ cookie: UInt64, time: Int64) {
    guard var frame = openFrames.removeValue(forKey: cookie), time >= frame.start,
      trace.frames.count < Self.frameLimit
    else { return }
    frame.end = time
    trace.frames.append(frame)
  }
}
