package import LabExperiment
package import LabText

/// Why there is no result.
package enum ResultFailure: Error, Hashable {
  /// A run could not be completed, or a search not be carried out.
  case run(ExperimentFailure)
  /// What came of the runs cannot be kept.
  case refused(WriteError)
  /// A run that was performed again is not what it was.
  case input(InputError)
}

extension ResultFailure: CustomStringConvertible {
  /// What is wrong, and what to do about it.
  package var description: String {
    switch self {
    case .run(let failure): failure.description
    case .refused(let error): error.message
    case .input(let error): error.message
    }
  }
}

extension ResultFailure {
  /// Does what performs runs.
  package static func ofRun<Value>(
    _ body: () throws(ExperimentFailure) -> Value
  ) throws(ResultFailure) -> Value {
    do throws(ExperimentFailure) { return try body() } catch { throw .run(error) }
  }

  /// Does what compares runs with those before.
  package static func ofInput<Value>(
    _ body: () throws(InputError) -> Value
  ) throws(ResultFailure) -> Value {
    do throws(InputError) { return try body() } catch { throw .input(error) }
  }

  /// Does what writes or reads what came of runs.
  package static func ofWriting<Value>(
    _ body: () throws(WriteError) -> Value
  ) throws(ResultFailure) -> Value {
    do throws(WriteError) { return try body() } catch { throw .refused(error) }
  }
}
