import LabSeries
import Testing

/// What the written script makes is a list of the same mean and the same mechanism.
@Suite struct `The script of a list` {
  /// Whether a script makes its list in another way than by callbacks of `ball`.
  private func source(of script: String) -> MadeList.Source {
    script.contains("# The list is the refreshes") ? .frames : .callbacks
  }

  /// What is wrong with the list that a script makes; `nil` if nothing is.
  private func difference(_ list: ProgramList) throws -> String? {
    let answer = try list.answer
    guard let mechanism = answer.mechanism else { return nil }
    let script = answer.script(of: "list").text
    let instants = try MadeList.instants(of: script, source(of: script))
    let count = Int(answer.value(.count) ?? 0)
    let again = try MadeList.answer(instants.prefix(count + 1), list.question)
    let mean = try #require(answer.value(.meanMs))
    let other = try #require(again.value(.meanMs))
    // The frames of a beat are shown at refreshes, and the instants of the list were near them.
    let ends = mechanism == .beat ? 2 * (answer.value(.jitterMs) ?? 0) / Double(count) : 0
    if abs(other - mean) > 0.005 * mean + ends {
      return "\(list): \(mean) ms, then \(other) ms:\n\(script)"
    }
    let isSame = again.mechanism == mechanism || again.alike.contains(mechanism)
    return isSame ? nil : "\(list): \(mechanism), then \(again.candidates):\n\(script)"
  }

  @Test(arguments: [12, 40, 400])
  func `makes the list again, but for one of thirty`(_ length: Int) throws {
    let lists = ProgramList.all.filter { $0.length == length }
    let differences = try lists.compactMap(difference)
    #expect(
      differences.count * 30 <= lists.count, "\(differences.joined(separator: "\n"))")
  }
}
