@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Begins `async` code on the simulated main loop, and returns at once; it runs while time moves
  /// on.
  ///
  /// What it calls and begins runs there as well, also what is isolated to the main actor, provided
  /// that the test is. An error that it throws is a failure, its cancellation is not.
  ///
  /// Tasks that code begins by itself, by `Task { … }`, run on the simulated loop if they are begun
  /// here, in a callback, or anywhere in the body of a `Laboratory.test`. Those that a test with a
  /// laboratory of its own begins between two advances are real.
  public func task(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, operation: @escaping @concurrent () async throws -> Void
  ) {
    clock.begin(operation, at: Place(fileID, filePath, line, column))
  }
}
