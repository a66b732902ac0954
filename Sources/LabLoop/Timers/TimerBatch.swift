/// The timers that fire together with one that has begun to.
struct TimerBatch {
  /// Where they stand.
  let others: Range<Int>
  /// The newest timer there was, since a later one may come into the row of a member.
  let newest: UInt64
}
