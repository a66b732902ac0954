package import LabAnswer

/// How much worse is too much: a share of the count before, or a number.
package struct WorseThan: Hashable, Sendable {
  /// What follows for the exit status.
  package enum Decision: Hashable, Sendable {
    /// It is worse than that, even at the better end of the range.
    case exceeded
    /// It is not, even at the worse end.
    case met
    /// The threshold lies within the range.
    case open
  }

  /// The number.
  package let amount: Double
  /// Whether it is a share in percent.
  package let isShare: Bool

  /// Reads `5 %` or `3`; `nil` for anything else.
  package init?(_ text: String) {
    let words = text.split(separator: " ").joined()
    isShare = words.hasSuffix("%")
    let number = isShare ? String(words.dropLast()) : words
    guard number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
      let amount = Double(number), amount.isFinite
    else { return nil }
    self.amount = amount
  }

  /// Compares a change with the threshold.
  ///
  /// - Parameters:
  ///   - range: What the change is at least and at most.
  ///   - before: How much there was before.
  /// - Returns: Whether it is worse than that, or that is open.
  package func decision(_ range: ClosedRange<Double>, before: Double) -> Decision {
    let limit = isShare ? amount / 100 * before : amount
    if range.lowerBound > limit { return .exceeded }
    return range.upperBound <= limit ? .met : .open
  }
}

extension WorseThan.Decision {
  /// How an answer ends that is judged by it.
  package var outcome: Outcome {
    switch self {
    case .met: .holds
    case .open: .undecided
    case .exceeded: .fails
    }
  }
}
