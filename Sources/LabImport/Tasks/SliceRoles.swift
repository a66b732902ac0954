/// What slices are by their names, where a file tells more than that they wrap a task.
struct SliceRoles {
  /// Those named by the code that they run.
  var code: Set<UInt32> = []
  /// Those that call code, and what is said of that.
  var triggers: [UInt32: String] = [:]
  /// Those that may hold several tasks, and then are none.
  var batches: Set<UInt32> = []
}
