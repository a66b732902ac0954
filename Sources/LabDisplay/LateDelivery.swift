/// What a display link does about a vsync that its callback could not answer in time.
public enum LateDelivery: String, Hashable, Sendable, CaseIterable {
  /// One late callback answers every vsync that passed, stamped with the newest.
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
}
