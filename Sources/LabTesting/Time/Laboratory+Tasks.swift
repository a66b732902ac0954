extension Laboratory {
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
