import LabAnswer
import LabExperiment
import LabStudy
import LabText
import TestSupport
import Testing

@Suite struct `The study of a statement to prove` {
  private func studies(_ statements: String) throws -> [ProofStudy] {
    let script = SampleScript.proofs(statements)
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    return try ProofStudy.all(of: plan, path: "a.lab")
  }

  @Test func `has an answer for each statement, and the worst of them counts`() throws {
    let answers = try studies(
      """
      prove never link.ball.double_fires over phase 0 .. 1
      prove never timer.ball.double_fires over phase 0.4 .. 0.6, up to 2 tasks of 20 ms every 1 ms \
      within 50 ms
      """
    ).map { try $0.answer(Watch()) }
    #expect(answers.map(\.outcome) == [.holds, .fails])
    #expect(answers.map(\.outcome).max()?.status == .expectationFailed)
    #expect(answers[0].scripts.isEmpty && answers[0].files.isEmpty)
    let script = try #require(answers[1].scripts.first)
    #expect(answers[1].files == [Answer.File("case.lab", Array(script.utf8))])
    let tasks = try #require(answers[1].namedTables.first { $0.name == "case" })
    #expect(tasks.rows.contains { $0[0] == .text("task") })
  }

  @Test func `says that a script asks nothing`() {
    #expect(throws: InputError.self) { try studies("") }
  }
}
