package import LabExperiment

/// Why there is no result.
package enum ResultFailure: Error, Hashable {
  /// A run could not be completed, or a search not be carried out.
  case run(ExperimentFailure)
  /// What came of the runs cannot be kept.
  case refused(WriteError)
}

extension ResultFailure {
  /// Does what performs runs.
  package static func ofRun<Value>(
    _ body: () throws(ExperimentFailure) -> Value
  ) throws(ResultFailure) -> Value {
    do throws(ExperimentFailure) { return try body() } catch { throw .run(error) }
  }

  /// Does what writes or reads what came of runs.
  package static func ofWriting<Value>(
    _ body: () throws(WriteError) -> Value
  ) throws(ResultFailure) -> Value {
    do throws(WriteError) { return try body() } catch { throw .refused(error) }
  }
}
