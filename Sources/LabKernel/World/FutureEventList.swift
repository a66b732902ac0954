/// What is to happen outside the simulated thread: at most one entry for each device.
///
/// A loop sets its alarms twice a firing, and has few of them. Their entries stand beside the queue
/// of all others, where setting one costs little more than writing down when it is due.
@usableFromInline
struct FutureEventList: ~Copyable {
  private var queue = EventQueue(width: 8)
  /// The alarms, in order of their ranks.
  @usableFromInline var alarms = UniqueArray<Alarm>()
  /// The place of the alarm that goes off first, and when; `Int64.max` if none is set.
  @usableFromInline var first = (place: 0, due: Int64.max)

  /// The device of an alarm, and when it goes off.
  @usableFromInline
  struct Alarm {
    let id: Int
    let rank: UInt64
    /// `Int64.max` if it is not set.
    @usableFromInline var due = Int64.max
  }

  /// When the first entry is due; `nil` if there is none.
  @inline(__always)
  var nextDue: Int64? {
    let due = min(queue.first?.key.due ?? .max, first.due)
    return due == .max ? nil : due
  }

  mutating func schedule(_ id: Int, key: EventQueue.Key) { queue.schedule(id, key: key) }

  mutating func remove(_ id: Int) { queue.remove(id) }

  /// Adds an alarm, which is not set, and returns its place.
  mutating func addAlarm(_ id: Int, rank: UInt64) -> Int {
    alarms.append(Alarm(id: id, rank: rank))
  }

  /// Sets an alarm, or takes it back with `Int64.max`.
  @inlinable
  @inline(__always)
  mutating func setAlarm(_ place: Int, at due: Int64) {
    alarms[place].due = due
    if alarms.count == 1 { first.due = due } else { findFirstAlarm() }
  }

  @usableFromInline
  mutating func findFirstAlarm() {
    first = (0, alarms[0].due)
    for place in 1..<alarms.count where alarms[place].due < first.due {
      first = (place, alarms[place].due)
    }
  }

  /// Takes the first entry out, if it is due at or before an instant.
  ///
  /// - Returns: The device, and when it was due.
  @inline(__always)
  mutating func takeFirst(dueBy limit: Int64) -> (id: Int, due: Int64)? {
    guard isAlarmFirst else { return queue.takeFirst(dueBy: limit) }
    guard first.due <= limit else { return nil }
    let taken = (alarms[first.place].id, first.due)
    setAlarm(first.place, at: .max)
    return taken
  }

  @inline(__always)
  private var isAlarmFirst: Bool {
    guard let other = queue.first?.key, other.due <= first.due else { return true }
    return other.due == first.due && alarms[first.place].rank < other.rank
  }
}
