package import LabKernel

/// Why a question about open instants has no answer.
package enum ProofFailure: Error, Hashable, CustomStringConvertible {
  /// Something does not depend on the order of instants alone.
  case undecidable(Refusal)
  /// A run failed.
  case failed(WorldFailure)

  /// The place and the reason.
  package var description: String {
    switch self {
    case .undecidable(let refusal): refusal.description
    case .failed(let failure): failure.description
    }
  }

  /// Performs what may only refuse.
  static func refusing<Value>(
    _ body: () throws(Refusal) -> Value
  ) throws(ProofFailure) -> Value {
    do throws(Refusal) { return try body() } catch { throw .undecidable(error) }
  }
}
