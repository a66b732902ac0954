/// What a further instant of a record is.
package enum ValueKind: UInt8, Sendable {
  /// When a task was put on its queue, or an input happened.
  case arrived = 0
  /// When a callout was due.
  case due = 1
  /// When the frame of a display link is to be shown.
  case target = 2
  /// After a timer's callout: the date that it is armed for.
  case next = 3
  /// After a timer's callout: it never fires again; the instant is that of the note.
  case over = 4
  /// After a display link's callout: it is paused, or it is not.
  case paused = 5
  case unpaused = 6
}
