/// What a run and its two simulations say together.
enum LiveConclusion: String {
  case right = "The plan was carried out, and the model is right."
  case notCarriedOut = "The model is right, the plan was not carried out"
  case unknown = "The machine was busy elsewhere: this run says nothing about the model."
  case wrong = "The model does not explain this run."

  /// - Parameters:
  ///   - plan: Whether the simulation of the plan agrees with the run.
  ///   - replay: Whether that of what was carried out does.
  ///   - isDisturbed: Whether the host took much of the run.
  init(plan: Bool, replay: Bool, isDisturbed: Bool) {
    self =
      plan ? .right : replay ? .notCarriedOut : isDisturbed ? .unknown : .wrong
  }
}
