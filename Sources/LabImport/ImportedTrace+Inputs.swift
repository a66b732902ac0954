extension ImportedTrace {
  /// What the user did, as a trace tells it: a touch, a click or a key, with what answered it.
  ///
  /// All events of one native input are one, as pointerdown and mousedown are. Moves of a pointer
  /// are none: they wait for the frame.
  package struct Input: Hashable, Sendable {
    /// What it was called.
    package var name: String
    /// When it happened, in nanoseconds from the start of the window.
    package var arrived: Int64
    /// When the first of its handlers began; in a recorder's file when it was recorded.
    package var began: Int64
    /// When the last of its handlers ended; `nil` if the file does not say.
    package var ended: Int64?
    /// When the frame was displayed that shows it; `nil` if the file does not say.
    package var shown: Int64?
    /// The number of the interaction, which several inputs share, as the press and the release of a
    /// key do; `nil` if it belongs to none.
    package var interaction: Int64?

    /// Creates an input.
    package init(
      name: String, arrived: Int64, began: Int64, ended: Int64? = nil, shown: Int64? = nil,
      interaction: Int64? = nil
    ) {
      (self.name, self.arrived, self.began) = (name, arrived, began)
      (self.ended, self.shown, self.interaction) = (ended, shown, interaction)
    }
  }
}
