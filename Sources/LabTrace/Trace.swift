public import LabKernel

/// What happened in one run, in order.
///
/// A simulated run and a live measurement yield the same kind of trace, so nothing that reads one
/// can tell them apart.
public struct Trace: Sendable {
  /// How much a trace keeps.
  ///
  /// The fingerprint covers everything in either case.
  public enum Detail: Sendable {
    /// What the metrics need.
    case measurements
    /// Every activity of every pass as well.
    case everything
  }

  /// How the display shows frames, and what was intended.
  public var header: Header

  /// The records, in the order in which things happened.
  public private(set) var records: [TraceRecord] = []

  /// The names of all subjects; a record refers to them by index.
  public private(set) var names: [String] = []

  /// The names of the modes; a record refers to them by index.
  public private(set) var modes: [String] = []

  @usableFromInline
  let detail: Detail
  /// How many records are kept at most, if they are handed over.
  var limit = Int.max
  /// The places of the names; empty as long as there are few.
  private var nameIndex: [String: UInt32] = [:]
  @usableFromInline
  var hash = StableHash()

  /// Creates an empty trace.
  ///
  /// - Parameters:
  ///   - header: How the display shows frames, and what was intended.
  ///   - detail: How much it keeps.
  ///   - expectedCount: How many records to make room for; memory that stays unused costs nothing.
  public init(
    header: Header = Header(), detail: Detail = .measurements, expectedCount: Int = 0
  ) {
    self.header = header
    self.detail = detail
    records.reserveCapacity(expectedCount)
  }

  /// Creates an empty trace whose records lie in the memory of another run's, which it takes over.
  package init(detail: Detail, in memory: inout [TraceRecord]) {
    self.init(detail: detail)
    // Exchanged, not assigned: two that hold the same memory would each get new memory instead.
    swap(&records, &memory)
    records.removeAll(keepingCapacity: true)
  }

  /// Gives away the memory of the records, in which those of another run may lie.
  package mutating func giveMemory(to memory: inout [TraceRecord]) {
    memory = []
    swap(&records, &memory)
  }

  /// A stable hash of the header, every record and every name, the same on every platform.
  ///
  /// Two runs with one fingerprint did the same things at the same instants and have the same
  /// metrics. Of the activities that a loop announces a word for each pass counts, whether they are
  /// kept or not.
  public var fingerprint: UInt64 {
    var hash = hash
    for name in names { hash.combine(name) }
    for mode in modes { hash.combine(mode) }
    hash.combine(header)
    return hash.value
  }

  /// Returns the index of a name, entered into the table if it is new.
  public mutating func intern(_ name: String) -> UInt32 {
    guard names.count >= Self.fewNames else { return internAmongFew(name) }
    for place in nameIndex.count..<names.count { nameIndex[names[place]] = UInt32(place) }
    let next = UInt32(names.count)
    // Found or entered in one access, which hashes the name once.
    let index = Self.value(&nameIndex[name, default: next])
    if index == next { names.append(name) }
    return index
  }

  /// So many names are found sooner one by one than by their hashes; most runs have no more.
  private static let fewNames = 16

  private mutating func internAmongFew(_ name: String) -> UInt32 {
    if let place = names.firstIndex(of: name) { return UInt32(place) }
    if names.isEmpty { names.reserveCapacity(Self.fewNames) }
    names.append(name)
    return UInt32(names.count - 1)
  }

  private static func value(_ place: inout UInt32) -> UInt32 { place }

  /// Enters a mode, whose index is the number of modes before it.
  public mutating func addMode(_ name: String) {
    if modes.isEmpty { modes.reserveCapacity(4) }
    modes.append(name)
  }

  /// Appends an event that happened in a mode at a depth of nested runs.
  ///
  /// - Complexity: O(1) amortised, without allocation between growths.
  @inlinable
  @inline(always)
  public mutating func append(
    _ event: TraceEvent, at time: Instant, mode: UInt8 = TraceRecord.noMode, depth: UInt8 = 0
  ) {
    append(TraceRecord(event, at: time, mode: mode, depth: depth))
  }

  /// Appends a record.
  ///
  /// - Complexity: O(1) amortised, without allocation between growths.
  @inlinable
  @inline(always)
  public mutating func append(_ record: TraceRecord) {
    if note(record) { keep(record) }
  }

