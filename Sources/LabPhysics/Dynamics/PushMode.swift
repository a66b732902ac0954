/// How long a push lasts.
public enum PushMode: Hashable, Sendable {
  /// As long as it is in the animator.
  case continuous
  /// One step: the first after it was added.
  case instantaneous
}
