/// What a display link does about a vsync that its callback could not answer in time.
///
/// Two callbacks of one link begin within one refresh only under a ``LinkHop`` that has a callback
/// for every vsync, or after an observer that works from the wake-up to the next vsync.
public enum LateDelivery: Hashable, Sendable {
  /// One late callback answers every due vsync that passed, stamped with the newest.
  ///
  /// The link's port holds one pending token, whatever rings it meanwhile. This is what a device
  /// was seen to do, and the default.
  /// - Source: Apple developer forums, thread 52826 (2016): a callback after a 20 ms sleep came
  ///   22 ms after the one before, the next on the grid.
  case pending

  /// A vsync that finds a callback still pending or running gets no callback, and the pending one
  /// is taken back if its target has passed.
  ///
  /// - Source: Apple, "Optimizing iPhone and iPad apps to support ProMotion displays": a callback
  ///   that overruns its target timestamp costs the following interval its callback.
  case skip

  /// One late callback answers every due vsync that passed, stamped with the newest of those that
  /// its port had room for; at least one.
  ///
  /// A vsync that finds the port full is refused, so that after a long block the timestamp is stale
  /// by all that came after the first `n`. The callback after it makes up for them.
  /// - Source: Apple developer forums, thread 52826 (2016): the callback after a sleep of 5 s had a
  ///   timestamp 16.00 periods after the one before, and 16 is the limit of a small Mach port.
  case queue(Int)

  /// One late callback answers every due vsync that passed, stamped with the newest vsync of all.
  ///
  /// Differs from ``pending`` for a link that is not due at every vsync.
  /// - Source: Android's Choreographer, which moves the frame time of a late callback forward to
  ///   the last vsync before it.
  case latest

  /// The link runs on a thread of its own, and hands its vsyncs to the main loop.
  case offMain(LinkHop)

  /// Every policy of a link in the loop itself, with the least room where it has one.
  public static let all: [LateDelivery] = [.pending, .skip, .latest, .queue(1)]

  /// What scripts call it; the room of ``queue(_:)`` stands behind its word.
  public var word: String {
    switch self {
    case .pending: "pending"
    case .skip: "skip"
    case .latest: "latest"
    case .queue: "queue"
    case .offMain(let hop): hop.words
    }
  }

  /// How the vsyncs reach the main loop; `nil` for a link of the loop itself.
  var hop: LinkHop? { if case .offMain(let hop) = self { hop } else { nil } }
}
