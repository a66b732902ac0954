import LabKernel

extension Symptoms.Share {
  /// What happened, as the end of a sentence about the driver: ‘missed 2 of 11 dates’.
  public var words: String {
    let of = "\(wrong) of \(all)"
    return switch symptom {
    case .missed: "missed \(of) \(all == 1 ? "date" : "dates")"
    case .dropped: "dropped \(of) \(all == 1 ? "frame" : "frames")"
    case .doubled:
      draws
        ? "called back \(of) times in the refresh of the callback before"
        : "called back \(of) times less than half an interval after the callback before"
    case .short: "came \(wrong) short of the \(all) dates that were asked for"
    case .behind:
      "is \(Self.time(wrong)) behind the clock that was asked for, after \(Self.time(all))"
    case .extra: "called back \(of) times more than its frames were wanted"
    case .speed: "moved at a wrong speed, \(spans) off"
    case .stale: "showed \(of) new frames at the time of the frame before"
    case .jumped: "went on one and a half times too far in \(of) new frames"
    case .uneven: "showed \(of) frames half a refresh or more too long or too short"
    case .late:
      draws
        ? "showed \(of) steps that are a tenth of a refresh off the time that passed"
        : "was late at \(of) \(all == 1 ? "date" : "dates")"
    case .wasted: "drew \(of) new frames that look like the one before"
    }
  }

  /// For how long of how long, of a share of time.
  var spans: String { "\(Self.time(wrong)) of \(Self.time(all))" }

  private static func time(_ nanoseconds: Int64) -> String {
    timeWords(.nanoseconds(nanoseconds))
  }
}
