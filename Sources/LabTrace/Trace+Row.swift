import LabKernel

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
