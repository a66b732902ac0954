/// Why a refresh began.
public enum TraceRefresh: UInt8, Hashable, Sendable, CaseIterable {
  /// The grid of the panel said so.
  case grid
  /// A panel of adaptive rate had a frame to show, or a link to call.
  case wanted
  /// A panel of adaptive rate had waited for a frame as long as it can.
  case selfRefresh

  /// What files call it.
  public var name: String {
    switch self {
    case .grid: "grid"
    case .wanted: "wanted"
    case .selfRefresh: "self_refresh"
    }
  }
}
