/// The timers that fire together: the first, and where the others stand.
struct TimerBatch {
  let first: Int
  let others: Range<Int>
  /// The newest timer there was, since a later one may come into the row of a member.
  let newest: UInt64
}
