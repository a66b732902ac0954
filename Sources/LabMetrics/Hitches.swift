/// How long the motion stuck.
///
/// A hitch is an unbroken run of dropped slots; it lasts as long as they do.
///
///     ratio = hitch time [ms] / active time [s]
///
/// Active time is the window without pauses.
///
/// - Source: Apple, "Explore UI animation hitches and the render loop" (Tech Talk 10855), and
///   MetricKit, hitch time ratio; without Apple's unpublished perceptual adjustments.
public struct Hitches: Hashable, Sendable {
  /// How many hitches there are.
  public let count: Int
  /// How long they lasted together.
  public let time: Duration
  /// The longest one; `nil` for none.
  public let longest: Duration?
  /// The hitch time per active time in milliseconds per second; `nil` without active time.
  public let ratio: Double?

  init(_ table: SlotTable, _ times: RefreshTimes) {
    var count = 0
    var time: Int64 = 0
    var current: Int64 = 0
    var longest: Int64 = 0
    var end = -1
    for slot in table.slots where slot.dropCause != nil {
      if slot.refreshes.lowerBound != end {
        count += 1
        current = 0
      }
      let duration = times.duration(of: slot.refreshes)
      current += duration
      time += duration
      longest = max(longest, current)
      end = slot.refreshes.upperBound
    }
    let active = table.stretches.reduce(into: Int64(0)) { $0 += times.duration(of: $1) }
    self.count = count
    self.time = .nanoseconds(time)
    self.longest = count > 0 ? .nanoseconds(longest) : nil
    ratio = active > 0 ? 1000 * (Double(time) / Double(active)) : nil
  }
}
