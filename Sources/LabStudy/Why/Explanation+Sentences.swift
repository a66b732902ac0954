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

  /// The same in paragraphs, with a line for each change that helps, behind its number.
  var paragraphs: [[Answer.Part]] {
    let help = numberedHelp.map { Answer.Part.sentences([Answer.Sentence($0, as: "help")]) }
    let rest = named.filter { ["tasks", "phases", "remark"].contains($0.name) }
    return [[.sentences(named.filter { ["what", "why"].contains($0.name) })], help]
      + (rest.isEmpty ? [] : [[.sentences(rest)]])
  }
}
