public import LabKernel
import LabLoop
public import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// What the user does again and again, as a button that is pressed; its tasks answer it.
  public struct Input: Hashable, Sendable {
    /// What reports call it.
    public let name: String
  }

  /// Lets the user do something at some instants, each of which a task answers.
  ///
  ///     let click = lab.input(
  ///       "click", at: .seconds(1), takes: .milliseconds(30), shownThrough: ball)
  ///     lab.advance(to: .seconds(2))
  ///     lab.expect(click, \.response.max <= .milliseconds(100))
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - instants: When the user does it.
  ///   - cost: How long each answer takes.
  ///   - ticker: The timer or link whose frames show what the answers did.
  /// - Returns: What an expectation is about.
  /// - Precondition: Nothing else in the laboratory has the name.
  @discardableResult
  public func input(
    _ name: String, at instants: Instant..., takes cost: DurationLaw,
    shownThrough ticker: Ticker? = nil
  ) -> Input {
    place(
      Load(
        name: name, tasks: .drawn(.at(instants), takes: cost), delivery: .source, modes: [.common],
        isInput: true, shownThrough: ticker?.name))
    return Input(name: name)
  }
}