  /// Takes a record into the fingerprint, and returns whether it is kept.
  @inlinable
  @inline(always)
  mutating func note(_ record: TraceRecord) -> Bool {
    if record.kind == .activity { return detail == .everything }
    hash.combine(record)
    return true
  }

  /// Takes a pass into the fingerprint: when it began to serve, in which mode and how deep, and
  /// whether it slept before.
  @inlinable
  @inline(always)
  mutating func notePass(at time: Instant, mode: UInt8, depth: UInt8, slept: Bool) {
    let place = UInt64(mode) << 56 | UInt64(depth) << 48 | (slept ? 1 : 0) << 47
    hash.combine(UInt64(bitPattern: time.nanoseconds) ^ place)
  }

  @usableFromInline
  mutating func keep(_ noted: TraceRecord) { records.append(noted) }

  mutating func keep(_ noted: borrowing UniqueArray<TraceRecord>) { noted.append(to: &records) }

  var isFull: Bool { records.count >= limit }

  /// Forgets the records, which count for the fingerprint as before.
  mutating func forgetRecords() { records.removeAll(keepingCapacity: true) }
}

extension Trace {
  /// How files and messages spell an event: the values of ``TraceEvent`` under fixed names.
  public struct Row: Hashable, Sendable {
    /// The kind; see ``TraceKind/name``.
    public let what: String
    /// The source, load, driver or display to which it happened.
    public let who: String?
    /// The word that belongs to the kind: a source, a mode, an outcome, a result, a reason.
    public var detail = ""
    /// The first number of the kind, in nanoseconds where it is a time.
    public var first: Int64?
    /// The second number of the kind, in nanoseconds where it is a time.
    public var second: Int64?
    /// The place of content or of a body, in points, or another real number; it stands where other
    /// kinds have ``first``.
    public var place: Double?
    /// A real number that stands where other kinds have ``second``.
    public var secondReal: Double?
  }

  /// Returns an event as it is written in files and messages.
  public func row(of record: TraceRecord) -> Row {
    var row = Row(
      what: record.kind.name, who: record.kind.hasSubject ? names[Int(record.subject)] : nil)
    func say(_ detail: String = "", _ first: Int64? = nil, _ second: Int64? = nil) {
      (row.detail, row.first, row.second) = (detail, first, second)
    }
    switch record.event {
    case .declared(_, let source, let interval, let tolerance):
      say(source.name, interval, tolerance)
    case .joined(_, let mode), .left(_, let mode): say(modes[Int(mode)])
    case .runBegan(let limit): say("", limit)
    case .runReturned(let result): say(result.name)
    case .activity(let activity): say(activity.name)
    case .calloutBegan(_, let source, let due, let newest):
      say(source.name, due.nanoseconds, newest.nanoseconds)
    case .calloutEnded(_, let source, let next, let missed):
      say(source.name, next?.nanoseconds, missed)
    case .arrived(_, let serial, let duration): say("", duration, serial)
    case .taskBegan(_, let serial, let arrival): say("", arrival.nanoseconds, serial)
    case .taskEnded(_, let serial): say("", nil, serial)
    case .vsync(_, let index, let reason, let aim): say(reason.name, index, aim)
    case .linkDue(_, let vsync, let outcome): say(outcome.name, vsync)
    case .rephased(_, let date): say("", date.nanoseconds)
    case .paced(_, let divider): say("", divider)
    case .update(_, let time, let due): say("", time.nanoseconds, due.nanoseconds)
    case .commit(let updates, let cost): say("", updates, cost)
    case .input(_, let happened): say("", happened.nanoseconds)
    case .woke(let delay): say("", delay)
    case .content(_, let place, let offset, let isHandedOver):
      say(isHandedOver ? "handed_over" : "", nil, offset)
      row.place = place
    case .motionEnded(_, let began): say("", began.nanoseconds)
    case .scene(_, let event):
      let (kind, first, second) = event.packed
      (row.place, row.secondReal) = event.reals
      say(
        SceneEvent.names[Int(kind)], row.place == nil ? first : nil,
        row.secondReal == nil ? second : nil)
    case .paused, .resumed, .invalidated, .motionBegan, .ended: break
    }
    return row
  }
}
