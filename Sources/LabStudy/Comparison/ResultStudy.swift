import Foundation
package import LabAnswer
import LabMetrics
package import LabResults

/// Two results of one experiment, run by run.
package struct ResultStudy: Study {
  /// What the results are called where nothing else is said.
  package static let sides = ["first", "second"]

  private let folders: [String]
  private let metric: String?
  private let areSame: Bool
  private let limit: WorseThan?
  private let isStrict: Bool

  private let name: String?

  package var subject: String { name ?? folders.joined(separator: " ") }

  /// Asks about two results.
  ///
  /// - Parameters:
  ///   - first: The folder of the result before a change.
  ///   - second: The one after it.
  ///   - name: What both are called, if they are two of many; `nil` for where they are.
  ///   - metric: A metric or a family of which every change is listed, and which is judged; `nil`
  ///     for the usual, and the dropped refreshes.
  ///   - areSame: Whether results of experiments with two names are compared.
  ///   - limit: How much worse is too much; `nil` if that is not asked.
  ///   - isStrict: Whether results that differ fail.
  package init(
    _ first: String, _ second: String, named name: String? = nil, metric: String? = nil,
    areSame: Bool = false, limit: WorseThan? = nil, isStrict: Bool = false
  ) {
    (folders, self.name, self.metric) = ([first, second], name, metric)
    (self.areSame, self.limit, self.isStrict) = (areSame, limit, isStrict)
  }

  /// What a comparison found, with what its page needs.
  package struct Findings {
    /// What was found.
    package let answer: Answer
    /// The changes in rank.
    package let changes: ComparisonFindings
    /// What was compared.
    package let comparison: ResultComparison
  }

  /// Compares the results.
  ///
  /// - Throws: `InputError` about a file of a result.
  package func answer(_ watch: Watch) throws -> Answer { try findings().answer }

  /// Compares the results, and keeps what else is made of it.
  package func findings() throws -> Findings {
    var changes = ComparisonFindings(metric: metric)
    let judged = ComparisonVerdict.judged(by: metric)
    let comparison = try ResultComparison(
      folders[0], folders[1], areSame: areSame,
      judging: judged.isEmpty ? ["dropped"] : judged.map(\.column)
    ) { changes.add($0) }
    let verdict = ComparisonVerdict(comparison, changes)
    let isTold = !comparison.isIdentical || !comparison.scriptLines.isEmpty
    let decisions = limit.map { limit in
      verdict.arms.map { limit.decision($0.worsening, before: $0.means[0]).outcome }
    }
    let answer = Answer(
      "compare", of: subject,
      headlines + (isTold ? verdict.paragraphs : []) + changes.paragraphs(comparison)
        + (try divergence(comparison)) + status(comparison),
      outcome: decisions.map { $0.max() ?? (metric == nil ? .holds : .undecided) }
        ?? (comparison.isIdentical ? .holds : isStrict ? .fails : .answered))
    return Findings(answer: answer, changes: changes, comparison: comparison)
  }

  /// What is said first of each result that can be performed again; of many results it is not.
  private var headlines: [[Answer.Part]] {
    guard name == nil else { return [] }
    let results = folders.compactMap { try? StoredResult(at: $0).result }
    guard results.count == 2, let (first, second) = results[0].firstSentences(beside: results[1])
    else { return [] }
    let sentences = first == second ? ["Both: \(first)"] : ["First: \(first)", "Second: \(second)"]
    return [[.list(sentences.map { Answer.Sentence($0, as: "headline") })]]
  }

  /// How two results that differ can end with 1.
  private func status(_ comparison: ResultComparison) -> [[Answer.Part]] {
    guard limit == nil, !isStrict, !comparison.isIdentical, name == nil else { return [] }
    let words =
      "Exit status 0. '--worse-than 5%' ends with 1 if the second result is worse by more,"
      + " '--identical' if anything differs."
    return [[.sentences([Answer.Sentence(words)])]]
  }

  /// The first event that differs, if both results have their events.
  private func divergence(_ comparison: ResultComparison) throws -> [[Answer.Part]] {
    let lists = folders.map { $0 + "/events.csv" }
    guard lists.allSatisfy(FileManager.default.fileExists) else {
      let hint: Answer.Sentence =
        "With --trace in both results the first event that differs is shown too."
      return comparison.isIdentical || name != nil ? [] : [[.sentences([hint])]]
    }
    return try TraceDivergence(folders[0], folders[1])?.paragraphs ?? []
  }
}
