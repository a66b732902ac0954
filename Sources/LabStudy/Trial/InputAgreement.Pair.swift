package import LabImport
package import LabMetrics
import LabWorkload

extension InputAgreement {
  /// An input with what the lab predicts.
  package struct Pair {
    /// What was recorded.
    package let input: ImportedTrace.Input
    /// How long it waits in the lab, in nanoseconds.
    let wait: Int64
    /// How long after its end its frame is seen in the lab, in nanoseconds; `nil` without a frame.
    var presentation: Int64?
    /// Whether no frame shows it: its time ends with its handlers.
    let isUnseen: Bool
    /// The task for which it waits there longest; `nil` if it waits for none.
    let holder: Recording.Task?

    private var work: Int64? { input.ended.map { $0 - input.began } }

    /// How long a quantity was in the recording, in nanoseconds; `nil` if the file does not say.
    package func recorded(_ quantity: TaskQuantity) -> Int64? {
      let shown = isUnseen ? nil : input.shown
      return switch quantity {
      case .wait: input.began - input.arrived
      case .work: work
      case .response: input.ended.map { $0 - input.arrived }
      case .presentation: shown.flatMap { shown in input.ended.map { shown - $0 } }
      case .shown: shown.map { $0 - input.arrived }
      }
    }

    /// How long a quantity is in the lab, in nanoseconds; `nil` if that does not follow.
    ///
    /// The handlers take as long as they did.
    package func predicted(_ quantity: TaskQuantity) -> Int64? {
      switch quantity {
      case .wait: wait
      case .work: work
      case .response: work.map { wait + $0 }
      case .presentation: presentation
      case .shown: work.flatMap { work in presentation.map { wait + work + $0 } }
      }
    }
  }
}
