public import LabKernel

extension Driver {
  /// A time in which a driver is there.
  ///
  /// A timer is first due as long after the beginning of every life as after that of the first; a
  /// link calls back from the next vsync on. Outside its lives a driver has no dates, and nothing
  /// is wanted of it.
  public struct Life: Hashable, Sendable {
    /// When it is made.
    public var begins: Instant
    /// When it is gone; `nil` for the end of the run.
    public var ends: Instant?

    /// Creates a life.
    ///
    /// - Precondition: It ends after its beginning.
    public init(from begins: Instant, until ends: Instant? = nil) {
      require(
        ends ?? .distantFuture > begins, "a life that ends at \(ends ?? begins) does not last")
      self.begins = begins
      self.ends = ends
    }
  }
}
