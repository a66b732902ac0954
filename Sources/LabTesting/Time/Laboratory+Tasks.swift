extension Laboratory {
  /// The virtual time of the laboratory for `async` code: a `Clock` to sleep by, and an executor.
  ///
  /// Code that takes a clock as `any Clock<Duration>` or generically can be given this one.
  public var clock: LaboratoryTime {
    if let time { return time }
    let made = LaboratoryTime(self)
    time = made
    return made
  }

  /// Begins `async` code on the simulated main loop, and returns at once; it runs while time moves on.
  ///
  /// What it calls runs there as well, unless it is isolated to the main actor or another actor with an
  /// executor of its own. An error that it throws is a failure, its cancellation is not.
  public func task(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, operation: @escaping () async throws -> Void
  ) {
    clock.begin(operation, at: Place(fileID, filePath, line, column))
  }
}
