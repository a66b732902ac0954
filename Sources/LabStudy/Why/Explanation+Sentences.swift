package import LabAnswer
package import LabExperiment

extension Explanation {
  /// The explanation beside something else: which run it is about, what happened, why, what helps.
  package var sentences: [Answer.Sentence] {
    [Answer.Sentence("Why? (\(run))")] + named
  }

  /// What happened, why, and what helps, by name.
  package var named: [Answer.Sentence] {
    [
      ("what", what), ("why", why), ("help", help), ("tasks", tasks), ("phases", phases),
      ("remark", remark),
    ].compactMap { name, text in text.map { Answer.Sentence($0, as: name) } }
  }
}
