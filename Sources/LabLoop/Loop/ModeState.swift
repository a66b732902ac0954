/// What the loop keeps for one mode, beside the items in it (R10).
struct ModeState: ~Copyable {
  let name: LoopMode
  var isCommon: Bool
  /// Whether the mode was asked to stop, which lasts until a run honours it (R25).
  var isStopped = false
}
